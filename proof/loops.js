/**
 * Loops over lists: one iteration stands for all. At the head of the loop (specification, §4.4.8.4)
 * every local and every part of memory is as in any iteration i: addresses of elements are those of
 * element i, which is a region by itself; counters are start + step·i; what else the body assigns
 * is unknown. Where the loop begins again (§4.4.8.6) the same must hold of i + 1, and i + 1 must be
 * the index of an element; where it ends by itself, i must be that of the last. So nothing may have
 * been found out about elements before the loop, and what was known of other memory must be left as
 * it was.
 */
import { Refused } from './refused.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Value } from './domain/value.js'
 * @import { I32, Machine, Operand } from './machine/machine.js'
 * @import { Instruction } from './wasm/decode.js'
 *
 * `left`: how many elements follow that of the index.
 * @typedef {{ index: Value, left: Value, check: (locals: Operand[]) => void }} Loop
 */

export const MOST_ELEMENTS = 1n << 28n;

/** A local of which nothing is known: no instruction takes it. */
const UNKNOWN = /** @type {Operand} */ (/** @type {unknown} */ ({ type: 'unknown' }));

/**
 * The head of a loop: changes locals to those of any iteration.
 * @param {Claim} claim
 * @returns {(machine: Machine, body: Instruction[], locals: Operand[]) => Loop}
 */
export const loopOver = (claim) => (machine, body, locals) => {
  const { domain, memory } = machine;
  const strides = claim.list?.strides ?? new Map();
  if (machine.tests.length > 0 || machine.belows.size > 0)
    throw new Refused('a test before the loop');
  for (const name of strides.keys())
    if (memory.named(name).written.size > 0) throw new Refused(`writes ${name} before the loop`);
  const count = locals[claim.params.indexOf(claim.list?.count ?? '')];
  if (count?.type !== 'i32' || count.value.refine().low < 1n)
    throw new Refused('there may be no element');
  const index = domain.input(0n, MOST_ELEMENTS);
  const left = count.value.sub(index).plus(-1n);
  domain.constrain(left.polynomial, 0n, MOST_ELEMENTS);
  /** @type {Map<number, { head: I32, step: bigint }>} */
  const counters = new Map();
  const assigned = body.filter(({ op }) => op === 'local.set' || op === 'local.tee');
  for (const k of new Set(assigned.map((one) => one.index ?? -1))) {
    const step = stepOf(body, k);
    const local = locals[k];
    locals[k] = UNKNOWN;
    if (step === null || local.type !== 'i32') continue;
    const head = local.region ? local : { ...local, value: local.value.add(index.times(step)) };
    if (local.region && strides.get(local.region) !== step)
      throw new Refused(`${local.region} moves by ${step}`);
    locals[k] = head;
    counters.set(k, { head, step });
  }
  for (const [name, stride] of strides)
    if (stride !== 0n && ![...counters.values()].some(({ head }) => head.region === name))
      throw new Refused(`${name} does not move`);
  const kept = [...memory.regions.values()]
    .filter((region) => !strides.has(region.name))
    .flatMap((region) => [...region.cells].map(([at, cell]) => ({ region, at, cell })));
  /** @param {Operand[]} after */
  const check = (after) => {
    if (left.plus(-1n).refine().low < 0n) throw new Refused('may go on after the last element');
    for (const [k, { head, step }] of counters) {
      const local = after[k];
      const isNext =
        local.type === 'i32' &&
        local.region === head.region &&
        local.value.polynomial.equals(head.value.plus(step).polynomial);
      if (!isNext) throw new Refused(`local ${k} is not what it was, and ${step}`);
    }
    for (const { region, at, cell } of kept)
      if (region.cells.get(at)?.content !== cell.content)
        throw new Refused(`the loop changes ${region.name} at ${at}`);
  };
  return { index, left, check };
};

/**
 * The constant that a body adds to a local, if it does that and nothing else with it.
 * @param {Instruction[]} body @param {number} k
 */
function stepOf(body, k) {
  const [at, ...more] = body.flatMap(({ op, index }, i) =>
    op !== 'local.get' && op.startsWith('local') && index === k ? [i] : [],
  );
  const [local, by, sum] = at >= 3 ? body.slice(at - 3, at) : [];
  const isStep = local?.op === 'local.get' && local.index === k && by.op === 'i32.const';
  if (more.length > 0 || !isStep) return null;
  if (sum.op === 'i32.add') return by.value ?? null;
  return sum.op === 'i32.sub' ? -(by.value ?? 0n) : null;
}
