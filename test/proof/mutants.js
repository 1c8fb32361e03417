/** Mutants of functions: one change each, of a kind that a mistake in a generator would make. */
import { Lane } from '../../proof/kernel/double.js';
import { begin, domainOf } from '../../proof/inputs.js';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/kernel/refused.js';
import { interpret } from '../../proof/identities/interpreter.js';
import { prepare } from './shadow.js';

/** Reproducible. @param {number} seed */
export function randomness(seed) {
  let state = BigInt(seed) * 2862933555777941757n + 3037000493n;
  const next = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return state >> 24n;
  };
  const below = (n) => Number(next() % BigInt(n));
  return { below, pick: (list) => list[below(list.length)], next };
}

const SWAPS = new Map(
  [
    'i64.add i64.sub',
    'i64.mul i64.add',
    'i64.shr_u i64.shl',
    'i64.shr_s i64.shr_u',
    'i64.and i64.or',
    'i64.shl i64.shr_u',
    'i64.add128 i64.sub128',
    'i64.lt_u i64.gt_u',
    'i64.le_u i64.lt_u',
    'i64.eq i64.ne',
    'i64x2.add i64x2.sub',
    'i64x2.shr_u i64x2.shl',
    'f64x2.add f64x2.sub',
    'f64x2.relaxed_madd f64x2.relaxed_nmadd',
    'v128.and v128.or',
    'f64x2.pmin f64x2.pmax',
  ].flatMap((pair) => {
    const [a, b] = pair.split(' ');
    return [
      [a, b],
      [b, a],
    ];
  }),
);

/** @param {any} one a function @param {ReturnType<typeof randomness>} random */
export function mutate(one, random) {
  const types = [...one.type.params, ...one.locals];
  for (;;) {
    const at = random.below(one.code.length);
    const instruction = one.code[at];
    const change = changed(instruction, types, random);
    if (!change) continue;
    const code = one.code.map((other, i) => (i === at ? { ...other, ...change } : other));
    const text = Object.entries(change).map(
      ([key, value]) => `${key} ${instruction[key]} to ${value}`,
    );
    return { one: { ...one, code }, text: `${at} ${instruction.op}: ${text}` };
  }
}

function changed({ op, value, offset, index }, types, random) {
  if (op === 'i64.const' || op === 'i32.const') {
    const bit = 1n << BigInt(random.below(op === 'i64.const' ? 62 : 8));
    const other = random.pick([value + 1n, value - 1n, value ^ bit]);
    // The same count of a shift.
    return (BigInt(other) - BigInt(value)) % 64n === 0n ? null : { value: other };
  }
  if (offset !== undefined) {
    const other = offset + random.pick([4, 8, 16, -4, -8, -16]);
    return other < 0 ? null : { offset: other };
  }
  if (op.startsWith('local.')) {
    const others = types.map((_, i) => i).filter((i) => types[i] === types[index] && i !== index);
    return others.length ? { index: random.pick(others) } : null;
  }
  if (/\.(add|sub|mul|or)$/.test(op) && random.below(3) === 0) return { op: 'drop' };
  return SWAPS.has(op) ? { op: SWAPS.get(op) } : null;
}

/** Why a mutant is refused, or null. */
export function refusal(module, at, mutant, claim) {
  const functions = module.functions.map((one, i) => (i === at ? mutant : one));
  try {
    prove({ ...module, functions }, at + module.imports.length, claim);
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** Where the output is. */
const outputOf = ({ outputs: [{ name, param = name }] }) => param;

/** The output of a concrete run, as bytes of its region; and the result. */
function runOf(module, index, claim, { memory, given, base, machine }) {
  const view = new DataView(memory.buffer.slice(0));
  const results = interpret(module, index, given, view, () => {});
  const { size } = machine.memory.named(outputOf(claim));
  return { results, bytes: new DataView(view.buffer, base.get(outputOf(claim)), size) };
}

/** The numbers that are stored there. */
function numbersOf(module, index, claim, bytes) {
  const domain = domainOf();
  const { machine, operands } = begin(
    module,
    claim,
    domainOf(undefined, () => 0n),
    [],
  );
  try {
    machine.call(index, operands);
  } catch {
    return null;
  }
  const target = begin(module, claim, domain, []).machine;
  const region = target.memory.named(outputOf(claim));
  for (const [at, { size, content }] of machine.memory.named(outputOf(claim)).cells) {
    const bits = size === 8 ? bytes.getBigUint64(at, true) : BigInt(bytes.getUint32(at, true));
    const word = domain.constant(bits);
    region.set(at, size, content instanceof Lane ? new Lane(domain, { word }) : word);
  }
  const [{ layout, range }] = claim.outputs;
  return layout.read(target, region, 0, range).map(({ number }) => number.constant());
}

/** Whether a mutant that is proven computes the same as the function, on so many inputs. */
export function isEquivalent(module, at, mutant, claim, random, inputs) {
  const functions = module.functions.map((one, i) => (i === at ? mutant : one));
  const index = at + module.imports.length;
  for (let i = 0; i < inputs; i++) {
    const pick = (low, high) => {
      const kind = random.below(4);
      if (kind < 2) return kind ? high : low;
      return low + (BigInt(high - low) * BigInt(random.below(2 ** 30))) / 2n ** 30n;
    };
    const run = prepare(module, claim, pick);
    const [one, other] = [module, { ...module, functions }].map((any) =>
      runOf(any, index, claim, run),
    );
    if (String(one.results) !== String(other.results)) return false;
    const [first, second] = [one.bytes, other.bytes];
    const same = Buffer.compare(
      Buffer.from(first.buffer, first.byteOffset, first.byteLength),
      Buffer.from(second.buffer, second.byteOffset, second.byteLength),
    );
    if (same === 0) continue;
    const [a, b] = [first, second].map((bytes) => numbersOf(module, index, claim, bytes));
    if (!a || !b || a.some((number, j) => (BigInt(number) - BigInt(b[j])) % claim.field.p !== 0n))
      return false;
  }
  return true;
}
