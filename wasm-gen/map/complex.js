/**
 * The parts of a map over Fp² for elements with a coefficient in each lane
 * (../field/fma/complex.js): the powers of the roots of two maps are in the lanes, too.
 *
 * An element c of Fp stands as c + 0·u: products with it need no operations of their own.
 */

import { squareRoot } from '../../src/math/modular.js';
import { i32, i64, i64x2, v128 } from '../emit/instructions.js';
import { reversedWord } from '../field/byte-order.js';
import { storeRow, loadRow } from '../field/fma/index.js';
import { emitRowRootPower, emitSquare } from '../field/fma/power.js';
import { UNIFORM_BYTES } from './elements.js';
import { placesOf } from './record.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { ComplexCoordinates } from '../field/fma/complex-coordinates.js' */
/** @import { HashedCurve } from './index.js' */
/** @import { MapRecord } from './record.js' */
/** @import { RootStages } from './root.js' */

const HALF = UNIFORM_BYTES / 2;

/** Masks of the lanes. */
const [FIRST, SECOND] = [
  [~0n, 0n],
  [0n, ~0n],
];

/**
 * Elements from uniform bytes, as elements.js has it.
 * @param {ModuleBuilder} m
 * @param {ComplexCoordinates} field
 * @returns {Callable} (z, source)
 */
export function emitReadComplex(m, { bytes, elementBytes, constants, ...field }) {
  const { fromBytes, multiply, add, reserve } = field;
  const canonical = reserve(bytes);
  const high = reserve(elementBytes);
  const radix = constants.add('2^256', { c0: 2n ** 256n, c1: 0n });
  const readHalf = m.func(
    'read_half',
    {
      params: { z: 'i32', source: 'i32' },
      doc: `z = 32 bytes, big-endian, of each coefficient, ${UNIFORM_BYTES} bytes apart.`,
    },
    (f, { z, source }) => {
      const size = bytes / 2;
      for (let at = 0; at < size; at += 8) {
        for (const i of [0, 1]) {
          const from = i * UNIFORM_BYTES + HALF - 8 - at;
          const word = at < HALF ? reversedWord(f, i64.load(source, from)) : i64.const(0);
          f.emit(i64.store(i32.const(canonical), word, i * size + at));
        }
      }
      f.comment('always below p');
      f.set(source, fromBytes.call(z, canonical));
    },
  );
  const doc = `z = an element from ${UNIFORM_BYTES} bytes for each coefficient, reduced.`;
  const params = /** @type {const} */ ({ z: 'i32', source: 'i32' });
  return m.func('read_uniform', { params, doc }, (f, { z, source }) => {
    f.emit(readHalf.call(high, source), readHalf.call(z, i32.add(source, HALF)));
    f.emit(multiply.call(high, high, radix), add.call(z, z, high));
  });
}

/** sgn0 of the RFC. @type {(m: ModuleBuilder, field: ComplexCoordinates) => Callable} */
export function emitIsOddComplex(m, { bytes, toBytes, reserve }) {
  const canonical = reserve(bytes);
  const size = bytes / 2;
  return m.func('is_odd', { params: { x: 'i32' }, result: 'i32' }, (f, { x }) => {
    f.emit(toBytes.call(canonical, x));
    const words = Array.from({ length: size / 8 }, (_, i) => i64.load(canonical, 8 * i));
    const any = f.local(
      'any',
      'i64',
      words.reduce((all, word) => i64.or(all, word)),
    );
    const at = f.local('at', 'i32', canonical);
    f.if(i64.eqz(any), () => f.set(at, canonical + size));
    f.result(i32.and(i32.load8_u(at), 1));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {ComplexCoordinates} field
 * @returns {Callable} (z, x, w, y): z = x^e, w = y^e for x, y in Fp and e of
 *   ../field/addition-chain.js
 */
export function emitComplexPower(m, { prime }) {
  const squaring = { ...prime, square: emitSquare(m, prime) };
  const chain = emitRowRootPower(m, 'inverse_root_power', 'inverse root', squaring);
  if (chain.rows !== 1) throw new RangeError('expected a power of one row');
  const four = /** @type {const} */ ({ z: 'i32', x: 'i32', w: 'i32', y: 'i32' });
  return m.func('power_both', { params: four }, (f, { z, x, w, y }) => {
    for (let i = 0; i < prime.rowLength; i++) {
      const pair = i64x2.shuffle(v128.load(x, 16 * i), v128.load(y, 16 * i), 0, 2);
      f.emit(v128.store(chain.base, pair, 16 * i));
    }
    f.emit(chain.power());
    const mask = prime.constants.lanes(FIRST);
    for (let i = 0; i < prime.rowLength; i++) {
      const pair = f.local('pair', 'v128', v128.load(chain.result, 16 * i));
      f.emit(v128.store(z, v128.and(pair, mask), 16 * i));
      f.emit(v128.store(w, v128.and(i64x2.shuffle(pair, pair, 1, 0), mask), 16 * i));
    }
  });
}

/**
 * The root of root.js over Fp². The candidate s + t·u, times u, is −t + s·u.
 * @type {(m: ModuleBuilder, field: ComplexCoordinates, curve: HashedCurve,
 *   record: MapRecord) => RootStages}
 */
export function emitComplexRoot(m, field, { p, hashing }, record) {
  const { multiply, square, isEqual, isZero, conjugate, copy, add, sum, constants, prime } = field;
  const Z = /** @type {{ c0: bigint, c1: bigint }} */ (hashing.z);
  const root = squareRoot(p - ((Z.c0 ** 2n + Z.c1 ** 2n) % p), p);
  if (root === null) throw new RangeError('expected a non-square Z');
  const inFp = (/** @type {string} */ name, /** @type {bigint} */ c0) =>
    constants.add(name, { c0, c1: 0n });
  const factor = inFp('√(−N(Z))', root);
  const half = inFp('1/2', (p + 1n) / 2n);
  const constantZ = constants.add('Z', Z);
  const [s, t] = [0, 1].map(() => field.reserve(field.elementBytes));
  const part = (/** @type {string} */ name, /** @type {bigint[]} */ lanes) =>
    m.func(name, { params: { z: 'i32', x: 'i32' } }, (f, { z, x }) => {
      const mask = prime.constants.lanes(lanes);
      for (let i = 0; i < prime.rowLength; i++) storeRow(f, z)(i, v128.and(loadRow(x)(i), mask));
    });
  const [real, imaginary] = [part('real_part', FIRST), part('imaginary_part', SECOND)];
  const timesU = sum([{ c0: 0n, c1: 1n }]);
  const params = /** @type {const} */ ({ at: 'i32' });
  const begin = m.func('root_begin', { params }, (f, { at }) => {
    const { base: N, value } = placesOf(record, at);
    f.emit(conjugate.call(s, value), multiply.call(N, value, s));
  });
  const decide = m.func('root_decide', { params }, (f, { at }) => {
    const { base: N, power, value } = placesOf(record, at);
    f.emit(multiply.call(t, power, N), square.call(s, t));
    f.emit(i32.store(at, isEqual.call(s, N), record.flag));
    f.if(i32.eqz(i32.load(at, record.flag)), () => {
      f.emit(multiply.call(t, t, factor), multiply.call(value, value, constantZ));
    });
    f.comment('δ = (n + x_0)/2, or x_0 if that is 0');
    f.emit(real.call(s, value), add.call(t, t, s), multiply.call(N, t, half));
    f.if(isZero.call(N), () => f.emit(copy.call(N, s)));
  });
  const finish = m.func('root_finish', { params }, (f, { at }) => {
    const { base: delta, power: g, value: x, root: z } = placesOf(record, at);
    f.emit(multiply.call(s, delta, g), imaginary.call(t, x));
    f.emit(multiply.call(t, t, g), multiply.call(t, t, half), add.call(z, s, t));
    f.emit(square.call(t, s));
    f.if(i32.eqz(isEqual.call(t, delta)), () => f.emit(timesU.call(z, z)));
  });
  return { stages: [begin, decide], finish };
}
