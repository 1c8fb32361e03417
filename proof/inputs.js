/** The start of a run: memory, operands, and unknown elements, flags and signs. */
import { inverse } from './domain/field-polynomial.js';
import { isWritten, placeElement, signsOf, sizesOf } from './calls.js';
import { MOST_ELEMENTS, loopOver } from './loops.js';
import { Machine } from './machine/machine.js';
import { STATIC } from './machine/memory.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Domain } from './domain/domain.js'
 * @import { Polynomial } from './domain/polynomial.js'
 * @import { CallRule, Operand } from './machine/machine.js'
 * @import { Region } from './machine/memory.js'
 * @import { Module } from './wasm/decode.js'
 */

const MEMORY_BYTES = 1 << 20;

/**
 * @typedef {object} Run
 * @property {Machine} machine
 * @property {Operand[]} operands
 * @property {Map<string, any[]>} elements by name, with a number or value for each part
 * @property {Map<string, bigint>} words flags and signs
 * @property {(place: Located) => { region: Region, at: number }} locate
 * @typedef {{ name: string, param?: string, offset?: number, address?: number }} Located
 */

/** @param {{ param?: string, name: string }} place */
export const paramOf = ({ param, name }) => param ?? name;

/**
 * Memory, operands and unknown elements.
 * @param {Module} module
 * @param {Claim} claim
 * @param {Domain} domain
 * @param {string[]} same
 * @param {CallRule | null} [callRule] then elements are known by their values only
 * @returns {Run}
 */
export function begin(module, claim, domain, same, callRule = null) {
  const machine = new Machine(module, domain, callRule ?? undefined);
  const { memory } = machine;
  memory.region(STATIC, MEMORY_BYTES, callRule ? true : mayWriteStatic(claim));
  const outputParam = outputOf(claim);
  /** @param {string} param */
  const regionOf = (param) => (outputParam && same.includes(param) ? outputParam : param);
  const sizes = sizesOf(claim);
  const isNumber = (/** @type {string} */ param) =>
    claim.numbers?.has(param) || claim.list?.count === param;
  for (const param of claim.params) {
    if (isNumber(param) || regionOf(param) !== param) continue;
    const size = Math.max(
      ...claim.params.map((one) => (regionOf(one) === param ? (sizes.get(one) ?? 0) : 0)),
    );
    const region = memory.region(param, size, isWritten(claim, param));
    if (param === outputParam) memory.result = region;
  }
  /** @param {Located} place */
  const locate = ({ address, offset = 0, ...place }) =>
    address === undefined
      ? { region: memory.named(regionOf(paramOf(place))), at: offset }
      : { region: memory.named(STATIC), at: address };
  const words = wordsOf(claim, machine, locate);
  /** @type {Map<string, any[]>} */
  const elements = new Map(callRule ? signsOf(claim, words) : []);
  for (const place of claim.inputs) {
    if (place.unless && words.get(place.unless) === 1n) continue;
    const { region, at } = locate(place);
    const twin = claim.inputs.find(
      (other) =>
        elements.has(other.name) && locate(other).region === region && locate(other).at === at,
    );
    const numbers =
      (twin && same.length > 0 && elements.get(twin.name)) ||
      (callRule
        ? placeElement(claim.field, place, { region, at })
        : place.layout.place(machine, region, at, place.range).map(scaled(claim.field, place)));
    elements.set(place.name, numbers);
  }
  const operands = claim.params.map((param) => {
    if (claim.list?.count === param) {
      const isEmpty = domain.choose([0n, 1n], () => 0n) === 1n;
      const count = isEmpty ? domain.constant(0n) : domain.input(1n, MOST_ELEMENTS);
      return /** @type {Operand} */ ({ type: 'i32', region: null, value: count });
    }
    const value = domain.constant(
      claim.numbers?.get(param) ?? words.get(`${param} is negative`) ?? 0n,
    );
    const region = claim.numbers?.has(param) ? null : regionOf(param);
    return /** @type {Operand} */ ({ type: 'i32', region, value });
  });
  if (claim.list) machine.loopRule = loopOver(claim);
  return { machine, operands, elements, words, locate };
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
function wordsOf({ references = [], flags = [] }, { domain }, locate) {
  /** @type {Map<string, bigint>} */
  const words = new Map();
  const decide = () => domain.choose([0n, 1n], () => 0n);
  for (const param of references) words.set(`${param} is negative`, decide());
  for (const flag of flags.filter(({ isOutput }) => !isOutput)) {
    const { region, at } = locate(flag);
    const twin = flags.find(
      (one) => words.has(one.name) && locate(one).region === region && locate(one).at === at,
    );
    const value = (twin && words.get(twin.name)) ?? decide();
    words.set(flag.name, value);
    region.set(at, 4, domain.constant(value));
  }
  return words;
}

/** @param {Claim} claim @returns {(at: number, size: number) => boolean} */
function mayWriteStatic({ usesScratch, outputs }) {
  return (at, size) =>
    usesScratch === true ||
    outputs.some(
      ({ address, layout }) =>
        address !== undefined && at >= address && at + size <= address + layout.bytes,
    );
}
