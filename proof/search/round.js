/** Proposals of the form in which a number is rounded. */

/** @import { Value } from '../kernel/number.js' */

/**
 * In closed form, if that is shorter and of integers; with sharper bounds.
 * @param {Value} exact
 */
export function round(exact) {
  const closed = exact.closed();
  const isShorter = closed.terms.size < exact.polynomial.terms.size;
  const form = isShorter && exact.domain.isIntegral(closed) ? exact.inClosedForm() : exact;
  return form.refine();
}
