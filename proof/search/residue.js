/** Proposals of what to replace, so that a polynomial is seen to be constant modulo 2^w. */

/**
 * @import { Facts } from '../kernel/facts.js'
 * @import { Polynomial } from '../kernel/polynomial.js'
 */

/** Beyond so many terms the search for a constant remainder gives up. */
const MOST_TERMS = 600;
const MOST_STEPS = 8;

/**
 * The constant to which an integer polynomial is congruent modulo 2^w, or null: a remainder modulo
 * 2^w or more may be replaced by that of which it is the remainder.
 * @param {Facts} facts
 * @param {Polynomial} polynomial
 * @param {number} w
 */
export function residue(facts, polynomial, w) {
  if (!facts.isIntegral(polynomial)) return null;
  let rest = polynomial.modulo(w);
  const steps = [];
  while (steps.length < MOST_STEPS) {
    const constant = rest.constant();
    if (constant !== null) return { constant, steps };
    const newest = Math.max(...[...rest.variables()].filter(isReplaceable), 0);
    if (newest === 0) return null;
    const { of } = facts.variable(newest);
    rest = rest.substitute((id) => (id === newest ? of : null)).modulo(w);
    if (rest.terms.size > MOST_TERMS) return null;
    steps.push(newest);
  }
  return null;

  /** @param {number} id */
  function isReplaceable(id) {
    const { kind, of, bits = 0 } = facts.variable(id);
    return kind !== 'quotient' && of !== undefined && bits >= w && facts.isIntegral(of);
  }
}
