/**
 * The quadratic extension Fp² = Fp[u]/(u² + 1) over the `limbs30` field, p ≡ 3 mod 4: the same
 * operations under the same names as the base field, so that the curve's emitters take either. An
 * element is two slots, c_0 then c_1; its spare words are those of the slots, and `parameters` are
 * the base field's with the sizes of an element.
 */

import { i32 } from '../../emit/instructions.js';
import { emitBatchInverse } from '../limbs30/batch-inverse.js';
import { lastOptional } from '../limbs30/bytes.js';
import { sums } from '../limbs30/linear.js';
import { emitLinearByCalls, emitProductsByCalls } from './by-calls.js';
import { emitExtensionCompare } from './compare.js';
import { ExtensionConstants } from './constants.js';
import { emitExtensionMultiply, emitExtensionSquare } from './multiply.js';
import { emitExtensionInverse, emitExtensionSquareRoot } from './root.js';

/** @import { Callable, ModuleBuilder } from '../../emit/module.js' */
/** @import { Checks } from '../limbs30/checks.js' */
/** @import { Constants } from '../limbs30/constants.js' */
/** @import { CoordinateField, Field } from '../limbs30/index.js' */
/** @import { FieldParameters } from '../limbs30/parameters.js' */

/**
 * The members of a base field that extensions use.
 * @typedef {CoordinateField & Pick<Field, 'inverseRootPower'> & { constants: Constants }} BaseField
 */

/** @typedef {ReturnType<typeof emitExtension>} ExtensionField */

/**
 * @param {ModuleBuilder} m
 * @param {Field} base in Montgomery form, with `largestFactor` 8
 */
export function emitExtension(m, base) {
  const { parameters } = base;
  if (parameters.form !== 'montgomery') throw new RangeError('expected a field in Montgomery form');
  const checks = coefficientChecks(base.checks, parameters.slotBytes);
  return emitExtensionOf(m, base, {
    checks,
    square: emitExtensionSquare(m, base, checks),
    multiply: emitExtensionMultiply(m, parameters, checks),
    // Batches take one pass; in chains, calls cost half a per cent of a doubling and save a tenth
    // of the module.
    linear: emitLinearByCalls(m, base, emitBatchLinear(m, parameters, base.checks)),
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Checks} checks
 */
function emitBatchLinear(m, parameters, checks) {
  const sum = sums(m, parameters, checks, 2);
  return {
    subtract: sum('extension_sub', [1, -1], { exported: true }),
    subtractTwo: sum('extension_sub2', [1, -1, -1]),
    difference: sum('extension_difference', [1, -1], { reduce: false }),
    negatedSum: sum('extension_negated_sum', [-1, -1], { reduce: false }),
  };
}

/**
 * The same over any base field, by calls.
 * @param {ModuleBuilder} m
 * @param {BaseField} base
 */
export function emitExtensionByCalls(m, base) {
  return emitExtensionOf(m, base, {
    // The called functions of the base field assert.
    checks: /** @type {Checks} */ (base.checks),
    ...emitProductsByCalls(m, base),
    linear: emitLinearByCalls(m, base),
  });
}

/**
 * @template {BaseField} Base
 * @template Linear
 * @param {ModuleBuilder} m
 * @param {Base} base
 * @param {{ checks: Checks, multiply: Callable, square: Callable, linear: Linear }} arithmetic
 */
function emitExtensionOf(m, base, { checks, multiply, square, linear }) {
  const { parameters, reserve } = base;
  const { slotBytes } = parameters;
  const constants = new ExtensionConstants(base.constants);
  const compare = emitExtensionCompare(m, base);
  const { norm, inverse } = emitExtensionInverse(m, base);
  const field = {
    parameters: { ...parameters, slotBytes: 2 * slotBytes, bytes: 2 * parameters.bytes },
    base,
    constants,
    checks,
    reserve,
    multiply,
    square,
    productSum: null,
    norm,
    inverse,
    ...linear,
    ...compare,
    ...emitExtensionBytes(m, base),
  };
  return {
    ...field,
    batchInverse: emitBatchInverse(m, field, 'extension_batch_inv'),
    squareRoot: emitExtensionSquareRoot(m, base, { norm, square, ...compare }),
  };
}

/** Assertions on both coefficients. @type {(checks: Checks, slotBytes: number) => Checks} */
function coefficientChecks(checks, slotBytes) {
  return {
    ...checks,
    below(f, what, address, multiple) {
      const second =
        typeof address === 'number' ? address + slotBytes : i32.add(address, slotBytes);
      checks.below(f, `coefficient 0 of ${what}`, address, multiple);
      checks.below(f, `coefficient 1 of ${what}`, second, multiple);
    },
  };
}

/**
 * Canonical bytes: those of c_0, then those of c_1.
 * @param {ModuleBuilder} m
 * @param {BaseField} base
 */
function emitExtensionBytes(m, { parameters: { slotBytes, bytes }, fromBytes, toBytes }) {
  const read = m.func(
    'extension_from_bytes',
    {
      params: { z: 'i32', source: 'i32', by: 'i32' },
      result: 'i32',
      exported: true,
      doc: [
        'Reads canonical bytes. 1 if both coefficients are below p; otherwise 0, and z is undefined.',
        'by: as in the base field.',
      ].join('\n'),
    },
    (f, { z, source, by }) => {
      f.if(i32.eqz(fromBytes.call(z, source, by)), () => f.return(0));
      f.result(fromBytes.call(i32.add(z, slotBytes), i32.add(source, bytes), by));
    },
  );
  const write = m.func(
    'extension_to_bytes',
    {
      params: { target: 'i32', x: 'i32', by: 'i32' },
      exported: true,
      doc: 'Writes canonical bytes. Coefficients of x in [0, 4p]. by: as in the base field.',
    },
    (f, { target, x, by }) => {
      f.emit(toBytes.call(target, x, by));
      f.emit(toBytes.call(i32.add(target, bytes), i32.add(x, slotBytes), by));
    },
  );
  return { fromBytes: lastOptional(read, 3), toBytes: lastOptional(write, 3) };
}
