/** The start of a run: memory, operands, and unknown elements, flags and signs. */
import { inverse } from './domain/field-polynomial.js';
import { constantIn, sizesOf } from './calls.js';
import { nonZeroOf } from './coordinates.js';
import { Polynomial } from './domain/polynomial.js';
import { partsOf, placeElement, unknowns } from './elements.js';
import { bytesOfFlag, contentOf, holdsOf, setFlag } from './flags.js';
import { loopOver, mostElements } from './loops.js';
import { areSteps, countOf, loopAgain } from './repeats.js';
import { Machine } from './machine/machine.js';
import { STATIC } from './machine/memory.js';
import { operandOfSign, signParams, signsOf } from './signs.js';
import { valuesOf } from './values.js';

/**
 * @import { Claim, Place } from './claims/claim.js'
 * @import { Domain } from './domain/domain.js'
 * @import { Value } from './domain/value.js'
 * @import { CallRule, I32, Operand } from './machine/machine.js'
 * @import { Region } from './machine/memory.js'
 * @import { Extent } from './loops.js'
 * @import { Module } from './wasm/decode.js'
 */

/** Of a module: what callers allocate begins behind it. */
const MEMORY_BYTES = 3 << 16;

/**
 * @typedef {object} Run
 * @property {Machine} machine
 * @property {Operand[]} operands
 * @property {Map<string, any[]>} elements by name, with a number or value for each part
 * @property {Map<string, bigint>} words flags and signs
 * @property {(place: Located) => { region: Region, at: number }} locate
 * @property {Map<string, Value>} signs of references in memory: 0, or 1 if they are negative
 * @property {Extent} extent
 * @typedef {{ name: string, param?: string, offset?: number, address?: number }} Located
 */

/** @param {{ param?: string, name: string }} place */
export const paramOf = ({ param, name }) => param ?? name;

/**
 * Memory, operands and unknown elements.
 * @param {Module} module
 * @param {Claim} given
 * @param {Domain} domain
 * @param {string[]} same
 * @param {CallRule | null} [callRule] then elements are known by their values only
 * @returns {Run}
 */
export function begin(module, given, domain, same, callRule = null) {
  const extent = extentOf(given, domain);
  const claim = extent.isShort ? alone(given) : given;
  const machine = new Machine(module, domain, callRule ?? undefined);
  if (callRule) machine.field = claim.field;
  domain.isLazy = claim.isLazy === true;
  machine.mayTrap = claim.mayTrap === true;
  const { memory } = machine;
  memory.region(STATIC, MEMORY_BYTES, callRule ? true : mayWriteStatic(claim));
  const outputParam = outputOf(claim);
  const targets = targetsOf(claim, domain);
  /** @param {string} param */
  const regionOf = (param) =>
    targets.get(param) ?? (outputParam && same.includes(param) ? outputParam : param);
  const sizes = sizesOf(claim);
  const isNumber = (/** @type {string} */ param) =>
    claim.numbers?.has(param) ||
    claim.signs?.has(param) ||
    countOf(claim) === param ||
    areSteps(claim, param);
  for (const param of [...claim.params, ...targets.keys()]) {
    if (isNumber(param) || regionOf(param) !== param) continue;
    const size = Math.max(
      ...[...sizes].map(([one, bytes]) => (regionOf(one) === param ? bytes : 0)),
    );
    const names = [...sizes.keys()].filter((one) => regionOf(one) === param);
    const [written, before] = [writtenIn(claim, names), carriedIn(claim, names)];
    const region = memory.region(param, size, (at, length) => {
      for (let i = at; i < at + length; i++)
        if (!written.has(i) && (machine.loop || !before.has(i))) return false;
      return true;
    });
    if (param === outputParam) memory.result = region;
  }
  /** @param {Located} place */
  const locate = (place) => {
    const { address, offset = 0 } = extent.isShort ? firstOf(given, place) : place;
    return address === undefined
      ? { region: memory.named(regionOf(paramOf(place))), at: offset }
      : { region: memory.named(STATIC), at: address };
  };
  if (claim.isDisjoint && !claim.pointers)
    for (const place of claim.outputs)
      if (place.address === undefined) memory.distinct.add(paramOf(place));
  const isShort = extent.isShort === true;
  const words = wordsOf(claim, machine, locate, isShort);
  const signs = placePointers(claim, machine, regionOf);
  /** @type {Map<string, any[]>} */
  const elements = new Map(
    signsOf(
      claim,
      words,
      callRule
        ? constantIn(claim)
        : (/** @type {bigint} */ c) => /** @type {any} */ (Polynomial.constant(c)),
    ),
  );
  for (const place of claim.inputs) {
    if (!holdsOf(place, words)) continue;
    const { region, at } = locate(place);
    // What an element leaves for the next is known where the loop begins.
    if (
      claim.list?.carried?.includes(place.name) &&
      claim.list.first?.get(place.name) !== place.name
    ) {
      elements.set(place.name, unknowns(claim.field, place));
      continue;
    }
    const twin = claim.inputs.find(
      (other) =>
        elements.has(other.name) && locate(other).region === region && locate(other).at === at,
    );
    const numbers =
      (twin &&
        (same.length > 0 || targets.size > 0 || extent.isShort) &&
        elements.get(twin.name)) ||
      (callRule
        ? placeElement(
            claim.field,
            place,
            { region, at },
            place.is
              ? valuesOf(place.is, place.layout, elements, claim)
              : unknowns(claim.field, place).map((one) => one.scale(place.multipleOf ?? 1n)),
          )
        : place.layout.place(machine, region, at, place.range).map(scaled(claim.field, place)));
    elements.set(place.name, numbers);
    if (callRule && place.range.least >= 0n && place.range.most < claim.field.p)
      for (const number of numbers) machine.canonical.add(number);
  }
  for (const [, values] of callRule ? nonZeroOf(claim, elements) : []) {
    const unknown = values.filter((value) => value.isZero() !== true);
    machine.tests.push({ values: unknown, isZero: false });
  }
  const operands = claim.params.map(
    /** @returns {Operand} */ (param) => {
      const form = claim.signs?.get(param);
      if (form) return operandOfSign(domain, form, words.get(`${param} is negative`) ?? 0n);
      if (countOf(claim) === param) return endOf(claim, extent, regionOf);
      if (areSteps(claim, param))
        return { type: 'i32', region: null, value: domain.input(0n, 1n << 31n) };
      // From the last element, which is the first one that is treated, to the begin of the list.
      const stride = claim.list?.strides.get(param) ?? 0n;
      const { of, behind = [] } = claim.list ?? {};
      if (behind.includes(param))
        return { type: 'i32', region: regionOf(param), value: domain.constant(-stride) };
      if (stride < 0n && !of)
        return {
          type: 'i32',
          region: regionOf(param),
          value: extent.rows.plus(-1n).times(stride),
        };
      const value = domain.constant(
        claim.numbers?.get(param) ?? words.get(`${param} is negative`) ?? 0n,
      );
      const region = claim.numbers?.has(param) ? null : regionOf(param);
      return { type: 'i32', region, value };
    },
  );
  if (claim.list) machine.loopRule = loopOver(claim, extent, elements);
  if (claim.repeats) machine.loopRule = loopAgain(claim, claim.repeats, operands);
  return { machine, operands, elements, words, locate, signs, extent };
}

/**
 * How many rows, none or an unknown number, and which of them it is.
 * @param {Claim} claim @param {Domain} domain @returns {Extent}
 */
function extentOf(claim, domain) {
  const { list, repeats } = claim;
  const decide = () => domain.choose([0n, 1n], () => 0n) === 1n;
  const most = list || repeats ? mostElements(claim) : 1n;
  if (list?.of && !list.isNonEmpty) {
    const rows = domain.input(0n, most);
    return { rows, count: rows, isShort: null };
  }
  const isEmpty = list && !list.isNonEmpty && decide();
  const perRow = list?.perRow ?? 1n;
  const rows = isEmpty ? domain.constant(0n) : domain.input(1n, most / perRow);
  const isMissing = perRow > 1n && !isEmpty && decide();
  const isShort = isMissing && list?.second ? decide() : null;
  return { rows, count: rows.times(perRow).plus(isMissing ? -1n : 0n), isShort };
}

/**
 * The operand that counts: a number, or the address of the last element, or of where a list ends
 * that may be empty.
 * @param {Claim} claim @param {Extent} extent @param {(param: string) => string} regionOf
 * @returns {I32}
 */
function endOf({ list }, { rows, count }, regionOf) {
  if (!list?.of) return { type: 'i32', region: null, value: count };
  const value = rows.plus(list.isNonEmpty ? -1n : 0n).times(list.strides.get(list.of) ?? 0n);
  return { type: 'i32', region: regionOf(list.of), value };
}

/** Of a second element that is missing, the place of the first. @param {Claim} claim */
const firstOf = ({ list }, /** @type {Located} */ place) => {
  const { address, offset = 0 } = place;
  const shift = (address === undefined && list?.second?.get(paramOf(place))) || Infinity;
  return { address, offset: offset < shift ? offset : offset - shift };
};

/**
 * Of a row with one element: it stands in for the second one, of which nothing is left.
 * @param {Claim} claim
 */
export function alone(claim) {
  /** @template {Located} T @param {T} place @returns {T} */
  const first = (place) => ({ ...place, ...firstOf(claim, place) });
  /** @param {Located} place @returns {boolean} */
  const isSecond = (place) =>
    firstOf(claim, place).offset !== (place.offset ?? 0) ||
    (claim.pointers ?? []).some((one) => one.name === paramOf(place) && isSecond(one));
  return {
    ...claim,
    inputs: claim.inputs.map(first),
    outputs: claim.outputs.filter((place) => !isSecond(place)),
    flags: claim.flags?.filter((flag) => !flag.isOutput || !isSecond(flag)).map(first),
    pointers: claim.pointers?.map(first),
    list: claim.list && { ...claim.list, perRow: 1n },
  };
}

/**
 * Addresses in memory, and the signs of those that are references, which are cases only where they
 * matter.
 * @param {Claim} claim @param {Machine} machine @param {(name: string) => string} regionOf
 */
function placePointers({ pointers = [], references = [], outputs }, machine, regionOf) {
  const { domain, memory } = machine;
  /** @type {Map<string, Value>} */
  const signs = new Map();
  for (const { name, param, offset } of pointers) {
    const twin = pointers.find((one) => one.param === param && one.offset === offset)?.name ?? '';
    const isReference = references.includes(name);
    const value = signs.get(twin) ?? (isReference ? domain.input(0n, 1n) : domain.constant(0n));
    if (isReference) signs.set(name, value);
    const pointer = /** @type {const} */ ({ type: 'i32', region: regionOf(name), value });
    memory.named(param).set(offset, 4, { pointer });
  }
  if (!isEachApart({ pointers, outputs })) {
    for (const { name } of pointers) memory.distinct.add(regionOf(name));
    return signs;
  }
  // They may be the same ones all the same.
  for (const { name, mayBe } of pointers) memory.pointed.set(regionOf(name), mayBe);
  return signs;
}

/**
 * Whether stored addresses need no cases of which are the same: nothing is written there, or of
 * what is, `mayBe` says which it may be, and these are not read after that.
 * @param {Pick<Claim, 'pointers' | 'outputs'>} claim
 */
const isEachApart = ({ pointers = [], outputs }) =>
  pointers.every(
    ({ name, mayBe }) => mayBe !== undefined || outputs.every(({ param }) => param !== name),
  );

/**
 * The region that each stored address is of: its own, or that of one before. All cases, where they
 * matter.
 * @param {Claim} claim @param {Domain} domain
 */
function targetsOf({ pointers = [], outputs }, domain) {
  /** @type {Map<string, string>} */
  const targets = new Map();
  const isApart = isEachApart({ pointers, outputs });
  for (const { name, param, offset } of pointers) {
    const twin = pointers.find(
      (one) => targets.has(one.name) && one.param === param && one.offset === offset,
    );
    if (twin) targets.set(name, targets.get(twin.name) ?? '');
    if (twin) continue;
    const options = isApart ? [name] : [name, ...new Set(targets.values())];
    const chosen =
      options.length > 1
        ? domain.choose(
            options.map((_, i) => BigInt(i)),
            () => 0n,
          )
        : 0n;
    targets.set(name, options[Number(chosen)]);
  }
  return targets;
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
 * @param {boolean} isShort
 */
function wordsOf(claim, machine, locate, isShort) {
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
      (isShort ? found.get(flag.like ?? '') : undefined) ??
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

/** Bytes that are written before the first element. @param {Claim} claim @param {string[]} names */
const carriedIn = ({ inputs, flags = [], list }, names) =>
  new Set([
    ...bytesOf(
      inputs.filter(({ name }) => list?.carried?.includes(name)),
      names,
    ),
    ...flags.flatMap(({ name, param, offset }) =>
      list?.carried?.includes(name) && names.includes(param)
        ? [0, 1, 2, 3].map((i) => offset + i)
        : [],
    ),
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
