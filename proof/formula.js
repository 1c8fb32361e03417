/**
 * Formulas of claims, as text: sums of products of names, small integers and i, with parentheses
 * and powers, evaluated in any ring. `x*y - 2c`, `(x + y)^2`, `x + (1+i)*y`; of a field also
 * quotients, where 1/0 is 0.
 */
import { Refused } from './kernel/refused.js';

/**
 * @typedef {object} RingElement
 * @property {(other: any) => any} add
 * @property {(other: any) => any} sub
 * @property {(other: any) => any} mul
 * @property {(c: bigint) => any} scale
 */

/** Elements a + b·i, i² = −1, over any ring. */
export class Quadratic {
  /** @param {any} a @param {any} b */
  constructor(a, b) {
    this.parts = [a, b];
  }
  /** @param {Quadratic} other */
  add(other) {
    return new Quadratic(this.parts[0].add(other.parts[0]), this.parts[1].add(other.parts[1]));
  }
  /** @param {Quadratic} other */
  sub(other) {
    return new Quadratic(this.parts[0].sub(other.parts[0]), this.parts[1].sub(other.parts[1]));
  }
  /** @param {Quadratic} other @returns {Quadratic} */
  mul({ parts: [c, d] }) {
    const [a, b] = this.parts;
    return new Quadratic(a.mul(c).sub(b.mul(d)), a.mul(d).add(b.mul(c)));
  }
  /** @param {bigint} c */
  scale(c) {
    return new Quadratic(this.parts[0].scale(c), this.parts[1].scale(c));
  }
  /** (a − bi)/(a² + b²). */
  inverse() {
    const [a, b] = this.parts;
    const norm = a.mul(a).add(b.mul(b)).inverse();
    return new Quadratic(a.mul(norm), b.mul(norm).scale(-1n));
  }
  /** Of what has no second coefficient, or null. @param {bigint} e */
  power(e) {
    const [a, b] = this.parts;
    return 'power' in a && b.isZero() === true ? new Quadratic(a.power(e), b) : null;
  }
  timesI() {
    return new Quadratic(this.parts[1].scale(-1n), this.parts[0]);
  }
}

const TOKEN = /\s*(\d+|[A-Za-z][A-Za-z0-9]*|[-+*/^()])/y;

/** @param {string} text */
function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.trimEnd().length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`a formula that cannot be read: ${text}`);
    tokens.push(match[1]);
  }
  return tokens;
}

/** @param {any} element */
function inverted(element) {
  if (!('inverse' in element)) throw new Refused('a quotient of numbers');
  return element.inverse();
}

/** A product that has begun: a coefficient (a + b·i), and an element or none. */
/** @typedef {{ a: bigint, b: bigint, element: any }} Term */

/** @param {Term} t @param {Term} u @returns {Term} */
function multiply(t, u) {
  const element = t.element && u.element ? t.element.mul(u.element) : (t.element ?? u.element);
  return { a: t.a * u.a - t.b * u.b, b: t.a * u.b + t.b * u.a, element };
}

/** Larger powers are not multiplied out. */
const LARGE = 64n;

/** @param {Term} t @param {bigint} e positive @returns {Term} */
function power(t, e) {
  if (e === 1n) return t;
  if (e > LARGE && t.element && t.b === 0n) {
    const element = t.element.scale(t.a).power?.(e);
    if (element) return { a: 1n, b: 0n, element };
  }
  const half = power(t, e >> 1n);
  const square = multiply(half, half);
  return e & 1n ? multiply(square, t) : square;
}

/** With the coefficient multiplied out. @param {Term} t */
function elementOf({ a, b, element }) {
  if (!element) throw new Error('a formula with a constant that multiplies nothing');
  const real = element.scale(a);
  return b === 0n ? real : real.add(element.timesI().scale(b));
}

/** @param {Term} t @param {Term} u @param {bigint} sign @returns {Term} */
function addTerms(t, u, sign) {
  if (!t.element && !u.element) return { a: t.a + sign * u.a, b: t.b + sign * u.b, element: null };
  return { a: 1n, b: 0n, element: elementOf(t).add(elementOf(u).scale(sign)) };
}

/**
 * The value of a formula.
 * @param {string} text
 * @param {Map<string, any>} elements by name; `i` is none of them
 * @param {ReadonlyMap<string, bigint>} [exponents] by name
 */
export function evaluate(text, elements, exponents = new Map()) {
  const tokens = tokensOf(text);
  let at = 0;
  /** @returns {Term} */
  const factor = () => {
    const token = tokens[at++];
    /** @type {Term} */
    let value;
    if (token === '-') return multiply({ a: -1n, b: 0n, element: null }, product());
    if (token === '(') {
      value = sum();
      if (tokens[at++] !== ')') throw new Error(`a parenthesis is missing: ${text}`);
    } else if (/^\d/.test(token)) value = { a: BigInt(token), b: 0n, element: null };
    else if (token === 'i') value = { a: 0n, b: 1n, element: null };
    else if (elements.has(token)) value = { a: 1n, b: 0n, element: elements.get(token) };
    else throw new Refused(`${token} is nothing here: ${text}`);
    if (tokens[at] !== '^') return value;
    const exponent = exponents.get(tokens[at + 1]) ?? BigInt(tokens[at + 1]);
    at += 2;
    return power(value, exponent);
  };
  const product = () => {
    let value = factor();
    for (; at < tokens.length && !'+-)'.includes(tokens[at]);) {
      const isDivision = tokens[at] === '/';
      if (isDivision || tokens[at] === '*') at++;
      const next = factor();
      const element = isDivision ? inverted(elementOf(next)) : null;
      value = multiply(value, element ? { a: 1n, b: 0n, element } : next);
    }
    return value;
  };
  /** @returns {Term} */
  const sum = () => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at++] === '+' ? 1n : -1n;
      value = addTerms(value, product(), sign);
    }
    return value;
  };
  const value = elementOf(sum());
  if (at !== tokens.length) throw new Error(`a formula that cannot be read: ${text}`);
  return value;
}
