/**
 * A key verified against its circuit and the powers of τ. With random weights w_s of wires and
 * series η^i of powers, each list of points enters one sum, and each sum one equation:
 *
 * - A and B1: Σ w_s·A_s + κ·Σ w_s·B1_s = Σ (â_i + κ·b̂_i)·τ^i, and B2 as B1 by a pairing;
 * - IC, C and H: those of IC, and δ times those of C and H, are
 *   Σ b̂_i·ατ^i + Σ â_i·βτ^i + Σ ĉ_i·τ^i + κ'·Σ η^i·(τ^(n+i) − τ^i);
 * - the coefficients of A and B, as numbers.
 *
 * Here â, b̂, ĉ are the coefficients of the polynomials whose values at the roots of unity are A·w,
 * B·w and C·w. docs/algorithms/ceremonies.md.
 */
import { hexOf, sameBytes } from '../../input/bytes.js';
import { mod } from '../../math/integers.js';
import { power } from '../../math/modular.js';
import { scalarRange } from '../../group/scalars/scalar-vector.js';
import { ENTRY_BYTES, freeRows, rowsOf } from '../groth16/matrices.js';
import { sectionsInOrder } from '../groth16/section-order.js';
import { readProtocol } from '../groth16/zkey-header.js';
import { CircuitHash } from './circuit-hash.js';
import { hashInitialPoints } from './initial.js';
import { checkFixed, countOfKey, degreeOf, readContributions, readKeyHeader } from './key-parts.js';
import { zkeyPlan } from './kinds.js';
import { sumPowers } from './powers.js';
import { weighedCircuit } from './r1cs.js';
import { Fields } from './records.js';
import { geometricSteps } from './weights.js';
import { expectContent } from './work.js';
import { checkZkeyRecordSteps, contributionOf } from './zkey-records.js';

/** @import { ScalarVector } from '../../group/scalars/scalar-vector.js' */
/** @import { Rows } from '../groth16/matrices.js' */
/** @import { OrderedSection } from '../groth16/section-order.js' */
/** @import { FixedName, Header } from '../groth16/zkey-header.js' */
/** @import { PowerSums } from './powers.js' */
/** @import { WeighedCircuit } from './r1cs.js' */
/** @import { Contributions } from './key-parts.js' */
/** @import { Point } from '../../group/point.js' */
/** @import { Work } from './work.js' */
/** @import { ZkeyContribution } from './zkey-records.js' */

/**
 * The content of a key, as far as it was read.
 * @typedef {{ circuitHash: string | undefined, contributions: ZkeyContribution[] }} ZkeyFindings
 */

/** Files of a verification. @typedef {{ r1cs: unknown, ptau: unknown, zkey: unknown,
 *   initial: unknown }} ZkeyFiles */

/** Coefficients of a piece. */
const PIECE = 2 ** 15;

/** Elements that are evaluated in a step. */
const STEP = 2 ** 14;

/** A key that is being verified. */
export class ZkeyVerification {
  #work;
  #beaconLimit;
  #kappa;
  #eta;
  /** Of the values at the roots of unity. */
  #rho;
  /** Sums of points, by section. @type {Map<number, Point<any>>} */
  #sums = new Map();
  /** @type {WeighedCircuit | undefined} */
  #circuit;
  /** Of A·w and B·w, at ρ. @type {bigint[]} */
  #values = [];
  /** @type {Header | undefined} */
  #header;
  /** @type {ReadonlyMap<FixedName, Point<any>>} */
  #fixed = new Map();
  /** @type {PowerSums | undefined} */
  #powers;
  /** @type {CircuitHash | undefined} */
  #hash;
  /** Of C before any contribution, if there is a key of that. @type {Point<any> | undefined} */
  #initialSum;
  /** @type {Contributions | undefined} */
  #contributions;
  /** @type {ZkeyFindings} */
  findings = { circuitHash: undefined, contributions: [] };

  /** @param {Work} work @param {number} beaconLimit */
  constructor(work, beaconLimit) {
    this.#work = work;
    this.#beaconLimit = beaconLimit;
    this.#kappa = work.random();
    this.#eta = work.random();
    this.#rho = work.random();
  }

  /**
   * @param {ZkeyFiles} files
   * @throws {import('../groth16/content-error.js').ContentError}
   */
  async verify(files) {
    const work = this.#work;
    this.#circuit = await weighedCircuit(work, files.r1cs, files.initial === undefined);
    await this.#interpolate();
    for await (const section of sectionsInOrder(files.zkey, zkeyPlan, work.task.signal)) {
      const { id, source, size, name } = section;
      if (id === 1) readProtocol(await source.read(size, name));
      else if (id === 2) await this.#begin(section);
      else if (id === 4) await this.#coefficients(section);
      else if (id === 10) await this.#records(section);
      else await this.#points(section);
      // Points of the powers are hashed after IC.
      if (id === 3) await this.#usePowers(files);
    }
    this.#checkSums();
    this.#checkHash();
  }

  get #known() {
    return /** @type {WeighedCircuit} */ (this.#circuit);
  }

  /** From values at the roots of unity to coefficients. */
  async #interpolate() {
    const { Fr, task } = this.#work;
    const { rows } = this.#known;
    const { signal } = task;
    for (const row of rows.slice(0, 2))
      this.#values.push(await this.#work.run(this.#evaluate(row)));
    for (const row of rows) await Fr.nttAsync(row, { inverse: true, signal });
  }

  /** Σ ρ^i·x_i. @param {ScalarVector} x @returns {Generator<undefined, bigint, void>} */
  *#evaluate(x) {
    const { Fr } = this.#work;
    let sum = 0n;
    for (let from = 0; from < x.length; from += STEP) {
      const part = x.slice(from, Math.min(x.length, from + STEP));
      sum += Fr.evaluate(part, this.#rho) * power(this.#rho, BigInt(from), Fr.order);
      yield;
    }
    return mod(sum, Fr.order);
  }

  /** @param {OrderedSection} section */
  async #begin(section) {
    const work = this.#work;
    const { header, fixed } = await readKeyHeader(work, section);
    this.#header = header;
    this.#fixed = fixed;
    const { wires, publics, domain } = this.#known;
    for (const [what, own, got] of /** @type {const} */ ([
      ['wires', wires, header.wires],
      ['public signals', publics, header.publics],
      ['rows', domain, header.domain],
    ])) {
      const where = 'zkey: section 2 (header)';
      expectContent(own === got, where, `the circuit's ${own} ${what}`, `${got}`);
    }
    checkFixed(work, fixed);
    const point = (/** @type {FixedName} */ name) => /** @type {Point<any>} */ (fixed.get(name));
    this.#hash = new CircuitHash(work, {
      alpha1: point('alpha1'),
      beta1: point('beta1'),
      beta2: point('beta2'),
    });
  }

  /** Sums of points with the weights of their wires, or with those of H. @param {OrderedSection}
   *   section */
  async #points(section) {
    const work = this.#work;
    const { id } = section;
    const degree = degreeOf(id);
    const count = countOfKey(work, section, /** @type {Header} */ (this.#header));
    const hash = id < 8 ? /** @type {CircuitHash} */ (this.#hash) : undefined;
    hash?.begin(count);
    const { publics, w, domain } = this.#known;
    const first = id === 8 ? publics + 1 : 0;
    const sums = work.sums();
    for await (const part of work.points(section, degree, count)) {
      const { from, to } = part;
      if (hash) await work.run(hash.pointsSteps(degree, part));
      if (id === 9) {
        const weights = await work.run(this.#weightsOfH(domain, from, to));
        await sums.add(id, degree, part, weights, () => weights.dispose());
      } else await sums.add(id, degree, part, w.slice(first + from, first + to));
    }
    this.#sums.set(id, (await sums.all()).get(id) ?? work.identity(degree));
  }

  /**
   * (X^n − 1)·Σ η^i·X^i, i < n − 1, is 0 at the even ones of the 2n-th roots of unity, to which no
   * point of H belongs, and −2·Σ η^i·X^i at the odd ones.
   * @type {(domain: number, from: number, to: number) => Generator<undefined, ScalarVector, void>}
   */
  *#weightsOfH(domain, from, to) {
    const { Fr } = this.#work;
    const ratio = mod(this.#eta * Fr.rootOfUnity(2 * domain), Fr.order);
    const series = { ratio, root: Fr.rootOfUnity(domain), count: domain, isShort: true };
    const weights = yield* geometricSteps(Fr, series, from, to);
    return Fr.scale(weights, -2n * this.#kappa, { out: weights });
  }

  /** @param {ZkeyFiles} files */
  async #usePowers({ ptau, initial }) {
    const work = this.#work;
    const [circuit, hash] = [this.#known, /** @type {CircuitHash} */ (this.#hash)];
    const kappa = this.#kappa;
    const how = { circuit, hash, kappa, eta: this.#eta, needsLagrange: initial === undefined };
    const powers = await sumPowers(work, ptau, how);
    this.#powers = powers;
    for (const name of /** @type {const} */ (['alpha1', 'beta1', 'beta2'])) {
      const isSame = this.#fixed.get(name)?.equals(/** @type {Point<any>} */ (powers[name]));
      const where = `zkey: section 2 (header): ${name}`;
      expectContent(isSame === true, where, 'that of the powers', 'another');
    }
    hash.begin(circuit.wires - circuit.publics - 1);
    if (initial !== undefined) {
      this.#initialSum = await hashInitialPoints(work, initial, { circuit, hash });
    } else {
      await work.run(powers.initialSteps(hash));
    }
  }

  /** @param {OrderedSection} section */
  async #coefficients({ source, size, name }) {
    const work = this.#work;
    const { lists, Fr } = work;
    const { wires, domain } = this.#known;
    const where = `zkey: ${name}`;
    const count = new Fields(await source.read(Math.min(4, size), name), where).u32();
    const expected = 4 + ENTRY_BYTES * count;
    expectContent(size === expected, where, `${expected} bytes`, `${size}`);
    const values = [0n, 0n];
    for (let first = 0; first < count; first += PIECE) {
      const bytes = await source.read(ENTRY_BYTES * Math.min(PIECE, count - first), name);
      const rows = await work.run(rowsOf(lists, bytes, { first, wires, domain }));
      const factor = power(this.#rho, BigInt(rows.least), Fr.order);
      const own = await work.run(this.#productSteps(rows));
      own.forEach((value, i) => (values[i] = mod(values[i] + factor * value, Fr.order)));
      work.note(bytes.length, 'coefficients');
    }
    for (const i of [0, 1]) {
      const own = `the coefficients of ${'AB'.at(i)} of the circuit`;
      expectContent(values[i] === this.#values[i], where, own, 'others');
    }
  }

  /**
   * The values at ρ of the products of rows and w, which are freed.
   * @param {Rows} rows
   * @returns {Generator<undefined, bigint[], void>} of A and of B
   */
  *#productSteps(rows) {
    const { lists, Fr } = this.#work;
    const products = Fr.zeros(rows.rows);
    const [list, w] = [products, this.#known.w].map((vector) => scalarRange(vector).storage.list);
    /** @type {bigint[]} */
    const values = [];
    for (const matrix of rows.matrices) {
      lists.clear(list, rows.rows);
      for (let k = 1; k < rows.cuts.length; k++) {
        lists.sparse(list, matrix, rows.values, w, rows.cuts[k - 1], rows.cuts[k]);
        yield;
      }
      values.push(yield* this.#evaluate(products));
    }
    products.dispose();
    freeRows(lists, rows);
    return values;
  }

  /** @param {OrderedSection} section */
  async #records(section) {
    const work = this.#work;
    const contributions = await readContributions(work, section);
    const { circuitHash, records } = contributions;
    this.#contributions = contributions;
    this.findings.circuitHash = hexOf(circuitHash);
    this.findings.contributions = records.map((record) => contributionOf(work, record));
    const delta = /** @type {Point<any>} */ (this.#fixed.get('delta1'));
    const where = `zkey: ${section.name}`;
    const how = { circuitHash, delta, beaconLimit: this.#beaconLimit, where };
    await work.run(checkZkeyRecordSteps(work, records, how));
  }

  #checkSums() {
    const work = this.#work;
    const [g1, g2] = [work.generator(1), work.generator(2)];
    const [IC, A, B1, B2, C, H] = [3, 5, 6, 7, 8, 9].map(
      (id) => /** @type {Point<any>} */ (this.#sums.get(id)),
    );
    const delta = /** @type {Point<any>} */ (this.#fixed.get('delta2'));
    const powers = /** @type {PowerSums} */ (this.#powers);
    const both = A.add(B1.multiply(this.#kappa));
    const expected = 'those of the circuit and the powers';
    const where = 'zkey: section 5 (A) or 6 (B1)';
    expectContent(both.equals(powers.both), where, expected, 'others');
    const isSame = work.pairingHolds([
      [B1, g2],
      [g1.negate(), B2],
    ]);
    expectContent(isSame, 'zkey: section 7 (B2)', 'the points of section 6 in G2', 'others');
    const holds = work.pairingHolds([
      [C.add(H), delta],
      [powers.mixed.subtract(IC).negate(), g2],
    ]);
    expectContent(holds, 'zkey: section 3 (IC), 8 (C) or 9 (H)', expected, 'others');
    if (!this.#initialSum) return;
    const isOf = work.pairingHolds([
      [C, delta],
      [this.#initialSum.negate(), g2],
    ]);
    expectContent(
      isOf,
      'initial: section 8 (C)',
      'that of the key before contributions',
      'another',
    );
  }

  #checkHash() {
    const { circuitHash } = /** @type {Contributions} */ (this.#contributions);
    const digests = /** @type {CircuitHash} */ (this.#hash).digests();
    const isRight = digests.some((digest) => sameBytes(digest, circuitHash));
    const expected = `the hash of the circuit ${digests.map(hexOf).join(' or ')}`;
    const where = 'zkey: section 10 (contributions)';
    expectContent(isRight, where, expected, hexOf(circuitHash));
  }
}
