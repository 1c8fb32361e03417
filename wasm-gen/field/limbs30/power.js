/**
 * Powers with an exponent known to the generator, by the chains of ../addition-chain.js or by runs
 * of ones; square roots for p ≡ 3 mod 4. For 2^256 − 2^32 − 977, whose exponent is almost all ones,
 * runs take 253 squarings and 13 multiplications.
 */

import { i32 } from '../../emit/instructions.js';
import * as chains from '../addition-chain.js';

/** @import { Callable, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression, Operand } from '../../emit/expression.js' */
/** @import { Chain } from '../addition-chain.js' */

/**
 * The steps of an exponent as runs of ones, from the highest: square `squarings` times, then
 * multiply by x^(2^length − 1). A last step may have length 0: multiply by nothing.
 * @param {bigint} exponent positive
 */
export function runsOfOnes(exponent) {
  const bits = exponent.toString(2);
  return [...bits.matchAll(/0*(1*)/g)]
    .filter(([run]) => run !== '')
    .map(([run, ones]) => ({ squarings: run.length, length: ones.length }));
}

/**
 * An addition chain for x^(2^L − 1), for all wanted L: each is the previous one, L = a, squared b
 * times, times a known one, so L = a + b. The squarings are those of the longest run alone. Chains
 * are tried by length, so the multiplications are the fewest.
 * @param {readonly number[]} wanted lengths; 0 needs nothing
 * @returns {Array<{ length: number, a: number, b: number }>} in order; 1 is given
 */
export function additionChain(wanted) {
  const marks = [...new Set(wanted)].filter((length) => length > 1).sort((x, y) => x - y);
  const longest = marks[marks.length - 1] ?? 1;
  /** @type {(chain: number[], steps: number) => number[] | null} */
  const extend = (chain, steps) => {
    const last = chain[chain.length - 1];
    if (last === longest) return chain;
    const next = marks.find((length) => length > last) ?? longest;
    // The longest step doubles.
    if (last * 2 ** steps < longest) return null;
    for (const b of [...chain].reverse()) {
      const found = last + b <= next && extend([...chain, last + b], steps - 1);
      if (found) return found;
    }
    return null;
  };
  for (let steps = marks.length; ; steps++) {
    const chain = extend([1], steps);
    if (chain) {
      return chain.slice(1).map((length, i) => ({ length, a: chain[i], b: length - chain[i] }));
    }
  }
}

/**
 * Whether runs of ones take fewer multiplications than windows.
 * @type {(exponent: bigint) => boolean}
 */
export function preferRuns(exponent) {
  const runs = runsOfOnes(exponent);
  const byRuns = runs.length + additionChain(runs.map(({ length }) => length)).length;
  return byRuns < chains.slidingWindow(exponent, chains.WINDOW).length + 2 ** (chains.WINDOW - 1);
}

/**
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {string} doc
 * @param {bigint} exponent
 * @param {{ parameters: { slotBytes: number }, multiply: Callable, square: Callable, squareTimes?:
 *   Callable | null, copy: Callable, reserve: (bytes: number) => number }} field
 */
export function emitPower(m, name, doc, exponent, field) {
  if (preferRuns(exponent)) return emitRunPower(m, name, doc, exponent, field);
  return emitChainPower(m, name, doc, chains.windowChain(exponent), field);
}

/** @typedef {Parameters<typeof emitPower>} PowerParameters */

/**
 * x^e for the e of ../addition-chain.js.
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {string} doc
 * @param {PowerParameters[4] & { parameters: { p: bigint } }} field p ≡ 3 mod 4
 */
function emitInverseRootPower(m, name, doc, field) {
  const { p } = field.parameters;
  const exponent = (p - 3n) / 4n;
  if (preferRuns(exponent)) return emitRunPower(m, name, doc, exponent, field);
  return emitChainPower(m, name, doc, chains.inverseRootChain(p), field);
}

/**
 * z = x^(2^count), count > 0.
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {{ square: Callable, squareTimes?: Callable | null }} field `squareTimes`: the same, if a
 *   field has a faster method
 */
export function emitSquareTimes(m, name, { square, squareTimes }) {
  if (squareTimes) return squareTimes;
  return m.func(
    `${name}_square_times`,
    { params: { z: 'i32', x: 'i32', count: 'i32' } },
    (f, { z, x, count }) => {
      f.loop((again) => {
        f.emit(square.call(z, x));
        f.set(x, z);
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
}

/** @type {(...parameters: PowerParameters) => Callable} */
function emitRunPower(m, name, doc, exponent, field) {
  const { parameters, multiply, copy, reserve } = field;
  const steps = runsOfOnes(exponent);
  const chain = additionChain(steps.map(({ length }) => length));
  const result = reserve(parameters.slotBytes);
  const slots = new Map(
    [1, ...chain.map(({ length }) => length)].map((length) => {
      return [length, reserve(parameters.slotBytes)];
    }),
  );
  const run = (/** @type {number} */ length) => /** @type {number} */ (slots.get(length));
  const squareTimes = emitSquareTimes(m, name, field);
  return m.func(name, { params: { z: 'i32', x: 'i32' }, exported: true, doc }, (f, { z, x }) => {
    f.emit(copy.call(run(1), x));
    for (const { length, a, b } of chain) {
      f.emit(squareTimes.call(run(length), run(a), b));
      f.emit(multiply.call(run(length), run(length), run(b)));
    }
    f.emit(copy.call(result, run(steps[0].length)));
    for (const { squarings, length } of steps.slice(1)) {
      f.emit(squareTimes.call(result, result, squarings));
      if (length) f.emit(multiply.call(result, result, run(length)));
    }
    f.emit(copy.call(z, result));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {string} doc
 * @param {Chain} chain
 * @param {PowerParameters[4]} field
 */
function emitChainPower(m, name, doc, chain, field) {
  const { parameters, multiply, copy, reserve } = field;
  const { slotBytes } = parameters;
  const slots = reserve(slotBytes * chain.slots);
  const program = chains.bytesOfChain(chain);
  const begin = reserve(program.length);
  m.dataAt(begin, program);
  const squareTimes = emitSquareTimes(m, name, field);
  return m.func(name, { params: { z: 'i32', x: 'i32' }, exported: true, doc }, (f, { z, x }) => {
    const step = f.local('step', 'i32', begin);
    const [target, factor] = [f.local('target', 'i32'), f.local('factor', 'i32')];
    const slot = (/** @type {Operand} */ index) => i32.add(i32.mul(index, slotBytes), slots);
    f.emit(copy.call(slots + chains.BASE * slotBytes, x));
    f.loop((again) => {
      f.set(x, slot(i32.load8_u(step, 1)));
      f.set(factor, i32.load8_u(step, 2));
      f.set(target, slot(i32.load8_u(step, 3)));
      f.if(i32.load8_u(step), () => {
        f.emit(squareTimes.call(target, x, i32.load8_u(step)));
        f.set(x, target);
      });
      f.if(factor, () => f.emit(multiply.call(target, x, slot(factor))));
      f.brIf(
        again,
        i32.lt_u(f.tee(step, i32.add(step, chains.STEP_BYTES)), begin + program.length),
      );
    });
    f.emit(copy.call(z, slots + chains.RESULT * slotBytes));
  });
}

/**
 * The powers behind square roots where p ≡ 3 mod 4; nulls elsewhere. One multiplication turns an
 * inverse square root into a square root, so both share one list of steps, except with runs of
 * ones, whose lists are short.
 * @param {ModuleBuilder} m
 * @param {PowerParameters[4] & { parameters: { p: bigint }, isEqual: Callable }} field
 */
export function emitRoots(m, field) {
  const { p } = field.parameters;
  if (p % 4n !== 3n) return { inverseRootPower: null, squareRoot: null };
  const rootDoc = 'z = x^((p+1)/4), x in [0, 2p): a square root of x if x has one.';
  const inverseDoc = 'z: z²x is 1 if x is a square, and else −1. x in [0, 2p).';
  /** @type {Callable | undefined} */
  let inverse;
  const inverseRootPower = () =>
    (inverse ??= emitInverseRootPower(m, 'field_inverse_root_power', inverseDoc, field));
  const exponent = (p + 1n) / 4n;
  if (preferRuns(exponent)) {
    const power = emitPower(m, 'field_sqrt_power', rootDoc, exponent, field);
    return {
      inverseRootPower,
      squareRoot: emitSquareRoot(m, field, (root, x) => [power.call(root, x)]),
    };
  }
  const power = inverseRootPower();
  return {
    inverseRootPower,
    squareRoot: emitSquareRoot(m, field, (root, x) => [
      power.call(root, x),
      field.multiply.call(root, root, x),
    ]),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {PowerParameters[4] & { isEqual: Callable }} field
 * @param {(root: number, x: Local) => Expression[]} candidate writes x^((p+1)/4)
 */
function emitSquareRoot(m, field, candidate) {
  const { slotBytes } = field.parameters;
  const [root, check] = [field.reserve(slotBytes), field.reserve(slotBytes)];
  return m.func(
    'field_sqrt',
    {
      params: { z: 'i32', x: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 and z = a square root of x, in [0, 2p); 0 if x has none, with z unchanged. x in [0, 2p).',
    },
    (f, { z, x }) => {
      f.emit(...candidate(root, x), field.square.call(check, root));
      f.if(field.isEqual.call(check, x), () => {
        f.emit(field.copy.call(z, root));
        f.return(1);
      });
      f.result(0);
    },
  );
}
