/**
 * Packed table entries of the two-lane kernel: (x, y, dxy), each an integer of `bytes` bytes, the
 * size of the canonical encoding. The words of x and y alternate, so that a vector holds a word of
 * both; dxy follows.
 *
 * The integer is Σ (d_i + h)·2^(wi) for a centred row: each digit d_i in [−h, h) occupies separate
 * bits and is unpacked without carries. The top digit has t = 8·bytes − w(n − 1) bits and the
 * offset 2^(t−1) instead of h; its magnitude is below that offset, as |value| ≤ 0.51p.
 *
 * A packed row must be the result of a product, like coordinates from bytes and from the model. A
 * record of points_decompress is not: the sign of its y may have been flipped, which turns a digit
 * −h into h, and h + h overflows into the next digit. This is not checked.
 */

import { f64, f64x2, i32, i64, i64x2, v128 } from '../../emit/instructions.js';
import { centred, digitsOf } from '../../field/fma/parameters.js';
import { forEachPair } from '../../curve/fma/pairs.js';

/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { FmaParameters } from '../../field/fma/parameters.js' */
/** @import { Context } from './elements.js' */

/** The offset of each digit when packed. @param {FmaParameters} parameters */
function offsets({ p, n, w, bytes }) {
  const top = 8 * bytes - w * (n - 1);
  if (top < 2 || top > w || ((51n * p) / 100n) >> BigInt(w * (n - 1)) >= 1n << BigInt(top - 1))
    throw new RangeError(`a centred top digit does not fit ${top} bits`);
  return Array.from({ length: n }, (_, i) => 2 ** ((i < n - 1 ? w : top) - 1));
}

/**
 * The digits of packed integers, one in each lane.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {(j: number) => Expression} word loads word j of both integers
 * @returns {(i: number) => Expression} to be called in order
 */
function unpack(f, { parameters, constants }, word) {
  const { n, w, bytes } = parameters;
  const biases = offsets(parameters);
  const words = Array.from({ length: bytes / 8 }, (_, j) => f.local(`word${j}`, 'v128', word(j)));
  const mask = constants.bits((1n << BigInt(w)) - 1n);
  return (i) => {
    const [j, shift] = [Math.floor((w * i) / 64), (w * i) % 64];
    let bits = shift ? i64x2.shr_u(words[j], shift) : words[j];
    if (shift + w > 64 && j + 1 < words.length)
      bits = v128.or(bits, i64x2.shl(words[j + 1], 64 - shift));
    if (i < n - 1) bits = v128.and(bits, mask);
    const value = v128.or(bits, constants.float(2 ** 52));
    return f64x2.sub(value, constants.float(2 ** 52 + biases[i]));
  };
}

/**
 * The digits of two entries, in the lanes.
 * @param {FunctionBuilder} f
 * @param {FmaField} field
 * @param {[Local, Local]} entries
 */
export function unpackBoth(f, field, entries) {
  const words = field.parameters.bytes / 8;
  if (words % 2) throw new RangeError('expected an even number of words');
  const vectors = Array.from({ length: (3 * words) / 2 }, (_, j) =>
    entries.map((entry) => f.local('part', 'v128', v128.load(entry, 16 * j))),
  );
  const lanes = (/** @type {number} */ j, /** @type {number} */ half) =>
    i64x2.shuffle(vectors[j][0], vectors[j][1], half, 2 + half);
  return {
    x: unpack(f, field, (j) => lanes(j, 0)),
    y: unpack(f, field, (j) => lanes(j, 1)),
    t: unpack(f, field, (j) => lanes(words + Math.floor(j / 2), j % 2)),
  };
}

/**
 * The entry of the neutral element (0, 1).
 * @type {(context: Context) => Uint8Array<ArrayBuffer>}
 */
function neutralEntry({ field }) {
  const { parameters } = field;
  const { p, R, w, bytes } = parameters;
  const biases = offsets(parameters);
  const packed = (/** @type {bigint} */ value) => {
    const digits = digitsOf(centred(value * R, p), parameters);
    return digits.reduce((sum, digit, i) => sum + (BigInt(digit + biases[i]) << BigInt(w * i)), 0n);
  };
  const entry = new DataView(new ArrayBuffer(3 * bytes));
  const write = (
    /** @type {number} */ at,
    /** @type {number} */ stride,
    /** @type {bigint} */ value,
  ) => {
    for (let j = 0; j < bytes / 8; j++)
      entry.setBigUint64(
        at + stride * j,
        BigInt.asUintN(64, packed(value) >> BigInt(64 * j)),
        true,
      );
  };
  write(0, 16, 0n);
  write(8, 16, 1n);
  write(2 * bytes, 8, 0n);
  return new Uint8Array(entry.buffer);
}

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @returns {{ entryBytes: number, neutral: number }} bytes of an entry, and the address of that of
 *   the neutral element
 */
export function emitEntries(m, context) {
  const { field, layout, pairs, config } = context;
  const { multiply, multiplySubtract, rows, parameters } = field;
  const { bytes, laneBytes, n, w } = parameters;
  const biases = offsets(parameters);
  const [entryBytes, tOffset] = [3 * bytes, 2 * bytes];
  const x = field.reserve(2 * laneBytes);
  const [y, t] = [x + laneBytes, field.reserveRow()];
  const d = field.element(config.edwards.d);
  const pack = m.func(
    'pack_lane',
    {
      params: { target: 'i32', stride: 'i32', lane: 'i32' },
      doc: 'A lane of a centred row, with a stride between its words.',
    },
    (f, { target, stride, lane }) => {
      const digits = f.localArray('digit', 'i64', n);
      digits.forEach((digit, i) =>
        f.set(digit, i64.trunc_sat_f64_s(f64.add(f64.load(lane, 16 * i), biases[i]))),
      );
      for (let j = 0; j < bytes / 8; j++) {
        /** @type {Expression | undefined} */
        let value;
        digits.forEach((digit, i) => {
          const shift = w * i - 64 * j;
          if (shift <= -w || shift >= 64) return;
          const part = shift >= 0 ? i64.shl(digit, shift) : i64.shr_u(digit, -shift);
          value = value ? i64.or(value, part) : part;
        });
        f.emit(i64.store(target, /** @type {Expression} */ (value)));
        f.set(target, i32.add(target, stride));
      }
    },
  );
  m.func(
    'extended_entries',
    {
      params: { target: 'i32', source: 'i32', count: 'i32' },
      exported: true,
      doc: 'Table entries of count elements. target and source do not overlap.',
    },
    (f, { target, source, count }) => {
      const lists = /** @type {Parameters<typeof forEachPair>[2]} */ ([
        [target, entryBytes],
        [source, layout.pointBytes],
      ]);
      forEachPair(f, count, lists, (index, [targets, sources]) => {
        f.emit(pairs.gatherPair.call(x, ...sources));
        sources.forEach((source, lane) => {
          f.if(layout.isInfinity(source), () => {
            for (let i = 0; i < n; i++) {
              const digit = f64.load(field.centredElement(1n), 16 * i);
              f.emit(f64.store(y + 8 * lane, digit, 16 * i));
            }
          });
        });
        f.emit(multiply.call(t, x, y), multiplySubtract.call(t, t, d, rows.zero));
        targets.forEach((target, lane) => {
          f.emit(
            pack.call(target, 16, x + 8 * lane),
            pack.call(i32.add(target, 8), 16, y + 8 * lane),
          );
          f.emit(pack.call(i32.add(target, tOffset), 8, t + 8 * lane));
        });
      });
    },
  );
  const neutral = field.reserve(entryBytes);
  m.dataAt(neutral, neutralEntry(context));
  return { entryBytes, neutral };
}
