/**
 * Fp² of a pairing, in each kernel under the same names. The tower (tower.js) is built from these
 * functions alone, and so has the same text in every kernel.
 *
 * Ranges. *Stored* elements are the operands and results of all functions, in memory; a *loose* sum
 * is an operand of `multiply` only. In limbs30, stored coefficients lie in [0, 2p) and loose ones
 * in [0, 4p]; wide64 reduces every sum; for fma see ../field/fma/complex.js.
 */

import { emitExtension, emitExtensionByCalls } from '../field/extension/index.js';
import { emitComplexField, nameOf } from '../field/fma/complex.js';
import { emitField } from '../field/limbs30/index.js';
import { emitWideField } from '../field/wide64/index.js';
import { i32 } from '../emit/instructions.js';
import { emitSums } from './sums.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Fp2 } from '../field/extension/constants.js' */

/** @typedef {'limbs30' | 'wide64' | 'fma'} PairingKernelName */

/**
 * @typedef {object} PairingField
 * @property {number} elementBytes memory of an element
 * @property {number} bytes length of the canonical encoding of an element
 * @property {(bytes: number) => number} reserve allocates static memory
 * @property {{ messages: string[] }} checks
 * @property {Callable} multiply (z, x, y); x, y may be loose
 * @property {Callable} square (z, x)
 * @property {Callable} scale (z, x, s): x·s for an s in Fp; its second coefficient is not read
 * @property {(coefficients: readonly Fp2[]) => Callable} sum (z, x_0, x_1, …): Σ c_i·x_i for small
 *   c_0 + c_1·u (sums.js), each function emitted once; z may be one of the others
 * @property {Callable} looseSum (z, x, y): a factor of a product
 * @property {Callable} squarable (z, x, y): a sum as an operand of `square`
 * @property {Callable} isZero (x) → 1 or 0
 * @property {Callable} conjugate (z, x)
 * @property {Callable} copy (z, x)
 * @property {Callable} inverse (z, x): terminates for every x
 * @property {Callable} isEqual (x, y) → 1 or 0
 * @property {Callable} fromBytes (z, source) → 1, or 0 for a coefficient out of range
 * @property {Callable} toBytes (target, x)
 * @property {(value: Fp2) => number} constant its address
 */

/** @typedef {{ reserve: (bytes: number) => number, debug: boolean }} FieldOptions */

/**
 * @type {Record<PairingKernelName, (m: ModuleBuilder, p: bigint, options: FieldOptions) =>
 *   PairingField>}
 */
const FIELDS = {
  limbs30: (m, p, options) => {
    const base = emitField(m, p, { ...options, form: 'montgomery', largestFactor: 8 });
    return integerField(m, emitExtension(m, base), base.sumInto);
  },
  wide64: (m, p, options) => {
    const base = emitWideField(m, p, { ...options, multiples: [-34, 26] });
    return integerField(m, emitExtensionByCalls(m, base), base.sumInto);
  },
  fma: emitComplexField,
};

/**
 * @param {ModuleBuilder} m
 * @param {PairingKernelName} kernel
 * @param {bigint} p
 * @param {FieldOptions} options
 */
export function emitPairingField(m, kernel, p, options) {
  const field = FIELDS[kernel](m, p, options);
  return { ...field, sum: emitSums(m, field) };
}

/**
 * Emits z = Σ coefficient·x over coefficients in Fp.
 * @typedef {(f: FunctionBuilder, z: Local, terms: Array<{ coefficient: number, address: Local }>)
 *   => void} SumInto
 */

/**
 * A field of integer limbs.
 * @param {ModuleBuilder} m
 * @param {any} extension
 * @param {SumInto} sumInto of its base field
 * @returns {PairingField}
 */
function integerField(m, extension, sumInto) {
  const { base, reserve, parameters } = extension;
  const half = base.parameters.slotBytes;
  const second = (/** @type {Local} */ x) => i32.add(x, half);
  const row = reserve(half);
  /** @type {Map<string, Callable>} */
  const known = new Map();
  const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  let constants = 0;
  const sum = (/** @type {readonly Fp2[]} */ coefficients) => {
    const name = `tower_sum_${coefficients.map(nameOf).join('_')}`;
    const emit = () =>
      emitIntegerSum(m, name, coefficients, { half, row, copy: base.copy, sumInto });
    const callable = known.get(name) ?? emit();
    known.set(name, callable);
    return callable;
  };
  return {
    elementBytes: parameters.slotBytes,
    bytes: parameters.bytes,
    reserve,
    checks: base.checks,
    multiply: extension.multiply,
    square: extension.square,
    scale: m.func('tower_scale', { params: { ...two, s: 'i32' } }, (f, { z, x, s }) => {
      f.emit(base.multiply.call(z, x, s), base.multiply.call(second(z), second(x), s));
    }),
    sum,
    looseSum: extension.looseSum,
    squarable: extension.looseSum,
    conjugate: m.func('tower_conjugate', { params: two }, (f, { z, x }) => {
      f.emit(base.copy.call(z, x), base.negate.call(second(z), second(x)));
    }),
    copy: extension.copy,
    inverse: extension.inverse,
    isEqual: extension.isEqual,
    isZero: extension.isZero,
    fromBytes: extension.fromBytes,
    toBytes: extension.toBytes,
    constant: (value) => extension.constants.add(`constant ${constants++} of the tower`, value),
  };
}

/**
 * @param {ModuleBuilder} m
 * @param {string} name
 * @param {readonly Fp2[]} coefficients
 * @param {{ half: number, row: number, copy: Callable, sumInto: SumInto }} field `row`: scratch for
 *   a coefficient
 */
function emitIntegerSum(m, name, coefficients, { half, row, copy, sumInto }) {
  const ids = coefficients.map((_, i) => `x${i}`);
  const params = Object.fromEntries(['z', ...ids].map((id) => [id, /** @type {const} */ ('i32')]));
  return m.func(name, { params, doc: 'z = Σ c_i·x_i, all stored.' }, (f, { z, ...xs }) => {
    const mixes = coefficients.some(({ c1 }) => c1 !== 0n);
    const low = ids.map((id) => xs[id]);
    const high = low.map((x) => f.local('second', 'i32', i32.add(x, half)));
    const z1 = f.local('z1', 'i32', i32.add(z, half));
    const terms = (
      /** @type {Local[]} */ own,
      /** @type {Local[]} */ other,
      /** @type {1 | -1} */ sign,
    ) =>
      coefficients.flatMap(({ c0, c1 }, i) =>
        [
          { coefficient: Number(c0), address: own[i] },
          { coefficient: sign * Number(c1), address: other[i] },
        ].filter(({ coefficient }) => coefficient !== 0),
      );
    // z may be one of the x: its first coefficient waits until the second is known.
    const first = mixes ? f.local('first', 'i32', row) : z;
    sumInto(f, first, terms(low, high, -1));
    sumInto(f, z1, terms(high, low, 1));
    if (mixes) f.emit(copy.call(z, row));
  });
}
