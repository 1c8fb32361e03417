/** The kernels of the curves as tests need them: debug builds, and BigInt access to points in memory. */

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { readElements } from '../../src/engines/wasm/kernels/elements.js';
import { pointKernel, scalarKernel } from '../../src/engines/wasm/kernels/kernel.js';
import * as jacobian from '../../src/reference/jacobian.js';
import { fromBytesLE, invert, mod, toBytesLE } from '../../src/math/modular.js';
import { curveOf } from '../../src/reference/weierstrass.js';
import { emitLimbs30Kernel } from '../../wasm-gen/curve/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { foldParameters } from '../../wasm-gen/field/limbs30/fold.js';
import { fieldParameters, limbsOf } from '../../wasm-gen/field/limbs30/parameters.js';
import { modules } from '../../wasm-gen/modules.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { lowerWide } from '../support/lower-wide.js';
import { concat } from '../support/hex.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/** Curves whose kernels are tested one operation at a time. */
export const curves = [bls12381G1, bls12381G2, secp256k1].map(curveOf);

/** The curve of tests that need one only. */
export const curve = curves[0];

/** The generated module of a name, in a memory; wide instructions lowered to plain ones. @param {string} name @param {Arena} arena */
async function instantiate(name, arena) {
  const module = modules.find((candidate) => candidate.name === name);
  if (!module) throw new Error(`no module ${name}`);
  const wat = module.emit().toWat();
  const bytes = await assemble(name, name.endsWith('.wide64') ? lowerWide(wat) : wat);
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory: arena.memory } });
  return /** @type {any} */ (instance.exports);
}

/**
 * The limbs30 kernel of a curve.
 * @param {Arena} arena
 * @param {boolean} debug
 * @param {(typeof curves)[number]} config
 */
async function limbs30(arena, debug, config) {
  const range = { staticBase: 1024, staticEnd: 32 * 1024 };
  const { module, messages } = emitLimbs30Kernel(config, { ...range, debug });
  const fail = (/** @type {number} */ number) => {
    throw new Error(`debug build: ${messages[number]}`);
  };
  const bytes = await assemble(module.name, module.toWat());
  const { instance } = await WebAssembly.instantiate(bytes, {
    env: { memory: arena.memory },
    debug: { fail },
  });
  return /** @type {any} */ (instance.exports);
}

/** Whether this engine computes with the module of a name as it should. */
async function isFused() {
  const probe = await instantiate('probe.fma', new Arena());
  return probe.is_fused(1) === 1;
}

/** Names of the batch kernels that this engine runs right. */
export const batchKernels = (await isFused().catch(() => false)) ? ['limbs30', 'fma'] : ['limbs30'];

/**
 * Everything that src/engines/wasm/msm works with.
 * @param {string} batchName
 * @param {{ limit?: number, config?: (typeof curves)[number], singleName?: string }} [options] `singleName`: unless it is the batch
 *   kernel, or limbs30 where that has no chains
 */
export async function msmKernels(batchName, { limit, config = curve, singleName } = {}) {
  const arena = new Arena(limit);
  const load = (/** @type {string} */ kernel) => instantiate(`${config.name}.${kernel}`, arena);
  const batch = await load(batchName);
  const single = singleName ?? (batch.jacobian_chain ? batchName : 'limbs30');
  const family = config.name.replace('-g1', '');
  const elementsOf = config.name === 'banderwagon' ? readElements : undefined;
  return {
    arena,
    batch: pointKernel(batchName, batch, elementsOf),
    single: pointKernel(single, single === batchName ? batch : await load(single), elementsOf),
    scalar: scalarKernel(await instantiate(`${family}.scalar`, arena)),
  };
}

/** @param {AffinePoint} point @param {number} [size] bytes of a coordinate @returns {Uint8Array} canonical */
export function canonical(point, size = 48) {
  const bytes = new Uint8Array(2 * size);
  if (point === null) return bytes;
  bytes.set(elementBytes(point.x, size));
  bytes.set(elementBytes(point.y, size), size);
  return bytes;
}

/** @param {any} element whose coefficients need not be below p @param {number} size @returns {Uint8Array} canonical if they are */
export function elementBytes(element, size) {
  const coefficients = coefficientsOf(element);
  return concat(...coefficients.map((c) => toBytesLE(c, size / coefficients.length)));
}

/** @param {Uint8Array} bytes canonical @param {number} [degree] of the coordinate field @returns {AffinePoint} */
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

  /** @param {number} address @param {any} value @param {boolean} [shifted] every coefficient, by p */
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

  /** @param {number} address @returns {AffinePoint} */
  const readJacobian = (address) => {
    if (arena.i32[(address >> 2) + n]) return null;
    const [X, Y, Z] = [0, 1, 2].map((i) => readElement(address + i * slotBytes));
    return jacobian.toAffine(config, { X, Y, Z });
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
