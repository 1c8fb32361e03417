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
import { fromBytesLE } from '../../../math/integers.js';
import { mapToScalars } from '../field-map.js';

/** @import { Group } from '../../../group/group.js' */
/** @import { PointVector } from '../../../group/point-vector.js' */
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

/** Bytes of an encoded point and of a scalar. */
const WORD_BYTES = 32;

/** Added to the lower half of a value, so that zero differs from absent. */
const IS_THERE = 2n ** 128n;

/**
 * An opening in the tree; without y the value is the scalar of the child's commitment.
 * @typedef {{ path: string, z: number, y: bigint | null }} TreeOpening
 */

/** @param {Iterable<number>} bytes */
const toPath = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : Number(a > b));

/**
 * A stem and the path of all its bytes.
 * @typedef {{ stem: Uint8Array, path: string }} StemPath
 */

/** @param {readonly Uint8Array[]} stems @returns {StemPath[]} sorted by their paths */
const byPath = (stems) =>
  stems.map((stem) => ({ stem, path: toPath(stem) })).sort((a, b) => compare(a.path, b.path));

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
  return stems[low]?.path.startsWith(path) ? stems[low].stem : undefined;
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
 * @returns {{ paths: string[], openings: TreeOpening[] } | null} null if the witness contradicts
 *   itself, whatever its proof proves
 */
function openingsOf({ stateDiff, statuses, otherStems }) {
  const stems = mergeStems(stateDiff);
  if (statuses.length !== stems.length) return null;
  const states = stems.map((diff, i) => ({
    ...diff,
    status: statuses[i] & STATUS_MASK,
    depth: statuses[i] >> DEPTH_SHIFT,
    path: toPath(diff.stem.subarray(0, statuses[i] >> DEPTH_SHIFT)),
  }));
  const present = states.filter(({ status }) => status === PRESENT);
  const stemAt = new Map(present.map(({ path, stem }) => [path, stem]));
  const others = byPath(otherStems);
  const usedStems = new Set();
  const found = new Collection();
  for (const { stem, values, status, depth, path } of states) {
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
    if (status === PRESENT) addValues(found, path, values);
  }
  // Unused stems, and stems not taken because another has the same prefix.
  if (!found.consistent || usedStems.size !== otherStems.length) return null;
  return found;
}

/**
 * @param {Collection} found
 * @param {string} path of the leaf
 * @param {StemDiff['values']} values
 */
function addValues(found, path, values) {
  for (const { suffix, value } of values) {
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
 * @param {readonly StemDiff[]} stateDiff
 * @returns {StemDiff[]}
 */
function mergeStems(stateDiff) {
  /** @type {Map<string, StemDiff>} */
  const byStem = new Map();
  for (const { stem, values } of stateDiff) {
    const key = toPath(stem);
    const known = byStem.get(key);
    if (known === undefined) byStem.set(key, { stem, values: values.slice() });
    else for (const value of values) known.values.push(value);
  }
  return [...byStem.keys()].sort(compare).map((key) => /** @type {StemDiff} */ (byStem.get(key)));
}

/**
 * The claim that the proof of a witness must prove.
 * @param {Group} group
 * @param {Uint8Array} root encoding of the root's commitment
 * @param {ExecutionWitness} witness
 * @returns {MultiproofClaim | null} null as from `openingsOf`, or if the number of commitments is
 *   not that of the nodes. The caller disposes of the commitments
 * @throws {PointError} a commitment is not a valid encoding
 */
export function claimOf(group, root, witness) {
  const found = openingsOf(witness);
  const encodings = [root, ...witness.commitments];
  if (found === null || found.openings.length === 0) return null;
  const { paths, openings } = found;
  if (paths.length !== encodings.length) return null;
  const bytes = new Uint8Array(encodings.length * WORD_BYTES);
  encodings.forEach((encoding, i) => bytes.set(encoding, i * WORD_BYTES));
  const commitments = group.points(bytes, { format: 'compressed' });
  const scalars = scalarsOf(group, commitments);
  const numbers = new Map(paths.map((path, i) => [path, i]));
  const numberOf = (/** @type {string} */ path) => /** @type {number} */ (numbers.get(path));
  return {
    commitments,
    numbers: openings.map(({ path }) => numberOf(path)),
    openings: openings.map(({ path, z, y }) => {
      const at = y === null ? WORD_BYTES * numberOf(path + toPath([z])) : 0;
      const value = y ?? fromBytesLE(scalars.subarray(at, at + WORD_BYTES));
      return { commitment: encodings[numberOf(path)], z, y: value };
    }),
  };
}

/**
 * @param {Group} group
 * @param {PointVector} commitments disposed of if the map runs out of memory
 */
function scalarsOf(group, commitments) {
  try {
    return mapToScalars(group, commitments);
  } catch (error) {
    commitments.dispose();
    throw error;
  }
}
