/**
 * Elements of coordinate fields as lists of their coefficients, so that a test can be written
 * once for Fp and Fp².
 */

/** @param {any} element a bigint, or c0 + c1·u @returns {bigint[]} lowest first */
export const coefficientsOf = (element) =>
  typeof element === 'bigint' ? [element] : [element.c0, element.c1];

/** @param {bigint[]} coefficients @returns {any} */
export const elementOf = (coefficients) =>
  coefficients.length === 1 ? coefficients[0] : { c0: coefficients[0], c1: coefficients[1] };
