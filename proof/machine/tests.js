/** Tests of elements that are known by their values: case distinctions. */
import { areMultiples } from '../domain/field-polynomial.js';
import { Refused } from '../refused.js';

/**
 * @import { Sign } from '../claims/claim.js'
 * @import { FieldPolynomial } from '../domain/field-polynomial.js'
 * @import { Machine } from './machine.js'
 */

/**
 * Whether all of some elements are zero: by what they are, or by earlier tests; else a case
 * distinction, or null.
 * @param {Machine} machine
 * @param {FieldPolynomial[]} all @param {boolean} mayChoose @returns {boolean | null}
 */
export function areZero(machine, all, mayChoose) {
  const { domain, tests } = machine;
  const isGroup = all.some(({ p }) => p === 0n);
  const values = isGroup ? all : all.filter((value) => value.isZero() !== true);
  const known = isGroup ? isTestedZero(machine, values) : areZeroInField(machine, values);
  if (known !== null || !mayChoose) return known;
  const chosen = domain.choose([0n, 1n], () => 0n) === 1n;
  tests.push({ values, isZero: chosen });
  return chosen;
}

/** @param {Machine} machine @param {FieldPolynomial[]} values */
function areZeroInField(machine, values) {
  const known = values.map(
    (value) => value.isZero() ?? tested(machine, [value]) ?? isProductZero(machine, value),
  );
  if (known.includes(false)) return false;
  if (!known.includes(null)) return true;
  return tested(machine, values) ?? (isOther(machine, values) ? false : null);
}

/**
 * Of points and powers, which are no field, a multiple may be 0 where they are not.
 * @param {Machine} machine @param {FieldPolynomial[]} values
 */
function isTestedZero({ tests }, [value, ...more]) {
  if (more.length > 0) throw new Refused('a test of several points');
  if (value.terms.size === 0) return true;
  for (const { values, isZero } of tests) {
    const [one] = values;
    // A multiple of what is 0 is 0.
    if (one.p === 0n && (isZero ? isMultiple(value, one) : isMultiple(one, value))) return isZero;
  }
  return null;
}

/** Whether it is an integer times another. @param {FieldPolynomial} a @param {FieldPolynomial} b */
function isMultiple(a, b) {
  const [[key, c] = ['', 0n]] = b.terms;
  const d = a.terms.get(key) ?? 0n;
  return c !== 0n && d % c === 0n && b.scale(d / c).equals(a);
}

/**
 * Whether the number of an input, which is known by its element, is below p.
 * @param {Machine} machine
 * @param {FieldPolynomial} value that of the input itself, not of a copy
 * @param {boolean} mayChoose @returns {boolean | null}
 */
export function isBelow(machine, value, mayChoose) {
  const { domain, canonical, belows } = machine;
  const isKnown = canonical.has(value) || areBlank(machine, [value]) === true;
  const known = isKnown || (belows.get(value) ?? null);
  if (known !== null || !mayChoose) return known;
  const chosen = domain.choose([0n, 1n], () => 0n) === 1n;
  belows.set(value, chosen);
  return chosen;
}

/**
 * Whether all digits of some inputs were found to be 0; null if they were not tested as a whole.
 * @param {Machine} machine
 * @param {(FieldPolynomial | null)[]} values those of the inputs themselves, or null of one that is
 * not there @returns {boolean | null}
 */
export function areBlank({ domain, opened }, values) {
  const all = [...opened.values()];
  const digits = values.flatMap(
    (value) =>
      all
        .find(({ element }) => element.value === value)
        ?.digits.map(({ polynomial }) => polynomial) ?? null,
  );
  if (digits.some((digit) => (digit?.constant() ?? 0n) !== 0n)) return false;
  const unknown = new Set(
    digits.flatMap((digit) => (digit?.constant() === 0n ? [] : (digit?.key() ?? null))),
  );
  if (unknown.size === 0) return true;
  /** @type {boolean | null} */
  let found = null;
  for (const { words, areZero } of domain.tested) {
    const tested = new Set(words.map(({ polynomial }) => polynomial.key()));
    const has = [...unknown].every((key) => key !== null && tested.has(key));
    if (has && areZero) return true;
    if (has && tested.size === unknown.size) found = false;
  }
  return found;
}

/**
 * Whether an element is the odd or the larger one of ± itself, or null.
 * @param {Machine} machine
 * @param {FieldPolynomial[]} values @param {Sign} sign @param {boolean} mayChoose
 * @returns {boolean | null}
 */
export function hasSign(machine, values, sign, mayChoose) {
  if (values.length === 2) {
    const [first, second] = sign === 'odd' ? values : [...values].reverse();
    const isZero = areZero(machine, [first], mayChoose);
    return isZero === null ? null : hasSign(machine, [isZero ? second : first], sign, mayChoose);
  }
  const [value] = values;
  if (value.isZero() !== null) {
    const number = value.terms.get('') ?? 0n;
    return sign === 'odd' ? number % 2n === 1n : 2n * number > value.p;
  }
  const known = machine.signs.find((one) => one.sign === sign && one.value.equals(value));
  if (known || !mayChoose) return known?.holds ?? null;
  const holds = machine.domain.choose([0n, 1n], () => 0n) === 1n;
  machine.signs.push({ value, sign, holds });
  return holds;
}

/** By an earlier test. @param {Machine} machine @param {FieldPolynomial[]} values */
function tested({ tests }, values) {
  for (const test of tests) {
    if (test.values[0].p !== values[0].p) continue;
    if (
      test.isZero &&
      values.every((value) => test.values.some((one) => areMultiples([value], [one])))
    )
      return true;
    const isSame = values.length === test.values.length && areMultiples(values, test.values);
    if (isSame || isSquare(values, test.values) || isSquare(test.values, values))
      return test.isZero;
    if (isNorm(values, test.values)) return test.isZero;
  }
  return null;
}

/**
 * Whether values are not zero as their sum with some that are, or the difference, is not.
 * @param {Machine} machine @param {FieldPolynomial[]} values
 */
const isOther = (machine, values) =>
  machine.tests
    .filter((test) => test.isZero && test.values.length === values.length)
    .filter((test) => test.values[0].p === values[0].p)
    .some((test) =>
      [1n, -1n].some((sign) => {
        const sums = values.map((value, i) => value.add(test.values[i].scale(sign)));
        return tested(machine, sums) === false;
      }),
    );

/**
 * Whether one value is the square of another, up to a constant: it is 0 exactly if that is.
 * @param {FieldPolynomial[]} squares @param {FieldPolynomial[]} roots
 */
const isSquare = (squares, roots) =>
  squares.length === 1 && roots.length === 1 && areMultiples([roots[0].mul(roots[0])], squares);

/**
 * Whether one value is a² + b² of two, up to a constant: where −1 is no square, it is 0 exactly if
 * both are.
 * @param {FieldPolynomial[]} norms @param {FieldPolynomial[]} parts
 */
const isNorm = (norms, parts) =>
  norms.length === 1 &&
  parts.length === 2 &&
  norms[0].p % 4n === 3n &&
  areMultiples([parts[0].mul(parts[0]).add(parts[1].mul(parts[1]))], norms);

/**
 * A product is 0 exactly if a factor is.
 * @param {Machine} machine
 * @param {FieldPolynomial} value
 */
function isProductZero(machine, value) {
  const known = value.factors().map((factor) => tested(machine, [factor]));
  if (known.includes(true)) return true;
  return known.length > 0 && known.every((isZero) => isZero === false) ? false : null;
}
