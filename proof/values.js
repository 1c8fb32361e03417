/** Values of formulas: for numbers modulo p, lane by lane or coefficient by coefficient. */
import { Polynomial } from './kernel/polynomial.js';
import { Quadratic, evaluate } from './formula.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Layout } from './kernel/layouts.js'
 */

/** @param {bigint} _ @param {bigint} c */
const ofNumbers = (_, c) => Polynomial.constant(c);

/** @type {[string, bigint[]][]} */
const ONE = [['one', [1n]]];

/** Of formulas, by the elements in them. @type {WeakMap<Map<string, any[]>, Map<string, any>>} */
const CACHE = new WeakMap();

/**
 * A formula's value, lane by lane or coefficient by coefficient; xRe and xIm are those of x.
 * @param {string} formula
 * @param {Layout} layout
 * @param {Map<string, any[]>} elements with one part, or one for each
 * @param {Claim} claim of which the constants are
 * @param {(p: bigint, c: bigint) => any} [constant] the element that a number is
 * @returns {any[]}
 */
export function valuesOf(formula, layout, elements, claim, constant = ofNumbers) {
  const { constants, field, exponents } = claim;
  const known = [...(constants ?? []), ...ONE].map(([name, parts]) => {
    const values = parts.map((c) => constant(field.p, c));
    return /** @type {const} */ ([name, values]);
  });
  if (layout.kind === 'quadratic') {
    const pairs = [...elements, ...known].flatMap(([name, [a, b = a.scale(0n)]]) => [
      [name, new Quadratic(a, b)],
      [`${name}Re`, new Quadratic(a, a.scale(0n))],
      [`${name}Im`, new Quadratic(b, a.scale(0n))],
    ]);
    const names = new Map(/** @type {any} */ (pairs));
    const cache = CACHE.get(elements) ?? new Map();
    CACHE.set(elements, cache);
    addParts(names, claim, cache);
    return evaluate(formula, names, exponents).parts;
  }
  const count = Math.max(...[...elements.values()].map(({ length }) => length), layout.lanes ?? 1);
  return Array.from({ length: count }, (_, lane) => {
    const lanes = [...elements].map(([name, all]) => [name, all[all.length === 1 ? 0 : lane]]);
    const all = [...lanes, ...known.map(([name, [value]]) => [name, value])];
    const names = new Map(/** @type {any} */ (all));
    addParts(names, claim, new Map());
    return evaluate(formula, names, exponents);
  });
}

/**
 * Names of parts of formulas, in Fp² also of their coefficients.
 * @param {Map<string, any>} names @param {Claim} claim @param {Map<string, any>} cache by formula
 */
function addParts(names, { parts, exponents }, cache) {
  for (const [name, part] of parts ?? []) {
    const value = cache.get(part) ?? evaluate(part, names, exponents);
    cache.set(part, value);
    names.set(name, value);
    if (!(value instanceof Quadratic)) continue;
    const [a, b] = value.parts;
    names.set(`${name}Re`, new Quadratic(a, a.scale(0n)));
    names.set(`${name}Im`, new Quadratic(b, a.scale(0n)));
  }
}
