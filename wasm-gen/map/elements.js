/**
 * Field elements from uniform bytes: 64 for each coefficient, big-endian. As hi·2^256 + lo, both of
 * 256 bits, which are below p.
 */

import { i32, i64 } from '../emit/instructions.js';
import { reversedWord } from '../field/byte-order.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Field } from '../field/limbs30/index.js' */

/** Uniform bytes of a coefficient. */
export const UNIFORM_BYTES = 64;

const HALF = UNIFORM_BYTES / 2;

/**
 * @param {ModuleBuilder} m
 * @param {Field} base the prime field
 * @param {number} degree
 * @returns {Callable} (z, source)
 */
export function emitReadUniform(m, base, degree) {
  const { parameters, constants, multiply, add, fromBytes, reserve } = base;
  const { p, bytes, slotBytes } = parameters;
  if (p >> 256n === 0n) throw new RangeError(`expected a prime above 2^256, got ${p}`);
  const canonical = reserve(bytes);
  const high = reserve(slotBytes);
  const radix = constants.add('2^256', 2n ** 256n % p);
  const readHalf = m.func(
    'read_half',
    { params: { z: 'i32', source: 'i32' }, doc: 'z = 32 bytes, big-endian.' },
    (f, { z, source }) => {
      for (let at = 0; at < bytes; at += 8) {
        const word = at < HALF ? reversedWord(f, i64.load(source, HALF - 8 - at)) : i64.const(0);
        f.emit(i64.store(i32.const(canonical), word, at));
      }
      f.comment('always below p');
      f.set(source, fromBytes.call(z, canonical));
    },
  );
  const doc = `z = an element from ${UNIFORM_BYTES} bytes for each coefficient, reduced.`;
  return m.func(
    'read_uniform',
    { params: { z: 'i32', source: 'i32' }, doc },
    (f, { z, source }) => {
      for (let i = 0; i < degree; i++) {
        const [coefficient, from] = [i32.add(z, i * slotBytes), i32.add(source, i * UNIFORM_BYTES)];
        f.emit(readHalf.call(high, from), readHalf.call(coefficient, i32.add(from, HALF)));
        f.emit(multiply.call(high, high, radix), add.call(coefficient, coefficient, high));
      }
    },
  );
}
