/**
 * Entries that a loop over a list keeps for another batch, from the list's end on. It goes from the
 * last entry to the first and keeps each at most once: so what it writes is the entry itself, which
 * must not be read after that, or one that was treated before.
 */
import { Refused } from './refused.js';

/**
 * @import { Case, Claim } from './claims/claim.js'
 * @import { Run } from './inputs.js'
 * @import { I32, Machine, Operand } from './machine/machine.js'
 */

const KEPT = 'what is kept';

/**
 * In any iteration, the address of what was kept, if that is what a local is for: before the first
 * one it is where the list ends. The next one to be kept is a region by itself.
 * @param {Machine} machine @param {Claim} claim @param {Operand} local @returns {I32 | null}
 */
export function keptFrom({ memory }, { list }, local) {
  const { keeps, strides } = list ?? {};
  if (!keeps || local.type !== 'i32' || local.region !== keeps.of) return null;
  const size = -(strides?.get(keeps.of) ?? 0n);
  if (size <= 0n || local.value.constant() !== size) return null;
  if (memory.regions.has(KEPT)) throw new Refused('keeps entries twice');
  memory.region(KEPT, Number(size), true);
  memory.pointed.set(KEPT, [keeps.of]);
  return { ...local, region: KEPT };
}

/**
 * Whether an entry was kept, as a case says.
 * @param {Pick<Run, 'machine' | 'locate' | 'signs'>} run @param {Claim} claim @param {Case} one
 * @param {Operand | undefined} address of what is kept by then
 */
export function checkKept({ machine, locate, signs }, { list }, one, address) {
  const { domain, memory } = machine;
  const { size, cells } = memory.named(KEPT);
  const at = address?.type === 'i32' && address.region === KEPT ? address.value.constant() : null;
  if (at !== (one.keeps ? 0n : BigInt(size)))
    throw new Refused(`${one.keeps ? 'does not keep' : 'keeps'} it if ${one.when.join(' and ')}`);
  const words = (one.keeps && list?.keeps?.words) || [];
  for (const [i, { name, plus = 0n, isNegative = false }] of words.entries()) {
    const content = cells.get(4 * i)?.content;
    const found = content && 'pointer' in content ? content.pointer : null;
    const sign = signs.get(name) ?? domain.constant(0n);
    const wanted = isNegative ? sign.times(-1n).plus(1n) : sign;
    const rest = found?.value.sub(wanted).plus(-plus).refine();
    if (found?.region !== locate({ name }).region.name || rest?.low !== 0n || rest.high !== 0n)
      throw new Refused(`keeps no ${name}`);
  }
}
