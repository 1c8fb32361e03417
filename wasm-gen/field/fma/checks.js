/** The debug build's assertions about rows of digits; see parameters.js for the ranges. */

import { f64, i32 } from '../../emit/instructions.js';

import { CARRY, CENTRED, EXTENDED, LOOSE, SPREAD, STORED, TALL } from './parameters.js';

/** @import { FunctionBuilder, ModuleBuilder } from '../../emit/module.js' */
/** @import { Operand } from '../../emit/expression.js' */
/** @import { FmaParameters } from './parameters.js' */

/**
 * @typedef {'normalised' | 'difference' | 'product' | 'centred' | 'subtrahend' | 'wide' | 'loose' |
 *   'extended' | 'digitwise' | 'stored' | 'summed' | 'spread' |
 *   'tall'} RowRange
 */

/**
 * @typedef {object} RowChecks
 * @property {(f: FunctionBuilder, what: string, row: Operand, range: RowRange) => void} row asserts
 *   that both lanes of a row are in a range
 * @property {string[]} messages
 */

/** The release build asserts nothing. @returns {RowChecks} */
export function noRowChecks() {
  return { row: () => {}, messages: [] };
}

/** @type {(m: ModuleBuilder, parameters: FmaParameters) => RowChecks} */
export function debugRowChecks(m, parameters) {
  const { w, n } = parameters;
  const fail = m.importFunc('debug', 'fail', ['i32']);
  const top = Number(parameters.p) / 2 ** (w * (n - 1));
  // The largest digits, and the largest top digit in units of p's top digit, with room for the
  // rounding of the digits below it.
  const ranges = {
    normalised: [1, 1.1],
    difference: [2, 2.2],
    product: [1, parameters.productBound],
    centred: [1, CENTRED],
    subtrahend: parameters.addsSubtrahends ? [2, 1.6] : [1, 0.8],
    wide: parameters.addsSubtrahends ? [4, 4.4] : [2, 2.6],
    loose: [1, LOOSE],
    extended: [1, EXTENDED],
    digitwise: [2, EXTENDED],
    stored: [1 + CARRY, STORED],
    summed: [2 + 2 * CARRY, 2 * STORED],
    spread: [1, SPREAD],
    tall: [1, TALL],
  };
  const asserts = Object.entries(ranges).map(([range, [digit, value]]) => {
    const limits = Array.from({ length: n }, (_, i) =>
      i === n - 1 ? value * top + 2 : digit * 2 ** (w - 1),
    );
    const assert = m.func(
      `assert_${range}`,
      { params: { row: 'i32', message: 'i32' } },
      (f, { row, message }) => {
        const bad = f.local('bad', 'i32', 0);
        limits.forEach((limit, i) => {
          for (const lane of [0, 8]) {
            // Written so that NaN fails, too.
            const fits = f64.le(f64.abs(f64.load(row, 16 * i + lane)), limit);
            f.set(bad, i32.or(bad, i32.eqz(fits)));
          }
        });
        f.if(bad, () => f.emit(fail.call(message)));
      },
    );
    return /** @type {const} */ ([range, assert]);
  });
  const byRange = new Map(asserts);
  /** @type {string[]} */
  const messages = [];
  return {
    messages,
    row(f, what, row, range) {
      const assert = byRange.get(range);
      if (!assert) throw new RangeError(`no assertion for ${range}`);
      messages.push(`${f.name}: ${what} must be ${range}`);
      f.emit(assert.call(row, messages.length - 1));
    },
  };
}
