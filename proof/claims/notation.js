/**
 * The notation of claims, as text:
 *
 *     jacobian_add_affine(p, ±q) p = p ± q
 *       in p: X, Y, Z unless p is infinite
 *       in q: x, y unless q is infinite
 *       out p: x3, y3, z3
 *       flags p is infinite, q is infinite, out the sum is infinite at p
 *       if q is infinite: x3 = X; y3 = Y; the sum is infinite
 *       else: x3 = U; !the sum is infinite
 *
 * The first line has the function's name and params, and a title, or none. `±q` is an address, or
 * one plus 1; `s?mask` another sign, `kind = 2` an integer. `mul(z, x, y ~type): z = x*y` is short
 * for an output, and for all params that its formula names as inputs.
 *
 * Elements are written `param: x, y`: next to each other, of the usual type. `param+2: x` begins
 * two elements further, `+16b`, `+4word`, `+1lane` so many bytes, or 4 or 8 times that, `+1row` a
 * field's slot, `+1entry` an entry of a batch; a number is an address of the module's own memory,
 * `f.1` the second one that the function f names (`.1` this function), and `of owner: x` where the
 * function `owner` leaves x; a single `x` is at the param x. `x ~type` has another type; so has a
 * name that is that of a type. `x = formula` says what an output is. `unless flag | flag`, `only
 * flag` and `equals formula` are of a whole line. A line with `#` stands for two, with 0 and with
 * 1: `x+#lane: x#`.
 *
 * Flags are at the param that is their first word, or `at param+4b`, or in the usual place of the
 * element `at param+2`; behind may be `bytes 1`, `values 0 1 2`, `unless flag`, `only flag`.
 *
 * Of cases the first one counts; `if` and `else` are followed by conditions (claim.js), joined by
 * `and`, and by what is so then: `x = formula`, `flag`, `!flag`, `flag := 2`, `return 2`, `stop`,
 * `stop second`, `inverse v of formula`. Cases with `both` before `if` or `else`, and with
 * `#`, are those of 0 with each of those of 1. `tells formula` is 1 if it is 0, and 0 if not; a
 * line `return x` is of all cases.
 *
 * Words: `disjoint`, `scratch`, `elements`, `digits`, `tests`, `traps`, `assumed`. A list is `each
 * count: param 96, param 48`, with strides; then `end -1`, `codes 2` and `nonempty`; `paired` is a
 * list of which two are one, and `param 96+48` says that the second one begins 48 bytes behind.
 * `let c = formula` names a part of formulas, `nonzero formula` is what is not 0, `apart x` params
 * that no output is at; `repeats count, x = z` is done so often, and x is what z was. What else
 * there is comes as an object. Of several claims one with `{a|b}`, or `{b}`, stands for two: with
 * all a, or nothing, instead, and with all b.
 */

import { productOf } from './pairs.js';

/**
 * @import { Case, Claim, Flag, List, Place } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Layout, Range } from '../kernel/layouts.js'
 * @import { Claims } from './modules.js'
 *
 * The types of elements by name, of which that without a name is usual; `slot`: bytes from one to
 * the next. `flag`: how and where a flag is, if the text does not say `param+4b`. `more` goes into
 * every claim.
 * @typedef {Partial<Place> & { layout: Layout, range: Range, slot?: number }} Type
 * @typedef {{ field: Field, types: Record<string, Type>, slot?: number,
 *   flag?: Partial<Flag>, more?: Partial<Claim> }} Vocabulary
 */

/**
 * Types of one layout, by their ranges.
 * @param {Layout} layout @param {Record<string, Range>} ranges @returns {Record<string, Type>}
 */
export const typesOf = (layout, ranges) =>
  Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, { layout, range }]));

const WORDS = new Map(
  /** @type {[string, Partial<Claim>][]} */ ([
    ['disjoint', { isDisjoint: true }],
    ['scratch', { usesScratch: true }],
    ['elements', { on: 'elements' }],
    ['digits', { on: 'digits' }],
    ['tests', { testsDigits: true }],
    ['traps', { mayTrap: true }],
    ['assumed', { isAssumed: true }],
  ]),
);

/** @param {string} text @param {string | RegExp} by */
const split = (text, by) =>
  text
    .split(by)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A text cut before certain words, by the word. @param {string} text @param {string} words */
function clauses(text, words) {
  const parts = text.split(new RegExp(`(?:^|\\s+)(${words})(?=\\s|$)`));
  /** @type {Map<string, string>} */
  const found = new Map([['', parts[0].trim()]]);
  for (let i = 1; i < parts.length; i += 2) found.set(parts[i], parts[i + 1].trim());
  return found;
}

/** One or several flags. @param {string} text */
const flagsIn = (text) => (text.includes('|') ? split(text, '|') : text);

/** @param {string} text @returns {[string, string]} */
function definition(text) {
  const [, name, formula] = /^(\w+) = (.*)$/.exec(text) ?? [];
  if (!name) throw new Error(`no definition: ${text}`);
  return [name, formula];
}

const UNITS = new Map([
  ['b', 1],
  ['word', 4],
  ['lane', 8],
  ['entry', 12],
]);

/**
 * `param+2`, as param and bytes, or an address.
 * @param {string} text @param {ReadonlyMap<string, number>} units
 */
function addressOf(text, units) {
  const [param, ...terms] = text.split('+');
  const offset = terms.reduce((sum, term) => {
    const [, count, unit] = /^(\d+)([a-z]*)$/.exec(term) ?? [];
    if (!count) throw new Error(`no address: ${text}`);
    const size = units.get(unit);
    if (size === undefined) throw new Error(`no unit: ${text}`);
    return sum + Number(count) * size;
  }, 0);
  return /^\d/.test(param) ? { address: Number(param) + offset } : { param, offset };
}

/** @param {string} text an integer, or a param */
const resultOf = (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text);

/** @param {string} conditions @param {string} effects @returns {Case} */
function caseOf(conditions, effects) {
  /** @type {Case} */
  const one = { when: split(conditions, /(?:^|\s)and\s/) };
  const outputs = new Map();
  const flags = new Map();
  const inverses = new Map();
  for (const effect of split(effects, ';')) {
    const [, name, sign, value] = /^(.*?) (:?=) (.*)$/.exec(effect) ?? [];
    const [, inverse, of] = /^inverse (\w+) of (.*)$/.exec(effect) ?? [];
    const [, returned] = /^return (.*)$/.exec(effect) ?? [];
    if (sign === '=') outputs.set(name, value);
    else if (sign) flags.set(name, BigInt(value));
    else if (returned) one.result = resultOf(returned);
    else if (inverse) inverses.set(inverse, of);
    else if (/^stop( second)?$/.test(effect)) one.stops = effect === 'stop' ? true : 1;
    else flags.set(effect.replace('!', ''), effect.startsWith('!') ? 0n : 1n);
  }
  if (outputs.size > 0) one.outputs = outputs;
  if (flags.size > 0) one.flags = flags;
  if (inverses.size > 0) one.inverses = inverses;
  return one;
}

/** @param {string} line which begins with `if` or `else:` @returns {Case} */
function caseIn(line) {
  const [, conditions = '', effects] = /^(?:if (.*?)|else):(?!=)(.*)$/.exec(line) ?? [];
  if (effects === undefined) throw new Error(`no case: ${line}`);
  return caseOf(conditions, effects);
}

/** Cases alone, a line each. @param {string} text */
export const casesIn = (text) => split(text, '\n').map(caseIn);

/**
 * Reads claims in the notation above.
 * @param {Vocabulary} vocabulary
 */
export function reader({ field, types, slot = 0, flag = {}, more = {} }) {
  const units = new Map([...UNITS, ['', slot], ['row', field.slot]]);
  /** @param {string} line @returns {(Place & { formula: string })[]} */
  const places = (line) => {
    const { groups = {} } = /^(?:of (?<own>\w+): |(?<at>[\w+]+): )?(?<rest>.*)$/.exec(line) ?? {};
    const parts = clauses(groups.rest, 'unless|only|equals');
    /** @type {Partial<Place>} */
    const common = {};
    const [unless, only, is] = ['unless', 'only', 'equals'].map((word) => parts.get(word));
    if (unless) common.unless = flagsIn(unless);
    if (only) common.only = only;
    if (is) common.is = is;
    if (groups.own) common.own = groups.own;
    let behind = 0;
    return split(parts.get('') ?? '', ', ').map((text) => {
      const [, name, named, formula = ''] = /^(\w+)(?: ~([\w ]+?))?(?: = (.*))?$/.exec(text) ?? [];
      const type = named ?? (Object.hasOwn(types, name) ? name : '');
      if (!name || !Object.hasOwn(types, type)) throw new Error(`no element: ${text}`);
      const { slot: size = slot, ...place } = types[type];
      const at = groups.at ? addressOf(`${groups.at}+${behind}b`, units) : null;
      behind += size;
      return { name, ...place, ...at, ...common, formula };
    });
  };
  /** @param {string} line @returns {Place[]} */
  const inputsIn = (line) => places(line).map(({ formula: _, ...one }) => one);
  /** @param {string} text @returns {Flag} */
  const flagOf = (text) => {
    const parts = clauses(text.replace(/^out /, ''), 'at|bytes|values|unless|only');
    const name = parts.get('') ?? '';
    const [at, bytes, values] = ['at', 'bytes', 'values'].map((word) => parts.get(word));
    const [unless, only] = ['unless', 'only'].map((word) => parts.get(word));
    const place = addressOf(at ?? name.replace(/ .*/, ''), units);
    const { param = '', offset = 0 } = place;
    const isUsual = !/\+\d+[a-z]/.test(at ?? '');
    return {
      ...{ name, param, offset },
      ...(isUsual && { ...flag, offset: offset + (flag.offset ?? 0) }),
      ...(text.startsWith('out ') && { isOutput: true }),
      ...(bytes && { bytes: Number(bytes) }),
      ...(values && { values: split(values, ' ').map(BigInt) }),
      ...(unless && { unless: flagsIn(unless) }),
      ...(only && { only }),
    };
  };
  /** @param {string} text @returns {List} */
  const listOf = (text) => {
    const [, count, rest] = /^(\w+): (.*)$/.exec(text) ?? ['', '', ''];
    const parts = clauses(rest, 'end|codes|nonempty|paired');
    const strides = split(parts.get('') ?? '', ', ').map((one) => split(one, /[ +]/));
    const seconds = strides.filter(([, , second]) => second);
    const [end, codes] = ['end', 'codes'].map((word) => parts.get(word));
    return {
      strides: new Map(strides.map(([param, bytes]) => [param, BigInt(bytes)])),
      count,
      ...(end && { end: BigInt(end) }),
      ...(codes && { codes: BigInt(codes) }),
      ...(parts.has('nonempty') && { isNonEmpty: true }),
      ...(parts.has('paired') && { perRow: 2n }),
      ...(seconds.length > 0 && {
        second: new Map(seconds.map(([param, , second]) => [param, Number(second)])),
      }),
    };
  };
  /** @param {string} text @returns {Claim} */
  const header = (text) => {
    const [, name, list, title, short] =
      /^(\w+)\(([^)]*)\)(?:\s*$|\s+(.*)|: (.*))$/.exec(text) ?? [];
    if (!name) throw new Error(`no function: ${text}`);
    const outputs = short ? places(short) : [];
    const named = outputs.flatMap(({ formula }) => formula.match(/[A-Za-z]\w*/g) ?? []);
    /** @type {Claim} */
    const claim = { name, field, params: [], inputs: [], outputs, ...(title && { title }) };
    /** @type {string[]} */
    const references = [];
    const [numbers, signs] = [new Map(), new Map()];
    for (const text of split(list, ',')) {
      const [, isReference, param, form, type = '', value] =
        /^(±?)(\w+)(?:\?(\w+))?( ~[\w ]+?)?(?: = (-?\d+))?$/.exec(text) ?? [];
      claim.params.push(param);
      if (named.some((name) => name.replace(/(Re|Im)$/, '') === param))
        claim.inputs.push(...inputsIn(param + type));
      if (isReference) references.push(param);
      if (form) signs.set(param, form);
      if (value) numbers.set(param, BigInt(value));
    }
    return {
      ...claim,
      ...(references.length > 0 && { references }),
      ...(numbers.size > 0 && { numbers }),
      ...(signs.size > 0 && { signs }),
    };
  };
  /**
   * One claim.
   * @param {string} text @param {Partial<Claim>} [also] @returns {Claim}
   */
  return (text, also = {}) => {
    const [first, ...all] = split(text.replace(/ +/g, ' '), '\n');
    const lines = all.flatMap((line) =>
      line.includes('#') && !line.startsWith('both ')
        ? ['0', '1'].map((i) => line.replaceAll('#', i))
        : [line],
    );
    const claim = { ...header(first), ...more };
    /** @type {Case[]} */
    const cases = [];
    /** @type {[Case[], Case[]]} */
    const ofBoth = [[], []];
    for (const line of lines) {
      const [, word, rest] = /^(\S+)\s*(.*)$/.exec(line) ?? ['', '', ''];
      if (word === 'in') claim.inputs.push(...inputsIn(rest));
      else if (word === 'out') claim.outputs.push(...places(rest));
      else if (word === 'flags')
        claim.flags = [...(claim.flags ?? []), ...split(rest, ', ').map(flagOf)];
      else if (word === 'tells') claim.isZero = rest;
      else if (word === 'apart') claim.apart = split(rest, ', ');
      else if (word === 'nonzero') claim.nonZero = split(rest, ', ');
      else if (word === 'let')
        claim.parts = new Map([...(claim.parts ?? []), ...split(rest, ', ').map(definition)]);
      else if (word === 'return') claim.result = resultOf(rest);
      else if (word === 'repeats') {
        const [count, ...next] = split(rest, ', ');
        claim.repeats = { count, next: new Map(next.map(definition)) };
      } else if (word === 'each') claim.list = listOf(rest);
      else if (word === 'if' || word === 'else:') cases.push(caseIn(line));
      else if (word === 'both')
        ofBoth.forEach((its, i) => its.push(caseIn(rest.replaceAll('#', `${i}`))));
      else
        for (const each of split(line, ' ')) {
          if (!WORDS.has(each)) throw new Error(`${each} is no word of claims: ${line}`);
          Object.assign(claim, WORDS.get(each));
        }
    }
    cases.push(...productOf(...ofBoth));
    checkNames(claim, cases);
    if (claim.list && also.list) also = { ...also, list: { ...claim.list, ...also.list } };
    return { ...claim, ...(cases.length > 0 && { cases }), ...also };
  };
}

/**
 * Several claims, each from its function's name on; one with braces is two.
 * @param {string} text
 */
const textsIn = (text) =>
  split(text, /\n(?=\s*\w+\()/).flatMap((one) =>
    one.includes('{')
      ? ['$1', '$2'].map((either) => one.replace(/{(?:([^|}]*)\|)?([^}]*)}/g, either))
      : [one],
  );

/** Several claims of one text, each from its header on. @param {Vocabulary} vocabulary */
export function readerOfAll(vocabulary) {
  const read = reader(vocabulary);
  return (/** @type {string} */ text, /** @type {Partial<Claim>} */ also = {}) =>
    textsIn(text).map((one) => read(one, also));
}

/** By the names of functions. @param {Claim[]} claims */
export const byName = (claims) => (/** @type {string} */ name) =>
  claims.filter((one) => one.name === name);

/**
 * Claims of a text with several, by function, which are read if it is there; `change` adds to them.
 * @param {ReturnType<typeof reader>} claim
 * @param {string} text
 * @param {(claim: Claim) => Claim} [change]
 * @returns {Claims}
 */
export function claimsIn(claim, text, change = (one) => one) {
  const texts = textsIn(text);
  return (name, lookup) =>
    texts
      .filter((one) => one.startsWith(`${name}(`))
      .map((one) =>
        one.replace(
          /(?<=\n\s*(?:in|out|return) )(\w*)\.(-?\d+)/g,
          (_, owner, i) => `${lookup?.rows(owner || name).at(Number(i)) ?? 0}`,
        ),
      )
      .map((one) => change(claim(one)));
}

/**
 * No case may name what is no output, and nothing what is no flag.
 * @param {Claim} claim @param {Case[]} cases
 */
function checkNames({ name, inputs, outputs, flags = [], references = [] }, cases) {
  const known = new Set([
    ...flags.flatMap(({ name, values }) => values?.map((one) => `${name} is ${one}`) ?? [name]),
    ...references.map((param) => `${param} is negative`),
  ]);
  /** @param {Iterable<string>} used @param {ReadonlySet<string>} among */
  const check = (used, among) => {
    const unknown = [...used].find((one) => !among.has(one));
    if (unknown !== undefined) throw new Error(`${name}: ${unknown} is no output or flag`);
  };
  for (const { unless = [], only = [] } of [...inputs, ...outputs, ...flags])
    check([unless, only].flat(), known);
  for (const { when, outputs: formulas, flags: values } of cases) {
    const asFlags = when.filter((one) => !FORMULA.test(one)).map((one) => one.replace('!', ''));
    check(asFlags, known);
    check(formulas?.keys() ?? [], new Set(outputs.map((one) => one.name)));
    check(values?.keys() ?? [], new Set(flags.map((one) => one.name)));
  }
}

/** Conditions that name no flag. */
const FORMULA = /( = 0| is odd| is larger| < p| are blank)$|^goes on$/;
