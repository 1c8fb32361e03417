/** Bounds of polynomials, by intervals of variables and by linear constraints. */
import { ceilDivide, floorDivide, larger, productInterval, smaller, union } from './integers.js';
import { Polynomial, variablesOf } from './polynomial.js';

/** @import { Domain } from './domain.js' */

/**
 * Each monomial by itself. Rounded outwards or, where the value is known to be an integer, to the
 * integers inside.
 * @param {Domain} domain
 * @param {Polynomial} polynomial
 * @param {boolean} isInteger
 * @returns {[bigint, bigint]}
 */
export function interval(domain, polynomial, isInteger) {
  let [low, high] = [0n, 0n];
  for (const [key, c] of polynomial.terms) {
    const [a, b] = monomialInterval(domain, variablesOf(key));
    low += c * (c > 0n ? a : b);
    high += c * (c > 0n ? b : a);
  }
  return rounded(low, high, 1n << BigInt(polynomial.exponent), isInteger);
}

/** @param {Domain} domain @param {number[]} ids @returns {bigint[]} */
function monomialInterval({ variables }, ids) {
  if (ids.length === 1) return [variables[ids[0]].low, variables[ids[0]].high];
  if (ids.length === 2 && ids[0] === ids[1]) {
    const { low, high } = variables[ids[0]];
    const least = low <= 0n && high >= 0n ? 0n : smaller(low * low, high * high);
    return [least, larger(low * low, high * high)];
  }
  return ids.reduce(
    (range, id) => productInterval(range, [variables[id].low, variables[id].high]),
    [1n, 1n],
  );
}

/**
 * @param {bigint} low
 * @param {bigint} high
 * @param {bigint} divisor
 * @param {boolean} isInteger
 * @returns {[bigint, bigint]}
 */
function rounded(low, high, divisor, isInteger) {
  if (isInteger) return [ceilDivide(low, divisor), floorDivide(high, divisor)];
  return [floorDivide(low, divisor), ceilDivide(high, divisor)];
}

/**
 * The best bounds known, also by adding multiples of `depth` constraints: if C is in [a, b], and
 * s·f − t·C has one variable less than f, then f = ((s·f − t·C) + t·C)/s is bounded by both terms.
 * @param {Domain} domain
 * @param {Polynomial} polynomial in closed form
 * @param {boolean} isInteger its value
 * @param {number} depth
 * @param {number} [from] constraints before this one are not used
 * @returns {[bigint, bigint]}
 */
export function bounds(domain, polynomial, isInteger, depth, from = 0) {
  let [low, high] = interval(domain, polynomial, isInteger);
  if (depth === 0) return [low, high];
  for (let at = from; at < domain.constraints.length; at++) {
    const constraint = domain.constraints[at];
    /** @type {[bigint, bigint][]} */
    const seen = [];
    for (const id of constraint.polynomial.variables()) {
      const c = constraint.polynomial.terms.get(id);
      const d = polynomial.terms.get(id);
      // The same multiple of a constraint only once.
      if (!c || !d || seen.some(([e, f]) => e * d === c * f)) continue;
      seen.push([c, d]);
      const by = eliminated(polynomial, constraint.polynomial, c, d);
      const numerator = new Polynomial(by.rest.terms);
      const isWhole = domain.isIntegral(numerator);
      const [a, b] = bounds(domain, numerator, isWhole, depth - 1, at + 1);
      const unit = 1n << BigInt(by.rest.exponent);
      const [u, v] =
        by.t > 0n ? [constraint.low, constraint.high] : [constraint.high, constraint.low];
      const [least, most] = [a + u * by.t * unit, b + v * by.t * unit];
      const [l, h] = rounded(least, most, by.s * unit, isInteger);
      low = larger(low, l);
      high = smaller(high, h);
    }
  }
  return [low, high];
}

/**
 * s·f − t·C without a variable whose coefficients, before division by 2^exponent, are c in C and d
 * in f; s > 0.
 * @param {Polynomial} f @param {Polynomial} C @param {bigint} c @param {bigint} d
 */
function eliminated(f, C, c, d) {
  const sign = c < 0n ? -1n : 1n;
  const s = (c * sign) << BigInt(Math.max(0, f.exponent - C.exponent));
  const t = (d * sign) << BigInt(Math.max(0, C.exponent - f.exponent));
  return { s, t, rest: f.scale(s).sub(C.scale(t)) };
}

/**
 * As good as a range needs them, with cases of what limits cut off.
 * @param {Domain} domain @param {Polynomial} closed @param {{ least: bigint, most: bigint }} range
 */
export function bestBounds(domain, closed, { least, most }) {
  const excesses = [...closed.variables()].filter((id) => {
    const { kind, low, high } = domain.variables[id];
    return kind === 'excess' && high - low === 1n;
  });
  for (const depth of [1, 2, 3]) {
    const ids = depth < 3 ? excesses.sort((a, b) => a - b) : [];
    const [low, high] = boundsByCases(domain, closed, ids, depth);
    if (depth === 3 || (low >= least && high <= most)) return [low, high];
  }
  throw new Error('no depth');
}

/**
 * Bounds in each case of what limits cut off: nothing, or 1; and of all these the widest.
 * @param {Domain} domain
 * @param {Polynomial} closed
 * @param {number[]} excesses
 * @param {number} depth
 * @param {Map<number, Polynomial>} [cases] of those before
 * @returns {[bigint, bigint]}
 */
function boundsByCases(domain, closed, [id, ...more], depth, cases = new Map()) {
  if (id === undefined)
    return bounds(
      domain,
      closed.substitute((one) => cases.get(one)),
      true,
      depth,
    );
  const { of = new Polynomial(), limit = 0n, isBelow, low, high } = domain.variables[id];
  const whole = domain.closed(of).substitute((one) => cases.get(one));
  const [least, most] = bounds(domain, whole, true, 1);
  /** @type {[bigint, bigint] | null} */
  let all = null;
  for (const excess of [low, high]) {
    const cut = excess === 0n ? (isBelow ? [limit, most] : [least, limit]) : [limit + excess];
    const [from, to = from] = cut;
    if (from > most || to < least) continue;
    domain.constraints.push({ polynomial: whole, low: from, high: to });
    const known = new Map([...cases, [id, Polynomial.constant(excess)]]);
    const found = boundsByCases(domain, closed, more, depth, known);
    domain.constraints.pop();
    if (found[0] <= found[1]) all = all ? union(all, found) : found;
  }
  return all ?? bounds(domain, closed, true, depth);
}
