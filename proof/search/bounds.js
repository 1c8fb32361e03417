/** Proposals of bounds: which multiples of known facts to add to a polynomial. */
import { ceilDivide, floorDivide } from '../kernel/integers.js';
import { Polynomial } from '../kernel/polynomial.js';

/**
 * @import { Fact, Facts, Step, Tree } from '../kernel/facts.js'
 *
 * Bounds, and the steps to each of them; none if it is that of the ranges of variables.
 * @typedef {{ low: bigint, high: bigint, lowBy: Step[], highBy: Step[] }} Found
 * Known facts, and those that a case adds.
 * @typedef {{ facts: Facts, more: Fact[] }} Place
 */

/**
 * The best combinations of at most `depth` facts.
 * @param {Facts} facts
 * @param {Polynomial} polynomial in closed form
 * @param {boolean} isInteger its value
 * @param {number} depth
 * @param {[bigint, bigint]} known its bounds by the ranges of variables
 * @returns {Step[][]}
 */
export const bound = (facts, polynomial, isInteger, depth, known) =>
  combinationsOf(best({ facts, more: [] }, polynomial, isInteger, depth, 0, known));

/** @param {Found} found */
const combinationsOf = ({ lowBy, highBy }) =>
  [lowBy, highBy === lowBy ? [] : highBy].filter(({ length }) => length > 0);

/**
 * If s·f − t·C has one variable less than f, then f = ((s·f − t·C) + t·C)/s is bounded by both.
 * @param {Place} place
 * @param {Polynomial} polynomial
 * @param {boolean} isInteger
 * @param {number} depth
 * @param {number} [from] facts before this one are not used
 * @param {[bigint, bigint]} [known]
 * @returns {Found}
 */
function best(place, polynomial, isInteger, depth, from = 0, known) {
  const { facts, more } = place;
  const [low, high] = known ?? facts.interval(polynomial, isInteger);
  /** @type {Found} */
  const found = { low, high, lowBy: [], highBy: [] };
  const count = depth === 0 ? 0 : facts.factCount + more.length;
  for (let at = from; at < count; at++) {
    const fact = facts.fact(at) ?? more[at - facts.factCount];
    /** @type {[bigint, bigint][]} */
    const seen = [];
    for (const id of fact.polynomial.variables()) {
      const c = fact.polynomial.terms.get(id);
      const d = polynomial.terms.get(id);
      // The same multiple of a fact only once.
      if (!c || !d || seen.some(([e, f]) => e * d === c * f)) continue;
      seen.push([c, d]);
      const { s, t, rest } = eliminated(polynomial, fact.polynomial, c, d);
      const numerator = new Polynomial(rest.terms);
      const inner = best(place, numerator, facts.isIntegral(numerator), depth - 1, at + 1);
      const unit = 1n << BigInt(rest.exponent);
      const [u, v] = t > 0n ? [fact.low, fact.high] : [fact.high, fact.low];
      const [least, most] = [inner.low + u * t * unit, inner.high + v * t * unit];
      const by = s * unit;
      const l = isInteger ? ceilDivide(least, by) : floorDivide(least, by);
      const h = isInteger ? floorDivide(most, by) : ceilDivide(most, by);
      const step = { fact: at, s, t };
      if (l > found.low) [found.low, found.lowBy] = [l, [step, ...inner.lowBy]];
      if (h < found.high) [found.high, found.highBy] = [h, [step, ...inner.highBy]];
    }
  }
  return found;
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
 * @param {Facts} facts @param {Polynomial} closed @param {{ least: bigint, most: bigint }} range
 * @returns {Tree}
 */
export function boundByCases(facts, closed, { least, most }) {
  const excesses = [...closed.variables()].filter(
    (id) => facts.variable(id).kind === 'excess' && facts.high(id) - facts.low(id) === 1n,
  );
  excesses.sort((a, b) => a - b);
  for (const depth of [1, 2, 3]) {
    const ids = depth < 3 ? excesses : [];
    const { low, high, tree } = casesOf({ facts, more: [] }, closed, ids, depth, new Map());
    if (depth === 3 || (low >= least && high <= most)) return tree;
  }
  throw new Error('no depth');
}

/**
 * Bounds in each case of what limits cut off: nothing, or 1; and of all these the widest.
 * @param {Place} place
 * @param {Polynomial} closed
 * @param {number[]} excesses
 * @param {number} depth
 * @param {Map<number, Polynomial>} cases of those before
 * @returns {{ low: bigint, high: bigint, tree: Tree }}
 */
function casesOf(place, closed, [id, ...next], depth, cases) {
  /** @param {Polynomial} p */
  const here = (p) => p.substitute((one) => cases.get(one));
  const { facts, more } = place;
  if (id === undefined) {
    const found = best(place, here(closed), true, depth);
    return { ...found, tree: { combinations: combinationsOf(found) } };
  }
  const { of = new Polynomial(), limit = 0n, isBelow } = facts.variable(id);
  const whole = here(facts.closed(of));
  const within = best(place, whole, true, 1);
  /** @type {{ low: bigint, high: bigint } | null} */
  let all = null;
  const trees = [facts.low(id), facts.high(id)].map((excess) => {
    const ends = isBelow ? [limit, within.high] : [within.low, limit];
    const [low, high] = excess === 0n ? ends : [limit + excess, limit + excess];
    if (low > within.high || high < within.low) return { combinations: [] };
    const inCase = { facts, more: [...more, { polynomial: whole, low, high }] };
    const known = new Map([...cases, [id, Polynomial.constant(excess)]]);
    const found = casesOf(inCase, closed, next, depth, known);
    if (found.low <= found.high)
      all = {
        low: all && all.low < found.low ? all.low : found.low,
        high: all && all.high > found.high ? all.high : found.high,
      };
    return found.tree;
  });
  const [low, high] = facts.interval(closed, true);
  const tree = { id, within: combinationsOf(within), cases: trees };
  return { ...(all ?? { low, high }), tree };
}
