/**
 * The bridge between representations: canonical little-endian bytes, below p, outside Montgomery form.
 * `bytes` is a multiple of 8, so both directions work on 64-bit words.
 */

import { i64 } from '../../emit/instructions.js';
import { reversedWord } from '../byte-order.js';
import { reducedLimbs } from './compare.js';
import { limbsOf } from './parameters.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Expression } from '../../emit/expression.js' */
/** @import { FieldParameters } from './parameters.js' */
/** @import { Constants } from './constants.js' */

/**
 * @param {ModuleBuilder} m
 * @param {FieldParameters} parameters
 * @param {Callable} multiply
 * @param {Constants} constants
 * @param {number} scratch address of one element
 */
export function emitBytes(m, parameters, multiply, constants, scratch) {
  const fromBytes = m.func(
    'field_from_bytes',
    {
      params: { z: 'i32', source: 'i32' },
      result: 'i32',
      exported: true,
      doc: 'Reads canonical bytes. 1 if they are below p; otherwise 0, and z is not touched.',
    },
    (f, { z, source }) => {
      const words = f.localArray('word', 'i64', parameters.bytes / 8);
      words.forEach((word, i) => f.set(word, i64.load(source, 8 * i)));
      refuseBitsAbove(f, words, parameters.bits);
      const limbs = unpack(f, parameters, words);
      f.if(isBelowP(f, parameters, limbs), () => {
        const target = parameters.form === 'fold' ? z : scratch;
        limbs.forEach((limb, j) => f.emit(i64.store32(target, limb, 4 * j)));
        if (parameters.form !== 'fold') f.emit(multiply.call(z, scratch, constants.address('R²')));
        f.return(1);
      });
      f.result(0);
    },
  );
  const emitToBytes = (
    /** @type {string} */ name,
    /** @type {{ exported?: boolean, bigEndian?: boolean }} */ { exported, bigEndian },
  ) => {
    const doc = `Writes canonical bytes, ${bigEndian ? 'big' : 'little'}-endian. x in [0, 4p].`;
    const signature = /** @type {const} */ ({ params: { target: 'i32', x: 'i32' }, exported, doc });
    return m.func(name, signature, (f, { target, x }) => {
      f.emit(multiply.call(scratch, x, constants.address('1 outside Montgomery form')));
      const limbs = reducedLimbs(f, parameters, f.local('s', 'i32', scratch));
      pack(f, parameters, target, limbs, bigEndian);
    });
  };
  return {
    fromBytes,
    toBytes: emitToBytes('field_to_bytes', { exported: true }),
    /** Emits (target, x): the same in the other byte order, for a module that writes encodings itself. */
    emitToBigEndian: () => emitToBytes('field_to_big_endian', { bigEndian: true }),
  };
}

/**
 * Returns 0 from the function if a bit at or above `bits` is set: such a value is not below p, and its limbs might not
 * hold it.
 * @param {FunctionBuilder} f
 * @param {Local[]} words 64 bits each, lowest first
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
 * @param {FunctionBuilder} f
 * @param {FieldParameters} parameters
 * @param {Local[]} limbs
 */
function isBelowP(f, parameters, limbs) {
  const p = limbsOf(parameters.p, parameters);
  const borrow = f.local('borrow', 'i64', 0);
  limbs.forEach((limb, j) =>
    f.set(borrow, i64.shr_s(i64.add(i64.sub(limb, p[j]), borrow), parameters.w)),
  );
  return i64.lt_s(borrow, 0);
}

/**
 * @param {FunctionBuilder} f
 * @param {{ w: number, bytes: number }} parameters
 * @param {Local} target
 * @param {Local[]} limbs
 * @param {boolean} [bigEndian]
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
