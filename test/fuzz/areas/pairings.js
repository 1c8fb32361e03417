/**
 * Pairings of points with known logarithms, values of the pairing by their exponents and against
 * @noble/curves, and hashing to both groups against it.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { InputError, PointError } from '../../../src/errors.js';
import { outsiderOf } from '../../hostile/outsider.js';
import { mod } from '../arithmetic.js';
import { check, outcomeOf, same } from '../context.js';
import { parts } from '../fuzz.js';
import { Random } from '../random.js';

const { fields } = bls12_381;
const r = fields.Fr.ORDER;

/** e(G, H), to be raised to powers. @type {any} */
let base;

/** @param {Random} random */
const logFor = (random) =>
  random.pick([0n, 1n, r - 1n, 2n, BigInt(random.int(50)), random.bits(255) % r]);

/** @param {Random} random */
const pairFor = (random) => [logFor(random), logFor(random)];

/** A value by its exponent, as @noble/curves has it. @param {bigint} exponent */
function valueOf(exponent) {
  const { Point: P } = bls12_381.G1;
  base ??= bls12_381.pairing(P.BASE, bls12_381.G2.Point.BASE);
  return fields.Fp12.toBytes(fields.Fp12.pow(base, mod(exponent, r)));
}

const ACTS = {
  /** Whether a product is one. */
  async product({ pairs, cancels, seed }, { G1, G2, pairingCheck, eip2537 }) {
    const random = new Random(seed);
    /** @type {[bigint, bigint][]} */
    const logs = [...pairs];
    const sum = () => logs.reduce((all, [a, b]) => all + a * b, 0n);
    if (cancels) logs.splice(random.int(logs.length + 1), 0, [mod(-sum(), r), 1n]);
    const list = logs.map(([a, b]) => [G1.generator.multiply(a), G2.generator.multiply(b)]);
    const isOne = mod(sum(), r) === 0n;
    check(pairingCheck(list) === isOne, `pairingCheck: not ${isOne}`);
    check(pairingCheck(random.shuffle(list)) === isOne, 'pairingCheck: the order matters');
    if (list.length > 0 && list.length < 20) {
      const bytes = Buffer.concat(list.flatMap((pair) => pair.map(precompiled)));
      check(eip2537.pairing(new Uint8Array(bytes))[31] === Number(isOne), 'eip2537.pairing');
    }
    const group = random.pick([G1, G2]);
    const outside = outsiderOf(group);
    const at = random.int(list.length + 1);
    const [P, Q] = list[0] ?? [G1.generator, G2.identity];
    const pair = group === G1 ? [outside, Q] : [P, outside];
    const { error } = await outcomeOf(() => pairingCheck(list.toSpliced(at, 0, pair)));
    check(error instanceof PointError && error.index === at, `a point outside: ${error}`);
  },

  /** Values, by what is done to them. */
  async values({ pairs, steps, seed }, { G1, G2, pairing }) {
    const random = new Random(seed);
    /** @type {{ exponent: bigint, value: any }[]} */
    const values = pairs.map(([a, b]) => ({
      exponent: a * b,
      value: pairing(G1.generator.multiply(a), G2.generator.multiply(b)),
    }));
    if (values.length === 0) return;
    for (const { kind, k } of steps) {
      const [a, b] = [random.pick(values), random.pick(values)];
      if (kind === 'multiply')
        values.push({ exponent: a.exponent + b.exponent, value: a.value.multiply(b.value) });
      if (kind === 'pow') values.push({ exponent: a.exponent * k, value: a.value.pow(k) });
      if (kind === 'inverse') values.push({ exponent: -a.exponent, value: a.value.inverse() });
    }
    for (const { exponent, value } of values.slice(-4)) {
      const other = random.pick(values);
      const isEqual = mod(exponent - other.exponent, r) === 0n;
      check(value.equals(other.value) === isEqual, 'Gt.equals');
      check(same(value.toBytes(), other.value.toBytes()) === isEqual, 'Gt.toBytes of equals');
      check(value.isIdentity() === (mod(exponent, r) === 0n), 'Gt.isIdentity');
    }
    const { exponent, value } = values[values.length - 1];
    check(same(value.toBytes(), valueOf(exponent)), 'Gt.toBytes');
  },

  /** Messages and tags of any length. */
  async hash({ group: name, encode, length, tag, seed }, bls) {
    const random = new Random(seed);
    const message = random.bytes(length);
    const dst = random.bytes(tag).map((byte) => byte & 0x7f);
    const method = encode ? 'encodeToCurve' : 'hashToCurve';
    const given = random.chance(0.5) ? dst : Buffer.from(dst).toString('latin1');
    const { value, error } = await outcomeOf(() => bls[name][method](message, { dst: given }));
    if (tag === 0) return check(error instanceof InputError, 'an empty tag');
    check(!error, `${method}: ${error}`);
    const expected = bls12_381[name][method](message, { DST: dst });
    return check(same(value.toBytes(), expected.toBytes(true)), `${method}: another point`);
  },
};

/** A point as EIP-2537 has it. @param {any} point */
function precompiled(point) {
  const coordinates = point.toAffine();
  const isFirst = point.toBytes().length === 48;
  if (coordinates === null) return new Uint8Array(isFirst ? 128 : 256);
  const { x, y } = coordinates;
  const elements = isFirst ? [x, y] : [x.c0, x.c1, y.c0, y.c1];
  return Buffer.from(
    elements.map((element) => element.toString(16).padStart(128, '0')).join(''),
    'hex',
  );
}

/** @type {import('../fuzz.js').Area} */
export const pairings = {
  name: 'pairings',
  generate(random, context) {
    const act = random.pick(['product', 'values', 'hash']);
    const seed = String(random.word());
    if (act === 'hash') {
      return {
        ...{ act, seed, group: random.pick(['G1', 'G2']), encode: random.chance(0.3) },
        length: random.chance(0.02) ? 2 ** 16 + random.int(100) : random.size(400),
        tag: random.pick([0, 1, 43, 254, 255, 256, 300, random.size(80)]),
      };
    }
    const many = act === 'product' && random.chance(0.03);
    const most = context.isSlow || act === 'values' ? 3 : 12;
    const count = many && !context.isSlow ? 120 + random.int(20) : random.size(most);
    const pairs = Array.from({ length: count }, () => pairFor(random));
    // The same points again, and infinity.
    if (count > 1 && random.chance(0.3)) pairs[1] = pairs[0];
    if (act === 'product') return { act, seed, pairs, cancels: random.chance(0.6) };
    const steps = Array.from({ length: random.size(8) }, () => ({
      kind: random.pick(['multiply', 'pow', 'inverse']),
      k: random.pick([0n, 1n, -1n, r, r - 1n, 3n, random.bits(300), -random.bits(64)]),
    }));
    return { act, seed, pairs, steps };
  },
  reduce: (input) =>
    input.pairs
      ? [
          ...parts(input.pairs).map((pairs) => ({ ...input, pairs })),
          ...(input.steps ? parts(input.steps).map((steps) => ({ ...input, steps })) : []),
        ]
      : [],
  async check(input, context) {
    await ACTS[input.act](input, await context.instance('bls12-381'));
  },
};
