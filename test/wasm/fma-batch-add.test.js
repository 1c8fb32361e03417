import { beforeAll, describe, expect, it } from 'vitest';

import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { endomorphismMap } from '../../src/reference/endomorphism.js';
import { fromBytesLE, invert, mod, toBytesLE } from '../../src/math/modular.js';
import { add, curveOf, equals, multiply, negate } from '../../src/reference/weierstrass.js';
import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { bn254G2 } from '../../src/curves/bn254.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { digitsOf, fmaParameters } from '../../wasm-gen/field/fma/parameters.js';
import { instantiate } from '../support/instantiate.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { assertProperty, fc } from '../support/property.js';
import { isFused } from '../support/built-modules.js';
import { some } from '../support/extent.js';

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

/** @typedef {Awaited<ReturnType<typeof kernelOf>>} Kernel */

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
  const view = () => new DataView(arena.u8.buffer);
  // Digits that no element has stand in the padding: nobody may compute with them.
  const padding = 12345.5;

  /** The centred representative of xR. @param {bigint} x */
  const centred = (x) => {
    const value = mod(x * R, p);
    return value > p / 2n ? value - p : value;
  };

  /** @param {number} address @param {bigint} raw an integer as it is */
  const writeCoefficient = (address, raw) => {
    digitsOf(raw, parameters).forEach((digit, i) =>
      view().setFloat64(address + 8 * i, digit, true),
    );
    if (n < storedDigits) view().setFloat64(address + 8 * n, padding, true);
  };

  /** @param {number} address @param {bigint[]} raws of a coordinate */
  const writeRaw = (address, raws) =>
    raws.forEach((raw, i) => writeCoefficient(address + i * coefficientBytes, raw));

  /** The integer of a coefficient, which must be normalised and centred. @param {number} address */
  const readRaw = (address) => {
    const digits = Array.from({ length: n }, (_, i) => view().getFloat64(address + 8 * i, true));
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
        view().setFloat64(address + 8 * i, i % 3 ? 1e300 : NaN, true);
      return;
    }
    writeRaw(address, coefficientsOf(point.x).map(centred));
    writeRaw(address + coordinateBytes, coefficientsOf(point.y).map(centred));
  };

  /** @param {number} address @returns {AffinePoint} */
  const readPoint = (address) => {
    if (Number.isNaN(view().getFloat64(address, true))) return null;
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
    curve,
    parameters,
    inverseR,
    coordinateBytes,
    pointBytes: wasm.point_bytes.value,
    workBytes: wasm.work_bytes.value,
    writeRaw,
    writePoint,
    readPoint,
  };
}

/**
 * @typedef {{ A: AffinePoint, B: AffinePoint, signA?: number, signB?: number, place?: string }}
 *   Entry
 */

/** @param {any} curve @param {Entry} entry @returns {AffinePoint} */
const sumOf = (curve, { A, B, signA = 0, signB = 0 }) =>
  add(curve, A, signA === signB ? B : negate(curve, B));

/**
 * Runs one batched addition. Every entry has points of its own and, by `place`, writes to a point
 * of its own, to that of A, or to that of B. Points are written by `writePoint` unless `raw` has
 * integers for the coordinates of A and B.
 * @param {Kernel} kernel
 * @param {Array<Entry & { raw?: bigint[][] }>} entries
 * @returns {AffinePoint[]}
 */
function batchAdd(kernel, entries) {
  const { arena, wasm, pointBytes, workBytes, coordinateBytes } = kernel;
  const count = entries.length;
  const size = 3 * count * pointBytes + 12 * count + (count + 3) * workBytes + 16;
  const block = arena.allocate(size, 'test');
  const at = (/** @type {number} */ i) => block + i * pointBytes;
  const work = at(3 * count);
  const list = work + (count + 3) * workBytes;
  const guard = list + 12 * count;
  arena.i32.fill(0x5eed, guard >> 2, (guard >> 2) + 4);
  const before = entries.map(({ A, B, signA = 0, signB = 0, place, raw }, i) => {
    const [a, b, own] = [at(3 * i), at(3 * i + 1), at(3 * i + 2)];
    kernel.writePoint(a, A);
    kernel.writePoint(b, B);
    raw?.forEach((value, j) => kernel.writeRaw(a + j * coordinateBytes, value));
    // The previous contents of the target must not matter.
    kernel.writePoint(own, i % 2 ? null : kernel.curve.generator);
    const target = place === 'A' ? a : place === 'B' ? b : own;
    arena.i32.set([target, a | signA, b | signB], (list >> 2) + 3 * i);
    return arena.u8.slice(a, own);
  });
  try {
    wasm.batch_add(list, count, work);
    expect([...arena.i32.subarray(guard >> 2, (guard >> 2) + 4)]).toEqual(Array(4).fill(0x5eed));
    return entries.map(({ place }, i) => {
      const [a, b, own] = [at(3 * i), at(3 * i + 1), at(3 * i + 2)];
      const after = arena.u8.slice(a, own);
      const same = (/** @type {number} */ from) =>
        Buffer.compare(
          after.subarray(from, from + pointBytes),
          before[i].subarray(from, from + pointBytes),
        ) === 0;
      if (place !== 'A' && !same(0)) expect.fail(`entry ${i}: A changed`);
      if (place !== 'B' && !same(pointBytes)) expect.fail(`entry ${i}: B changed`);
      return kernel.readPoint(place === 'A' ? a : place === 'B' ? b : own);
    });
  } finally {
    arena.free(block);
  }
}

/** @type {Map<string, AffinePoint>} */
const sums = new Map();

/** @param {Kernel} kernel @param {Array<Entry & { raw?: bigint[][] }>} entries */
function check(kernel, entries) {
  batchAdd(kernel, entries).forEach((sum, i) => {
    const { A, B, signA = 0, signB = 0, place } = entries[i];
    const parts = [A?.x, A?.y, B?.x, B?.y].map(
      (e) => e !== undefined && coefficientsOf(e).join('u'),
    );
    const key = [kernel.curve.name, ...parts, signA === signB].join();
    let expected = sums.get(key);
    if (expected === undefined) sums.set(key, (expected = sumOf(kernel.curve, entries[i])));
    if (!equals(kernel.curve, sum, expected ?? null)) {
      const text = JSON.stringify({ A, B, signA, signB, place }, (_, value) =>
        typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
      );
      expect.fail(`entry ${i} of ${entries.length}: ${text}`);
    }
  });
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
  const { p, field, generator: G } = curve;
  const multiple = (/** @type {bigint} */ k) => multiply(curve, G, k);
  const phi = endomorphismMap(/** @type {any} */ (curve));
  /** An element with this lowest coefficient. @param {bigint} c0 @param {bigint} [c1] */
  const element = (c0, c1 = 0n) => elementOf([c0, c1].slice(0, field.degree));
  const P = /** @type {NonNullable<AffinePoint>} */ (multiple(5n));

  /** Points among which every special case of an addition occurs. @type {AffinePoint[]} */
  const cast = [
    null,
    P,
    negate(curve, P),
    multiple(7n),
    multiple(10n),
    multiple(-10n),
    phi(P),
    negate(curve, phi(phi(P))),
  ];
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
  /** @param {AffinePoint[]} list @returns {Entry[]} */
  const pairsOf = (list) =>
    list.flatMap((A) =>
      list.flatMap((B) =>
        [0, 1, 2, 3].map((signs) => ({ A, B, signA: signs & 1, signB: signs >> 1 })),
      ),
    );
  const allPairs = pairsOf([...cast, ...strange]);

  /**
   * One pair of each kind, and pairs that only signs make special.
   * @type {Array<{ kind: string } & Entry>}
   */
  const kinds = [
    { kind: 'a sum', A: P, B: multiple(7n), signA: 0, signB: 0 },
    { kind: 'a difference', A: P, B: multiple(7n), signA: 1, signB: 0 },
    { kind: 'a doubling', A: P, B: P, signA: 1, signB: 1 },
    { kind: 'a doubling by signs', A: P, B: negate(curve, P), signA: 0, signB: 1 },
    { kind: 'opposite points', A: P, B: negate(curve, P), signA: 1, signB: 1 },
    { kind: 'opposite signs', A: P, B: P, signA: 1, signB: 0 },
    { kind: 'infinity first', A: null, B: P, signA: 0, signB: 0 },
    { kind: 'infinity first, subtracting', A: null, B: P, signA: 0, signB: 1 },
    { kind: 'infinity second', A: P, B: null, signA: 1, signB: 0 },
    { kind: 'infinity twice', A: null, B: null, signA: 0, signB: 1 },
    { kind: 'its own negative', A: strange[1], B: strange[1], signA: 0, signB: 0 },
  ];

  /** @type {Entry[]} */
  const ordinary = Array.from({ length: 9 }, (_, i) => ({
    A: multiple(BigInt(20 + i)),
    B: multiple(BigInt(60 + 3 * i)),
    signB: i & 1,
  }));

  /** @type {Kernel} */
  let kernel;
  beforeAll(async () => {
    kernel = await kernelOf(curve, build === 'debug');
  });

  it('adds every pair of the cast, with all signs, alone', () => {
    for (const entry of allPairs) check(kernel, [entry]);
  });

  it('adds them all in one batch, in either lane', () => {
    check(kernel, allPairs);
    check(kernel, allPairs.toReversed());
    check(kernel, [ordinary[0], ...allPairs]);
    check(kernel, [...allPairs, ordinary[0]].toReversed());
  });

  it('has any two kinds side by side', () => {
    for (const first of kinds) {
      for (const second of kinds) {
        check(kernel, [first, second]);
        check(kernel, [ordinary[0], ordinary[1], first, second, ordinary[2]]);
      }
    }
  });

  it('is not disturbed by a kind at any position of a batch of any length', () => {
    for (const special of kinds) {
      for (let length = 1; length <= ordinary.length; length++) {
        for (let position = 0; position < length; position++)
          check(kernel, ordinary.slice(0, length).with(position, special));
      }
    }
  });

  it('writes to the place of A or of B', () => {
    for (const place of ['A', 'B']) {
      check(
        kernel,
        allPairs.map((entry) => ({ ...entry, place })),
      );
      for (const entry of kinds) check(kernel, [{ ...entry, place }]);
    }
  });

  it('takes all kinds, places and lengths in any order', () => {
    const entry = fc.record({
      pair: fc.integer({ min: 0, max: allPairs.length - 1 }),
      place: fc.constantFrom('own', 'A', 'B'),
    });
    assertProperty(
      fc.property(fc.array(entry, { maxLength: 40 }), (list) => {
        check(
          kernel,
          list.map(({ pair, place }) => ({ ...allPairs[pair], place })),
        );
      }),
      100,
    );
  });

  it('adds a point to itself in its own place, odd and even counts', () => {
    const { arena, wasm, pointBytes, workBytes, writePoint, readPoint } = kernel;
    for (const count of [1, 2, 3, 4, 7]) {
      const block = arena.allocate(count * (pointBytes + 12) + (count + 3) * workBytes, 'test');
      const list = block + count * pointBytes;
      const work = list + Math.ceil((12 * count) / 16) * 16;
      for (const signs of [0, 1, 2, 3]) {
        for (let i = 0; i < count; i++) {
          const at = block + i * pointBytes;
          writePoint(at, cast[i % cast.length]);
          arena.i32.set([at, at | (signs & 1), at | (signs >> 1)], (list >> 2) + 3 * i);
        }
        wasm.batch_add(list, count, work);
        for (let i = 0; i < count; i++) {
          const A = cast[i % cast.length];
          const expected = sumOf(curve, { A, B: A, signA: signs & 1, signB: signs >> 1 });
          expect(readPoint(block + i * pointBytes)).toEqual(expected);
        }
      }
      arena.free(block);
    }
  });

  it('reads one point in many entries', () => {
    const { arena, wasm, pointBytes, workBytes, writePoint, readPoint } = kernel;
    const count = 33;
    const block = arena.allocate((count + 1) * (pointBytes + 12) + (count + 3) * workBytes, 'test');
    const targets = block + pointBytes;
    const work = targets + count * pointBytes;
    const list = work + (count + 3) * workBytes;
    writePoint(block, P);
    const points = Array.from({ length: count }, (_, i) =>
      i === 7 ? P : i === 8 ? null : multiple(BigInt(i)),
    );
    points.forEach((point, i) => {
      const target = targets + i * pointBytes;
      writePoint(target, point);
      arena.i32.set([target, target, block | (i & 1)], (list >> 2) + 3 * i);
    });
    wasm.batch_add(list, count, work);
    points.forEach((A, i) =>
      expect(readPoint(targets + i * pointBytes)).toEqual(
        sumOf(curve, { A, B: P, signA: i & 1, signB: 0 }),
      ),
    );
    expect(readPoint(block)).toEqual(P);
    arena.free(block);
  });

  it.each([0, 1, 2, 3, 31, 256, 2047])('adds %i pairs', (count) => {
    check(
      kernel,
      Array.from({ length: count }, (_, i) => allPairs[(i * 7) % allPairs.length]),
    );
  });

  it('writes nothing for no pairs', () => {
    const { arena, wasm } = kernel;
    const block = arena.allocate(4096, 'test');
    arena.u8.fill(0xa5, block, block + 4096);
    wasm.batch_add(block, 0, block + 64);
    expect(arena.u8.subarray(block, block + 4096).every((byte) => byte === 0xa5)).toBe(true);
    arena.free(block);
  });

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
                  raw: [xA, yA, xB, yB].map(row),
                })),
              ),
            ),
          ),
        );
      });
    });
    for (const entry of entries) check(kernel, [ordinary[0], entry, ordinary[1]]);
    check(kernel, entries);
    check(kernel, [ordinary[2], ...entries]);
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
    for (const entry of entries) check(kernel, [entry]);
    check(kernel, entries);
  });

  it('adds a progression, in which sums collide', () => {
    const points = Array.from({ length: 17 }, (_, i) => multiple(BigInt(i - 8)));
    check(
      kernel,
      points.flatMap((A) => points.map((B) => ({ A, B }))),
    );
  });

  it('converts canonical bytes, odd lists and infinity included, and maps by φ', () => {
    const { arena, wasm, pointBytes, readPoint } = kernel;
    const bytes = field.bytes;
    const points = [...cast, multiple(3n)];
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
