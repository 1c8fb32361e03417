/**
 * Polynomials over a prime field on BigInt: the port's capability (../../port/polynomials.js), by
 * its definitions. The oracle of tests, and what the engine without WebAssembly computes with.
 */

import { ResourceError } from '../../errors.js';
import { SCALAR_BYTES as BYTES, fromBytesBE, toBytesBE } from '../../math/integers.js';
import { invert, mod, power } from '../../math/modular.js';

/** @import { PointLevels, PointTransforms, Polynomials, ScalarList } from '../../port/polynomials.js' */
/** @import { Progress, VectorHandle } from '../../port/engine.js' */

/** Of a list: more would take memory by the gigabyte. */
const MOST = 2 ** 24;

/** Values of a list, from a position on. */
export class View {
  /**
   * @param {bigint[]} values
   * @param {number} start
   */
  constructor(values, start) {
    this.values = values;
    this.start = start;
  }

  get length() {
    return this.values.length - this.start;
  }

  /** @type {(i: number) => bigint} */
  get(i) {
    return this.values[this.start + i];
  }

  /** @type {(i: number, value: bigint) => void} */
  set(i, value) {
    this.values[this.start + i] = value;
  }
}

/** @param {ScalarList} list */
const view = (list) => /** @type {View} */ (list);

/**
 * t_b = ω^(bit reversal of b), for b below half the order of ω.
 * @param {bigint} root ω
 * @param {number} size its order
 * @param {bigint} p
 * @param {number} [most] entries
 */
export function rootTable(root, size, p, most = Infinity) {
  const table = [1n];
  while (table.length < Math.min(size / 2, most)) {
    const factor = power(root, BigInt(size / 4 / table.length), p);
    table.push(...table.map((t) => (t * factor) % p));
  }
  return table;
}

/**
 * The operations on lists that need no roots of unity.
 * @param {bigint} p
 */
export function listsOf(p) {
  /** @type {(z: ScalarList, count: number, value: (i: number) => bigint) => void} */
  const fill = (z, count, value) => {
    const target = view(z);
    for (let i = 0; i < count; i++) target.set(i, mod(value(i), p));
  };
  /** @satisfies {Partial<Polynomials>} */
  const lists = {
    /** @type {Polynomials['create']} */
    create(length) {
      if (length > MOST)
        throw new ResourceError(`list: expected at most ${MOST} scalars, got ${length}`);
      return new View(Array(length).fill(0n), 0);
    },
    free: () => {},
    dispose: () => {},
    /** @type {Polynomials['put']} */
    put: (z, c) => view(z).set(0, view(c).get(0)),
    /** @type {Polynomials['at']} */
    at: (list, position) => new View(view(list).values, view(list).start + position),
    /** @type {Polynomials['copy']} */
    copy: (z, x, count) => fill(z, count, (i) => view(x).get(i)),
    /** @type {Polynomials['clear']} */
    clear: (z, count) => fill(z, count, () => 0n),
    /** @type {Polynomials['multiply']} */
    multiply: (z, x, y, count) => fill(z, count, (i) => view(x).get(i) * view(y).get(i)),
    /** @type {Polynomials['scale']} */
    scale: (z, x, c, count) => fill(z, count, (i) => view(x).get(i) * view(c).get(0)),
    /** @type {Polynomials['accumulate']} */
    accumulate: (z, x, c, count) =>
      fill(z, count, (i) => view(z).get(i) + view(x).get(i) * view(c).get(0)),
    /** @type {Polynomials['fold']} */
    fold: (z, x, w, count) =>
      fill(z, count, (i) => {
        const [a, b] = [view(x).get(2 * i), view(x).get(2 * i + 1)];
        return a + b + (a - b) * view(w).get(i);
      }),
    /** @type {Polynomials['split']} */
    split: (z, d, t, c, count) =>
      fill(z, 2 * count, (i) => {
        const root = view(t).get(i >> 1);
        return (view(c).get(0) + (i & 1 ? -root : root)) * view(d).get(i >> 1);
      }),
    /** @type {Polynomials['quotient']} */
    quotient: (z, x, d, c, count) =>
      fill(z, count, (i) => (view(c).get(0) - view(x).get(i)) * view(d).get(i)),
  };
  return lists;
}

/** @type {(p: bigint, domain: { root: bigint, size: number }) => Polynomials} */
export function createPolynomials(p, { root, size }) {
  const roots = new View(rootTable(root, size, p), 0);
  const inverses = new View(rootTable(invert(root, p), size, p), 0);
  return {
    ...listsOf(p),
    size,
    roots,
    inverses,
    sha256: null,
    read(list, bytes, c) {
      const count = bytes.length / BYTES;
      for (let i = 0; i < count; i++) {
        const value = fromBytesBE(bytes.subarray(i * BYTES, (i + 1) * BYTES));
        if (value >= p) return i;
        view(list).set(i, c ? mod(value * view(c).get(0), p) : value);
      }
      return -1;
    },
    write(list, count) {
      const bytes = new Uint8Array(count * BYTES);
      for (let i = 0; i < count; i++) bytes.set(toBytesBE(view(list).get(i), BYTES), i * BYTES);
      return bytes;
    },
    forward: transforms(p, roots).forward,
    backward: transforms(p, inverses).backward,
  };
}

/**
 * @param {bigint} p
 * @param {View} roots the table; for `backward`, that of inverses
 * @returns {Pick<Polynomials, 'forward' | 'backward'>}
 */
export function transforms(p, roots) {
  return {
    forward(list, count, least, block) {
      const x = view(list);
      for (let half = count / 2, blocks = 1; half >= least; half /= 2, blocks *= 2) {
        butterflies(half, blocks, (i, b) => {
          const [low, high] = [x.get(i), x.get(i + half) * roots.get(block * blocks + b)];
          x.set(i, mod(low + high, p));
          x.set(i + half, mod(low - high, p));
        });
      }
    },
    backward(list, count, least, block) {
      const x = view(list);
      for (let half = least; half < count; half *= 2) {
        const blocks = count / 2 / half;
        butterflies(half, blocks, (i, b) => {
          const [low, high] = [x.get(i), x.get(i + half)];
          x.set(i, mod(low + high, p));
          x.set(i + half, mod((low - high) * roots.get(block * blocks + b), p));
        });
      }
    },
  };
}

/** @type {(half: number, blocks: number, butterfly: (i: number, block: number) => void) => void} */
function butterflies(half, blocks, butterfly) {
  for (let b = 0; b < blocks; b++) {
    for (let i = 0; i < half; i++) butterfly(2 * half * b + i, b);
  }
}

// Transforms of lists of points, without WebAssembly, too (`PointTransforms` of the port).

/**
 * The operations of a group: a list's points by index, and their arithmetic.
 * @template P
 * @typedef {{ pointsOf: (handle: VectorHandle) => P[], add: (a: P, b: P) => P, negate: (a: P) => P,
 *   multiply: (a: P, factor: bigint) => P }} PointArithmetic
 */

/**
 * @template P
 * @param {PointArithmetic<P>} group
 * @returns {PointTransforms}
 */
export function createPointTransforms({ pointsOf, add, negate, multiply }) {
  /**
   * @type {(handle: VectorHandle, levels: PointLevels,
   *   isForward: boolean) => Generator<Progress, void, void>}
   */
  function* transform(handle, { count, least, roots, most = count, first = 0 }, isForward) {
    const points = pointsOf(handle);
    const levels = Math.log2(most / least);
    const scale = (/** @type {P} */ point, /** @type {bigint} */ factor) =>
      factor === 1n ? point : multiply(point, factor);
    for (let level = 0; level < levels; level++) {
      const half = isForward ? most / 2 ** (level + 1) : least * 2 ** level;
      for (let i = 0; i < count / 2; i++) {
        const low = i + half * Math.floor(i / half);
        const root = roots[Math.floor((first / 2 + i) / half)];
        const [a, b] = [points[low], points[low + half]];
        const high = isForward ? scale(b, root) : b;
        const difference = add(a, negate(high));
        points[low] = add(a, high);
        points[low + half] = isForward ? difference : scale(difference, root);
        yield { phase: 'transform', done: level + (2 * i) / count, total: levels };
      }
    }
  }
  return {
    forward: (handle, levels) => transform(handle, levels, true),
    backward: (handle, levels) => transform(handle, levels, false),
  };
}
