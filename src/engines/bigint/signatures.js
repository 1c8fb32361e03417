/** The `EngineSignatures` of the port without WebAssembly, by other engine members and BigInts. */

import { PointError } from '../../errors.js';
import { fromBytesLE, invert, mod, toBytesLE } from '../../math/modular.js';
import { SCALAR_BYTES } from '../../math/integers.js';

/** @import { DoubleMultiplication, Engine, EngineSignatures, GeneratorMultiples, PointSource, ScalarFieldOperations } from '../../port/engine.js' */

/**
 * @type {(engine: Engine,
 *   curve: { order: bigint, generator: { x: bigint, y: bigint } }) => EngineSignatures}
 */
export function createSignatures(engine, curve) {
  /** @type {DoubleMultiplication | undefined} */
  let double;
  return {
    doubleMultiplication: () => (double ??= createDoubleMultiplication(engine, curve)),
    scalarField: () => createScalarField(curve.order),
    generatorMultiples: async () => createGeneratorMultiples(engine, curve),
  };
}

/**
 * @type {(engine: Engine,
 *   curve: { order: bigint, generator: { x: bigint, y: bigint } }) => GeneratorMultiples}
 */
function createGeneratorMultiples(engine, { order, generator }) {
  const size = 2 * engine.fieldBytes;
  const G = toBytesLE(generator.x + (generator.y << BigInt(4 * size)), size);
  return {
    addTo(affine, scalars) {
      const sums = new Uint8Array(affine.length);
      for (let at = 0, i = 0; at < affine.length; at += size, i += SCALAR_BYTES) {
        const scalar = mod(fromBytesLE(scalars.subarray(i, i + SCALAR_BYTES)), order);
        sums.set(engine.add(affine.subarray(at, at + size), engine.multiply(G, scalar)), at);
      }
      return sums;
    },
  };
}

/**
 * u1·G + u2·Q by two multiplications.
 * @type {(engine: Engine,
 *   curve: { order: bigint, generator: { x: bigint, y: bigint } }) => DoubleMultiplication}
 */
function createDoubleMultiplication(engine, { order, generator }) {
  const { fieldBytes } = engine;
  const G = new Uint8Array([
    ...toBytesLE(generator.x, fieldBytes),
    ...toBytesLE(generator.y, fieldBytes),
  ]);
  /** @type {Uint8Array} */
  let Q = G;
  /** @type {Uint8Array} */
  let sum = G;
  const set = (/** @type {PointSource} */ source) => {
    try {
      Q = engine.decodeOne(source, { curve: true, subgroup: false });
      return true;
    } catch (error) {
      if (error instanceof PointError) return false;
      throw error;
    }
  };
  const scalar = (/** @type {Uint8Array} */ u) => mod(fromBytesLE(u), order);
  return {
    setCompressed: (x, sign) => set({ xs: x, signs: Uint8Array.of(sign) }),
    setAffine: (affine) => set({ affine }),
    combine(u1, u2) {
      sum = engine.add(engine.multiply(G, scalar(u1)), engine.multiply(Q, scalar(u2)));
    },
    hasX: (x) => sum.some((byte) => byte !== 0) && x.every((byte, i) => byte === sum[i]),
    toAffine: () => sum.slice(),
  };
}

/**
 * Arithmetic modulo the group order.
 * @param {bigint} order a prime
 * @returns {ScalarFieldOperations}
 */
function createScalarField(order) {
  const read = (/** @type {Uint8Array} */ bytes) =>
    Array.from({ length: bytes.length / SCALAR_BYTES }, (_, i) =>
      fromBytesLE(bytes.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES)),
    );
  const write = (/** @type {bigint[]} */ values) => {
    const bytes = new Uint8Array(values.length * SCALAR_BYTES);
    values.forEach((value, i) => {
      bytes.set(toBytesLE(mod(value, order), SCALAR_BYTES), i * SCALAR_BYTES);
    });
    return bytes;
  };
  const products = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b) => {
    const factors = read(b);
    return read(a).map((value, i) => value * factors[i]);
  };
  return {
    divide(numerators, divisor) {
      const inverse = invert(fromBytesLE(divisor), order);
      return write(read(numerators).map((value) => value * inverse));
    },
    multiply: (a, b) => write(products(a, b)),
    invert: (values) => write(read(values).map((value) => invert(value, order))),
    dot: (a, b) => write([products(a, b).reduce((sum, value) => sum + value, 0n)]),
  };
}
