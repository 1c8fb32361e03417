/**
 * Conversion from and to canonical bytes: little-endian, below p, outside Montgomery form. `bytes`
 * is a multiple of 8, so both directions work on 64-bit words.
 */

import { i32, i64 } from '../../emit/instructions.js';
import { reversedWord } from '../byte-order.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Constants } from './constants.js' */

/**
 * The same function, with 0 for a last operand that is not given.
 * @param {Callable} callable
 * @param {number} operands number of all
 * @returns {Callable}
 */
export const lastOptional = ({ name, call }, operands) => ({
  name,
  call: (...given) => (given.length < operands ? call(...given, 0) : call(...given)),
});

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {{ multiply: Callable, copy: Callable, reduce: Callable, constants: Constants,
 *   reserve: (bytes: number) => number }} field
 */
export function emitBytes(m, parameters, { multiply, copy, reduce, constants, reserve }) {
  const scratch = reserve(parameters.slotBytes);
  const prime = constants.addRaw('p', parameters.p);
  const fromBytes = m.func(
    'field_from_bytes',
    {
      params: { z: 'i32', source: 'i32', by: 'i32' },
      result: 'i32',
      exported: true,
      doc: [
        'Reads canonical bytes. 1 if they are below p; otherwise 0, with z unchanged.',
        'by: 0, or kR², lazy, for k times the integer.',
      ].join('\n'),
    },
    (f, { z, source, by }) => {
      const words = Array.from({ length: parameters.bytes / 8 }, (_, i) => i64.load(source, 8 * i));
      refuseBitsAbove(f, words, parameters.bits);
      f.if(i64.lt_s(emitUnpack(f, parameters, { target: scratch, source, prime }), 0), () => {
        if (parameters.form === 'fold') {
          f.if(
            by,
            () => f.emit(multiply.call(z, scratch, by)),
            () => f.emit(copy.call(z, scratch)),
          );
        } else {
          f.if(i32.eqz(by), () => f.set(by, constants.address('R²')));
          f.emit(multiply.call(z, scratch, by));
        }
        f.return(1);
      });
      f.result(0);
    },
  );
  const emitToBytes = (
    /** @type {string} */ name,
    /** @type {{ exported?: boolean, bigEndian?: boolean }} */ { exported, bigEndian },
  ) => {
    const doc = [
      `Writes canonical bytes, ${bigEndian ? 'big' : 'little'}-endian. x in [0, 4p].`,
      'by: 0, or an integer k in [0, 2p), for kx.',
    ].join('\n');
    const params = /** @type {const} */ ({ target: 'i32', x: 'i32', by: 'i32' });
    const write = m.func(name, { params, exported, doc }, (f, { target, x, by }) => {
      f.if(i32.eqz(by), () => f.set(by, constants.address('1 outside Montgomery form')));
      f.emit(multiply.call(scratch, x, by));
      f.emit(reduce.call(scratch, scratch));
      const limbs = f.localArray('limb', 'i64', parameters.n);
      limbs.forEach((limb, j) => f.set(limb, i64.load32_u(i32.const(scratch), 4 * j)));
      pack(f, parameters, target, limbs, bigEndian);
    });
    return lastOptional(write, 3);
  };
  return {
    fromBytes: lastOptional(fromBytes, 3),
    toBytes: emitToBytes('field_to_bytes', { exported: true }),
    /**
     * Emits (target, x): the same in big-endian order, for a module that writes encodings itself.
     */
    emitToBigEndian: () => emitToBytes('field_to_big_endian', { bigEndian: true }),
  };
}

/**
 * Returns 0 from the function if a bit at or above `bits` is set: such a value is not below p, and
 * its limbs might not hold it.
 * @param {FunctionBuilder} f
 * @param {Expression[]} words 64 bits each, lowest first
 * @param {number} bits
 */
export function refuseBitsAbove(f, words, bits) {
  const [first, shift] = [Math.floor(bits / 64), bits % 64];
  if (first >= words.length) return;
  const rest = words.slice(first + 1);
  const above = rest.reduce((any, word) => i64.or(any, word), i64.shr_u(words[first], shift));
  f.if(i64.ne(above, 0), () => f.return(0));
}

/**
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local[]} words
 */
export function unpack(f, { w, n, mask }, words) {
  return Array.from({ length: n }, (_, j) => {
    const [index, shift] = [Math.floor((w * j) / 64), (w * j) % 64];
    /** @type {Expression} */
    let value = index < words.length ? i64.shr_u(words[index], shift) : i64.const(0);
    if (shift + w > 64 && index + 1 < words.length)
      value = i64.or(value, i64.shl(words[index + 1], 64 - shift));
    return f.local('limb', 'i64', i64.and(value, mask));
  });
}

/**
 * Limbs in memory, by a loop: less code, at a cost that is small beside a multiplication.
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {{ target: number, source: Local, prime: number }} addresses of the limbs, the bytes
 *   and the limbs of p
 * @returns {Local} negative if they are below p
 */
function emitUnpack(f, { w, n, mask, bytes }, { target, source, prime }) {
  const [bit, at, j] = [f.local('bit', 'i32', 0), f.local('at', 'i32'), f.local('j', 'i32', 0)];
  const [limb, borrow] = [f.local('limb', 'i64'), f.local('borrow', 'i64', 0)];
  // A last limb may be above all bytes.
  const inside = Math.min(n, Math.ceil((8 * bytes) / w));
  for (let k = inside; k < n; k++) f.emit(i32.store(i32.const(target), 0, 4 * k));
  f.loop((again) => {
    f.set(at, i32.shr_u(bit, 3));
    // The last words of 8 bytes end with the bytes.
    f.if(i32.gt_u(at, bytes - 8), () => f.set(at, bytes - 8));
    const shift = i64.extend_i32_u(i32.sub(bit, i32.shl(at, 3)));
    f.set(limb, i64.and(i64.shr_u(i64.load(i32.add(source, at)), shift), mask));
    f.emit(i64.store32(j, limb, target));
    const difference = i64.sub(limb, i64.load32_u(j, prime));
    f.set(borrow, i64.shr_s(i64.add(difference, borrow), w));
    f.set(bit, i32.add(bit, w));
    f.brIf(again, i32.lt_u(f.tee(j, i32.add(j, 4)), 4 * inside));
  });
  return borrow;
}

/**
 * @type {(f: FunctionBuilder, parameters: { w: number, bytes: number }, target: Local,
 *   limbs: Local[], bigEndian?: boolean) => void}
 */
export function pack(f, { w, bytes }, target, limbs, bigEndian = false) {
  for (let i = 0; i < bytes / 8; i++) {
    /** @type {Expression} */
    let word = i64.const(0);
    limbs.forEach((limb, j) => {
      const shift = w * j - 64 * i;
      if (shift > -w && shift < 64)
        word = i64.or(word, shift >= 0 ? i64.shl(limb, shift) : i64.shr_u(limb, -shift));
    });
    if (bigEndian) f.emit(i64.store(target, reversedWord(f, word), bytes - 8 - 8 * i));
    else f.emit(i64.store(target, word, 8 * i));
  }
}
