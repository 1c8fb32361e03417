/**
 * Inputs of a claim that are in one of its cases: values are random but for those that its
 * conditions determine. A condition `formula = 0` is solved for one number after the other in which
 * it is linear or quadratic, so that each of its factors is 0 in some run.
 */
import { casesOf } from '../calls.js';
import { holdsOf } from '../flags.js';
import { signsOf } from '../signs.js';
import { valuesOf } from '../values.js';
import { isIn, numberOf, quotientFor } from './places.js';
import { Residue } from './residue.js';
import { solve } from './solve.js';

/**
 * @import { Case, Claim, Place } from '../claims/claim.js'
 * @import { Near } from './evaluation.js'
 * @import { Randomness } from './residue.js'
 *
 * `numbers` stand for the elements in memory.
 * Of what is known before, numbers only if no row before leaves them.
 * @typedef {{ values: Residue[], numbers: bigint[] | null }} Known
 * @typedef {{ elements: Map<string, Residue[]>, numbers: Map<string, bigint[]>,
 *   words: Map<string, bigint>, one: Case }} Row
 */

/** Conditions of any case. @type {readonly string[]} */
export const ANY_CASE = [];

/** @param {bigint} p @param {bigint} c */
const residue = (p, c) => new Residue(p, c);

/** @param {string} formula @param {Claim} claim @param {Map<string, Residue[]>} elements */
export const evaluated = (formula, /** @type {any} */ layout, elements, claim) =>
  /** @type {Residue[]} */ (valuesOf(formula, layout, new Map(elements), claim, residue));

/** The input that is compared with p. @param {string} condition */
const comparedIn = (condition) => /^(\w+) < p$/.exec(condition)?.[1] ?? [];

/** Of a condition that can be solved. @param {string} condition */
const formulaOf = (condition) => /^(.*) = (0|low)$/.exec(condition)?.[1] ?? null;

/**
 * Elements by name, with signs, and with those that are what others say.
 * @param {Claim} claim
 * @param {Map<string, bigint>} words
 * @param {Place[]} places
 * @param {Map<string, Residue[]>} values
 */
function completed(claim, words, places, values) {
  const { p } = claim.field;
  const all = new Map([...signsOf(claim, words, (c) => residue(p, c)), ...values]);
  for (const { name, is, layout } of places)
    if (is) all.set(name, evaluated(is, layout, all, claim));
  return all;
}

/**
 * Whether a condition holds.
 * @param {Claim} claim
 * @param {Pick<Row, 'elements' | 'numbers' | 'words'>} row
 * @param {string} condition
 * @param {boolean} hasNext
 */
function holds(claim, { elements, numbers, words }, condition, hasNext) {
  const { p } = claim.field;
  const word = words.get(condition.replace('!', ''));
  if (word !== undefined) return (word === 1n) !== condition.startsWith('!');
  if (condition === 'goes on') return hasNext;
  const below = /^(\w+) < p$/.exec(condition)?.[1];
  if (below) return (numbers.get(below) ?? []).every((number) => number < p);
  const blank = /^(.*) are blank$/.exec(condition)?.[1].split(' ');
  if (blank) return blank.every((name) => numbers.get(name)?.every((number) => number === 0n));
  const [, formula, what] = /^(.*?) (= 0|is odd|is larger)$/.exec(condition) ?? [];
  if (!formula) throw new Error(`${claim.name}: ${condition} is no condition`);
  const values = evaluated(formula, claim.inputs[0].layout, elements, claim);
  if (what === '= 0') return values.every((value) => value.isZero());
  const [first, second] = what === 'is odd' ? values : [...values].reverse();
  const { value } = first.isZero() && second ? second : first;
  return what === 'is odd' ? value % 2n === 1n : 2n * value > p;
}

/**
 * The case that counts. Cases share conditions, each of which is evaluated once.
 * @param {Claim} claim @param {Omit<Row, 'one'>} row @param {boolean} hasNext
 */
export function caseAt(claim, row, hasNext) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  const isSo = (/** @type {string} */ condition) => {
    const found = known.get(condition) ?? holds(claim, row, condition, hasNext);
    known.set(condition, found);
    return found;
  };
  return casesOf(claim).find(({ when }) => when.every(isSo));
}

/**
 * A random value, often one that several numbers of the range stand for.
 * @param {Claim} claim
 * @param {Place} place
 * @param {Randomness} random
 */
function anyValue({ field: { p, R } }, { range: { least, most }, scale = R }, random) {
  if (most - least < p || random.below(3n)) return residue(p, random.below(p));
  const number = residue(p, least + random.below(most - least - p + 1n));
  return number.mul(residue(p, scale).inverse());
}

/**
 * A value for which a number stands, or for its square, whose lowest digits are 0.
 * @param {Claim['field']} field
 * @param {Randomness} random
 */
function lowValue({ p, R, w, layout }, random) {
  const bits = 2n * BigInt(w || (layout.digit?.bits ?? 0));
  const number = residue(p, (1n + random.below(1n << 48n)) << bits);
  const value = number.mul(residue(p, R).inverse());
  return (random.below(2n) ? value.root() : null) ?? value;
}

/**
 * A row of inputs in a case, or null if this attempt found none.
 * @param {Claim} claim
 * @param {Map<string, bigint>} words
 * @param {Case} wanted
 * @param {Randomness} random
 * @param {{ keyOf: (place: Place) => string, known: Map<string, Known>, hasNext: boolean,
 *   first: number, also: string[], near?: Near }} more where places are, what is there already, and
 *   which of the elements a condition is solved for first
 * @returns {Row | null}
 */
export function rowOf(claim, words, wanted, random, { keyOf, known, hasNext, first, also, near }) {
  const { field } = claim;
  const { p } = field;
  const places = claim.inputs.filter((place) => holdsOf(place, words));
  /** @type {Map<string, string>} the first element of each place */
  const owners = new Map();
  for (const place of places) if (!owners.has(keyOf(place))) owners.set(keyOf(place), place.name);
  const free = places.filter(
    (place) => !place.is && owners.get(keyOf(place)) === place.name && !known.has(keyOf(place)),
  );
  /** @type {Map<string, Residue[]>} */
  const values = new Map();
  for (const place of places)
    values.set(
      place.name,
      Array.from({ length: place.layout.offsets?.length ?? 1 }, () =>
        anyValue(claim, place, random),
      ),
    );
  for (const place of places) {
    const found = known.get(keyOf(place));
    if (found) values.set(place.name, found.values);
  }
  const share = () => {
    for (const place of places)
      values.set(place.name, values.get(owners.get(keyOf(place)) ?? '') ?? []);
  };
  const all = () => {
    share();
    return completed(claim, words, places, values);
  };
  // Of those that are not below p there may be few.
  const compared = new Set(claim.cases?.flatMap(({ when }) => when.flatMap(comparedIn)));
  const below = new Set(wanted.when.flatMap(comparedIn));
  const above = new Map(
    places.flatMap(({ name, range }) =>
      compared.has(name) && !below.has(name) && random.below(2n) ? [[name, range]] : [],
    ),
  );
  for (const place of places)
    if (above.has(place.name) && place.range.most >= p) {
      const { scale = field.R } = place;
      const numbers = (values.get(place.name) ?? []).map(
        () => p + random.below(place.range.most - p + 1n),
      );
      const by = residue(p, scale).inverse();
      values.set(
        place.name,
        numbers.map((number) => residue(p, number).mul(by)),
      );
    }
  const blank = wanted.when.flatMap((one) => /^(.*) are blank$/.exec(one)?.[1].split(' ') ?? []);
  for (const name of blank)
    values.set(
      name,
      (values.get(name) ?? []).map(() => residue(p, 0n)),
    );
  const order = free.map((_, i) => free[(i + first) % free.length].name);
  const low = also.some((one) => one.endsWith(' = low')) ? lowValue(field, random) : null;
  /** By which element a condition was solved: one for each. @type {Map<string, string>} */
  const used = new Map();
  const isThere = (/** @type {string} */ condition) =>
    namesIn(condition).every((one) => values.has(one) || claim.inputs.every((x) => x.name !== one));
  const conditions = [...wanted.when, ...also].filter(
    (one) => formulaOf(one) !== null && isThere(one),
  );
  for (const place of free)
    if (also.includes(place.name))
      values.set(
        place.name,
        (values.get(place.name) ?? []).map(() => residue(p, 0n)),
      );
  // What one condition changes may break one before it.
  for (const condition of [...conditions, ...conditions, ...conditions]) {
    const of = (/** @type {Map<string, Residue[]>} */ given) => {
      const shared = new Map(given);
      for (const place of places)
        shared.set(place.name, given.get(owners.get(keyOf(place)) ?? '') ?? []);
      const elements = completed(claim, words, places, shared);
      const found = evaluated(formulaOf(condition) ?? '', claim.inputs[0].layout, elements, claim);
      return low && condition.endsWith('= low') ? found.map((one) => one.sub(low)) : found;
    };
    if (of(values).every((one) => one.isZero())) continue;
    const taken = new Set(used.values());
    const mine = used.get(condition);
    const names = mine === undefined ? order.filter((one) => !taken.has(one)) : [mine];
    const name = names.find((one) => solve(of, values, one, random));
    if (name === undefined) return null;
    used.set(condition, name);
  }
  /** @type {Map<string, bigint[] | null>} */
  const chosen = new Map([...known].map(([key, one]) => [key, one.numbers]));
  const one = free.find(({ name }) => name === near?.name);
  if (one) {
    const { base = one.layout } = one.layout;
    const other = free.find(({ name }) => name === near?.to);
    const below = (values.get(near?.to ?? '') ?? values.get(one.name) ?? []).map((value) =>
      other ? numberOf(field, other, value, random) : 0n,
    );
    if (below.includes(null)) return null;
    const bits = base.w ?? base.digit?.bits ?? 0;
    const count = base.places?.length ?? base.bytes / (base.digit?.word ?? 1);
    const sign = random.pick([1n, -1n]);
    const unit = near?.isSame ? 0n : random.pick([1n, -1n]) << BigInt(bits * (count - 1));
    const numbers = below.map((b) => sign * (b ?? 0n) + unit);
    if (other) chosen.set(keyOf(other), /** @type {bigint[]} */ (below));
    chosen.set(keyOf(one), numbers);
    const by = residue(p, one.scale ?? field.R).inverse();
    values.set(
      one.name,
      numbers.map((number) => residue(p, number).mul(by)),
    );
  }
  const elements = all();
  /** @type {Map<string, bigint[]>} */
  const numbers = new Map();
  for (const place of places) {
    const key = keyOf(place);
    // What a row before leaves is in its range.
    if (known.get(key)?.numbers === null) continue;
    const { range } = place;
    const owner = place.quotientOf && numbers.get(place.quotientOf);
    const isBelow = compared.has(place.name) && !above.has(place.name) && range.most >= p;
    const narrow = blank.includes(place.name)
      ? { ...range, least: 0n, most: 0n }
      : isBelow
        ? { ...range, most: p - 1n }
        : above.has(place.name)
          ? { ...range, least: p }
          : range;
    const found =
      chosen.get(key) ??
      (owner || null)?.map((number) => quotientFor(field, number, random)) ??
      (elements.get(place.name) ?? []).map((value) =>
        numberOf(field, { ...place, range: narrow }, value, random),
      );
    if (found.some((number) => number === null || !isIn(range, number))) return null;
    chosen.set(key, /** @type {bigint[]} */ (found));
    numbers.set(place.name, /** @type {bigint[]} */ (found));
  }
  const row = { elements, numbers, words };
  // Of lists that are inverted, some elements are not.
  const isInverted = !claim.cases?.some(({ inverses }) => inverses) || wanted.inverses;
  const isRight =
    !isInverted || (claim.nonZero ?? []).every((formula) => isNonZero(claim, formula, elements));
  const found = isRight ? caseAt(claim, row, hasNext) : undefined;
  return found && (wanted.when === ANY_CASE || found === wanted) ? { ...row, one: found } : null;
}

/** Names in a formula, of coefficients those of the elements. @param {string} formula */
const namesIn = (formula) =>
  [...formula.matchAll(/[A-Za-z]\w*/g)].map(([one]) => one.replace(/(Re|Im)$/, ''));

/**
 * Whether a formula is not 0, if all that it names is there.
 * @param {Claim} claim
 * @param {string} formula
 * @param {Map<string, Residue[]>} elements
 */
function isNonZero(claim, formula, elements) {
  const names = namesIn(formula);
  if (!claim.inputs.every(({ name }) => !names.includes(name) || elements.has(name))) return true;
  const values = evaluated(formula, claim.inputs[0].layout, elements, claim);
  return values.some((value) => !value.isZero());
}
