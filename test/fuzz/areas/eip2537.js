/** The precompiles of EIP-2537, with points inside and outside the group, and changed bytes. */
import { InputError, PointError } from '../../../src/errors.js';
import { mod } from '../arithmetic.js';
import { fromBytesBE, toBytesBE } from '../bytes.js';
import { check, curveNamed, outcomeOf, same } from '../context.js';
import { parts } from '../fuzz.js';
import { mutate, Random } from '../random.js';
import { scalarFor } from './sums.js';

/** @type {import('../fuzz.js').Area} */
export const eip2537 = {
  name: 'eip2537',
  generate(random, context) {
    const curve = random.pick(['bls12-381-g1', 'bls12-381-g2']);
    const { oracle, logs } = context.pool(curve);
    const sum = random.chance(0.4);
    const n = sum ? 2 : 1 + random.size(context.isSlow ? 4 : 60);
    const items = Array.from({ length: n }, () => ({
      point: random.int(logs.length),
      outside: random.chance(0.04),
      scalar: BigInt.asUintN(256, scalarFor(random, oracle)),
    }));
    return { curve, sum, items, ...(random.chance(0.5) && { change: random.word() }) };
  },
  reduce: (input) =>
    input.sum
      ? []
      : parts(input.items)
          .filter(({ length }) => length)
          .map((items) => ({ ...input, items })),
  async check({ curve, sum, items, change }, context) {
    const { eip2537: precompiles } = await context.instance('bls12-381');
    const { oracle, logs } = context.pool(curve);
    const member = curve.endsWith('g1') ? 'g1' : 'g2';
    const points = items.map(({ point, outside }) =>
      outside ? outsider(curve, oracle) : oracle.nobleMultiple(logs[point]),
    );
    const size = member === 'g1' ? 128 : 256;
    const input = new Uint8Array(
      Buffer.concat(
        points.map((P, i) =>
          Buffer.concat([bytesOf(P, size), ...(sum ? [] : [toBytesBE(items[i].scalar, 32)])]),
        ),
      ),
    );
    if (change !== undefined) mutate(new Random(String(change)), input);
    const step = sum ? size : size + 32;
    const read = points.map((_, i) =>
      parse(input.subarray(i * step, i * step + size), curve, oracle, !sum),
    );
    const bad = read.findIndex((P) => P === null);
    const { value, error } = await outcomeOf(() =>
      precompiles[`${member}${sum ? 'Add' : 'Msm'}`](input),
    );
    if (bad >= 0) {
      check(error instanceof PointError || error instanceof InputError, 'accepted');
      // The coordinates of all points are looked at before the curve of any.
      return check(
        !(error instanceof PointError) || read[error.index ?? -1] === null,
        `the index of a right point: ${error}`,
      );
    }
    check(error === undefined, `refused: ${error?.message}`);
    const total = read.reduce((all, P, i) => {
      const k = sum
        ? 1n
        : mod(fromBytesBE(input.subarray(i * step + size, (i + 1) * step)), oracle.order);
      return all.add(P.multiplyUnsafe(k));
    }, oracle.NoblePoint.ZERO);
    return check(same(value, bytesOf(total, size)), 'a wrong sum');
  },
};

const coefficients = (c) => (typeof c === 'bigint' ? [c] : [c.c0, c.c1]);

/** @param {any} P @param {number} size */
function bytesOf(P, size) {
  if (P.is0()) return new Uint8Array(size);
  const { x, y } = P.toAffine();
  return Buffer.concat([x, y].flatMap(coefficients).map((c) => toBytesBE(c, 64)));
}

/** The point, or null where the precompile fails. */
function parse(bytes, curve, oracle, inGroup) {
  const { p } = curveNamed(curve);
  const values = Array.from({ length: bytes.length / 64 }, (_, i) =>
    fromBytesBE(bytes.subarray(64 * i, 64 * i + 64)),
  );
  if (values.some((value) => value >= p)) return null;
  if (values.every((value) => value === 0n)) return oracle.NoblePoint.ZERO;
  const element = ([c0, c1]) =>
    c1 === undefined ? c0 : oracle.NoblePoint.Fp.fromBigTuple([c0, c1]);
  const half = values.length / 2;
  const [x, y] = [values.slice(0, half), values.slice(half)].map(element);
  const { Fp, CURVE } = oracle.NoblePoint;
  const { b } = CURVE();
  if (!Fp.eql(Fp.sqr(y), Fp.add(Fp.mul(Fp.sqr(x), x), b))) return null;
  // No point of the curve has y = 0, nor would @noble/curves take it.
  const P = oracle.NoblePoint.fromAffine({ x, y });
  return inGroup && !P.isTorsionFree() ? null : P;
}

/** A point of the curve outside of the group. */
function outsider(curve, oracle) {
  const { Fp, CURVE } = oracle.NoblePoint;
  for (let i = 1n; ; i++) {
    const x = curve.endsWith('g1') ? i : Fp.fromBigTuple([i, 1n]);
    try {
      const P = oracle.NoblePoint.fromAffine({
        x,
        y: Fp.sqrt(Fp.add(Fp.mul(Fp.sqr(x), x), CURVE().b)),
      });
      if (!P.isTorsionFree()) return P;
    } catch {
      // No root.
    }
  }
}
