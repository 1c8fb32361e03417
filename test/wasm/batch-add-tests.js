/**
 * Tests of `batch_add` for every kernel, whatever the form of its points: all kinds of pairs,
 * alone, side by side and at any place of a batch, against BigInt.
 */
import { expect, it } from 'vitest';
import { endomorphismMap } from '../../src/reference/endomorphism.js';
import { add, equals, multiply, negate } from '../../src/reference/weierstrass.js';
import { coefficientsOf, elementOf } from '../support/elements.js';
import { assertProperty, fc } from '../support/property.js';

/** @typedef {import('../../src/reference/weierstrass.js').AffinePoint<any>} AffinePoint */

/**
 * A pair: the sum of ±A and ±B, written to a place of its own, to that of A, or to that of B.
 * `form`: how A and B are written, which means the kernel's `writePair` alone.
 * @typedef {{ A: AffinePoint, B: AffinePoint, signA?: number, signB?: number, place?: string,
 *   form?: any }} Entry
 */

/**
 * A kernel. `works`: blocks of work beyond one for each pair.
 * @typedef {{ arena: import('../../src/engines/wasm/kernels/arena.js').Arena, wasm: any,
 *   pointBytes: number, workBytes: number, works: number,
 *   writePoint: (address: number, point: AffinePoint) => void,
 *   writePair: (a: number, b: number, entry: Entry) => void,
 *   readPoint: (address: number) => AffinePoint }} Kernel
 */

const GUARD = [0x5eed, 0x5eed, 0x5eed, 0x5eed];

/** Sums that were computed before, by curve and operands. @type {Map<string, AffinePoint>} */
const known = new Map();

/**
 * The sum that an entry stands for.
 * @param {any} curve
 * @param {Entry} entry
 * @returns {AffinePoint}
 */
export function sumOf(curve, { A, B, signA = 0, signB = 0 }) {
  const parts = [A?.x, A?.y, B?.x, B?.y].map((e) => e !== undefined && coefficientsOf(e).join('u'));
  const key = [curve.name, ...parts, signA === signB].join();
  let sum = known.get(key);
  if (sum === undefined)
    known.set(key, (sum = add(curve, A, signA === signB ? B : negate(curve, B))));
  return sum;
}

/** @param {Entry} entry */
export const describeEntry = (entry) =>
  JSON.stringify(entry, (_, value) =>
    typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
  );

/**
 * Runs one batched addition, of entries with points of their own.
 * @param {Kernel} kernel
 * @param {any} curve
 * @param {Entry[]} entries
 * @returns {AffinePoint[]}
 */
function batchAdd({ arena, wasm, works, ...kernel }, curve, entries) {
  const { pointBytes, workBytes, writePoint, writePair, readPoint } = kernel;
  const count = entries.length;
  const size = 3 * count * pointBytes + 12 * count + (count + works) * workBytes + 16;
  const block = arena.allocate(size, 'test');
  const at = (/** @type {number} */ i) => block + i * pointBytes;
  const work = at(3 * count);
  const list = work + (count + works) * workBytes;
  const guard = (list + 12 * count) >> 2;
  arena.i32.set(GUARD, guard);
  const before = entries.map((entry, i) => {
    const { signA = 0, signB = 0, place } = entry;
    const [a, b, own] = [at(3 * i), at(3 * i + 1), at(3 * i + 2)];
    writePair(a, b, entry);
    // The previous contents of the target must not matter.
    writePoint(own, i % 2 ? null : curve.generator);
    const target = place === 'A' ? a : place === 'B' ? b : own;
    arena.i32.set([target, a | signA, b | signB], (list >> 2) + 3 * i);
    return arena.u8.slice(a, own);
  });
  try {
    wasm.batch_add(list, count, work);
    expect([...arena.i32.subarray(guard, guard + 4)]).toEqual(GUARD);
    return entries.map(({ place }, i) => {
      const [a, b, own] = [at(3 * i), at(3 * i + 1), at(3 * i + 2)];
      const after = arena.u8.slice(a, own);
      const isSame = (/** @type {number} */ from) =>
        Buffer.compare(
          after.subarray(from, from + pointBytes),
          before[i].subarray(from, from + pointBytes),
        ) === 0;
      if (place !== 'A' && !isSame(0)) expect.fail(`entry ${i}: A changed`);
      if (place !== 'B' && !isSame(pointBytes)) expect.fail(`entry ${i}: B changed`);
      return readPoint(place === 'A' ? a : place === 'B' ? b : own);
    });
  } finally {
    arena.free(block);
  }
}

/**
 * Checks the sums of one batch.
 * @param {Kernel} kernel
 * @param {any} curve
 * @param {Entry[]} entries
 */
export function check(kernel, curve, entries) {
  batchAdd(kernel, curve, entries).forEach((sum, i) => {
    if (!equals(curve, sum, sumOf(curve, entries[i])))
      expect.fail(`entry ${i} of ${entries.length}: ${describeEntry(entries[i])}`);
  });
}

/**
 * Points among which every special case of an addition occurs, all pairs of them and of `strange`
 * ones, with all signs; and ordinary pairs.
 * @param {any} curve
 * @param {NonNullable<AffinePoint>[]} strange points of other curves: chords do not depend on b
 */
export function castOf(curve, strange) {
  const multiple = (/** @type {bigint} */ k) => multiply(curve, curve.generator, k);
  const phi = endomorphismMap(curve);
  const P = multiple(5n);
  /** @type {AffinePoint[]} */
  const cast = [null, P, negate(curve, P), multiple(7n), multiple(10n), multiple(-10n)];
  cast.push(phi(P), phi(phi(P)), negate(curve, phi(P)), negate(curve, phi(phi(P))));
  const all = [...cast, ...strange];
  /** @type {Entry[]} */
  const pairs = all.flatMap((A) =>
    all.flatMap((B) =>
      [0, 1, 2, 3].map((signs) => ({ A, B, signA: signs & 1, signB: signs >> 1 })),
    ),
  );
  /** @type {Entry[]} */
  const ordinary = Array.from({ length: 12 }, (_, i) => ({
    A: multiple(BigInt(20 + i)),
    B: multiple(BigInt(60 + 3 * i)),
    signB: i & 1,
  }));
  return { P, cast, pairs, ordinary, multiple };
}

/**
 * One pair of each kind, and pairs that only signs make special.
 * @param {any} curve
 * @param {ReturnType<typeof castOf>} cast
 * @returns {Array<{ kind: string } & Entry>}
 */
const kindsOf = (curve, { P, multiple }) => [
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
  ...[twoTorsion(curve)].map((T) => ({ kind: 'its own negative', A: T, B: T })),
];

/** A point with y = 0, on another curve. @param {any} curve */
export const twoTorsion = ({ field }) => ({
  x: elementOf([77n, 5n].slice(0, field.degree)),
  y: field.zero,
});

/**
 * Defines the tests. `forms`: all ways of writing a pair; `few` of them, for pairs that are many.
 * @param {{ curve: any, opened: () => Kernel, cast: ReturnType<typeof castOf>, forms: any[],
 *   few: any[] }} tested
 */
export function testBatchAdd({ curve, opened, cast: made, forms, few }) {
  const { P, cast, pairs, ordinary, multiple } = made;
  const kinds = kindsOf(curve, made);
  const run = (/** @type {Entry[]} */ entries) => check(opened(), curve, entries);
  /** Each entry in a form of its own. @param {Entry[]} entries @param {number} first */
  const inTurn = (entries, first = 0) =>
    entries.map((entry, i) => ({ ...entry, form: forms[(first + i) % forms.length] }));

  it('adds every pair of the cast, with all signs, in every form, alone', () => {
    for (const entry of pairs) for (const form of few) run([{ ...entry, form }]);
  });

  it('adds them all in one batch, in either lane', () => {
    for (const [i, form] of forms.entries()) {
      const all = pairs.map((entry) => ({ ...entry, form }));
      run(i % 2 ? all : [ordinary[0], ...all]);
    }
    run(inTurn(pairs.toReversed()));
    run(inTurn([ordinary[0], ...pairs].toReversed(), 5));
    run([...pairs, ordinary[0]].toReversed());
  });

  it('has any two kinds side by side', () => {
    for (const first of kinds) {
      for (const second of kinds) {
        run([first, second]);
        run([ordinary[0], ordinary[1], first, second, ordinary[2]]);
      }
    }
  });

  it('is not disturbed by a kind at any position of a batch of any length', () => {
    for (const special of kinds) {
      for (let length = 1; length <= 9; length++) {
        for (let position = 0; position < length; position++)
          run(ordinary.slice(0, length).with(position, special));
      }
    }
  });

  it('writes to the place of A or of B', () => {
    for (const place of ['A', 'B']) {
      run(inTurn(pairs).map((entry) => ({ ...entry, place })));
      for (const entry of kinds) run([{ ...entry, place }]);
    }
  });

  it('takes all kinds, places, forms and lengths in any order', () => {
    const entry = fc.record({
      pair: fc.integer({ min: 0, max: pairs.length - 1 }),
      form: fc.constantFrom(...forms),
      place: fc.constantFrom('own', 'A', 'B'),
    });
    assertProperty(
      fc.property(fc.array(entry, { maxLength: 40 }), (list) => {
        run(list.map(({ pair, ...how }) => ({ ...pairs[pair], ...how })));
      }),
      100,
    );
  });

  it('adds a point to itself in its own place, odd and even counts', () => {
    const { arena, wasm, pointBytes, workBytes, works, writePair, readPoint } = opened();
    for (const count of [1, 2, 3, 4, cast.length]) {
      const block = arena.allocate(
        (count + 1) * (pointBytes + 12) + (count + works) * workBytes,
        '',
      );
      const list = block + (count + 1) * pointBytes;
      const work = list + Math.ceil((12 * count) / 16) * 16;
      for (const signs of [0, 1, 2, 3]) {
        for (let i = 0; i < count; i++) {
          const at = block + i * pointBytes;
          // The second is overwritten by the next, and the last is spare.
          writePair(at, at + pointBytes, { A: cast[i], B: cast[i], form: forms[i % forms.length] });
          arena.i32.set([at, at | (signs & 1), at | (signs >> 1)], (list >> 2) + 3 * i);
        }
        wasm.batch_add(list, count, work);
        for (let i = 0; i < count; i++) {
          const entry = { A: cast[i], B: cast[i], signA: signs & 1, signB: signs >> 1 };
          expect(readPoint(block + i * pointBytes)).toEqual(sumOf(curve, entry));
        }
      }
      arena.free(block);
    }
  });

  it('reads one point in many entries', () => {
    const { arena, wasm, pointBytes, workBytes, works, writePoint, readPoint } = opened();
    const count = 33;
    const bytes = (count + 1) * pointBytes + 12 * count + (count + works) * workBytes;
    const block = arena.allocate(bytes, 'test');
    const targets = block + pointBytes;
    const work = targets + count * pointBytes;
    const list = work + (count + works) * workBytes;
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
      expect(readPoint(targets + i * pointBytes)).toEqual(sumOf(curve, { A, B: P, signB: i & 1 })),
    );
    expect(readPoint(block)).toEqual(P);
    arena.free(block);
  });

  it.each([0, 1, 2, 3, 31, 255, 256, 2047])('adds %i pairs', (count) => {
    run(Array.from({ length: count }, (_, i) => pairs[(i * 7) % pairs.length]));
  });

  it('writes nothing for no pairs', () => {
    const { arena, wasm } = opened();
    const block = arena.allocate(4096, 'test');
    arena.u8.fill(0xa5, block, block + 4096);
    wasm.batch_add(block, 0, block + 64);
    expect(arena.u8.subarray(block, block + 4096).every((byte) => byte === 0xa5)).toBe(true);
    arena.free(block);
  });

  it('takes points with y = 0, which are their own negatives, among others', () => {
    const T = twoTorsion(curve);
    for (const form of forms)
      for (const signs of [0, 1, 2, 3]) {
        const entry = { A: T, B: T, signA: signs & 1, signB: signs >> 1, form };
        expect(sumOf(curve, entry)).toBe(null);
        run([ordinary[0], entry, ordinary[1]]);
      }
  });

  it('adds a progression, in which sums collide', () => {
    // i·G + j·G for all i, j up to 12: equal, opposite and infinite partial sums.
    const points = Array.from({ length: 25 }, (_, i) => multiple(BigInt(i - 12)));
    const entries = points.flatMap((A) => points.map((B) => ({ A, B })));
    const all = Array.from({ length: 49 }, (_, i) => multiple(BigInt(i - 24)));
    batchAdd(opened(), curve, inTurn(entries)).forEach((sum, i) => {
      if (!equals(curve, sum, all[Math.floor(i / 25) + (i % 25)])) expect.fail(`entry ${i}`);
    });
  });
}
