/** Sums of equal, opposite and infinite points by scalars with a pattern, in every way to ask. */
import { toBytesBE } from '../bytes.js';
import { check, curveNames, same } from '../context.js';
import { parts } from '../fuzz.js';

/** @import { Context } from '../context.js' */
/** @import { Random } from '../random.js' */

const WAYS = [
  'flat',
  'vector',
  'slice',
  'objects',
  'points',
  'async',
  'fixed',
  'fixed indices',
  'multiply',
];

/** Points of a sum: BigInt takes milliseconds for each. @type {Record<string, number>} */
const MOST = { bigint: 10, wide: 120, portable: 1200, fma: 1200 };

/**
 * A scalar at an edge of the recoding, or a random one.
 * @param {Random} random
 * @param {any} oracle
 */
export function scalarFor(random, { order, lambda }) {
  const small = BigInt(random.int(5)) - 2n;
  const power = 1n << BigInt(random.int(260));
  switch (random.int(9)) {
    case 0:
      return small;
    case 1:
      return order + small;
    case 2:
      return power + small;
    case 3:
      return BigInt(random.int(9)) * lambda + small;
    case 4:
      return (order >> 1n) + small;
    case 5:
      return random.bits(random.pick([8, 64, 126, 127, 128, 129, 255]));
    case 6: // Halves of the split at their edges.
      return power * lambda + (1n << BigInt(random.int(130))) + small;
    case 7:
      return -random.bits(256);
    default:
      return random.bits(256);
  }
}

/** @type {import('../fuzz.js').Area} */
export const sums = {
  name: 'sums',
  generate(random, context) {
    const curve = random.pick(curveNames);
    const { oracle, logs } = context.pool(curve);
    const heavy = curve.includes('g2') || curve === 'banderwagon' ? 3 : 1;
    const n = random.size(MOST[context.backend] / heavy);
    const few = random.chance(0.5) ? [random.int(logs.length), random.int(logs.length)] : null;
    const shared = random.chance(0.2) ? scalarFor(random, oracle) : null;
    const way = random.pick(WAYS);
    const sparse = random.chance(0.15);
    const items = Array.from({ length: way === 'multiply' ? 1 : n }, () => ({
      point: few ? random.pick(few) : random.int(logs.length),
      scalar: sparse && random.chance(0.9) ? 0n : (shared ?? scalarFor(random, oracle)),
    }));
    return {
      curve,
      way,
      items,
      bytes: random.chance(0.5),
      endian: random.pick(['be', 'le']),
      memory: 2 ** (8 + random.int(14)),
    };
  },
  reduce: (input) => parts(input.items).map((items) => ({ ...input, items })),
  async check(input, context) {
    const { oracle, logs } = context.pool(input.curve);
    const sum = await compute(input, context);
    const expected = oracle.expectedMsm(
      input.items.map(({ point }) => logs[point]),
      input.items.map(({ scalar }) => scalar),
    );
    check(same(sum.toBytes('compressed'), expected), 'a wrong sum');
  },
};

/** @param {any} input @param {Context} context */
async function compute({ curve, way, items, bytes, endian, memory }, context) {
  const group = await context.group(curve);
  const { encodings } = context.pool(curve);
  const flat = Buffer.concat(items.map(({ point }) => encodings[point]));
  const values = items.map(({ scalar }) => scalar);
  const [scalars, options] = bytes
    ? [bytesOf(values, group.order, endian), { endian }]
    : [values, {}];
  switch (way) {
    case 'multiply':
      return items.length === 0
        ? group.identity
        : group.point(encodings[items[0].point]).multiply(values[0]);
    case 'flat':
      return group.msm(flat, scalars, options);
    case 'objects':
      return group.msm(
        items.map(({ point }) => group.point(encodings[point])).map((P) => P.toAffine() ?? P),
        scalars,
        options,
      );
    case 'points':
      return group.msm(
        items.map(({ point }) => group.point(encodings[point])),
        scalars,
        options,
      );
    case 'async':
      return group.msmAsync(flat, scalars, options);
    case 'fixed': {
      const basis = await group.fixedBasis(flat, { memory });
      const sum = basis.msm(scalars, options);
      check(sum.equals(await basis.msmAsync(scalars, options)), 'msm and msmAsync differ');
      basis.dispose();
      return sum;
    }
    case 'fixed indices': {
      const basis = await group.fixedBasis(flat, { memory });
      const indices = items.map((_, i) => items.length - 1 - i);
      const turned = bytes
        ? bytesOf(values.toReversed(), group.order, endian)
        : values.toReversed();
      const sum = basis.msm(turned, { ...options, indices });
      basis.dispose();
      return sum;
    }
    default: {
      const vector = group.points(
        way === 'slice' ? Buffer.concat([encodings[0], flat, encodings[1]]) : flat,
      );
      const view = way === 'slice' ? vector.slice(1, vector.length - 1) : vector;
      const sum = group.msm(view, scalars, options);
      const again = group.points(view.toBytes());
      check(same(again.toBytes(), view.toBytes()), 'a vector is not what its bytes say');
      again.dispose();
      vector.dispose();
      return sum;
    }
  }
}

/**
 * Scalars as bytes: those that do not fit are reduced.
 * @param {bigint[]} values
 * @param {bigint} order
 * @param {string} endian
 */
function bytesOf(values, order, endian) {
  const all = values.map((value) => {
    const fits = value >= 0n && value < 1n << 256n;
    const bytes = toBytesBE(fits ? value : ((value % order) + order) % order, 32);
    return endian === 'be' ? bytes : bytes.reverse();
  });
  return new Uint8Array(Buffer.concat(all));
}
