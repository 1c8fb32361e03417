import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { endomorphismMap } from '../../src/reference/endomorphism.js';
import { fromBytesLE, invert, mod, toBytesLE } from '../../src/math/modular.js';
import { curveOf } from '../../src/reference/weierstrass.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { digitsOf, fmaParameters } from '../../wasm-gen/field/fma/parameters.js';
import { instantiate } from '../support/instantiate.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { isFused } from '../support/built-modules.js';
import { some } from '../support/extent.js';
import { castOf, check, testBatchAdd } from './batch-add-tests.js';

/** @import { Entry } from './batch-add-tests.js' */

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/**
 * Some curve over the scalar field of BLS12-381, for the third shape of the kernel: Montgomery
 * form, 52-bit digits.
 */
const overR = {
  name: 'over-bls12-381-r',
  p: bls12381G1.order,
  a: 0n,
  b: mod(25n - 27n, bls12381G1.order),
  // Unknown, and so large that no small multiple is infinity.
  order: 2n ** 300n,
  generator: { x: 3n, y: 5n },
  cofactor: 1n,
  endomorphism: { beta: cubeRootOfUnity(bls12381G1.order) },
  subgroupCheck: null,
  rootSign: 'larger',
  traits: {
    signatures: false,
    subgroup: false,
    subgroupSums: false,
    polynomials: false,
    chains: [],
  },
};

/** @param {bigint} p 1 modulo 3 */
function cubeRootOfUnity(p) {
  for (let base = 2n; ; base++) {
    let root = 1n;
    for (const bit of ((p - 1n) / 3n).toString(2))
      root = (root * root * (bit === '1' ? base : 1n)) % p;
    if (root !== 1n) return root;
  }
}

/**
 * A curve's two-lane kernel with access to the digits of its points.
 * @param {any} curve
 * @param {boolean} debug
 */
async function kernelOf(curve, debug) {
  const arena = new Arena();
  const kernel = emitFmaKernel(curve, {
    staticBase: 1024,
    staticEnd: 48 * 1024,
    debug,
  });
  const wasm = await instantiate(kernel, arena.memory);
  const ofExtension = curve.p >> 256n ? 49 : 52;
  const digitBits = curve.extension ? ofExtension : undefined;
  const parameters = fmaParameters(curve.p, undefined, digitBits);
  const { p, w, n, R, storedDigits } = parameters;
  const inverseR = invert(R, p);
  const { degree } = curve.field;
  const coefficientBytes = 8 * storedDigits;
  const coordinateBytes = degree * coefficientBytes;
  // Digits that no element has stand in the padding: nobody may compute with them.
  const padding = 12345.5;

  /** The centred representative of xR. @param {bigint} x */
  const centred = (x) => {
    const value = mod(x * R, p);
    return value > p / 2n ? value - p : value;
  };

  /** @param {number} address @param {bigint} raw an integer as it is */
  const writeCoefficient = (address, raw) => {
    const { f64 } = arena;
    digitsOf(raw, parameters).forEach((digit, i) => (f64[address / 8 + i] = digit));
    if (n < storedDigits) f64[address / 8 + n] = padding;
  };

  /** @param {number} address @param {bigint[]} raws of a coordinate */
  const writeRaw = (address, raws) =>
    raws.forEach((raw, i) => writeCoefficient(address + i * coefficientBytes, raw));

  /** The integer of a coefficient, which must be normalised and centred. @param {number} address */
  const readRaw = (address) => {
    const digits = Array.from(arena.f64.subarray(address / 8, address / 8 + n));
    const h = 2 ** (w - 1);
    if (!digits.slice(0, -1).every((digit) => digit >= -h && digit < h))
      throw new Error(`digits are not normalised: ${digits}`);
    const value = digits.reduceRight((sum, digit) => (sum << BigInt(w)) + BigInt(digit), 0n);
    if (100n * (value < 0n ? -value : value) > 51n * p)
      throw new Error(`not centred: ${Number(value) / Number(p)}·p`);
    return value;
  };

  /** @param {number} address @param {AffinePoint} point */
  const writePoint = (address, point) => {
    if (point === null) {
      // Only the NaN means anything.
      for (let i = 0; i < 2 * degree * storedDigits; i++)
        arena.f64[address / 8 + i] = i % 3 ? 1e300 : NaN;
      return;
    }
    writeRaw(address, coefficientsOf(point.x).map(centred));
    writeRaw(address + coordinateBytes, coefficientsOf(point.y).map(centred));
  };

  /** @param {number} address @returns {AffinePoint} */
  const readPoint = (address) => {
    if (Number.isNaN(arena.f64[address / 8])) return null;
    const [x, y] = [address, address + coordinateBytes].map((at) =>
      elementOf(
        Array.from({ length: degree }, (_, i) =>
          mod(readRaw(at + i * coefficientBytes) * inverseR, p),
        ),
      ),
    );
    return { x, y };
  };

  return {
    arena,
    wasm,
    parameters,
    inverseR,
    pointBytes: wasm.point_bytes.value,
    workBytes: wasm.work_bytes.value,
    works: 3,
    writePoint,
    /** @param {number} a @param {number} b @param {Entry} entry `form`: integers of coordinates */
    writePair(a, b, { A, B, form }) {
      writePoint(a, A);
      writePoint(b, B);
      form?.forEach((/** @type {bigint[]} */ raws, /** @type {number} */ j) =>
        writeRaw((j < 2 ? a : b) + (j % 2) * coordinateBytes, raws),
      );
    },
    readPoint,
  };
}

const fused = await isFused();

it('runs where relaxed multiply-adds are fused', () => expect(fused).toBe(true));

const builds = [bls12381G1, bls12381G2, bn254G2, secp256k1, overR]
  .map(curveOf)
  .flatMap((curve) => ['debug', 'release'].map((build) => ({ name: curve.name, build, curve })));

/** Release builds have the same text without its assertions. */
const tested = [
  ...builds.filter(({ build }) => build === 'debug'),
  ...some(
    builds.filter(({ build }) => build === 'release'),
    1,
    'fma-batch-add',
  ),
];

describe.skipIf(!fused).each(tested)('batch_add in two lanes, $name, $build build', (options) => {
  const { build, curve } = options;
  const { p, field } = curve;
  const phi = endomorphismMap(/** @type {any} */ (curve));
  /** An element with this lowest coefficient. @param {bigint} c0 @param {bigint} [c1] */
  const element = (c0, c1 = 0n) => elementOf([c0, c1].slice(0, field.degree));
  // Chords do not depend on b, so points with x = 0 or y = 0 of other curves will do, too.
  const strange = [
    { x: element(0n), y: element(2n) },
    { x: element(77n), y: element(0n) },
    { x: element(0n), y: element(p - 2n) },
    // Equal or opposite in one coefficient.
    ...(field.degree === 1
      ? []
      : [
          { x: element(77n, 5n), y: element(0n, 3n) },
          { x: element(78n, 5n), y: element(0n, 3n) },
          { x: element(77n, 6n), y: element(3n, 3n) },
          { x: element(77n, p - 5n), y: element(p - 3n, 3n) },
          { x: element(p - 77n, 5n), y: element(3n, p - 3n) },
          { x: element(0n, 5n), y: element(1n, 0n) },
        ]),
  ];
  const cast = castOf(curve, strange);
  const { ordinary } = cast;

  /** @type {Awaited<ReturnType<typeof kernelOf>>} */
  let kernel;
  beforeAll(async () => {
    kernel = await kernelOf(curve, build === 'debug');
  });
  const run = (/** @type {Entry[]} */ entries) => check(kernel, curve, entries);

  testBatchAdd({ curve, opened: () => kernel, cast, forms: [undefined], few: [undefined] });

  it('sees that x_B − x_A is p or −p, and y_A + y_B', () => {
    // Centring leaves a little more than p/2 on either side, so one residue can stand there
    // as two integers.
    const { inverseR } = kernel;
    const middles = [p / 2n, p / 2n + 1n, p / 2n - p / 500n, p / 2n + p / 500n];
    const signs = [0, 1, 2, 3];
    const yRaw = p / 2n + p / 400n;
    // In an extension, the others are 0, or the same with the other sign of p.
    /** @type {Array<(raw: bigint) => bigint[]>} */
    const rows =
      field.degree === 1
        ? [(raw) => [raw]]
        : [(raw) => [raw, 0n], (raw) => [0n, raw], (raw) => [raw, raw > 0n ? raw - p : raw + p]];
    const entries = rows.flatMap((row) => {
      const residue = (/** @type {bigint} */ raw) =>
        elementOf(row(raw).map((value) => mod(value * inverseR, p)));
      return middles.flatMap((rawX) => {
        const point = { x: residue(rawX), y: residue(yRaw) };
        return [rawX, rawX - p].flatMap((xA) =>
          [rawX, rawX - p].flatMap((xB) =>
            [yRaw, yRaw - p].flatMap((yA) =>
              [yRaw, yRaw - p, -yRaw, p - yRaw].flatMap((yB) =>
                signs.map((s) => ({
                  A: point,
                  B: { x: point.x, y: residue(yB) },
                  signA: s & 1,
                  signB: s >> 1,
                  form: [xA, yA, xB, yB].map(row),
                })),
              ),
            ),
          ),
        );
      });
    });
    for (const entry of entries) run([ordinary[0], entry, ordinary[1]]);
    run(entries);
    run([ordinary[2], ...entries]);
  });

  it('is not misled by differences whose lowest digit is that of 0, p or −p', () => {
    const { inverseR, parameters } = kernel;
    const { w, n } = parameters;
    const radix = 1n << BigInt(w);
    const entries = [];
    for (const base of [0n, p, -p]) {
      for (const k of [1n, -1n, 2n, 1n << 100n, (1n << BigInt(w * (n - 2))) + 1n, -(1n << 90n)]) {
        for (const xA of [1000n, p / 4n, -p / 3n]) {
          // The lowest digits of x_B − x_A and of base agree; half of these are too
          // large to be centred.
          const xB = xA + base + k * radix;
          if (100n * (xB < 0n ? -xB : xB) > 50n * p) continue;
          for (const order of field.degree === 1
            ? [[0]]
            : [
                [0, 1],
                [1, 0],
                [0, 0],
              ]) {
            const [x1, x2] = [xA, xB].map((raw) => {
              const residues = [mod(raw * inverseR, p), 5n];
              return elementOf(order.map((i) => residues[i]));
            });
            const A = { x: x1, y: element(31n) };
            const B = { x: x2, y: element(17n) };
            const other = { A, B: { ...B, y: element(31n) }, signA: 1 };
            entries.push({ A, B }, other, { A: B, B: A, signB: 1 });
          }
        }
      }
    }
    expect(entries.length).toBeGreaterThan(20);
    for (const entry of entries) run([entry]);
    run(entries);
  });

  it('converts canonical bytes, odd lists and infinity included, and maps by φ', () => {
    const { arena, wasm, pointBytes, readPoint } = kernel;
    const bytes = field.bytes;
    const points = [...cast.cast, cast.multiple(3n)];
    const count = points.length;
    const block = arena.allocate(2 * count * (pointBytes + 2 * bytes), 'test');
    const [images, source] = [block + count * pointBytes, block + 2 * count * pointBytes];
    points.forEach((point, i) => {
      const at = source + 2 * i * bytes;
      arena.u8.set(field.toBytes(point?.x ?? field.zero), at);
      arena.u8.set(field.toBytes(point?.y ?? field.zero), at + bytes);
    });
    const original = arena.u8.slice(source, source + 2 * count * bytes);
    expect(wasm.points_from_affine(block, source, count)).toBe(-1);
    expect(points.map((_, i) => readPoint(block + i * pointBytes))).toEqual(points);
    wasm.points_endomorphism(images, block, count);
    expect(points.map((_, i) => readPoint(images + i * pointBytes))).toEqual(points.map(phi));
    arena.u8.fill(0, source, source + 2 * count * bytes);
    wasm.points_to_affine(source, block, count);
    expect(arena.u8.slice(source, source + 2 * count * bytes)).toEqual(original);
    // Coordinates out of range: the index of the first.
    const size = bytes / field.degree;
    for (const [index, offset, value] of /** @type {Array<[number, number, bigint]>} */ ([
      [0, 0, p],
      [0, bytes - size, p],
      [3, bytes, p + 1n],
      [4, 2 * bytes - size, p + 1n],
      [count - 1, bytes, (1n << BigInt(8 * size)) - 1n],
    ])) {
      const at = source + 2 * index * bytes + offset;
      const saved = fromBytesLE(arena.u8.subarray(at, at + size));
      arena.u8.set(toBytesLE(value, size), at);
      expect(wasm.points_from_affine(block, source, count)).toBe(index);
      arena.u8.set(toBytesLE(saved, size), at);
    }
    arena.free(block);
  });
});
