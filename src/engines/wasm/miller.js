/**
 * Miller's loop over pairs of canonical points: their records in wasm memory, in tiles.
 *
 * Pairs with stored lines are the cheapest. Of the others, few take projective steps, and many
 * affine steps, which share one inversion a step (wasm-gen/pairing/lines.js). All pairs of a tile
 * share the squarings of f; tiles bound the memory and are multiplied together.
 */

import { FixedLines, isInfinity } from '../../port/pairings.js';

/** @import { Pair } from '../../port/pairings.js' */
/** @import { Arena } from './kernels/arena.js' */
/** @import { PairingKernel } from './pairings.js' */

/** Pairs of a tile: the squarings are then 2 % of its work. */
const TILE = 128;

/** Variable pairs from which affine steps cost less: docs/algorithms/pairings.md. */
const AFFINE_FROM = 4;

/** Elements of Fp² in records: u, v of P; x, y of Q; T = (x, y), or (X, Y, Z) if projective. */
const RECORD = { Q: 2, T: 4, affine: 6, projective: 7 };

/** Elements of work memory for each pair, in any step. */
const WORK = 4;

/**
 * Writes the product of the pairs' Miller functions.
 * @param {PairingKernel} kernel
 * @param {Arena} arena
 * @param {number} target six elements of Fp²
 * @param {readonly Pair[]} pairs
 * @returns {boolean} false if every pair has infinity: then nothing is written
 */
export function millerLoop(kernel, arena, target, pairs) {
  const finite = pairs.filter(([P, Q]) => {
    const second = Q instanceof Uint8Array ? Q : FixedLines.partsOf(Q).point;
    return !isInfinity(P, kernel.bytes) && !isInfinity(second, 2 * kernel.bytes);
  });
  for (let first = 0; first < finite.length; first += TILE) {
    const tile = finite.slice(first, first + TILE);
    if (first === 0) millerTile(kernel, arena, target, tile);
    else {
      arena.borrow(6 * kernel.elementBytes, (f) => {
        millerTile(kernel, arena, f, tile);
        kernel.multiply(target, target, f);
      });
    }
  }
  return finite.length > 0;
}

/**
 * The lines of a point of G2.
 * @param {PairingKernel} kernel
 * @param {Arena} arena
 * @param {Uint8Array} point canonical
 * @returns {FixedLines}
 */
export function prepareLines(kernel, arena, point) {
  if (isInfinity(point, 2 * kernel.bytes)) return new FixedLines(point, null);
  const { elementBytes: E, lineCount, steps, step } = kernel;
  const size = 2 * lineCount * E;
  return arena.borrow(size + (RECORD.affine + WORK) * E, (lines) => {
    const record = lines + size;
    const work = record + RECORD.affine * E;
    writeElements(kernel, arena, record + RECORD.Q * E, [point]);
    arena.u8.copyWithin(record + RECORD.T * E, record + RECORD.Q * E, record + RECORD.T * E);
    let at = lines;
    for (const kind of steps) {
      step(at, 0, record, 1, work, kind);
      at += 2 * E;
    }
    return new FixedLines(point, arena.u8.slice(lines, lines + size));
  });
}

/**
 * @param {PairingKernel} kernel
 * @param {Arena} arena
 * @param {number} target
 * @param {readonly Pair[]} pairs at least one, none with infinity
 */
function millerTile(kernel, arena, target, pairs) {
  const { elementBytes: E, storedBytes } = kernel;
  const stored = pairs.filter(([, Q]) => !(Q instanceof Uint8Array));
  const variable = pairs.filter(([, Q]) => Q instanceof Uint8Array);
  const isAffine = variable.length >= AFFINE_FROM;
  const recordBytes = (isAffine ? RECORD.affine : RECORD.projective) * E;
  const tables = [...new Set(stored.map(([, Q]) => linesOf(Q)))];
  const lineBytes = 2 * kernel.lineCount * E;
  const sizes = [
    2 * E * pairs.length,
    WORK * E * pairs.length,
    recordBytes * variable.length,
    storedBytes * stored.length,
    lineBytes * tables.length,
  ];
  arena.borrow(sum(sizes), (points) => {
    const [, work, records, storedRecords, lines] = sizes.map(
      (_, i) => points + sum(sizes.slice(0, i)),
    );
    const ordered = [...variable, ...stored];
    writePoints(
      kernel,
      arena,
      points,
      ordered.map(([P]) => P),
    );
    const P = (/** @type {number} */ i) => points + 2 * E * i;
    writeRecords(kernel, arena, {
      ...{ records, recordBytes, P, isAffine },
      points: variable.map(([, Q]) => /** @type {Uint8Array} */ (Q)),
    });
    const { u8, i32 } = arena;
    tables.forEach((table, i) => u8.set(table, lines + i * lineBytes));
    stored.forEach(([, Q], i) => {
      const record = storedRecords + i * storedBytes;
      u8.copyWithin(record, P(variable.length + i), P(variable.length + i + 1));
      i32[(record + 2 * E) / 4] = lines + tables.indexOf(linesOf(Q)) * lineBytes;
    });
    const [affine, projective] = isAffine ? [variable.length, 0] : [0, variable.length];
    kernel.miller(
      ...[target, storedRecords, stored.length],
      ...[records, projective, records, affine, work],
    );
  });
}

/** @param {Pair[1]} second stored lines, not infinity */
const linesOf = (second) => FixedLines.partsOf(/** @type {FixedLines} */ (second)).lines;

/** @type {(sizes: readonly number[]) => number} */
const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);

/**
 * The records of variable pairs.
 * @type {(kernel: PairingKernel, arena: Arena, list: { records: number, recordBytes: number,
 *   P: (i: number) => number, isAffine: boolean, points: readonly Uint8Array[] }) => void}
 */
function writeRecords(kernel, arena, { records, recordBytes, P, isAffine, points }) {
  const { elementBytes: E } = kernel;
  const one = new Uint8Array(kernel.bytes);
  one[0] = 1;
  points.forEach((point, i) => {
    const record = records + i * recordBytes;
    const [Q, T] = [record + RECORD.Q * E, record + RECORD.T * E];
    writeElements(kernel, arena, Q, [point]);
    arena.u8.copyWithin(T, Q, T);
    arena.u8.copyWithin(record, P(i), P(i + 1));
    if (!isAffine) writeElements(kernel, arena, T + 2 * E, [one]);
  });
}

/**
 * u, v of points of G1.
 * @type {(kernel: PairingKernel, arena: Arena, target: number,
 *   points: readonly Uint8Array[]) => void}
 */
function writePoints(kernel, arena, target, points) {
  const { elementBytes: E, bytes } = kernel;
  const elements = points.flatMap((point) => [0, 1].map((i) => inExtension(point, i, bytes)));
  arena.borrow(4 * E * points.length, (source) => {
    const work = source + 2 * E * points.length;
    writeElements(kernel, arena, source, elements);
    kernel.points(target, source, points.length, work);
  });
}

/**
 * A coordinate of a point over Fp as an element of Fp².
 * @type {(point: Uint8Array, i: number, bytes: number) => Uint8Array<ArrayBuffer>}
 */
function inExtension(point, i, bytes) {
  const element = new Uint8Array(bytes);
  element.set(point.subarray((i * bytes) / 2, ((i + 1) * bytes) / 2));
  return element;
}

/**
 * Writes elements of Fp² from canonical bytes.
 * @param {PairingKernel} kernel
 * @param {Arena} arena
 * @param {number} target
 * @param {readonly Uint8Array[]} encodings whole elements, one after the other
 */
function writeElements({ bytes, fromBytes }, arena, target, encodings) {
  const length = sum(encodings.map((encoding) => encoding.length));
  arena.borrow(length, (buffer) => {
    let at = buffer;
    for (const encoding of encodings) {
      arena.u8.set(encoding, at);
      at += encoding.length;
    }
    fromBytes(target, buffer, length / bytes);
  });
}
