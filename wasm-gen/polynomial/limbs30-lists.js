/**
 * The steps of ./field-lists.js on the `limbs30` field kernel, in addition to those of
 * ./limbs30.js. Stored values are *lazy*, whatever was done to them.
 */

import { i32, i64 } from '../emit/instructions.js';
import { unpack } from '../field/limbs30/bytes.js';
import { emitCarried } from '../field/limbs30/linear.js';
import { emitLimbSteps } from './limbs30.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { FieldSteps } from './field-lists.js' */

/**
 * @type {(m: ModuleBuilder, order: bigint,
 *   options: { reserve: (bytes: number) => number, debug: boolean }) => FieldSteps}
 */
export function emitLimbFieldSteps(m, order, { reserve, debug }) {
  const steps = emitLimbSteps(m, order, { reserve, debug });
  const { field } = steps;
  const { multiply, add, subtract, copy, parameters, constants } = field;
  const { slotBytes } = parameters;
  const [product, sum, factor] = [1, 2, 3].map(() => reserve(slotBytes));
  const isNear = parameters.bits >= FEWEST_BITS && parameters.bytes === 32;
  const readers = isNear ? null : emitReaders(m, field, { product, sum, factor });
  /**
   * @param {string} name
   * @param {string[]} operands
   * @param {(f: FunctionBuilder, operands: Record<string, Local>) => void} build
   */
  const step = (name, operands, build) => {
    const params = Object.fromEntries(operands.map((id) => [id, /** @type {const} */ ('i32')]));
    return m.func(`step_${name}`, { params }, build);
  };
  /** @param {string} name @param {string} constant */
  const begin = (name, constant) =>
    step(name, ['c'], (f, { c }) => {
      const x = constants.address(constant);
      f.if(
        c,
        () => f.emit(multiply.call(factor, c, x)),
        () => f.emit(copy.call(factor, x)),
      );
    });
  const element = (/** @type {Local} */ list, /** @type {any} */ index) =>
    i32.add(list, i32.mul(index, slotBytes));
  return {
    ...steps,
    add,
    subtract,
    dot: step('dot', ['z', 'x', 'y'], (f, { z, x, y }) => {
      f.emit(multiply.call(product, x, y), add.call(z, z, product));
    }),
    beginReadLE: readers?.begin ?? begin('begin_read_le', 'R²'),
    readRowLE:
      readers?.read ??
      step('read_le', ['row', 'source'], (f, { row, source }) => {
        emitRoughly(f, parameters, { target: f.local('target', 'i32', product), source });
        f.emit(multiply.call(row, product, factor));
      }),
    beginWriteLE: begin('begin_write_le', '1 outside Montgomery form'),
    writeRowLE: step('write_le', ['target', 'row'], (f, { target, row }) => {
      f.emit(field.toBytes.call(target, row, factor));
    }),
    // 1 and −1 need no product.
    sparse: m.func(
      'step_sparse',
      {
        params: { z: 'i32', index: 'i32', entry: 'i32', end: 'i32', values: 'i32', w: 'i32' },
      },
      (f, { z, index, entry, end, values, w }) => {
        const [x, value] = [f.local('x', 'i32'), f.local('value', 'i32')];
        const own = f.local('own', 'i32', element(z, index));
        f.emit(copy.call(sum, own));
        f.block((done) => {
          f.brIf(done, i32.ge_u(entry, end));
          f.loop((again) => {
            f.set(x, element(w, i32.load(entry)));
            f.set(value, i32.load(entry, 4));
            f.if(
              i32.eqz(value),
              () => f.emit(add.call(sum, sum, x)),
              () =>
                f.if(
                  i32.eq(value, 1),
                  () => f.emit(subtract.call(sum, sum, x)),
                  () => {
                    f.emit(multiply.call(product, x, element(values, value)));
                    f.emit(add.call(sum, sum, product));
                  },
                ),
            );
            f.brIf(again, i32.lt_u(f.tee(entry, i32.add(entry, 8)), end));
          });
        });
        f.emit(copy.call(own, sum));
      },
    ),
    shift: null,
    swap: step('swap', ['list', 'm', 'r', 'half'], (f, { list, m: at, r }) => {
      const [low, other] = [
        f.local('low', 'i32', element(list, at)),
        f.local('other', 'i32', element(list, r)),
      ];
      f.emit(copy.call(product, low), copy.call(low, other), copy.call(other, product));
    }),
  };
}

/**
 * Bytes little-endian, any value, of a prime whose encodings may be far larger than it: the value
 * is h·2^b + l for its b bits, l < 2^b < 2p and h < 2^63 < p, or h < 8 where an encoding is one
 * word.
 * @type {(m: ModuleBuilder, field: import('../field/limbs30/index.js').Field,
 *   places: Record<'product' | 'sum' | 'factor', number>) =>
 *     Record<'begin' | 'read', import('../emit/module.js').Callable>}
 */
function emitReaders(m, field, { product, sum, factor }) {
  const { multiply, add, copy, parameters, constants, reserve } = field;
  const { slotBytes, bits, bytes } = parameters;
  const above = reserve(slotBytes);
  const power = constants.add('2^b', 1n << BigInt(bits));
  const begin = m.func('step_begin_read_le', { params: { c: 'i32' } }, (f, { c }) => {
    const square = constants.address('R²');
    f.if(
      c,
      () => f.emit(multiply.call(factor, c, square)),
      () => f.emit(copy.call(factor, square)),
    );
    f.emit(multiply.call(above, factor, power));
  });
  const words = Array.from({ length: bytes / 8 }, (_, i) => i);
  const [whole, shift] = [Math.floor(bits / 64), bits % 64];
  const read = m.func(
    'step_read_le',
    { params: { row: 'i32', source: 'i32' } },
    (f, { row, source }) => {
      const all = words.map((i) => f.local('word', 'i64', i64.load(source, 8 * i)));
      const high = shift ? f.local('high', 'i64', i64.shr_u(all[whole], shift)) : null;
      if (shift) f.set(all[whole], i64.and(all[whole], (1n << BigInt(shift)) - 1n));
      const put = (/** @type {number} */ target, /** @type {Local[]} */ limbs) =>
        limbs.forEach((limb, j) => f.emit(i64.store32(i32.const(target), limb, 4 * j)));
      put(product, unpack(f, parameters, all));
      f.emit(multiply.call(row, product, factor));
      if (high === null) return;
      put(product, unpack(f, parameters, [high]));
      f.emit(multiply.call(sum, product, above), add.call(row, row, sum));
    },
  );
  return { begin, read };
}

/** Of a prime: a quotient of 256 bits by it, times a limb, fits in a word. */
const FEWEST_BITS = 244;

/**
 * The limbs of 32 bytes little-endian, any value, less a multiple of p: below 4p. For a prime of b
 * bits and k = ⌊value/2^b⌋ that is value − kp < k(2^b − p) + 2^b, with 2^b < 2p: 3p for k = 1 (255
 * bits), and 2.3p for k = 3 (254 bits: 2^b = 1.33p in all primes in use). Of other primes, k is the
 * quotient of the highest 32 bits by p, up to 1 too low: with m = ⌊2^(s + 224)/p⌋ below 2^31,
 * value/p − ⌊⌊value/2^224⌋·m/2^s⌋ < 1 + 2^224/p + 2^(32 − s) < 2.
 * @type {(f: FunctionBuilder, parameters: import('../field/limbs30/parameters.js').FieldParameters,
 *   operands: { target: Local, source: Local }) => void}
 */
function emitRoughly(f, parameters, { target, source }) {
  const words = f.localArray('word', 'i64', parameters.bytes / 8);
  words.forEach((word, i) => f.set(word, i64.load(source, 8 * i)));
  const limbs = unpack(f, parameters, words);
  const multiple = f.local('multiple', 'i64', i64.sub(0, multipleIn(words, parameters)));
  emitCarried(f, parameters, target, multiple, (j, start) =>
    start === null ? limbs[j] : i64.add(limbs[j], start),
  );
}

/**
 * @param {Local[]} words
 * @param {import('../field/limbs30/parameters.js').FieldParameters} parameters
 */
function multipleIn(words, { bits, p }) {
  const most = (1n << BigInt(256 - bits)) - 1n;
  const bound = 1n << BigInt(bits);
  const last = words[words.length - 1];
  if (most * (bound - p) + bound <= 4n * p)
    return bits === 256 ? i64.const(0) : i64.shr_u(last, bits - 192);
  const shift = bits - 224 + 30;
  const factor = (1n << BigInt(shift + 224)) / p;
  return i64.shr_u(i64.mul(i64.shr_u(last, 32), i64.const(factor)), shift);
}
