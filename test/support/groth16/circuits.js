/**
 * Circuits written here, as rank-1 constraints with a witness: small ones that have every case, and
 * chains of any length whose scalars are all of full size.
 */
import { mod } from '../../../src/math/modular.js';

/** A linear combination: coefficients by wire; wire 0 is the constant 1. */
/** @typedef {Map<number, bigint>} Combination */

/** @param {ReadonlyArray<readonly [wire: number, coefficient: bigint]>} terms */
const combination = (...terms) => new Map(terms);

/** A circuit, and a witness of it, made together. */
export class Circuit {
  values = [1n];
  /** @type {Combination[][]} A, B, C of each constraint */
  rows = [];
  publics = 0;

  /** @param {bigint} r the order of the field */
  constructor(r) {
    this.r = r;
  }

  /** @param {bigint} value @returns {number} */
  wire(value) {
    this.values.push(mod(value, this.r));
    return this.values.length - 1;
  }

  /** Public wires come first. @param {bigint} value */
  public(value) {
    this.publics++;
    return this.wire(value);
  }

  /** @param {Combination} a @param {Combination} b @param {Combination} c */
  constrain(a, b, c) {
    /** @type {(term: [number, bigint]) => [number, bigint]} */
    const reducedTerm = ([wire, k]) => [wire, mod(k, this.r)];
    const reduced = (/** @type {Combination} */ terms) =>
      combination(...[...terms].map(reducedTerm).filter(([, k]) => k));
    this.rows.push([a, b, c].map(reduced));
  }

  /** @param {Combination} terms @returns {bigint} */
  evaluate(terms) {
    let sum = 0n;
    for (const [wire, k] of terms) sum += this.values[wire] * k;
    return mod(sum, this.r);
  }

  /** A wire for the product. @param {Combination} a @param {Combination} b */
  multiply(a, b) {
    const product = this.wire(this.evaluate(a) * this.evaluate(b));
    this.constrain(a, b, combination([product, 1n]));
    return product;
  }

  /** x ← (x + k_i)^5 for as many rounds. @param {number} x @param {number} rounds */
  chain(x, rounds) {
    let last = combination([x, 1n]);
    let wire = x;
    for (let i = 0; i < rounds; i++) {
      const sum = new Map(last).set(0, 7919n * BigInt(i * i + 1) ** 3n);
      const square = combination([this.multiply(sum, sum), 1n]);
      wire = this.multiply(combination([this.multiply(square, square), 1n]), sum);
      last = combination([wire, 1n]);
    }
    return wire;
  }

  /** The constraints that the witness does not satisfy. */
  get broken() {
    return this.rows.flatMap(([a, b, c], i) =>
      mod(this.evaluate(a) * this.evaluate(b) - this.evaluate(c), this.r) ? i : [],
    );
  }
}

/** y = x³ + x + 5. @param {bigint} r @param {bigint} [x] */
export function cubic(r, x = 3n) {
  const circuit = new Circuit(r);
  const y = circuit.public(x ** 3n + x + 5n);
  const root = combination([circuit.wire(x), 1n]);
  const square = combination([circuit.multiply(root, root), 1n]);
  const cube = circuit.multiply(square, root);
  const sum = new Map(root).set(cube, 1n).set(0, 5n);
  circuit.constrain(sum, combination([0, 1n]), combination([y, 1n]));
  return circuit;
}

/**
 * Bits, a chain, constants, wires that are missing in A, in B, everywhere; public signals 0, r − 1
 * and others.
 * @param {bigint} r
 * @param {bigint} [secret] below 2^128
 */
export function mixed(r, secret = 0x123456789abcdef0123456789abcdef0n) {
  const circuit = new Circuit(r);
  const y = circuit.public(0n);
  const [p, q, z] = [r - 1n, 123456789n, 0n].map((value) => circuit.public(value));
  const s = circuit.wire(secret);
  circuit.wire(42n);
  const sum = combination([s, -1n]);
  for (let i = 0n; i < 128n; i++) {
    const bit = circuit.wire((secret >> i) & 1n);
    circuit.constrain(combination([bit, 1n]), combination([bit, 1n], [0, -1n]), combination());
    sum.set(bit, 1n << i);
  }
  circuit.constrain(sum, combination([0, 1n]), combination());
  const end = circuit.chain(s, 20);
  const { values } = circuit;
  values[y] = mod(values[end] * values[q] + values[p] - 3n * values[z], r);
  const right = combination([y, 1n], [p, -1n], [z, 3n]);
  circuit.constrain(combination([end, 1n]), combination([q, 1n]), right);
  return circuit;
}
