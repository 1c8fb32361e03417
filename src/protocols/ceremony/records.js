/**
 * Records of contributions, of both phases, as bytes: points in Montgomery form, each of its group
 * and finite, a hash or two, a type, and parameters.
 */
import { PointError } from '../../errors.js';
import { decodePoint } from '../../group/decode.js';
import { hexOf } from '../../input/bytes.js';
import { ContentError } from '../groth16/content-error.js';
import { FORMAT, wrongPoint } from '../groth16/key-points.js';
import { viewOf } from '../groth16/sections.js';

/** @import { GroupContext } from '../../group/context.js' */
/** @import { Point } from '../../group/point.js' */
/** @import { Curve } from '../groth16/curve.js' */

/** A beacon: what is hashed, 2^exponent times. */
/** @typedef {{ bytes: Uint8Array, exponent: number }} BeaconParameters */

/**
 * The end of both kinds of records.
 * @typedef {{ name: string | undefined, beacon: BeaconParameters | undefined }} Parameters
 */

/** s, x·s, and x times the point that belongs to a hash. */
/** @typedef {{ s: Point<any>, sx: Point<any>, spx: Point<any> }} SecretKey */

/** The secrets of the first phase, in the order of their keys. */
export const SECRETS = /** @type {const} */ (['tau', 'alpha', 'beta']);

/** @typedef {(typeof SECRETS)[number]} SecretName */

/**
 * A record of the first phase. `state`: of a hash on its way.
 * @typedef {Parameters & { tau1: Point<any>, tau2: Point<any>, alpha1: Point<any>,
 *   beta1: Point<any>, beta2: Point<any>, keys: ReadonlyMap<SecretName, SecretKey>,
 *   state: HashState, nextChallenge: Uint8Array }} PtauRecord
 */

/** @typedef {{ h: Uint8Array, bytes: number, buffer: Uint8Array }} HashState */

/** A record of the second phase; `after`: δ. */
/** @typedef {Parameters & SecretKey & { after: Point<any>, transcript: Uint8Array }} ZkeyRecord */

/** Bytes of a hash, of the block of one, and the parts of a hash's state. */
export const [HASH, BLOCK] = [64, 128];

/** Types of records, by number, and of parameters. */
const TYPES = ['contribution', 'beacon'];
const [NAME, EXPONENT, BEACON] = [1, 2, 3];

/** Reads the body of a section from its start to its end. */
export class Fields {
  #bytes;
  #view;
  #at = 0;

  /** @param {Uint8Array} bytes @param {string} where for messages */
  constructor(bytes, where) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.where = where;
  }

  /** @type {(expected: string, got: string | number) => ContentError} */
  wrong(expected, got) {
    return new ContentError(`${this.where}: expected ${expected}, got ${got}`);
  }

  /** @param {number} length @returns {Uint8Array} a view */
  take(length) {
    const left = this.#bytes.length - this.#at;
    if (length > left) throw this.wrong(`${length} bytes more`, left);
    return this.#bytes.subarray(this.#at, (this.#at += length));
  }

  u8() {
    return this.take(1)[0];
  }

  u32() {
    this.take(4);
    return this.#view.getUint32(this.#at - 4, true);
  }

  /** An integer that a double holds. */
  u64() {
    this.take(8);
    const value = Number(this.#view.getBigUint64(this.#at - 8, true));
    if (!Number.isSafeInteger(value)) throw this.wrong('a number below 2^53', value);
    return value;
  }

  /** @type {(context: GroupContext, name: string) => Point<any>} finite, of the group */
  point(context, name) {
    const where = `${this.where}: ${name}`;
    const bytes = this.take(context.formats[FORMAT].size);
    try {
      const point = decodePoint(context, bytes, { format: FORMAT, check: true });
      if (!point.isIdentity()) return point;
    } catch (error) {
      throw error instanceof PointError ? wrongPoint(error, where) : error;
    }
    throw new ContentError(`${where}: expected a finite point, got infinity`);
  }

  get position() {
    return this.#at;
  }

  end() {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw this.wrong('the end', `${left} bytes more`);
  }
}

/**
 * The records of a section, in steps of one.
 * @template Item
 * @param {Fields} fields at their count
 * @param {(fields: Fields) => Item} read one without its type and parameters
 * @returns {Generator<undefined, Array<Item & Parameters>, void>}
 * @throws {ContentError}
 */
export function* recordSteps(fields, read) {
  const { where } = fields;
  /** @type {Array<Item & Parameters>} */
  const records = [];
  for (let count = fields.u32(); records.length < count;) {
    fields.where = `${where}: contribution ${records.length + 1}`;
    const record = read(fields);
    records.push({ ...record, ...readParameters(fields) });
    yield;
  }
  fields.where = where;
  fields.end();
  return records;
}

/** @type {(curve: Curve) => (fields: Fields) => Omit<PtauRecord, keyof Parameters>} */
export const ptauRecordOf =
  ({ g1, g2 }) =>
  (fields) => {
    const points = {
      tau1: fields.point(g1, 'τ in G1'),
      tau2: fields.point(g2, 'τ in G2'),
      alpha1: fields.point(g1, 'α'),
      beta1: fields.point(g1, 'β in G1'),
      beta2: fields.point(g2, 'β in G2'),
    };
    const pairs = SECRETS.map((name) => ({
      s: fields.point(g1, `${name}: s`),
      sx: fields.point(g1, `${name}: sx`),
    }));
    const keys = new Map(
      SECRETS.map((name, i) => [name, { ...pairs[i], spx: fields.point(g2, `${name}: spx`) }]),
    );
    return { ...points, keys, state: readState(fields), nextChallenge: fields.take(HASH) };
  };

/** @type {(curve: Curve) => (fields: Fields) => Omit<ZkeyRecord, keyof Parameters>} */
export const zkeyRecordOf =
  ({ g1, g2 }) =>
  (fields) => ({
    after: fields.point(g1, 'δ'),
    s: fields.point(g1, 's'),
    sx: fields.point(g1, 'sx'),
    spx: fields.point(g2, 'spx'),
    transcript: fields.take(HASH),
  });

/**
 * A block, the chained value, bytes before the block, bytes in it, and eight zeros.
 * @type {(fields: Fields) => HashState}
 */
function readState(fields) {
  const block = fields.take(BLOCK);
  const h = fields.take(HASH);
  const bytes = fields.u64();
  const filled = fields.u64();
  if (fields.u64() !== 0) throw fields.wrong("zeros after a hash's state", 'others');
  if (filled > BLOCK) throw fields.wrong(`at most ${BLOCK} bytes in a hash's block`, filled);
  return { h, bytes, buffer: block.subarray(0, filled) };
}

/**
 * Each parameter at most once, in ascending order; those of a beacon in its records alone.
 * @type {(fields: Fields) => Parameters}
 */
function readParameters(fields) {
  const type = fields.u32();
  const kind = TYPES.at(type);
  if (type >= TYPES.length) throw fields.wrong('type 0 (contribution) or 1 (beacon)', type);
  const length = fields.u32();
  const end = fields.position + length;
  /** @type {Map<number, Uint8Array>} */
  const given = new Map();
  for (let last = 0; fields.position < end;) {
    const number = fields.u8();
    if (number <= last || number > BEACON) throw fields.wrong('parameters 1 to 3 in order', number);
    given.set((last = number), fields.take(number === EXPONENT ? 1 : fields.u8()));
  }
  if (fields.position !== end) throw fields.wrong(`${length} bytes of parameters`, 'more');
  const [name, exponent, bytes] = [NAME, EXPONENT, BEACON].map((number) => given.get(number));
  const hasBoth = exponent !== undefined && bytes !== undefined;
  if (kind === 'beacon' ? !hasBoth : exponent !== undefined || bytes !== undefined) {
    throw fields.wrong(`the parameters of a ${kind}`, 'others');
  }
  return {
    name: name && new TextDecoder().decode(name),
    beacon: hasBoth ? { bytes, exponent: exponent[0] } : undefined,
  };
}

/** A record for users: its kind, name and beacon. @param {Parameters} record */
export const shownOf = ({ name, beacon }) => ({
  name,
  kind: /** @type {'contribution' | 'beacon'} */ (beacon ? 'beacon' : 'contribution'),
  beacon: beacon && { bytes: hexOf(beacon.bytes), exponent: beacon.exponent },
});
