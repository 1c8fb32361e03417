/**
 * Powers of the seed in the cyclotomic group, from the lowest bit upwards: x^|seed| is the product
 * of the x^(2^i) for the bits i that are set. Up to a bit, squares are compressed (cyclotomic.js);
 * the values needed of that run are decompressed with one inversion. For sparse seeds: the
 * compressed run of BLS12-381 ends at bit 57 of 63.
 */

import { i32 } from '../emit/instructions.js';
import { emitBatchInverse } from '../field/limbs30/batch-inverse.js';
import { PLACE } from './cyclotomic.js';
import { TWELVE, elementsOf, integer } from './tower.js';

/** @import { Callable, FunctionBuilder, ModuleBuilder } from '../emit/module.js' */
/** @import { Operand } from '../emit/expression.js' */
/** @import { PairingConfig } from './config.js' */
/** @import { Cyclotomic } from './cyclotomic.js' */
/** @import { PairingField } from './field.js' */
/** @import { Tower } from './tower.js' */

/**
 * Prices in products of Fp²: what a compressed square saves, a decompression with its share of the
 * inversion, and the inversion.
 */
const PRICES = { saved: 2, decompression: 9, inversion: 25 };

/**
 * The bits that are set, lowest first, and how many of them a compressed run should reach.
 * @param {bigint} loop
 */
export function plan(loop) {
  const bits = [...loop.toString(2)].reverse().flatMap((bit, i) => (bit === '1' ? [i] : []));
  const gains = bits.map((bit, k) => {
    const decompressed = k + (bits[0] === 0 ? 0 : 1);
    return PRICES.saved * bit - PRICES.decompression * decompressed - PRICES.inversion;
  });
  const best = Math.max(...gains);
  return { bits, compressed: best > 0 ? gains.indexOf(best) + 1 : 0 };
}

/**
 * @type {(m: ModuleBuilder, field: PairingField, config: PairingConfig,
 *   tower: Tower & Cyclotomic) => Callable}
 */
export function emitSeedPower(m, field, { size, isNegative }, tower) {
  const { multiply, conjugate, copy, square } = tower;
  const { reserveElements } = elementsOf(field);
  const { bits, compressed } = plan(size);
  const values = bits.map((_, k) => (k < compressed ? reserveElements(TWELVE)[0] : 0));
  const running = reserveElements(TWELVE)[0];
  const run = compressed ? emitCompressedRun(m, field, tower, { bits, values, compressed }) : null;
  const doc = 'z = x^seed in the cyclotomic group; z is not x.';
  return m.func('tower_seed_power', { params: { z: 'i32', x: 'i32' }, doc }, (f, { z, x }) => {
    /** Multiplies by the values of the bits from `from` on, by plain squares. */
    const plainly = (/** @type {number} */ from, /** @type {number} */ at) => {
      let reached = at;
      bits.slice(from).forEach((bit, k) => {
        repeat(f, bit - reached, () => f.emit(square.call(running, running)));
        if (from + k === 0) f.emit(copy.call(z, running));
        else f.emit(multiply.call(z, z, running));
        reached = bit;
      });
    };
    const fromTheStart = () => {
      f.emit(copy.call(running, x));
      plainly(0, 0);
    };
    if (run) {
      f.if(
        run.call(x),
        () => {
          f.emit(copy.call(z, values[0]));
          for (const value of values.slice(1, compressed)) f.emit(multiply.call(z, z, value));
          f.emit(copy.call(running, values[compressed - 1]));
          plainly(compressed, bits[compressed - 1]);
        },
        fromTheStart,
      );
    } else fromTheStart();
    if (isNegative) f.emit(conjugate.call(z, z));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {Tower & Cyclotomic} tower
 * @param {{ bits: number[], values: number[], compressed: number }} run
 */
function emitCompressedRun(
  m,
  field,
  { copy, compressed: square, decompress },
  { bits, values, compressed },
) {
  const { sum, isZero, elementBytes, reserve } = field;
  const { at, reserveElements } = elementsOf(field);
  const running = reserveElements(TWELVE)[0];
  const reached = values.slice(0, compressed);
  const [denominators, inverses] = [0, 1].map(() => reserveElements(compressed)[0]);
  const one = field.constant({ c0: 1n, c1: 0n });
  const batchInverse = emitBatchInverse(
    m,
    {
      parameters: { slotBytes: elementBytes },
      ...{ multiply: field.multiply, copy: field.copy, inverse: field.inverse, reserve },
      constants: { address: () => one },
    },
    'tower_decompression_inverses',
  );
  const doc =
    'x^(2^i) for the bits i of the run. 1, or 0 if one of them is to be computed by plain squares.';
  const params = /** @type {const} */ ({ x: 'i32' });
  return m.func('tower_compressed_run', { params, result: 'i32', doc }, (f, { x }) => {
    const a1 = (/** @type {Operand} */ value) => at(value, PLACE[1]);
    f.comment('1 is compressed to 0, as are few others');
    f.if(isZero.call(a1(x)), () => f.return(0));
    f.emit(copy.call(running, x));
    let from = 0;
    reached.forEach((value, k) => {
      repeat(f, bits[k] - from, () => f.emit(square.call(running, running)));
      f.emit(copy.call(value, running));
      f.if(isZero.call(a1(value)), () => f.return(0));
      f.emit(sum([integer(4)]).call(denominators + k * elementBytes, a1(value)));
      from = bits[k];
    });
    f.emit(batchInverse.call(inverses, denominators, compressed));
    reached.forEach((value, k) => {
      if (bits[k] > 0) f.emit(decompress.call(value, inverses + k * elementBytes));
    });
    f.result(1);
  });
}

/** @type {(f: FunctionBuilder, times: number, body: () => void) => void} */
function repeat(f, times, body) {
  if (times < 2) {
    if (times === 1) body();
    return;
  }
  const left = f.local('left', 'i32', times);
  f.loop((again) => {
    body();
    f.brIf(again, f.tee(left, i32.sub(left, 1)));
  });
}
