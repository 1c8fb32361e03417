/**
 * That formulas of claims are those of the operations that they are named after: towers and lines
 * beside another library's arithmetic. (That functions compute the formulas is what is proven.)
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { describe, expect, it } from 'vitest';
import { claimsOf } from '../../proof/claims/modules.js';
import { sayingOf } from './meanings.js';
import { randomness } from './mutants.js';

const named = (name, values) => Object.fromEntries(values.map((one, k) => [`${name}${k}`, one]));
const ofSix = ({ c0, c1, c2 }) => [c0, c1, c2];
const ofTwelve = ({ c0, c1 }) => [...ofSix(c0), ...ofSix(c1)];

describe.each([
  ['bls12-381.pairing.limbs30', bls12_381, false],
  ['bls12-381.pairing.fma', bls12_381, false],
  ['bn254.pairing.limbs30', bn254, true],
])('claims of %s', (module, { fields, G2 }, isD) => {
  const { Fp2, Fp6, Fp12 } = fields;
  const claims = claimsOf(module);
  const random = randomness(1);
  const number = () =>
    Array.from({ length: 12 }, () => BigInt(random.below(2 ** 40))).reduce(
      (sum, one) => (sum << 40n) + one,
    );
  const element = () => Fp2.fromBigTuple([Fp2.Fp.create(number()), Fp2.Fp.create(number())]);
  const six = () => Fp6.create({ c0: element(), c1: element(), c2: element() });
  const [x, y] = [0, 1].map(() => Fp12.create({ c0: six(), c1: six() }));
  /** In the cyclotomic subgroup. */
  const power = Fp12.mul(Fp12.conjugate(x), Fp12.inv(x));
  const cyclotomic = Fp12.mul(Fp12.frobeniusMap(power, 2), power);
  const valuesOf = (name, given, kind = 0) => [
    ...sayingOf(claims(name)[kind], Fp2, given).outputs.values(),
  ];
  const [X, Y, C] = [x, y, cyclotomic].map(ofTwelve);
  const square = ofTwelve(Fp12.sqr(cyclotomic));
  const quarter = Fp2.inv(Fp2.mul(C[3], Fp2.fromBigTuple([4n, 0n])));

  it.each([
    ['tower_mul6', named('x', X), named('y', Y), ofSix(Fp6.mul(x.c0, y.c0))],
    ['tower_inv6', named('x', X), {}, ofSix(Fp6.inv(x.c0))],
    ['tower_mul', named('x', X), named('y', Y), ofTwelve(Fp12.mul(x, y))],
    ['tower_sqr', named('x', X), {}, ofTwelve(Fp12.sqr(x))],
    ['tower_inv', named('x', X), {}, ofTwelve(Fp12.inv(x))],
    ['tower_conjugate12', named('x', X), {}, ofTwelve(Fp12.frobeniusMap(x, 6))],
    ['tower_frobenius', named('x', X), {}, ofTwelve(Fp12.frobeniusMap(x, 1))],
    ['tower_frobenius2', named('x', X), {}, ofTwelve(Fp12.frobeniusMap(x, 2))],
    ['pairing_square', named('x', C), {}, square],
    ['tower_compressed_square', named('x', C), {}, [1, 2, 3, 5].map((k) => square[k])],
    ['tower_decompress', named('x', C), { n: quarter }, [C[0], C[4]]],
  ])('%s', (name, first, second, wanted) => {
    const isAbsent = module.endsWith('fma') && name.includes('inv');
    if (isAbsent) expect(claims(name)).toEqual([]);
    else expect(valuesOf(name, { ...first, ...second })).toEqual(wanted);
  });

  const [T, Q] = [0, 1].map(() => G2.Point.BASE.multiply(BigInt(random.below(2 ** 40)) + 2n));
  const [t, q] = [T, Q].map((point) => point.toAffine());
  const z = element();
  const scaled = { X: Fp2.mul(t.x, z), Y: Fp2.mul(t.y, z), Z: z };
  const P = [number(), number()].map((c) => Fp2.fromBigTuple([Fp2.Fp.create(c), 0n]));
  const v = Fp2.inv(P[1]);
  const u = Fp2.neg(Fp2.mul(P[0], v));
  /** The line through T is λ(x − x_T) − (y − y_T), of what P is on the twist, over y_P. */
  const lineOf = (slope) => [
    Fp2.mul(Fp2.sub(Fp2.mul(slope, t.x), t.y), v),
    Fp2.mul(slope, u),
    Fp2.ONE,
  ];
  const turned = (kind) => {
    const [x3, y3] = valuesOf('tower_turn', { x: q.x, y: q.y }, kind);
    return { x: x3, y: y3 };
  };
  const steps = /** @type {[string, number, { x: any, y: any } | null][]} */ ([
    ['tower_double_step', 0, null],
    ['tower_add_step', 0, q],
    ['tower_step', 0, null],
    ...[1, 2, 3, 4, 5, 6, 7].map((kind) => ['tower_step', kind, turned(kind)]),
  ]);
  it.each(steps)('%s, of kind %i, makes a sum and its line', (name, kind, other) => {
    const claim = claims(name)[kind];
    const { outputs: out } = sayingOf(claim, Fp2, { ...scaled, ...q, u, v });
    const [x3, y3] = ['X', 'Y'].map((c) => Fp2.div(out.get(c), out.get('Z')));
    const sum = other ? T.add(G2.Point.fromAffine(other)) : T.double();
    expect({ x: x3, y: y3 }).toEqual(sum.toAffine());
    const slope = other
      ? Fp2.div(Fp2.sub(other.y, t.y), Fp2.sub(other.x, t.x))
      : Fp2.div(Fp2.mul(Fp2.sqr(t.x), 3n), Fp2.mul(t.y, 2n));
    const line = ['l0', 'l1', 'l2'].map((one) => out.get(one));
    expect(line).toEqual(lineOf(slope).map((one) => Fp2.mul(one, line[2])));
  });

  it('tower_turn is Frobenius, which is a multiple of order p, and a sign', () => {
    const order = G2.Point.Fn.ORDER;
    for (const kind of [1, 2, 3, 4, 5, 6, 7]) {
      const multiple = kind & 4 ? Q.multiply(Fp2.Fp.ORDER % order) : Q;
      const wanted = kind & 2 ? multiple.negate() : multiple;
      expect(turned(kind), `${kind}`).toEqual(wanted.toAffine());
    }
  });

  it('tower_line is a product by the line', () => {
    const [l0, l1, l2] = [element(), element(), element()];
    const O = Fp2.ZERO;
    // Of 1, w², w⁴ and w, w³, w⁵.
    const line = isD ? [l2, O, O, l1, l0, O] : [l0, l1, O, O, l2, O];
    const [c0, c1] = [line.slice(0, 3), line.slice(3)].map(([c0, c1, c2]) => ({ c0, c1, c2 }));
    const wanted = ofTwelve(Fp12.mul(x, Fp12.create({ c0, c1 })));
    expect(valuesOf('tower_line', { ...named('x', X), l0, l1, l2 })).toEqual(wanted);
  });
});
