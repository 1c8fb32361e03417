/**
 * Kernels that add nothing: where a kernel would write a point, they write the number of a formal
 * sum, all over the point's bytes. So points can be copied and moved, and a point that was never
 * written, or of which a part was overwritten, is none. Every operation refuses what its contract
 * in wasm-gen/curve excludes. Scratch memory is overwritten first of all.
 */
import { Refused } from './arena.js';

/** @import { GuardedArena } from './arena.js' */
/** @import { Terms } from './terms.js' */

/** Forms of a point; what has one form is not read as another. */
const [AFFINE, OTHER, JACOBIAN, CANONICAL, VECTOR] = [1, 2, 3, 4, 5];

/** Bytes of a batch kernel's point and others, all different. */
const SIZES = {
  batch: { fieldBytes: 32, pointBytes: 80, workBytes: 88 },
  single: { fieldBytes: 32, pointBytes: 72, jacobianBytes: 104 },
};

export class Recorder {
  #arena;
  #terms;
  /** That of the endomorphism. */
  lambda;

  /** @param {GuardedArena} arena @param {Terms} terms @param {bigint} lambda */
  constructor(arena, terms, lambda) {
    this.#arena = arena;
    this.#terms = terms;
    this.lambda = lambda;
  }

  /** Writes a formal sum. */
  write(/** @type {number} */ address, /** @type {{ form: number, bytes: number }} */ kind, id) {
    this.#arena.requireOwned(address, kind.bytes);
    const { i32 } = this.#arena;
    for (let k = 0; k < kind.bytes / 4; k++) i32[(address >> 2) + k] = wordOf(id, kind.form, k);
  }

  /** The formal sum at an address. @returns {number} */
  read(/** @type {number} */ address, /** @type {{ form: number, bytes: number }} */ kind) {
    const { i32 } = this.#arena;
    const id = i32[address >> 2] >> 3;
    if (address & 3 || id < 0 || id > this.#terms.count)
      throw new Refused(`no point is at ${address}`);
    for (let k = 0; k < kind.bytes / 4; k++)
      if (i32[(address >> 2) + k] !== wordOf(id, kind.form, k))
        throw new Refused(`word ${k} of a point at ${address} is not that point's`);
    return id;
  }

  /** A map of lists: each is read before any is written. */
  #map(from, to, factor = 1n) {
    return (
      /** @type {number} */ target,
      /** @type {number} */ source,
      /** @type {number} */ n,
    ) => {
      const ids = Array.from({ length: n }, (_, i) => this.read(source + i * from.bytes, from));
      ids.forEach((id, i) => {
        const image = factor === 1n ? id : this.#terms.sum(id, factor);
        this.write(target + i * to.bytes, to, image);
      });
      return -1;
    };
  }

  /** Entries of a list of additions, whose targets are apart from all that others read. */
  #entries(list, count, work, { bytes }, targets, mayReplace) {
    const arena = this.#arena;
    arena.requireOwned(list, 12 * count);
    arena.poison(work, (count + 3) * SIZES.batch.workBytes);
    const words = arena.i32.slice(list >> 2, (list >> 2) + 3 * count);
    const size = bytes * targets;
    /** @type {Map<number, number[]>} places of targets, by what they touch */
    const places = new Map();
    const near = (/** @type {number} */ address, /** @type {number} */ length) =>
      [-1, 0, 1]
        .flatMap((step) => places.get(Math.floor(address / size) + step) ?? [])
        .filter((target) => target < address + length && address < target + size);
    for (let i = 0; i < words.length; i += 3) {
      const target = words[i];
      if (near(target, size).length > 0) throw new Refused(`two sums overlap at ${target}`);
      for (const [at, length] of [
        [list, 12 * count],
        [work, (count + 3) * SIZES.batch.workBytes],
      ])
        if (target < at + length && at < target + size)
          throw new Refused(`a sum overlaps the list or the scratch memory at ${target}`);
      const place = Math.floor(target / size);
      places.set(place, [...(places.get(place) ?? []), target]);
    }
    for (let i = 0; i < words.length; i += 3)
      for (const operand of [words[i + 1] & -2, words[i + 2] & -2])
        for (const target of near(operand, bytes))
          if (!mayReplace || target !== operand || target !== words[i])
            throw new Refused(`an addition reads ${operand}, which its batch writes`);
    return words;
  }

  /**
   * The batch kernel, less `sumBuckets`.
   * @param {{ pairs: boolean, squared: boolean, model: boolean }} traits
   */
  batch({ pairs, squared, model }) {
    const point = { form: AFFINE, bytes: SIZES.batch.pointBytes };
    const add = (words, both) => {
      const made = [];
      for (let i = 0; i < words.length; i += 3) {
        const [target, a, b] = words.slice(i, i + 3);
        const [A, B] = [this.read(a & -2, point), this.read(b & -2, point)];
        const sign = (a ^ b) & 1 ? -1n : 1n;
        made.push([target, this.#terms.sum(A, 1n, B, sign)]);
        if (both) made.push([target + point.bytes, this.#terms.sum(A, 1n, B, -sign)]);
      }
      for (const [target, id] of made) this.write(target, point, id);
    };
    const vector = { form: VECTOR, bytes: point.bytes };
    return {
      ...this.#common('batch', point, { squared }),
      ...SIZES.batch,
      batchAdd: (list, count, work) => {
        if (count > 0) add(this.#entries(list, count, work, point, 1, true), false);
      },
      pairs: !pairs
        ? null
        : {
            addBoth: (list, count, work) => {
              if (count === 0) return;
              add(this.#entries(list, count, work, point, 2, false), true);
              this.#arena.poison(list, 12 * count);
            },
          },
      model: model ? { toModel: this.#map(vector, point) } : null,
      /** The forms of points that are added, and of those in vectors. */
      point,
      vector: model ? vector : point,
    };
  }

  /**
   * The single kernel, less `chain`; with the steps of a chain.
   * @param {{ same: boolean, squared: boolean, model: boolean }} traits `same`: as the batch kernel
   */
  single({ same, squared, model }) {
    const sizes = same ? { ...SIZES.single, pointBytes: SIZES.batch.pointBytes } : SIZES.single;
    const point = { form: same ? AFFINE : OTHER, bytes: sizes.pointBytes };
    const jacobian = { form: JACOBIAN, bytes: sizes.jacobianBytes };
    const canonical = { form: CANONICAL, bytes: 2 * sizes.fieldBytes };
    const vector = { form: VECTOR, bytes: sizes.pointBytes };
    const toAffine = this.#map(jacobian, point);
    return {
      ...this.#common(same ? 'batch' : 'single', point, { squared }),
      ...sizes,
      toAffine: (target, source) => toAffine(target, source, 1),
      setInfinity: (z) => this.write(z, jacobian, 0),
      double: (target, source) =>
        this.write(target, jacobian, this.#terms.sum(this.read(source, jacobian), 2n)),
      addAffine: (z, reference) => {
        const [A, B] = [this.read(z, jacobian), this.read(reference & -2, point)];
        this.write(z, jacobian, this.#terms.sum(A, 1n, B, reference & 1 ? -1n : 1n));
      },
      model: model
        ? {
            fromModel: this.#map(point, vector),
            toCanonicalBytes: (target, source, n) =>
              void this.#map(vector, canonical)(target, source, n),
          }
        : null,
      chains: {
        oddMultiples: (tables, points, count, rows, work) => {
          this.#arena.poison(work, rows * count * sizes.jacobianBytes);
          for (let i = 0; i < count; i++) {
            const id = this.read(points + i * point.bytes, point);
            for (let k = 0; k < rows; k++) {
              const multiple = this.#terms.sum(id, BigInt(2 * k + 1));
              this.write(tables + (i * rows + k) * point.bytes, point, multiple);
            }
          }
        },
      },
      /** The sum that canonical bytes in memory stand for. */
      canonical,
    };
  }

  #common(name, point, { squared }) {
    const canonical = { form: CANONICAL, bytes: 2 * SIZES.single.fieldBytes };
    const lambda = this.lambda;
    return {
      name,
      toAffineBytes: this.#map(point, canonical),
      fromAffineBytes: this.#map(canonical, point),
      endomorphism: {
        map: this.#map(point, point, lambda),
        ...(squared && { squared: this.#map(point, point, lambda * lambda) }),
      },
    };
  }
}

/** Word k of formal sum `id` in some form; the first one says which sum it is. */
const wordOf = (/** @type {number} */ id, /** @type {number} */ form, /** @type {number} */ k) =>
  k === 0 ? 8 * id + form : (Math.imul(8 * id + form, 0x9e3779b1) + Math.imul(k, 0x85ebca6b)) | 0;
