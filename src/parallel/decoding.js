/**
 * Lists that workers read: each a range, cut into parts, whose points it keeps. A worker that is
 * done early takes parts of others. Where workers keep whole lists, each then takes a share of the
 * random sums of all points: checks of ranges by themselves have more sums to check in all, and
 * cost more a point.
 */
import { PointError } from '../errors.js';
import { atIndex } from '../port/point-errors.js';
import { runSteps } from '../port/slices.js';
import { packError, unpackError } from './messages.js';
import { decodingParts } from './plan.js';
import { cutRange } from '../port/ranges.js';

/** @import { Control, PointChecks, EncodedPoints, PointSource, Progress, VectorHandle } from '../port/engine.js' */
/** @import { Part } from './job.js' */
/** @import { PackedError } from './messages.js' */
/** @import { Shared } from './parallel-engine.js' */
/** @import { Range } from '../port/ranges.js' */
/** @import { Residency, Resident } from './residency.js' */

/**
 * `count`: of parts; `keep`: whether workers keep what they read, and room for the whole list.
 * @typedef {Shared & { residency: Residency, count: number,
 *   keep: { isKept: boolean, isWhole: boolean } }} Decoder
 */

/**
 * A worker's answer: points in the kernel's form, or the first bad point of the part.
 * @typedef {{ bytes?: Uint8Array, bad?: PackedError }} Decoded
 */

/**
 * A part as it is sent: points before one that cannot be read at all have another error to show.
 * @typedef {{ length: number, source: PointSource, checks: PointChecks,
 *   error?: PointError }} SentPart
 */

/** How much of the work is done when the points of a list are read, but not checked. */
const READ = 0.75;

/**
 * @type {(decoder: Omit<Decoder, 'count'>, encoded: EncodedPoints,
 *   control: Control) => Promise<VectorHandle>}
 */
export async function decodeOnWorkers(decoder, encoded, control) {
  const { pool, lists, transfer, keep } = decoder;
  const bySums = transfer.hasSums && encoded.subgroup === true;
  const count = decodingParts(encoded.length, pool.living.length, bySums);
  if (count === 0) return runSteps(lists.decodeSteps(encoded), control);
  const read = bySums && keep.isWhole ? decodeThenCheck : decode;
  return read({ ...decoder, count }, encoded, control);
}

/**
 * Decodes a list that workers keep whole, and checks it for the subgroup by random sums.
 * @type {(decoder: Decoder, encoded: EncodedPoints, control: Control) => Promise<VectorHandle>}
 */
async function decodeThenCheck(decoder, encoded, control) {
  const { onProgress } = control;
  const { length } = encoded;
  const partly = (/** @type {number} */ from, /** @type {number} */ to) => ({
    ...control,
    onProgress: (/** @type {Progress} */ { phase, done, total }) =>
      phase !== 'done' &&
      onProgress?.({ phase, done: length * (from + ((to - from) * done) / total), total: length }),
  });
  const unchecked = {
    length,
    subgroup: false,
    part(/** @type {number} */ start, /** @type {number} */ end) {
      const { source, checks } = encoded.part(start, end);
      return { source, checks: { ...checks, subgroup: false } };
    },
  };
  /** @type {(handle: VectorHandle) => Promise<void>} */
  const check = async (handle) => {
    const found = await decoder.residency.run(
      'outside',
      checksOf(decoder, handle),
      partly(READ, 1),
    );
    const outside = found.filter((index) => index >= 0);
    if (outside.length > 0) throw new PointError('not-in-subgroup', Math.min(...outside));
    onProgress?.({ phase: 'done', done: length, total: length });
    control.lifetime.check();
  };
  try {
    return await decode(decoder, unchecked, partly(0, READ), check);
  } catch (error) {
    if (!(error instanceof PointError) || error.reason === 'not-in-subgroup') throw error;
    // Points before the one that cannot be read may be outside the subgroup.
    return decode(decoder, encoded, { ...control, onProgress: undefined });
  }
}

/**
 * The shares of the check of a list.
 * @param {Decoder} decoder
 * @param {VectorHandle} handle that workers keep whole
 */
function checksOf({ pool, transfer, residency }, handle) {
  const { living } = pool;
  const residents = residency.of(handle);
  const shares = residents.length;
  return residents.map(({ worker }) => ({
    weight: handle.length,
    message: () => ({ input: { shares }, transfer: [] }),
    here: (/** @type {Control} */ own) => runSteps(transfer.outsideSteps(handle, shares), own),
    points: { handle, start: 0, end: handle.length, worker: living.indexOf(worker) },
  }));
}

/**
 * @param {Decoder} decoder
 * @param {EncodedPoints} encoded
 * @param {Control} control
 * @param {(handle: VectorHandle) => Promise<void>} [check] of all points
 * @returns {Promise<VectorHandle>}
 */
async function decode(decoder, encoded, control, check) {
  const { pool, engine, transfer, residency, count, keep } = decoder;
  const n = encoded.length;
  const handle = transfer.create(n);
  const residents = residency.divide(handle, pool.living, keep.isWhole);
  const each = Math.max(1, Math.round(count / residents.length));
  const parts = cutRange({ start: 0, end: n }, residents.length).flatMap((own, i) =>
    cutRange(own, each).map((range) => decodingPart(decoder, encoded, handle, residents[i], range)),
  );
  try {
    await pool.run({ engine: decoder.index, task: 'decode' }, parts, control);
    await check?.(handle);
  } catch (error) {
    residency.forget(handle);
    if (!control.lifetime.ended) engine.free(handle);
    throw error;
  }
  if (!keep.isKept) residency.forget(handle);
  return handle;
}

/**
 * @type {(decoder: Decoder, encoded: EncodedPoints, handle: VectorHandle, resident: Resident,
 *   range: Range) => Part}
 */
function decodingPart(decoder, encoded, handle, resident, { start, end }) {
  const { transfer, keep } = decoder;
  /** @type {SentPart | undefined} */
  let sent;
  return {
    weight: end - start,
    owner: resident.worker,
    isMovable: true,
    message() {
      sent = readPart(encoded, start, end);
      const { length, checks } = sent;
      const { xs, signs, affine, factor } = sent.source;
      const bytes = xs ? { xs: xs.slice(), signs: signs.slice() } : { affine: affine.slice() };
      const input = {
        source: { ...bytes, factor },
        checks: { curve: checks.curve, subgroup: checks.subgroup },
        length,
      };
      return { input, transfer: Object.values(bytes).map(({ buffer }) => buffer) };
    },
    listFor: (worker) =>
      keep.isKept && worker === resident.worker ? resident.list({ start, end }) : undefined,
    failed: () => resident.free(),
    async here(control) {
      sent = undefined;
      return decodeHere(decoder, encoded, { start, end }, control);
    },
    done(/** @type {Decoded} */ { bytes, bad }, worker) {
      const error = firstOf(bad && unpackError(bad), sent);
      if (error) throw atIndex(error, start + (error.index ?? 0));
      transfer.write(handle, start, /** @type {Uint8Array} */ (bytes));
      if (keep.isKept && worker === resident.worker) resident.note({ start, end });
    },
  };
}

/**
 * @param {Decoder} decoder
 * @param {EncodedPoints} encoded
 * @param {Range} range
 * @param {Control} control
 * @returns {Promise<Decoded>} as a worker answers
 */
async function decodeHere({ engine, lists, transfer }, encoded, { start, end }, control) {
  const own = {
    length: end - start,
    subgroup: encoded.subgroup,
    part: (/** @type {number} */ a, /** @type {number} */ b) => encoded.part(start + a, start + b),
  };
  try {
    const points = await runSteps(lists.decodeSteps(own), control);
    const bytes = transfer.read(points, 0, points.length);
    engine.free(points);
    return { bytes };
  } catch (error) {
    if (error instanceof PointError) return { bad: packError(error) };
    throw error;
  }
}

/**
 * @type {(encoded: EncodedPoints, start: number, end: number) => SentPart}
 * @throws {PointError} the first point cannot be read
 */
function readPart(encoded, start, end) {
  try {
    return { length: end - start, ...encoded.part(start, end) };
  } catch (error) {
    if (!(error instanceof PointError)) throw error;
    const { index = 0 } = error;
    if (index === 0) throw atIndex(error, start);
    return { length: index, ...encoded.part(start, start + index), error };
  }
}

/**
 * The error of the first bad point of a part.
 * @param {Error | undefined} bad what the worker found
 * @param {SentPart | undefined} sent as it was sent; undefined if all was checked where it ran
 * @returns {PointError | undefined}
 */
function firstOf(bad, sent) {
  const errors = [bad, verifyError(sent), sent?.error].filter(
    (error) => error instanceof PointError,
  );
  const order = ({ index = 0, reason } = errors[0]) =>
    index + (reason === 'not-in-subgroup' ? 0.5 : 0);
  return errors.sort((a, b) => order(a) - order(b))[0];
}

/** The check between those of the curve and the subgroup. @param {SentPart | undefined} sent */
function verifyError(sent) {
  try {
    sent?.checks.verify?.();
    return undefined;
  } catch (error) {
    if (error instanceof PointError) return error;
    throw error;
  }
}
