/**
 * Execution witnesses of blocks on Verkle testnets (Kaustinen): values of the state before a block,
 * and a proof of them against its root. The tree: EIP-6800. The openings that a witness stands for,
 * and their order: crate-crypto/rust-verkle, verkle-trie/src/proof/verifier.rs.
 * docs/algorithms/verkle-proofs.md, section 6.
 *
 * A *path* is the bytes on the way from the root to a node, as hexadecimal digits, so that they
 * sort like the bytes. A *leaf* node commits to 1, its stem and its two suffix nodes, which lie at
 * 2 and 3; these to two scalars for every value.
 */
import { fromBytesLE } from '../../math/integers.js';
import { mapToScalars } from '../basis.js';
import { READING, STEP } from './witness-json.js';

/** @import { Group } from '../../group/group.js' */
/** @import { PointVector } from '../../group/point-vector.js' */
/** @import { Progress } from '../../port/engine.js' */
/** @import { MultiproofClaim } from './multiproof.js' */
/** @import { ExecutionWitness, StemDiff } from './witness-json.js' */

/**
 * Status of a stem in a witness, the lowest bits of its byte: no leaf on its path; a leaf of
 * another stem; present.
 */
const [EMPTY, OTHER, PRESENT] = [0, 1, 2];

/** Bits of a byte with the status and, above them, the depth. */
const [STATUS_MASK, DEPTH_SHIFT] = [7, 3];

/** Places in a leaf node. */
const [MARKER, STEM, SUFFIXES] = [0, 1, 2];

/** Values of a suffix node. */
const HALF = 128;

const STEM_BYTES = 31;

/** Stems of a step: each has up to 34 openings. */
const STEP_OF_STEMS = 16;

/** Bytes of an encoded point and of a scalar. */
const WORD_BYTES = 32;

/** Added to the lower half of a value, so that zero differs from absent. */
const IS_THERE = 2n ** 128n;

/**
 * An opening in the tree; without y the value is the scalar of the child's commitment.
 * @typedef {{ path: string, z: number, y: bigint | null }} TreeOpening
 */

/** The digits of each byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** @type {(bytes: Iterable<number>) => string} */
function toPath(bytes) {
  let path = '';
  for (const byte of bytes) path += DIGITS[byte];
  return path;
}

/** @type {(a: string, b: string) => number} */
const compare = (a, b) => (a < b ? -1 : Number(a > b));

/**
 * A stem and the path of all its bytes.
 * @typedef {{ stem: Uint8Array, path: string }} StemPath
 */

/**
 * @param {readonly Uint8Array[]} stems
 * @returns {Generator<Progress, StemPath[], void>} sorted by their paths
 */
function* byPath(stems) {
  const list = [];
  for (const [i, stem] of stems.entries()) {
    if (i % STEP === STEP - 1) yield READING;
    list.push({ stem, path: toPath(stem) });
  }
  return list.sort((a, b) => compare(a.path, b.path));
}

/**
 * A stem below a path. If there are several, any will do: below a leaf there is only one.
 * @param {readonly StemPath[]} stems sorted
 * @param {string} path
 * @returns {Uint8Array | undefined}
 */
function stemBelow(stems, path) {
  let [low, high] = [0, stems.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stems[middle].path < path) low = middle + 1;
    else high = middle;
  }
  const found = low < stems.length && stems[low].path.startsWith(path);
  return found ? stems[low].stem : undefined;
}

/** Collects the openings of a witness and detects contradictions. */
class Collection {
  /** @type {Map<string, TreeOpening>} */
  #openings = new Map();
  /** Paths of the opened nodes, which have commitments. @type {Set<string>} */
  #paths = new Set();
  /** Whether no opening was added with two different values. */
  consistent = true;

  /**
   * @param {string} path
   * @param {number} z
   * @param {bigint | null} y
   */
  add(path, z, y) {
    const key = path + toPath([z]);
    const known = this.#openings.get(key);
    this.#paths.add(path);
    if (known === undefined) this.#openings.set(key, { path, z, y });
    else if (known.y !== y) this.consistent = false;
  }

  /** Paths of nodes, in order. */
  get paths() {
    return [...this.#paths].sort(compare);
  }

  /** Openings, by path and place. */
  get openings() {
    const list = [...this.#openings.values()];
    return list.sort((a, b) => compare(a.path, b.path) || a.z - b.z);
  }
}

/**
 * @param {ExecutionWitness} witness
 * @returns {Generator<Progress, { paths: string[], openings: TreeOpening[] } | null, void>} null if
 *   the witness contradicts itself, whatever its proof proves
 */
function* openingsOf({ stateDiff, statuses, otherStems }) {
  const stems = yield* mergeStems(stateDiff);
  if (statuses.length !== stems.length) return null;
  const states = [];
  for (const [i, diff] of stems.entries()) {
    if (i % STEP === STEP - 1) yield READING;
    const [status, depth] = [statuses[i] & STATUS_MASK, statuses[i] >> DEPTH_SHIFT];
    states.push({ ...diff, status, depth, path: toPath(diff.stem.subarray(0, depth)) });
  }
  const present = states.filter(({ status }) => status === PRESENT);
  const stemAt = new Map(present.map(({ path, stem }) => [path, stem]));
  const others = yield* byPath(otherStems);
  const usedStems = new Set();
  const found = new Collection();
  for (const [i, { stem, values, status, depth, path }] of states.entries()) {
    if (i % STEP_OF_STEMS === 0) yield READING;
    if (depth < 1 || depth > STEM_BYTES || status > PRESENT) return null;
    for (let i = 0; i < depth; i++) {
      const isEmpty = status === EMPTY && i === depth - 1;
      found.add(path.slice(0, 2 * i), stem[i], isEmpty ? 0n : null);
    }
    if (status !== PRESENT && values.some(({ value }) => value !== null)) return null;
    if (status === EMPTY) continue;
    let leafStem = stem;
    if (status === OTHER) {
      const known = stemAt.get(path);
      const other = known ?? stemBelow(others, path);
      // It would prove the stem absent from its own leaf.
      if (!other || toPath(other) === toPath(stem)) return null;
      if (!known) usedStems.add(other);
      leafStem = other;
    }
    found.add(path, MARKER, 1n);
    found.add(path, STEM, fromBytesLE(leafStem));
    if (status === PRESENT) yield* addValues(found, path, values);
  }
  // Unused stems, and stems not taken because another has the same prefix.
  if (!found.consistent || usedStems.size !== otherStems.length) return null;
  return found;
}

/**
 * @param {Collection} found
 * @param {string} path of the leaf
 * @param {StemDiff['values']} values
 * @returns {Generator<Progress, void, void>}
 */
function* addValues(found, path, values) {
  for (const [i, { suffix, value }] of values.entries()) {
    if (i % STEP === STEP - 1) yield READING;
    const place = suffix < HALF ? SUFFIXES : SUFFIXES + 1;
    found.add(path, place, null);
    const node = path + toPath([place]);
    const at = 2 * (suffix % HALF);
    found.add(node, at, value ? fromBytesLE(value.subarray(0, 16)) + IS_THERE : 0n);
    found.add(node, at + 1, value ? fromBytesLE(value.subarray(16)) : 0n);
  }
}

/**
 * The stems in order, each once.
 * @type {(stateDiff: readonly StemDiff[]) => Generator<Progress, StemDiff[], void>}
 */
function* mergeStems(stateDiff) {
  /** @type {Map<string, StemDiff>} */
  const byStem = new Map();
  for (const [i, { stem, values }] of stateDiff.entries()) {
    if (i % STEP === STEP - 1) yield READING;
    const key = toPath(stem);
    const known = byStem.get(key);
    if (known === undefined) byStem.set(key, { stem, values: values.slice() });
    else for (const value of values) known.values.push(value);
  }
  return [...byStem.keys()].sort(compare).map((key) => /** @type {StemDiff} */ (byStem.get(key)));
}

/**
 * The nodes and openings of a witness, before any point is decoded. `encodings`: of the nodes'
 * commitments, in the order of the `paths`, back to back.
 * @typedef {{ paths: string[], openings: TreeOpening[], encodings: Uint8Array }} Tree
 */

/**
 * @param {Uint8Array} root encoding of the root's commitment
 * @param {ExecutionWitness} witness
 * @returns {Generator<Progress, Tree | null, void>} null if the witness contradicts itself, or if
 *   the number of commitments is not that of the nodes
 */
export function* treeOf(root, witness) {
  const found = yield* openingsOf(witness);
  if (found === null) return null;
  const { paths, openings } = found;
  const { length } = witness.commitments;
  if (openings.length === 0 || paths.length !== length + 1) return null;
  const encodings = new Uint8Array(paths.length * WORD_BYTES);
  [root, ...witness.commitments].forEach((bytes, i) => encodings.set(bytes, i * WORD_BYTES));
  return { paths, openings, encodings };
}

/**
 * The claim that the proof of a witness must prove.
 * @param {Group} group
 * @param {Tree} tree
 * @param {PointVector} commitments of its nodes
 * @returns {Generator<Progress, MultiproofClaim, void>}
 */
export function* claimOf(group, { paths, openings, encodings }, commitments) {
  const { length } = commitments;
  const scalars = new Uint8Array(length * WORD_BYTES);
  for (let start = 0; start < length; start += STEP) {
    const part = commitments.slice(start, Math.min(length, start + STEP));
    scalars.set(mapToScalars(group, part), start * WORD_BYTES);
    yield READING;
  }
  const numbers = new Map(paths.map((path, i) => [path, i]));
  const numberOf = (/** @type {string} */ path) => /** @type {number} */ (numbers.get(path));
  const wordOf = (/** @type {Uint8Array} */ words, /** @type {string} */ path) => {
    const at = WORD_BYTES * numberOf(path);
    return words.subarray(at, at + WORD_BYTES);
  };
  const claims = [];
  for (const [i, { path, z, y }] of openings.entries()) {
    if (i % STEP === STEP - 1) yield READING;
    const value = y ?? fromBytesLE(wordOf(scalars, path + toPath([z])));
    claims.push({ commitment: wordOf(encodings, path), z, y: value });
  }
  return { commitments, numbers: openings.map(({ path }) => numberOf(path)), openings: claims };
}
