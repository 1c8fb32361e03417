/**
 * Powers of τ verified. With a random ρ, S = Σ ρ^i·P_i over a list serves all that is asked of it:
 * Σ ρ^i·P_i without its last term against Σ ρ^i·P_(i+1), which is (S − P_0)/ρ, by one pairing; its
 * prefixes against sums over the Lagrange forms. Each point enters one sum.
 *
 * docs/algorithms/ceremonies.md: what a false file has as its chance.
 */
import { hexOf, sameBytes } from '../../input/bytes.js';
import { readHex } from '../../input/hex.js';
import { byteLength, fromBytesLE, mod } from '../../math/integers.js';
import { invert, power } from '../../math/modular.js';
import { FORMAT } from '../groth16/key-points.js';
import { sectionsInOrder } from '../groth16/section-order.js';
import { LAGRANGE, ptauPlan } from './kinds.js';
import { checkPtauRecordSteps, contributionOf, responseHashOf } from './ptau-records.js';
import { Fields, ptauRecordOf, recordSteps } from './records.js';
import { RunningHash } from './running-hash.js';
import { geometricSteps } from './weights.js';
import { PART, expectContent } from './work.js';

/** @import { Point } from '../../group/point.js' */
/** @import { ScalarVector } from '../../group/scalars/scalar-vector.js' */
/** @import { OrderedSection } from '../groth16/section-order.js' */
/** @import { PtauContribution } from './ptau-records.js' */
/** @import { PtauRecord } from './records.js' */
/** @import { Pair, Work } from './work.js' */

/** `ceremonyPower`: larger than `power` in a file that was cut. @typedef {{ power: number,
 *   ceremonyPower: number }} PtauHeader */

/**
 * The content of a file, as far as it was read.
 * @typedef {{ power: number | undefined, ceremonyPower: number | undefined, isPrepared: boolean,
 *   contributions: PtauContribution[] }} PtauFindings
 */

/** A list of powers: prefixes of 2^p points, p its place, and points by number. */
/** @typedef {{ prefixes: Point<any>[], total: Point<any>, last: Point<any>,
 *   points: Map<number, Point<any>> }} Powers */

/** @type {(id: number) => 1 | 2} the group of a section's points */
export const degreeOf = (id) => ([3, 6, 13].includes(id) ? 2 : 1);

/** Points of a section. @type {(id: number, power: number) => number} */
export function countOf(id, power) {
  const n = 2 ** power;
  if (id === 2) return 2 * n - 1;
  if (id === 6) return 1;
  if (id === 12) return 4 * n - 1;
  return LAGRANGE.includes(id) ? 2 * n - 1 : n;
}

/** Bytes of a file that is not prepared, about. @type {(work: Work, power: number) => number} */
export const bytesOfPowers = (work, power) =>
  work.bytesOf(1, 4 * 2 ** power) + work.bytesOf(2, 2 ** power);

/** The least power of two above a number. @param {number} from */
const nextPower = (from) => (from === 0 ? 1 : 2 ** (Math.floor(Math.log2(from)) + 1));

/**
 * @param {Work} work
 * @param {OrderedSection} section
 * @returns {Promise<PtauHeader>}
 */
export async function readPtauHeader({ curve, firstChallenges }, { source, size, name }) {
  const where = `ptau: ${name}`;
  const fields = new Fields(await source.read(size, name), where);
  const bytes = byteLength(curve.q);
  expectContent(fields.u32() === bytes, where, `coordinates of ${bytes} bytes`, 'others');
  expectContent(
    fromBytesLE(fields.take(bytes)) === curve.q,
    where,
    `q of ${curve.name}`,
    'another prime',
  );
  const header = { power: fields.u32(), ceremonyPower: fields.u32() };
  fields.end();
  const { power: own, ceremonyPower } = header;
  const most = firstChallenges.length;
  const fits = own >= 1 && own <= ceremonyPower && ceremonyPower <= most;
  expectContent(fits, where, `powers from 1 to ${most}`, `${own} of ${ceremonyPower}`);
  return header;
}

/** @type {(work: Work, section: OrderedSection, power: number) => void} */
export function expectSize(work, { id, size, name }, power) {
  const expected = countOf(id, power) * work.context(degreeOf(id)).formats[FORMAT].size;
  expectContent(size === expected, `ptau: ${name}`, `${expected} bytes`, `${size}`);
}

/**
 * @param {Work} work
 * @param {OrderedSection} section
 * @returns {Promise<PtauRecord[]>}
 */
export async function readPtauRecords(work, { source, size, name }) {
  const fields = new Fields(await source.read(size, name), `ptau: ${name}`);
  return work.run(recordSteps(fields, ptauRecordOf(work.curve)));
}

/** A file that is being verified. */
export class PtauVerification {
  #work;
  #beaconLimit;
  #rho;
  /** @type {ScalarVector | undefined} */
  #powers;
  /** @type {PtauHeader} */
  #header = { power: 0, ceremonyPower: 0 };
  /** @type {PtauRecord[]} */
  #records = [];
  /** @type {RunningHash | undefined} */
  #hash;
  /** By number of a section. @type {Map<number, Powers>} */
  #lists = new Map();
  /** @type {Set<number>} */
  #lagrange = new Set();
  /** @type {PtauFindings} */
  findings = {
    power: undefined,
    ceremonyPower: undefined,
    isPrepared: false,
    contributions: [],
  };

  /** @param {Work} work @param {number} beaconLimit */
  constructor(work, beaconLimit) {
    this.#work = work;
    this.#beaconLimit = beaconLimit;
    this.#rho = work.random();
  }

  /**
   * @param {unknown} file
   * @throws {import('../groth16/content-error.js').ContentError}
   */
  async verify(file) {
    const work = this.#work;
    for await (const section of sectionsInOrder(file, ptauPlan, work.task.signal)) {
      const { id } = section;
      if (id === 1) await this.#begin(section);
      else if (id === 7) await this.#contributions(section);
      else {
        expectSize(work, section, this.#header.power);
        if (LAGRANGE.includes(id)) await this.#inLagrangeForm(section);
        else {
          this.#lists.set(id, await this.#powersOf(section));
          this.#check(id);
        }
      }
    }
    this.#checkHash();
    const { size } = this.#lagrange;
    const expected = `none or all of sections ${LAGRANGE.join(', ')}`;
    expectContent(size === 0 || size === LAGRANGE.length, 'ptau', expected, `${size}`);
    this.findings.isPrepared = size > 0;
  }

  /** @param {OrderedSection} section */
  async #begin(section) {
    const work = this.#work;
    this.#header = await readPtauHeader(work, section);
    Object.assign(this.findings, this.#header);
    work.expect(section.fileLength ?? bytesOfPowers(work, this.#header.power));
    this.#powers = work.Fr.powers(this.#rho, Math.min(PART, 2 ** this.#header.power));
  }

  /** @param {OrderedSection} section */
  async #contributions(section) {
    const work = this.#work;
    const where = `ptau: ${section.name}`;
    const records = await readPtauRecords(work, section);
    this.#records = records;
    this.findings.contributions = records.map((record) => contributionOf(work, record));
    expectContent(records.length > 0, where, 'a contribution', 'none');
    const challenge = readHex(work.firstChallenges[this.#header.ceremonyPower - 1], 'challenge');
    const how = { challenge, beaconLimit: this.#beaconLimit, where };
    await work.run(checkPtauRecordSteps(work, records, how));
    const last = /** @type {PtauRecord} */ (records.at(-1));
    this.#hash = new RunningHash(work.blake2b).update(responseHashOf(work, last));
  }

  /** @param {OrderedSection} section @returns {Promise<Powers>} */
  async #powersOf(section) {
    const work = this.#work;
    const { id } = section;
    const degree = degreeOf(id);
    const count = countOf(id, this.#header.power);
    const hash = /** @type {RunningHash} */ (this.#hash);
    const { r } = work.curve;
    const sums = work.sums();
    let last = work.identity(degree);
    const points = new Map();
    for await (const part of work.points(section, degree, count, nextPower)) {
      const { from, to } = part;
      await work.run(hashSteps(work, hash, degree, part));
      // A part that begins at a power of two is the first of its block.
      if (from === 0 || Number.isInteger(Math.log2(from)))
        points.set(from, work.at(degree, part, 0));
      last = work.at(degree, part, to - from - 1);
      const weights = work.Fr.scale(
        /** @type {ScalarVector} */ (this.#powers).slice(0, to - from),
        power(this.#rho, BigInt(from), r),
      );
      const block = Math.log2(nextPower(from));
      await sums.add(block, degree, part, weights, () => weights.dispose());
    }
    let total = work.identity(degree);
    const blocks = await sums.all();
    const prefixes = [...blocks.keys()].map((block) => {
      return (total = total.add(/** @type {Point<any>} */ (blocks.get(block))));
    });
    return { prefixes, total, last, points };
  }

  /**
   * Σ_p σ_p·Σ_j c_j·L_j over the blocks of a section, of 2^p points each, against the prefixes of
   * the powers. The last block of section 12 leaves a coefficient open: files are made with a zero
   * there, or with the power of a longer file.
   * @param {OrderedSection} section
   */
  async #inLagrangeForm(section) {
    const work = this.#work;
    const { id } = section;
    this.#lagrange.add(id);
    const degree = degreeOf(id);
    const { prefixes } = /** @type {Powers} */ (this.#lists.get(id - 10));
    const sums = work.sums();
    let expected = work.identity(degree);
    let sigma = 0n;
    const endOf = (/** @type {number} */ from) => nextPower(from + 1) - 1;
    const count = countOf(id, this.#header.power);
    for await (const part of work.points(section, degree, count, endOf)) {
      const p = Math.floor(Math.log2(part.from + 1));
      const order = 2 ** p;
      const start = part.from + 1 - order;
      if (start === 0) {
        sigma = work.random();
        expected = expected.add(prefixes[p].multiply(sigma));
      }
      const root = work.Fr.rootOfUnity(order);
      const isShort = p > this.#header.power;
      const series = { ratio: this.#rho, root, count: order, isShort };
      const end = start + part.to - part.from;
      const weights = await work.run(geometricSteps(work.Fr, series, start, end));
      work.Fr.scale(weights, sigma, { out: weights });
      await sums.add(0, degree, part, weights, () => weights.dispose());
    }
    const sum = (await sums.all()).get(0);
    const where = `ptau: ${section.name}`;
    expectContent(sum?.equals(expected) === true, where, `that of section ${id - 10}`, 'another');
  }

  /**
   * Whether a list has the powers of τ, and begins with what the last record says.
   * @param {number} id
   */
  #check(id) {
    const work = this.#work;
    const [g1, g2] = [work.generator(1), work.generator(2)];
    const last = /** @type {PtauRecord} */ (this.#records.at(-1));
    const { points } = /** @type {Powers} */ (this.#lists.get(id));
    for (const [own, i, point, name] of /** @type {const} */ ([
      [2, 0, g1, 'the generator'],
      [3, 0, g2, 'the generator'],
      [2, 1, last.tau1, 'τ of the last contribution'],
      [3, 1, last.tau2, 'τ of the last contribution'],
      [4, 0, last.alpha1, 'α of the last contribution'],
      [5, 0, last.beta1, 'β of the last contribution'],
      [6, 0, last.beta2, 'β of the last contribution'],
    ])) {
      const where = `ptau: ${nameOf(id)}: point at index ${i}`;
      if (own === id) expectContent(points.get(i)?.equals(point) === true, where, name, 'another');
    }
    if (id === 6) return;
    const whole = points.get(2 ** this.#header.power);
    const isRoot = whole !== undefined && work.isSameOrOpposite(whole, g1);
    expectContent(!isRoot, `ptau: ${nameOf(id)}`, 'a τ that is no root of unity', 'one that is');
    const { low, high } = this.#shifted(id);
    /** @type {Pair[]} */
    const pairs =
      id === 3
        ? [
            [last.tau1, low],
            [g1.negate(), high],
          ]
        : [
            [low, last.tau2],
            [high.negate(), g2],
          ];
    expectContent(work.pairingHolds(pairs), `ptau: ${nameOf(id)}`, 'powers of τ', 'other points');
  }

  /** Σ ρ^i·P_i and Σ ρ^i·P_(i+1), of all pairs of neighbours. @param {number} id */
  #shifted(id) {
    const { r } = this.#work.curve;
    const { total, last, points } = /** @type {Powers} */ (this.#lists.get(id));
    const end = power(this.#rho, BigInt(countOf(id, this.#header.power) - 1), r);
    const first = /** @type {Point<any>} */ (points.get(0));
    return {
      low: total.subtract(last.multiply(end)),
      high: total.subtract(first).multiply(mod(invert(this.#rho, r), r)),
    };
  }

  /** A file that was cut does not have all points of the hash. */
  #checkHash() {
    const { power: own, ceremonyPower } = this.#header;
    if (own < ceremonyPower) return;
    const { nextChallenge } = /** @type {PtauRecord} */ (this.#records.at(-1));
    const digest = /** @type {RunningHash} */ (this.#hash).digest();
    const where = `ptau: ${nameOf(7)}: contribution ${this.#records.length}`;
    const expected = `the next challenge ${hexOf(digest.subarray(0, 8))}…, the hash of the points`;
    const got = `${hexOf(nextChallenge.subarray(0, 8))}…`;
    expectContent(sameBytes(digest, nextChallenge), where, expected, got);
  }
}

/** @param {number} id */
const nameOf = (id) => `section ${id} (${ptauPlan.kind.sections.get(id)})`;

/**
 * @type {(work: Work, hash: RunningHash, degree: 1 | 2,
 *   part: import('../groth16/key-points.js').KeyPoints) => Generator<undefined, void, void>}
 */
export function* hashSteps(work, hash, degree, part) {
  for (const bytes of work.encoded(degree, part)) {
    hash.update(bytes);
    yield;
  }
}
