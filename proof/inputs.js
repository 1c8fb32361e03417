/** The start of a run: memory, operands, and unknown elements, flags and signs. */
import { inverse } from './kernel/integers.js';
import { sizesOf } from './calls.js';
import { Domain } from './kernel/number.js';
import { Polynomial } from './kernel/polynomial.js';
import { partsOf, placeUnknown } from './elements.js';
import { bytesOfFlag, contentOf, holdsOf, setFlag } from './flags.js';
import { countOf, loopAgain } from './repeats.js';
import { Machine } from './kernel/machine/machine.js';
import { STATIC } from './kernel/machine/memory.js';
import { SEARCH } from './search/search.js';
import { operandOfSign, signParams, signsOf } from './signs.js';

/**
 * @import { Claim, Place } from './claims/claim.js'
 * @import { Evaluate, Path } from './kernel/facts.js'
 * @import { CallRule, Operand } from './kernel/machine/machine.js'
 * @import { Region } from './kernel/machine/memory.js'
 * @import { Module } from './kernel/wasm/decode.js'
 */

/** Of a module: what callers allocate begins behind it. */
const MEMORY_BYTES = 3 << 16;
/** How often a function does something. */
const MOST_TIMES = 1n << 28n;

/**
 * @typedef {object} Run
 * @property {Machine} machine
 * @property {Operand[]} operands
 * @property {Map<string, any[]>} elements by name, with a number or value for each part
 * @property {Map<string, bigint>} words flags and signs
 * @property {(place: Located) => { region: Region, at: number }} locate
 * @property {string[]} same operands that are the output
 * @typedef {{ name: string, param?: string, offset?: number, address?: number }} Located
 */

/**
 * One path, with all strategies.
 * @param {Path} [path]
 * @param {((actual: (evaluate: Evaluate) => bigint) => bigint) | null} [oracle] decides instead
 */
export const domainOf = (path, oracle) => new Domain(SEARCH, path, oracle);

/** @param {{ param?: string, name: string }} place */
export const paramOf = ({ param, name }) => param ?? name;

/**
 * Memory, operands and unknown elements.
 * @param {Module} module
 * @param {Claim} claim
 * @param {Domain} domain
 * @param {string[]} same
 * @param {CallRule | null} [callRule] of a function that is made of calls
 * @returns {Run}
 */
export function begin(module, claim, domain, same, callRule = null) {
  const machine = new Machine(module, domain, callRule ?? undefined);
  domain.isLazy = claim.isLazy === true;
  machine.mayTrap = claim.mayTrap === true;
  machine.isSampled = claim.isSampled === true;
  const { memory } = machine;
  memory.region(STATIC, MEMORY_BYTES, callRule ? true : mayWriteStatic(claim));
  const outputParam = outputOf(claim);
  const regionOf = (/** @type {string} */ param) =>
    outputParam && same.includes(param) ? outputParam : param;
  const sizes = sizesOf(claim);
  const isNumber = (/** @type {string} */ param) =>
    claim.numbers?.has(param) || claim.signs?.has(param) || countOf(claim) === param;
  for (const param of claim.params) {
    if (isNumber(param) || regionOf(param) !== param) continue;
    const names = [...sizes.keys()].filter((one) => regionOf(one) === param);
    const size = Math.max(...names.map((one) => sizes.get(one) ?? 0));
    const written = writtenIn(claim, names);
    const region = memory.region(param, size, (at, length) => {
      for (let i = at; i < at + length; i++) if (!written.has(i)) return false;
      return true;
    });
    if (param === outputParam) memory.result = region;
  }
  /** @param {Located} place */
  const locate = ({ address, offset = 0, ...place }) =>
    address === undefined
      ? { region: memory.named(regionOf(paramOf(place))), at: offset }
      : { region: memory.named(STATIC), at: address };
  if (claim.isDisjoint)
    for (const place of claim.outputs)
      if (place.address === undefined) memory.distinct.add(paramOf(place));
  const words = wordsOf(claim, machine, locate);
  /** @type {Map<string, any[]>} */
  const elements = new Map(signsOf(claim, words, (c) => Polynomial.constant(c)));
  for (const place of claim.inputs) {
    if (!holdsOf(place, words)) continue;
    const { region, at } = locate(place);
    const twin = claim.inputs.find(
      (other) =>
        elements.has(other.name) && locate(other).region === region && locate(other).at === at,
    );
    const numbers =
      (twin && same.length > 0 && elements.get(twin.name)) ||
      placeUnknown(machine, place, { region, at }).map(scaled(claim.field, place));
    elements.set(place.name, numbers);
  }
  const operands = claim.params.map(
    /** @returns {Operand} */ (param) => {
      const form = claim.signs?.get(param);
      if (form) return operandOfSign(domain, form, words.get(`${param} is negative`) ?? 0n);
      if (countOf(claim) === param)
        return { type: 'i32', region: null, value: domain.input(1n, MOST_TIMES) };
      const number = claim.numbers?.get(param);
      const value = domain.constant(number ?? words.get(`${param} is negative`) ?? 0n);
      return { type: 'i32', region: number === undefined ? regionOf(param) : null, value };
    },
  );
  if (claim.repeats) machine.loopRule = loopAgain(claim, claim.repeats, operands);
  return { machine, operands, elements, words, locate, same };
}

/**
 * The number that stands for the same element, divided by R as all are.
 * @param {Claim['field']} field @param {{ scale?: bigint }} place
 * @returns {(number: Polynomial) => Polynomial}
 */
export const scaled =
  ({ R, p }, { scale = R }) =>
  (number) =>
    scale === R ? number : number.scale((R * inverse(scale, p)) % p);

/** The param that outputs are at, if an operand may be there, too. @param {Claim} claim */
const outputOf = ({ outputs, isDisjoint }) => {
  const output = outputs.find(({ address }) => address === undefined);
  return output && (!isDisjoint || outputs.length === 1) ? paramOf(output) : null;
};

/**
 * Flags of inputs and signs of references: both cases of each.
 * @param {Claim} claim
 * @param {Machine} machine
 * @param {Run['locate']} locate
 */
function wordsOf(claim, machine, locate) {
  const { flags = [] } = claim;
  const { domain } = machine;
  /** @type {Map<string, bigint>} */
  const words = new Map();
  /** @type {Map<string, bigint>} */
  const found = new Map();
  const decide = () => domain.choose([0n, 1n], () => 0n);
  for (const param of signParams(claim))
    if (claim.params.includes(param)) words.set(`${param} is negative`, decide());
  for (const flag of flags.filter(({ isOutput }) => !isOutput)) {
    if (!holdsOf(flag, words)) continue;
    const { region, at } = locate(flag);
    const twin = flags.find(
      (one) => found.has(one.name) && locate(one).region === region && locate(one).at === at,
    );
    const value =
      (twin && found.get(twin.name)) ??
      (flag.values ? domain.choose(flag.values, () => flag.values?.[0] ?? 0n) : decide());
    found.set(flag.name, value);
    setFlag(words, flag, value);
    const content = contentOf(machine, flag, value);
    if (content) region.set(at, bytesOfFlag(flag), content);
  }
  return words;
}

/** The bytes of places at some params. @param {Place[]} places @param {string[]} names */
const bytesOf = (places, names) =>
  places.flatMap((one) => {
    if (one.address !== undefined || !names.includes(paramOf(one))) return [];
    const { base, offsets } = partsOf(one.layout);
    // Lanes side by side are elements of their own.
    const isLane = base.places?.[1] === 16;
    const parts = isLane ? (base.places ?? []) : [0];
    const size = isLane ? 8 : base.bytes;
    return offsets.flatMap((o) =>
      parts.flatMap((part) =>
        Array.from({ length: size }, (_, i) => (one.offset ?? 0) + o + part + i),
      ),
    );
  });

/** Bytes that are outputs. @param {Claim} claim @param {string[]} names */
const writtenIn = ({ outputs, flags = [], room }, names) =>
  new Set([
    ...bytesOf(outputs, names),
    ...flags.flatMap((flag) => {
      if (!flag.isOutput || !names.includes(flag.param)) return [];
      // In the last row of a record that has room for one, there is nothing else.
      const isLast = room?.get(flag.param) === flag.offset + 16;
      return Array.from({ length: isLast ? 16 : bytesOfFlag(flag) }, (_, i) => flag.offset + i);
    }),
  ]);

/** @param {Claim} claim @returns {(at: number, size: number) => boolean} */
function mayWriteStatic({ usesScratch, outputs }) {
  return (at, size) =>
    usesScratch === true ||
    outputs.some(
      ({ address, layout }) =>
        address !== undefined && at >= address && at + size <= address + layout.bytes,
    );
}
