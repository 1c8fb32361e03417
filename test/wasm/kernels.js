/**
 * The kernels of the curves for tests: debug builds, with BigInt access to points in memory.
 */

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { openKernels } from '../../src/engines/wasm/kernels/compile.js';
import { fromBytesLE, invert, mod, toBytesLE } from '../../src/math/modular.js';
import { curveOf } from '../../src/reference/weierstrass.js';
import { emitLimbs30Kernel } from '../../wasm-gen/curve/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { foldParameters } from '../../wasm-gen/field/limbs30/fold.js';
import { fieldParameters, limbsOf } from '../../wasm-gen/field/limbs30/parameters.js';
import { instantiate } from '../support/instantiate.js';
import { completeKernels } from '../../src/verkle/engine/engine.js';
import { curvePage } from '../../scripts/lib/curve-page.js';
import { isFused, moduleBytes } from '../support/built-modules.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { concat } from '../support/hex.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/** Curves whose kernels are tested one operation at a time. */
export const curves = [bls12381G1, bls12381G2, secp256k1].map(curveOf);

/** The curve of tests that need one only. */
export const curve = curves[0];

/** Compiled modules by name. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * The module of a name as it was built; wide instructions lowered to plain ones.
 * @param {string} name
 */
export function compile(name) {
  const module = compiled.get(name) ?? assembled(name);
  compiled.set(name, module);
  return module;
}

/** @param {string} name */
async function assembled(name) {
  return new WebAssembly.Module(await moduleBytes(name));
}

/**
 * The limbs30 kernel of a curve.
 * @param {Arena} arena
 * @param {boolean} debug
 * @param {(typeof curves)[number]} config
 */
async function limbs30(arena, debug, config) {
  const range = { staticBase: 1024, staticEnd: 32 * 1024 };
  return instantiate(emitLimbs30Kernel(config, { ...range, debug }), arena.memory);
}

/** Names of the batch kernels that this engine runs right. */
export const batchKernels = (await isFused()) ? ['limbs30', 'fma'] : ['limbs30'];

/**
 * Everything that src/engines/wasm/msm works with.
 * @param {string} batch
 * @param {{ limit?: number, config?: (typeof curves)[number], singleName?: string }} [options]
 *   `singleName`: unless it is the batch kernel, or limbs30 where that has no chains
 */
export async function msmKernels(batch, { limit, config = curve, singleName = batch } = {}) {
  const arena = new Arena(limit);
  const roles = /** @type {any} */ ({ batch, single: singleName });
  const own = new Set(['limbs30', 'scalar', batch, singleName]);
  const names = [...own].map((kernel) => `${config.name}.${kernel}`);
  const files = names.map(async (name) => [`${name}.wasm`, await compile(name)]);
  const given = Object.fromEntries(await Promise.all(files));
  const page = await curvePage(config);
  const kernels = { arena, ...(await openKernels(page, { roles, arena, modules: given })) };
  if (Object.hasOwn(config, 'edwards')) completeKernels(kernels);
  return kernels;
}

/**
 * @param {AffinePoint} point
 * @param {number} [size] bytes of a coordinate
 * @returns {Uint8Array} canonical
 */
export function canonical(point, size = 48) {
  const bytes = new Uint8Array(2 * size);
  if (point === null) return bytes;
  bytes.set(elementBytes(point.x, size));
  bytes.set(elementBytes(point.y, size), size);
  return bytes;
}

/**
 * @param {any} element whose coefficients need not be below p
 * @param {number} size
 * @returns {Uint8Array} canonical if they are
 */
export function elementBytes(element, size) {
  const coefficients = coefficientsOf(element);
  return concat(...coefficients.map((c) => toBytesLE(c, size / coefficients.length)));
}

/**
 * @param {Uint8Array} bytes canonical
 * @param {number} [degree] of the coordinate field
 * @returns {AffinePoint}
 */
export function fromCanonical(bytes, degree = 1) {
  if (bytes.every((byte) => byte === 0)) return null;
  const size = bytes.length / 2 / degree;
  const values = Array.from({ length: 2 * degree }, (_, i) =>
    fromBytesLE(bytes.subarray(i * size, (i + 1) * size)),
  );
  return { x: elementOf(values.slice(0, degree)), y: elementOf(values.slice(degree)) };
}

/** @typedef {Awaited<ReturnType<typeof limbs30Kernel>>} Limbs30 */

/**
 * The limbs30 kernel with direct access to the limbs.
 * @param {{ debug: boolean, config?: (typeof curves)[number] }} options
 */
export async function limbs30Kernel({ debug, config = curve }) {
  const arena = new Arena();
  const wasm = await limbs30(arena, debug, config);
  const { p, field } = config;
  const { degree } = field;
  const montgomery = fieldParameters(p);
  const parameters = foldParameters(montgomery) ?? montgomery;
  const { R, w, n, slotBytes: coefficientBytes } = parameters;
  const inverseR = invert(R, p);
  const constant = (/** @type {string} */ name) => /** @type {number} */ (wasm[name].value);
  const slotBytes = constant('slot_bytes');

  /** @param {number} address @param {bigint} raw a representative of a Montgomery form */
  const writeRaw = (address, raw) =>
    limbsOf(raw, parameters).forEach((limb, j) => (arena.i32[(address >> 2) + j] = Number(limb)));

  /** @param {number} address @returns {bigint} the representative, which must be lazy */
  const readRaw = (address) => {
    let value = 0n;
    for (let j = n - 1; j >= 0; j--) {
      const limb = arena.i32[(address >> 2) + j];
      if (limb < 0 || limb >= 2 ** w) throw new Error(`limb ${j} is not normalised: ${limb}`);
      value = (value << BigInt(w)) | BigInt(limb);
    }
    if (value >= 2n * p) throw new Error(`expected a value below 2p, got ${value}`);
    return value;
  };

  /**
   * @param {number} address
   * @param {any} value
   * @param {boolean} [shifted] every coefficient, by p
   */
  const writeElement = (address, value, shifted = false) =>
    coefficientsOf(value).forEach((c, i) =>
      writeRaw(address + i * coefficientBytes, mod(c * R, p) + (shifted ? p : 0n)),
    );

  /** @param {number} address @returns {any} */
  const readElement = (address) =>
    elementOf(
      Array.from({ length: degree }, (_, i) =>
        mod(readRaw(address + i * coefficientBytes) * inverseR, p),
      ),
    );

  /**
   * Writes an affine point; x and y in the representative + p if asked for.
   * @param {number} address
   * @param {AffinePoint} point
   * @param {{ x?: boolean, y?: boolean }} [shifted]
   */
  const writePoint = (address, point, shifted = {}) => {
    writeElement(address, point?.x ?? field.zero, shifted.x);
    writeElement(address + slotBytes, point?.y ?? field.zero, shifted.y);
    arena.i32[(address >> 2) + n] = point === null ? 1 : 0;
  };

  /** @param {number} address @returns {AffinePoint} */
  const readPoint = (address) => {
    const flag = arena.i32[(address >> 2) + n];
    if (flag !== 0 && flag !== 1) throw new Error(`expected a flag 0 or 1, got ${flag}`);
    return flag ? null : { x: readElement(address), y: readElement(address + slotBytes) };
  };

  /** A point that is none, for the coordinates of infinity. */
  const nonsense = { x: field.scale(field.one, 3n), y: field.scale(field.one, 5n) };

  /**
   * Writes the Jacobian point (xz², yz³, z).
   * @param {number} address
   * @param {AffinePoint} point
   * @param {any} z
   * @param {boolean} [shifted]
   */
  const writeJacobian = (address, point, z, shifted) => {
    const { x, y } = point ?? nonsense;
    const zz = field.square(z);
    writeElement(address, field.multiply(x, zz), shifted);
    writeElement(address + slotBytes, field.multiply(y, field.multiply(zz, z)), shifted);
    writeElement(address + 2 * slotBytes, z, shifted);
    arena.i32[(address >> 2) + n] = point === null ? 1 : 0;
  };

  /** @param {number} address @returns {{ X: any, Y: any, Z: any } | null} */
  const readJacobian = (address) => {
    if (arena.i32[(address >> 2) + n]) return null;
    const [X, Y, Z] = [0, 1, 2].map((i) => readElement(address + i * slotBytes));
    return { X, Y, Z };
  };

  return {
    arena,
    wasm,
    parameters,
    slotBytes,
    fieldBytes: constant('field_bytes'),
    pointBytes: constant('point_bytes'),
    jacobianBytes: constant('jacobian_bytes'),
    workBytes: constant('work_bytes'),
    flagWord: n,
    writeRaw,
    writePoint,
    readPoint,
    writeJacobian,
    readJacobian,
  };
}
