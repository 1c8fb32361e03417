/**
 * The memory of ./inversion.js: a, b, u and v as rows of n limbs of w bits, in words of 8 bytes,
 * and the state of these in which a round may begin.
 */
import { Polynomial } from './domain/polynomial.js';
import { split } from './domain/split.js';
import { STATIC } from './machine/memory.js';
import { Refused } from './refused.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Machine, Operand } from './machine/machine.js'
 * @import { Run } from './inputs.js'
 *
 * Addresses of a, b, u, v in the first segment, and the local of the highest limb.
 * @typedef {{ a: number, b: number, u: number, v: number, top: number }} Places
 */

/** @param {boolean} holds @param {string} text */
export function expect(holds, text) {
  if (!holds) throw new Refused(text);
}

/** a, b, u and v. */
export class Rows {
  /** @param {Claim} claim */
  constructor(claim) {
    this.claim = claim;
    const { layout } = claim.inputs[0];
    const { bits = 0, word = 4 } = layout.digit ?? {};
    this.w = bits;
    this.n = layout.bytes / word;
    this.p = claim.field.p;
    /** @type {Places | null} */
    this.places = null;
  }

  /**
   * Rows of limbs that were written, by what they hold.
   * @param {Run} run
   * @param {Operand[]} locals
   */
  placesOf({ machine }, locals) {
    const { written, cells } = machine.memory.named(STATIC);
    const isLimb = (/** @type {number} */ at) => written.get(at) === 8 && cells.get(at)?.size === 8;
    const starts = [...written.keys()].filter((at) => isLimb(at)).sort((x, y) => x - y);
    /** @type {number[]} */
    const rows = [];
    for (let i = 0; i < starts.length; i += this.n) {
      expect(starts[i + this.n - 1] === starts[i] + 8 * (this.n - 1), 'rows of another length');
      rows.push(starts[i]);
    }
    expect(rows.length === 4, 'no four rows of limbs');
    const constants = rows.map((at) => this.number(machine, at).constant());
    const of = (/** @type {(c: bigint | null) => boolean} */ is) => rows[constants.findIndex(is)];
    const [b, v] = [of((c) => c === this.p), of((c) => c === 0n)];
    const [a, u] = [of((c) => c === null), of((c) => c !== null && c !== 0n && c !== this.p)];
    const last = BigInt(8 * (this.n - 1));
    const tops = locals.flatMap((one, k) =>
      one.type === 'i32' && one.region === null && one.value.constant() === last ? [k] : [],
    );
    expect(tops.length === 1, 'the highest limb is unknown');
    return { a, b, u, v, top: tops[0] };
  }
  /** @returns {Places} */
  known() {
    if (!this.places) throw new Refused('the first round is not reached');
    return this.places;
  }
  /** @param {Pick<Machine, 'memory'>} machine @param {number} at */
  limb({ memory }, at) {
    return memory.read(memory.named(STATIC), at, 8);
  }
  /** @param {Machine} machine @param {number} at of its first limb */
  number(machine, at) {
    let sum = new Polynomial();
    for (let i = 0; i < this.n; i++)
      sum = sum.add(this.limb(machine, at + 8 * i).polynomial.shift(this.w * i));
    return sum;
  }
  /**
   * Limbs 0 to t of w bits, and zeros.
   * @param {Machine} machine
   * @param {number} at
   * @param {number} t
   * @param {boolean} [isOdd]
   */
  place(machine, at, t, isOdd = false) {
    const { domain, memory } = machine;
    const most = (1n << BigInt(this.w)) - 1n;
    for (let i = 0; i < this.n; i++) {
      const isOddLimb = isOdd && i === 0;
      const limb = i > t ? domain.constant(0n) : domain.input(0n, isOddLimb ? most >> 1n : most);
      memory.named(STATIC).set(at + 8 * i, 8, isOddLimb ? limb.times(2n).plus(1n) : limb);
    }
    return this.number(machine, at);
  }
  /**
   * A cofactor: as large as it may be before the last round.
   * @param {Machine} machine
   * @param {number} at
   */
  placeSigned(machine, at) {
    const { domain, memory } = machine;
    const { n, w, p } = this;
    const most = (BigInt(this.claim.rounds ?? 0) * p) / 2n + p;
    const region = memory.named(STATIC);
    for (let i = 0; i < n - 1; i++)
      region.set(at + 8 * i, 8, domain.input(0n, (1n << BigInt(w)) - 1n));
    const top = most >> BigInt(w * (n - 1));
    region.set(at + 8 * (n - 1), 8, domain.input(-top - 1n, top));
    const number = this.number(machine, at);
    domain.constrain(number, -most, most);
    return number;
  }
  /** Of w bits, not negative. @param {Machine} machine @param {number} at @param {number} count */
  checkLimbs(machine, at, count) {
    for (let i = 0; i < count; i++) {
      const limb = this.limb(machine, at + 8 * i);
      if (limb.low < 0n || limb.high >> BigInt(this.w)) limb.refine();
      const isWithin = limb.low >= 0n && limb.high >> BigInt(this.w) === 0n;
      expect(isWithin, `limb ${i} may lie in ${limb.low} to ${limb.high}`);
    }
  }
  /** That only some rows are. @param {Machine} machine @param {number[]} rows */
  checkWritten({ memory }, rows) {
    for (const [at, size] of memory.named(STATIC).written) {
      const isIn = rows.some((row) => at >= row && at + size <= row + 8 * this.n);
      expect(isIn, `writes at ${at}`);
    }
  }
  /**
   * a and b as a round needs them, up to limb t.
   * @param {Machine} machine
   * @param {Operand[]} locals
   * @param {number} t
   */
  checkTop(machine, locals, t) {
    const { a, b, top } = this.known();
    this.checkWritten(machine, [a, b]);
    const local = locals[top];
    const constant = local.type === 'i32' && local.region === null ? local.value.constant() : null;
    expect(constant === BigInt(8 * t) && t > 0, 'the highest limb is another');
    for (const at of [a, b]) {
      this.checkLimbs(machine, at, this.n);
      for (let i = t + 1; i < this.n; i++) {
        const { low, high } = this.limb(machine, at + 8 * i).refine();
        expect(low === 0n && high === 0n, `limb ${i} is not 0`);
      }
    }
    expect(split(this.limb(machine, b), 1).low.constant() === 1n, 'b may be even');
  }
  /**
   * A round that begins again, with less limbs.
   * @param {Machine} machine
   * @param {Operand[]} locals
   */
  checkRound(machine, locals) {
    const local = locals[this.known().top];
    const constant = local.type === 'i32' ? local.value.constant() : null;
    this.checkTop(machine, locals, Number(constant ?? 0n) / 8);
    return null;
  }
}
