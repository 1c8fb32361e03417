/** Numbers modulo p, as formulas are evaluated on them: 1/0 is 0. */
import { inverse } from '../kernel/integers.js';

/** An element of the field of p elements. */
export class Residue {
  /** @param {bigint} p @param {bigint} value */
  constructor(p, value) {
    this.p = p;
    const rest = value % p;
    this.value = rest < 0n ? rest + p : rest;
  }
  /** @param {Residue} other */
  add(other) {
    return new Residue(this.p, this.value + other.value);
  }
  /** @param {Residue} other */
  sub(other) {
    return new Residue(this.p, this.value - other.value);
  }
  /** @param {Residue} other */
  mul(other) {
    return new Residue(this.p, this.value * other.value);
  }
  /** @param {bigint} c */
  scale(c) {
    return new Residue(this.p, this.value * c);
  }
  inverse() {
    return this.value === 0n ? this : new Residue(this.p, inverse(this.value, this.p));
  }
  /** By digits of 4 bits. @param {bigint} e */
  power(e) {
    const { p } = this;
    const powers = [1n];
    for (let i = 1; i < 16; i++) powers.push((powers[i - 1] * this.value) % p);
    let power = 1n;
    for (const digit of e.toString(16)) {
      for (let i = 0; i < 4; i++) power = (power * power) % p;
      power = (power * powers[parseInt(digit, 16)]) % p;
    }
    return new Residue(p, power);
  }
  isZero() {
    return this.value === 0n;
  }
  /** @param {Residue} other */
  equals(other) {
    return this.value === other.value;
  }
  /** A square root, if there is one: of p − 1 = 2^s·t, by Tonelli and Shanks. */
  root() {
    const { p } = this;
    const { t, s, unit } = rootsOf(p);
    const half = this.power((t - 1n) / 2n);
    let root = half.mul(this);
    let [rest, by] = [half.mul(root), unit];
    for (let i = s - 2; i >= 0; i--) {
      if (rest.power(1n << BigInt(i)).value !== 1n) {
        root = root.mul(by);
        rest = rest.mul(by).mul(by);
      }
      by = by.mul(by);
    }
    return root.mul(root).equals(this) ? root : null;
  }
}

/** @type {Map<bigint, { t: bigint, s: number, unit: Residue }>} */
const ROOTS = new Map();

/** p − 1 = 2^s·t, and an element of order 2^s. @param {bigint} p */
function rootsOf(p) {
  const known = ROOTS.get(p);
  if (known) return known;
  let [t, s, other] = [p - 1n, 0, 2n];
  for (; t % 2n === 0n; t /= 2n) s++;
  while (new Residue(p, other).power((p - 1n) / 2n).value === 1n) other++;
  const found = { t, s, unit: new Residue(p, other).power(t) };
  ROOTS.set(p, found);
  return found;
}

/** Numbers that only depend on a text. */
export class Randomness {
  /** @param {string} text */
  constructor(text) {
    let state = 0xcbf29ce484222325n;
    for (const c of text) state = BigInt.asUintN(64, (state ^ BigInt(c.charCodeAt(0))) * PRIME);
    this.state = state;
  }
  /** 64 bits (SplitMix64). */
  next() {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }
  /** @param {bigint} n @returns {bigint} less than n */
  below(n) {
    let all = 0n;
    for (let bits = 0; n >> BigInt(bits) > 0n || bits === 0; bits += 64)
      all = (all << 64n) | this.next();
    return ((all << 64n) | this.next()) % n;
  }
  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[Number(this.below(BigInt(list.length)))];
  }
}
const PRIME = 0x100000001b3n;
