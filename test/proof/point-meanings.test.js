/** That formulas of points are those of their sums, in all cases, beside another library's. */
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { describe, expect, it } from 'vitest';
import { claimsOf } from '../../proof/claims/modules.js';
import { fromCoefficients, sayingOf } from './meanings.js';

/**
 * A curve of a claim's a, and with a point of its own: b occurs in no formula.
 * @param {any} claim
 */
function curveOf({ field: { p }, constants }) {
  const a = constants.get('a')[0];
  const [x, y] = [3n, 8n];
  const reduced = (/** @type {bigint} */ c) => ((c % p) + p) % p;
  const b = reduced(y * y - x * x * x - a * x);
  const params = { p, n: p - 2n, h: 1n, a: reduced(a), b, Gx: x, Gy: y };
  return weierstrass(/** @type {any} */ (params));
}

describe.each([
  ['bls12-381-g1', null],
  ['bls12-381-g2', bls12_381.G2.Point],
  ['bls12-381-g2.map', bls12_381.G2.Point],
  ['bn254-g1', null],
  ['bn254-g2', bn254.G2.Point],
  ['pallas', null],
  ['vesta', null],
  ['banderwagon', null],
  ['secp256k1', null],
])('claims of %s', (name, G2) => {
  const of = (kernel) => (called) =>
    claimsOf(`${name}.${kernel}`)(called, { rows: () => [1024, 2048, 4096], index: () => 0 })[0];
  const Point = /** @type {any} */ (G2) ?? curveOf(of('limbs30')('batch_add_backward'));
  const { Fp } = Point;
  const [P, Q] = [Point.BASE.double(), Point.BASE.multiply(7n)];
  const O = Point.ZERO;
  const z = fromCoefficients(Fp, [5n, 3n]);
  const sign = (isNegative) => (isNegative ? Fp.neg(Fp.ONE) : Fp.ONE);
  const pairs = [
    [P, Q],
    [P, P],
    [P, P.negate()],
    [O, Q],
    [P, O],
    [O, O],
  ];
  /** Coordinates with names, of what is not infinity; a flag else. */
  const given = (point, [x, y], flag) => {
    if (point.is0()) return { coordinates: { [x]: Fp.ONE, [y]: Fp.ONE }, flags: [flag] };
    const affine = point.toAffine();
    return { coordinates: { [x]: affine.x, [y]: affine.y }, flags: [] };
  };
  const expectPoint = ({ outputs, flags }, names, flag, wanted) => {
    const [x, y, z] = names;
    expect(flags.get(flag), flag).toBe(wanted.is0() ? 1n : 0n);
    if (wanted.is0()) return;
    const inverse = z ? Fp.inv(outputs.get(z)) : Fp.ONE;
    const square = Fp.mul(inverse, inverse);
    expect({
      x: Fp.mul(outputs.get(x), square),
      y: Fp.mul(outputs.get(y), Fp.mul(square, inverse)),
    }).toEqual(wanted.toAffine());
  };

  /** Entries with all signs of A and B, and what is 1 or an element of each. */
  const entries = pairs.flatMap(([A, B]) =>
    [0, 1, 2, 3].map((signs) => {
      const [first, second] = [signs & 1, signs >> 1].map(Boolean);
      return { A, B, first, second, isNegative: first !== second };
    }),
  );
  const named = ({ A, B, first, second }, i) => {
    const [a, b] = [
      given(A, [`xA${i}`, `yA${i}`], `A${i} is infinite`),
      given(B, [`xB${i}`, `yB${i}`], `B${i} is infinite`),
    ];
    const signs = { [`signA${i}`]: sign(first), [`signB${i}`]: sign(second) };
    return {
      coordinates: { ...a.coordinates, ...b.coordinates, ...signs },
      flags: [...a.flags, ...b.flags],
    };
  };
  const sumOf = ({ A, B, isNegative }) => A.add(isNegative ? B.negate() : B);

  /** Both loops, with an inversion between them, make the sum of each entry of a row. */
  const expectSums = (kernel, all) => {
    const [forward, backward] = ['forward', 'backward'].map((one) =>
      of(kernel)(`batch_add_${one}`),
    );
    const numbers = all.length > 1 ? all.map((_, k) => `${k}`) : [''];
    const each = (value) => Object.assign({}, ...numbers.map(value));
    const entriesOf = all.map((entry, k) => named(entry, numbers[k]));
    const coordinates = Object.assign({}, ...entriesOf.map((one) => one.coordinates));
    const flags = entriesOf.flatMap((one) => one.flags);
    const prefixes = each((k) => ({ [`prefix${k}`]: z }));
    const left = sayingOf(forward, Fp, { ...coordinates, ...prefixes }, flags);
    const after = (name, other) => left.outputs.get(name) ?? other;
    const rests = each((k) => ({
      [`d${k}`]: after(`d${k}`, Fp.ONE),
      [`rest${k}`]: Fp.inv(after(`next${k}`, z)),
    }));
    const states = numbers.map((k) => `state${k} is ${left.flags.get(`state${k}`)}`);
    const given = { ...coordinates, ...prefixes, ...rests };
    const found = sayingOf(backward, Fp, given, [...flags, ...states]);
    all.forEach((entry, i) => {
      const k = numbers[i];
      expectPoint(found, [`x3${k}`, `y3${k}`], `T${k} is infinite`, sumOf(entry));
      expect(found.outputs.get(`rest${k}`), 'the inverse for the entry before').toEqual(Fp.inv(z));
    });
  };

  it('both loops of a batch, around an inversion, make A ± B', () => {
    for (const entry of entries) expectSums('limbs30', [entry]);
    if (name.endsWith('.map')) return;
    entries.forEach((entry, i) =>
      expectSums('fma', [entry, entries[(5 * i + 3) % entries.length]]),
    );
  });

  it('jacobian_add_affine is p ± q, jacobian_double is 2x', () => {
    const [add, twice, toAffine] = ['add_affine', 'double', 'to_affine'].map((one) =>
      of('limbs30')(`jacobian_${one}`),
    );
    for (const [p, q] of pairs)
      for (const isNegative of [false, true]) {
        const one = given(p, ['x', 'y'], 'p is infinite');
        const other = given(q, ['x', 'y'], 'q is infinite');
        const [X, Y] = [
          Fp.mul(one.coordinates.x, Fp.mul(z, z)),
          Fp.mul(one.coordinates.y, Fp.mul(z, Fp.mul(z, z))),
        ];
        const scaled = { X, Y, Z: z };
        const found = sayingOf(
          add,
          Fp,
          { ...scaled, ...other.coordinates, signq: sign(isNegative) },
          [...one.flags, ...other.flags],
        );
        const sum = p.add(isNegative ? q.negate() : q);
        expectPoint(found, ['x3', 'y3', 'z3'], 'the sum is infinite', sum);
        const flags = p.is0() ? ['x is infinite'] : [];
        const double = sayingOf(twice, Fp, scaled, flags);
        expectPoint(double, ['x3', 'y3', 'z3'], 'z is infinite', p.double());
        const affine = sayingOf(toAffine, Fp, scaled, flags);
        expectPoint(affine, ['x3', 'y3'], 'z is infinite', p);
      }
  });
});
