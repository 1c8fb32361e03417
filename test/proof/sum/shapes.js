/**
 * The shapes of sums: lists, scalars and plans. Each is a few sums on a world, which refuses what
 * is wrong. All numbers are fixed.
 */

/** @import { World } from './world.js' */

/** Numbers of 256 bits, the same in every run. @param {number} count @param {number} [bits] */
function numbers(count, bits = 256) {
  let state = 0x9e3779b97f4a7c15n;
  return Array.from({ length: count }, () => {
    let number = 0n;
    for (let i = 0; i < 4; i++) {
      state = (state * 6364136223846793005n + 1442695040888963407n) & (2n ** 64n - 1n);
      number = (number << 32n) | (state >> 32n);
      number = (number << 32n) | ((state >> 7n) & 0xffffffffn);
    }
    return number & (2n ** BigInt(bits) - 1n);
  });
}

/** Plans of every strategy, of windows up to c bits. @param {any} code @param {number} most */
function plansOf(code, most) {
  const made = [];
  for (let c = 2; c <= most; c++) made.push((problem) => code.bucketPlan(problem, c));
  for (let c = 2; c <= 6; c++) made.push((problem) => code.tablePlan(problem, c));
  for (let w = 2; w <= 6; w++) made.push((problem) => code.strausPlan(problem, w));
  for (let w = 3; w <= 5; w++) made.push((problem) => code.chainPlan(problem, w));
  return made;
}

/** Scalars at which splits, carries and signs change. @param {World} world */
function extremes({ terms: { order }, context, recorder }) {
  const lambda = ((recorder.lambda % order) + order) % order;
  const half = 2n ** BigInt(context.scalarKernel.partBits);
  const near = [order, lambda, order - lambda, half, 2n ** 32n, 2n ** 63n, 2n ** 64n, 2n ** 128n];
  const wide = 2n ** 256n - 1n;
  return [0n, 1n, 2n, 3n, wide, order / 2n, ...near.flatMap((n) => [n - 1n, n, n + 1n])];
}

/** @type {Record<string, (world: World) => number>} each returns the number of its sums */
export const shapes = {
  /** Every subset of the buckets of a window, of either sign: all others are empty. */
  subsets(world) {
    let sums = 0;
    for (const c of [2, 3, 4])
      for (let set = 1; set < 2 ** (2 ** (c - 1)); set++)
        for (const negative of [false, true]) {
          const values = Array.from({ length: 2 ** (c - 1) }, (_, i) => i + 1);
          const filled = values.filter((v) => (set >> (v - 1)) & 1);
          const scalars = filled.map((v) => BigInt(negative ? 2 ** c - v : v));
          world.sum(scalars, (problem) => world.code.bucketPlan(problem, c));
          sums++;
        }
    return sums;
  },

  /** Reductions of every number of buckets, all of them filled, or two of three, or few. */
  reductions(world) {
    let sums = 0;
    const fillings = [() => true, (bucket) => bucket % 3 > 0, (bucket) => (bucket * 7) % 11 < 2];
    for (let bits = 1; bits <= 6; bits++)
      for (let limit = 2 ** (bits - 1) + 1; limit <= 2 ** bits; limit++)
        for (const isFilled of fillings) {
          const problem = { bit: 3, bits, offset: 0, limit };
          world.reduction([problem], isFilled);
          world.reduction([problem, { ...problem, bit: 3 + bits, offset: limit }], isFilled);
          sums += 2;
        }
    return sums;
  },

  /** Plans that are kept, for problems that differ in one number each. */
  cached(world) {
    const { code, context } = world;
    let sums = 0;
    for (const dear of ['digits', 'combinationAdditions', 'additions', 'chainAdditions'])
      for (const limit of [2, 64]) {
        const abilities = { ...code.abilitiesOf(context), chains: dear === 'additions' };
        const plans = new code.PlanCache(prices(1, dear), abilities, limit);
        for (let round = 0; round < 2; round++)
          for (const n of [1, 2, 5])
            for (const bits of [1, 2, 40, 63, 256]) {
              world.sum(numbers(n, bits), undefined, { plans });
              sums++;
            }
      }
    return sums;
  },

  /** Shares of a sum by windows: as they are planned, and cut anywhere. */
  shares(world) {
    const { code, context } = world;
    let sums = 0;
    for (const bits of [20, 60, 256]) {
      const scalars = numbers(9, bits);
      const problem = code.fullProblem(code.abilitiesOf(context), scalars.length, 255);
      for (const count of [2, 3, 5]) {
        world.shares(scalars, code.planShares(problem, prices(1), count).shares);
        sums++;
      }
      for (const c of [4, 7])
        for (const cut of [1, 2, 5]) {
          world.shares(scalars, [
            { c, first: 0, end: cut },
            { c, first: cut, end: null },
          ]);
          sums++;
        }
    }
    return sums;
  },

  /** All references in one bucket of each window, of every number, and a few elsewhere. */
  skewed(world) {
    let sums = 0;
    for (const one of [1n, 2n, 3n, world.terms.order - 1n])
      for (const c of [2, 4])
        for (let n = 1; n <= 40; n++) {
          const few = n % 4 === 3 ? [6n, 5n, 1n] : [];
          world.sum([...new Array(n).fill(one), ...few], (problem) =>
            world.code.bucketPlan(problem, c),
          );
          sums++;
        }
    for (const n of [64, 65, 128, 129, 300]) {
      world.sum(new Array(n).fill(1n), (problem) => world.code.bucketPlan(problem, 3));
      world.sum(new Array(n).fill(1n), (problem) => world.code.strausPlan(problem, 2));
      sums += 2;
    }
    return sums;
  },

  /** All buckets of a window, filled with as many points each. */
  full(world) {
    let sums = 0;
    for (let c = 2; c <= 8; c++)
      for (const each of [1, 2, 3]) {
        const values = Array.from({ length: 2 ** (c - 1) }, (_, i) => BigInt(i + 1));
        const scalars = values.flatMap((value) => new Array(each).fill(value));
        world.sum(scalars, (problem) => world.code.bucketPlan(problem, c));
        sums++;
      }
    return sums;
  },

  /** Random subsets of the buckets of larger windows. */
  sparse(world) {
    let sums = 0;
    for (const c of [5, 6, 7, 8, 9])
      for (let n = 1; n <= 61; n += 4) {
        world.sum(numbers(n, 2 * c - 1), (problem) => world.code.bucketPlan(problem, c));
        sums++;
      }
    return sums;
  },

  /** Multiples of one point, for test inputs. */
  multiples(world) {
    const most = 2n ** 64n - 1n;
    world.multiples([0n, 1n, 2n, 15n, 16n, 17n, 255n, 256n, most, most - 1n, ...numbers(5, 64)]);
    world.multiples([...numbers(230, 64)]);
    return 2;
  },

  /** Extreme scalars, each alone and all of them. */
  extremes(world) {
    const all = extremes(world);
    let sums = 0;
    for (const plan of plansOf(world.code, 6))
      for (const scalars of [all, ...all.map((one) => [one])]) {
        world.sum(scalars, plan);
        sums++;
      }
    return sums;
  },

  /** Every length, by every strategy. */
  lengths(world) {
    const plans = plansOf(world.code, 6);
    let sums = 0;
    for (let n = 0; n <= 17; n++)
      for (const plan of plans) {
        world.sum(numbers(n, n % 3 === 2 ? 60 : 256), plan);
        sums++;
      }
    return sums;
  },

  /** Every size of windows that a plan can have. */
  windows(world) {
    for (let c = 2; c <= 18; c++)
      world.sum(numbers(7), (problem) => world.code.bucketPlan(problem, c));
    return 17;
  },
};

/** Lists longer than the chunks and tiles of the code as it ships. */
export const long = {
  /** Slices of a bucket, and batches, around their sizes. */
  tiles(world) {
    const lengths = [2047, 2048, 2049, 4095, 4096, 4097, 8192, 8193];
    for (const n of lengths)
      world.sum(new Array(n).fill(1n), (problem) => world.code.bucketPlan(problem, 2));
    for (const n of lengths.slice(0, 5))
      world.sum(numbers(n, 12), (problem) => world.code.bucketPlan(problem, 7));
    return lengths.length + 5;
  },

  /** Images, digits and splits in chunks. */
  chunks(world) {
    world.sum(numbers(4100), (problem) => world.code.bucketPlan(problem, 13));
    world.sum(numbers(16390, 24), (problem) => world.code.bucketPlan(problem, 13));
    return 2;
  },
};

/** Prices of work, of which one kind may be dear. @param {number} price @param {string} [dear] */
function prices(price, dear) {
  const kinds = ['additions', 'batches', 'digits', 'buckets', 'images', 'points', 'bits'];
  kinds.push('combinationAdditions', 'chainAdditions', 'calls');
  return Object.fromEntries(kinds.map((kind) => [kind, kind === dear ? 1000 * price : price]));
}
