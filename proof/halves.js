/**
 * Functions that invert many numbers at once: a loop forward over a list, which multiplies a number
 * c by one of each element, an inversion, and a loop backward over the same list. Before the
 * inversion and after it the code is cut into functions of their own, with claims of their own
 * (halves); the second one begins with what the first one leaves, and with nothing that a local
 * holds which is no param. Then, of any element: forward leaves `kept` = c, and c·d after it;
 * `rest` is k/(c·d), of a constant k, by which the code may multiply the inverse first; so rest·c
 * is k/d, and rest·d is k/c, as the element before needs it. That this holds in each case, and that
 * both halves make the claim of the whole, is checked as polynomials. No d may be 0.
 */
import { FieldPolynomial, inverse } from './domain/field-polynomial.js';
import { holdsOf } from './flags.js';
import { prove } from './prove.js';
import { Refused } from './refused.js';
import { valuesOf } from './values.js';

/**
 * @import { Case, Claim, Halves, Place } from './claims/claim.js'
 * @import { Proof } from './prove.js'
 * @import { Instruction, Module } from './wasm/decode.js'
 */

/** The result of the first half where it arrives at the inversion. */
const ARRIVED = -0x7a1fn;

/**
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {ReadonlyMap<number, Proof[]>} proven
 * @returns {Proof}
 */
export function proveHalves(module, index, claim, proven) {
  const { halves, list } = claim;
  if (!halves || !list) throw new Error(`${claim.name} has no halves`);
  const { functions, imports } = module;
  const one = functions[index - imports.length];
  const at = inversionIn(one.code, halves.product);
  const end = { op: 'end' };
  const types = { params: one.type.params, results: /** @type {string[]} */ ([]) };
  const parts = [
    {
      ...{ ...one, type: { ...types, results: ['i32'] } },
      code: [...one.code.slice(0, at - 2), { op: 'i32.const', value: ARRIVED }, end],
    },
    {
      type: { params: [], results: [] },
      locals: [],
      code: [...one.code.slice(at - 2, at + 1), end],
    },
    { ...one, areUnknown: true, code: shifted(one.code.slice(at + 1), at + 1) },
  ];
  const cut = { ...module, functions: [...functions, ...parts] };
  const claims = claimsOf(claim, halves);
  const proofs = claims.map((part, i) =>
    prove(cut, imports.length + functions.length + i, part, proven),
  );
  const [, { scratch: inverting }] = proofs;
  const numbers = new Map([...(claim.numbers ?? []), [list.count, 0n]]);
  const nothing = { inputs: [], outputs: [], flags: [], nonZero: undefined, cases: undefined };
  const empty = { ...claim, ...nothing, numbers, result: list.end, list: undefined };
  for (const { address = halves.product, layout, name } of halves.backward.inputs)
    for (const { at, size } of address === halves.product ? [] : inverting)
      if (at < address + layout.bytes && address < at + size)
        throw new Refused(`${name} is where the inversion computes`);
  proofs.push(prove(module, index, { ...empty, halves: undefined }, proven));
  compose(claim, halves);
  /** @param {(one: Proof) => number} of */
  const sum = (of) => proofs.reduce((all, each) => all + of(each), 0);
  return {
    ...{ claim, aliases: [], bound: proofs[2].bound },
    paths: sum(({ paths }) => paths),
    impossible: sum(({ impossible }) => impossible),
    steps: sum(({ steps }) => steps),
    terms: Math.max(...proofs.map(({ terms }) => terms)),
    scratch: proofs.flatMap(({ scratch }) => scratch),
  };
}

/**
 * Where the one call is, outside of all blocks, of two times the address of the product.
 * @param {Instruction[]} code @param {number} product
 */
function inversionIn(code, product) {
  let depth = 0;
  const isProduct = (/** @type {Instruction | undefined} */ one) =>
    one?.op === 'i32.const' && one.value === BigInt(product);
  const found = code.flatMap(({ op }, i) => {
    if (/^(block|loop|if)$/.test(op)) depth++;
    if (op === 'end') depth--;
    const isCall = op === 'call' && isProduct(code[i - 1]) && isProduct(code[i - 2]);
    return isCall && depth === 0 ? [i] : [];
  });
  if (found.length !== 1) throw new Refused(`${found.length} inversions of the product`);
  return found[0];
}

/** Code that begins elsewhere. @param {Instruction[]} code @param {number} by */
export const shifted = (code, by) =>
  code.map((one) => ({
    ...one,
    ...(one.end !== undefined && { end: one.end - by }),
    ...(one.otherwise !== undefined && one.otherwise >= 0 && { otherwise: one.otherwise - by }),
  }));

/**
 * Of the first half, the inversion, and the second half.
 * @param {Claim} claim @param {Halves} halves @returns {Claim[]}
 */
function claimsOf({ params, field, list, constants }, { product: address, forward, backward }) {
  const next = forward.outputs.find((place) => place.address === address);
  const inverted = backward.inputs.find((place) => place.name === 'inverse');
  if (!next || inverted?.address !== address || list?.count !== forward.list?.count)
    throw new Error(`${forward.name}: the product is not what is inverted`);
  const { behind = [] } = backward.list ?? {};
  const steps = { isNonEmpty: true, end: ARRIVED, leaves: behind };
  const inversion = { name: 'inversion', field, params: [], isDisjoint: true, usesScratch: true };
  if (!list || !forward.list || !backward.list) throw new Error(`${forward.name}: no list`);
  return [
    { ...forward, params, constants, list: { ...forward.list, ...steps } },
    {
      ...{ ...inversion, on: 'elements' },
      inputs: [{ ...next, name: 'c' }],
      outputs: [{ ...inverted, formula: '1/c' }],
      // A product of what is not 0; of Fp² it is said of the norm, as −1 is no square.
      nonZero: [next.layout.kind === 'quadratic' ? 'cRe*cRe + cIm*cIm' : 'c'],
    },
    { ...backward, params, constants, list: { ...backward.list, isNonEmpty: true, end: list.end } },
  ];
}

/** @param {Place} a @param {Place} b */
const isSamePlace = (a, b) =>
  (a.param ?? a.name) === (b.param ?? b.name) &&
  (a.offset ?? 0) === (b.offset ?? 0) &&
  a.address === b.address &&
  a.layout === b.layout &&
  a.range === b.range;

/**
 * All that the second half takes is there in a case of the first.
 * @param {Claim} forward @param {Claim} backward @param {Case} one @param {string} because
 */
function checkPresent(forward, backward, { when, outputs, flags }, because) {
  const words = new Map([
    ...when.map((flag) => /** @type {const} */ ([flag, 1n])),
    ...(flags ?? []),
  ]);
  for (const place of backward.inputs.filter((one) => holdsOf(one, words))) {
    const isLeft = forward.outputs.some(({ name }) => name === place.name);
    const from = forward.inputs.find(({ name }) => name === place.name);
    if (isLeft ? !outputs?.has(place.name) : from && !holdsOf(from, words))
      throw new Refused(`${place.name} is not there${because}`);
  }
  for (const flag of backward.flags ?? []) {
    const from = forward.flags?.find(({ name }) => name === flag.name);
    const isThere = from && from.param === flag.param && from.offset === flag.offset;
    if (!flag.isOutput && (!isThere || (from.isOutput && !flags?.has(flag.name))))
      throw new Refused(`${flag.name} is not known${because}`);
  }
}

/** Each case of the whole is one of the first half, and of the second that follows from it. */
function compose(/** @type {Claim} */ claim, /** @type {Halves} */ { forward, backward }) {
  const { cases = [], name } = claim;
  const own = ['rest', 'inverse'];
  for (const place of backward.inputs) {
    const from = [...forward.outputs, ...forward.inputs].find((one) => one.name === place.name);
    if (!own.includes(place.name) && (!from || !isSamePlace(from, place)))
      throw new Error(`${name}: ${place.name} is not what the first half takes or leaves`);
  }
  const all = forward.cases ?? [];
  if (cases.length !== all.length) throw new Refused(`${all.length} cases`);
  all.forEach((one, i) => {
    const because = one.when.length > 0 ? ` if ${one.when.join(' and ')}` : '';
    const wanted = cases[i];
    if (wanted.when.join() !== one.when.join() || wanted.stops !== one.stops)
      throw new Refused(`another case${because}`);
    if (one.stops) return;
    const other = followingCase(one, all.slice(0, i), backward);
    checkCase(claim, { forward, backward }, one, other, wanted, because);
  });
}

/**
 * The case of the second half where one of the first holds, and none before it.
 * @param {Case} one @param {Case[]} before @param {Claim} backward
 */
function followingCase(one, before, { cases = [] }) {
  /** @param {string} condition */
  const holds = (condition) => {
    const flag = one.flags?.get(condition.replace('!', ''));
    if (flag !== undefined) return (flag === 1n) !== condition.startsWith('!');
    if (one.when.includes(condition)) return true;
    const known = [...one.when, condition];
    const isEarlier = before.some(({ when }) => when.every((each) => known.includes(each)));
    if (!isEarlier) throw new Refused(`${condition} is not decided`);
    return false;
  };
  const found = cases.find(({ when }) => when.every(holds));
  if (!found) throw new Refused('no case of the second half');
  return found;
}

/**
 * @param {Claim} claim @param {{ forward: Claim, backward: Claim }} halves
 * @param {Case} one @param {Case} other @param {Case} wanted @param {string} because
 */
function checkCase(claim, { forward, backward }, one, other, wanted, because) {
  const { p } = claim.field;
  checkPresent(forward, backward, one, because);
  const names = [...forward.inputs, ...backward.inputs].map(({ name, layout }) => {
    const parts = layout.offsets ?? [0];
    return /** @type {[string, any[]]} */ ([
      name,
      parts.map((_, i) => FieldPolynomial.variable(p, `${name}.${i}`)),
    ]);
  });
  const elements = new Map(names);
  const { layout } = claim.outputs[0];
  const value = (/** @type {string} */ text) => valuesOf(text, layout, elements, claim);
  const areEqual = (/** @type {string} */ a, /** @type {string} */ b) => {
    const found = value(b);
    return value(a).every((part, i) => part.equals(found[i]));
  };
  for (const [name, formula] of one.outputs ?? [])
    if (name !== 'next') elements.set(name, value(formula));
  const [[name, d] = ['', ''], ...more] = wanted.inverses ?? [];
  if (more.length > 0) throw new Error(`${claim.name}: several inverses${because}`);
  if (d && !claim.nonZero?.includes(d)) throw new Error(`${claim.name}: ${d} may be 0`);
  const by = d ? `*(${d})` : '';
  if (
    !areEqual(one.outputs?.get('next') ?? 'one - one', `c${by}`) ||
    !areEqual(other.outputs?.get('rest') ?? 'one - one', `rest${by}`)
  )
    throw new Refused(`not the product that it takes${because}`);
  if (d) {
    const k = backward.list?.first?.get('rest')?.replace(/^inverse\*?/, '') || 'one';
    const [scale, ...others] = value(k).map(({ terms }) => terms.get('') ?? 0n);
    if (scale === 0n || others.some((c) => c !== 0n)) throw new Error(`${k} is no constant`);
    elements.set(
      name,
      value('rest*c').map((part) => part.scale(inverse(scale, p))),
    );
  }
  for (const [output, formula] of wanted.outputs ?? []) {
    const text = other.outputs?.get(output);
    if (text === undefined || !areEqual(text, formula))
      throw new Refused(`${output} is not ${formula}${because}`);
  }
  const flags = new Map([...(one.flags ?? []), ...(other.flags ?? [])]);
  for (const [flag, is] of wanted.flags ?? [])
    if (flags.get(flag) !== is) throw new Refused(`${flag} is not ${is}${because}`);
}
