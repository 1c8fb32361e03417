/**
 * An inverse root of two elements at once, in the lanes of the `fma` field: the roots of both
 * maps of a hash are half of its work. The rest of the module works on limbs30.
 *
 * Symbols: R the Montgomery radix of the limbs, S that of the lanes. A product with S²/R in the
 * lanes' form takes xR to xS, and one with R takes it back.
 */

import { invert } from '../../src/math/modular.js';
import { i64x2, v128 } from '../emit/instructions.js';
import { emitFmaField } from '../field/fma/index.js';
import { emitRowRootPower, emitSquare } from '../field/fma/power.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Field } from '../field/limbs30/index.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Field} base on limbs of 30 bits, as those of the lanes' inversion
 * @param {boolean} debug
 * @returns {{ power: Callable, messages: string[] }} `power` (z, x, w, y): z = the power of x, w
 *   that of y; lazy all
 */
export function emitLanePower(m, base, debug) {
  const { p, R, w, bits } = base.parameters;
  if (w !== 30) throw new RangeError(`expected limbs of 30 bits, got ${w}`);
  const lanes = under(m, 'lanes_');
  const field = emitFmaField(lanes, p, { reserve: base.reserve, debug, form: 'montgomery' });
  const { parameters, multiply, rowFromLimbs, limbsFromLane, rowLength } = field;
  const squaring = { ...field, square: emitSquare(lanes, field) };
  const chain = emitRowRootPower(lanes, 'inverse_root_power', 'inverse root', squaring);
  if (chain.rows !== 1 || bits !== parameters.bits)
    throw new RangeError('expected a power of one row');
  const S = parameters.R;
  const enter = field.element((S * invert(R, p)) % p);
  const leave = field.element((R * invert(S, p)) % p);
  const [first, second] = [field.reserveRow(), field.reserveRow()];
  const four = /** @type {const} */ ({ z: 'i32', x: 'i32', w: 'i32', y: 'i32' });
  const power = m.func('power_both', { params: four }, (f, { z, x, w: z1, y }) => {
    f.emit(rowFromLimbs.call(first, x), rowFromLimbs.call(second, y));
    for (let i = 0; i < rowLength; i++) {
      const pair = i64x2.shuffle(v128.load(first, 16 * i), v128.load(second, 16 * i), 0, 3);
      f.emit(v128.store(first, pair, 16 * i));
    }
    f.emit(multiply.call(chain.base, first, enter), chain.power());
    f.emit(multiply.call(first, chain.result, leave));
    f.emit(limbsFromLane.call(z, first), limbsFromLane.call(z1, first + 8));
  });
  return { power, messages: field.checks.messages };
}

/**
 * A module in which another's functions are internal, under names with a prefix.
 * @type {(m: ModuleBuilder, prefix: string) => ModuleBuilder}
 */
function under(m, prefix) {
  /** @type {any} what emitters of fields use of it */
  const inner = {
    func: (/** @type {Parameters<ModuleBuilder['func']>} */ ...[name, signature, build]) =>
      m.func(prefix + name, { ...signature, exported: false }, build),
    dataAt: (/** @type {Parameters<ModuleBuilder['dataAt']>} */ ...data) => m.dataAt(...data),
    importFunc: (/** @type {Parameters<ModuleBuilder['importFunc']>} */ ...[from, name, types]) => {
      const isKnown = m.imports.some((known) => known.module === from && known.field === name);
      const imported = m.importFunc(from, name, types);
      if (isKnown) m.imports.pop();
      return imported;
    },
  };
  return inner;
}
