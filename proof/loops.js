/**
 * Loops over lists: one iteration stands for all. At the head of the loop (specification, §4.4.8.4)
 * every local and every part of memory is as in any iteration i: addresses of elements are those of
 * element i, which is a region by itself; counters are start + step·i; what else the body assigns
 * is unknown. Where the loop begins again (§4.4.8.6) the same must hold of i + 1, and i + 1 must be
 * the index of an element; where it ends by itself, i must be that of the last. So nothing may have
 * been found out about elements before the loop, and what was known of other memory must be left as
 * it was.
 */
import { magnitude, smaller } from './domain/integers.js';
import { placeElement, readElement } from './elements.js';
import { flagAt } from './flags.js';
import { STATIC } from './machine/memory.js';
import { areSame, constantOf } from './operands.js';
import { Refused } from './refused.js';
import { valuesOf } from './values.js';

/**
 * @import { Claim, Place } from './claims/claim.js'
 * @import { Domain } from './domain/domain.js'
 * @import { Value } from './domain/value.js'
 * @import { I32, Machine, Operand } from './machine/machine.js'
 * @import { Region } from './machine/memory.js'
 * @import { Instruction } from './wasm/decode.js'
 *
 * How many rows and elements a list has; if elements are missing, whether this row is the one that
 * lacks them: the last one, which is the first that is treated if strides are negative.
 * @typedef {{ rows: Value, count: Value, isShort: boolean | null }} Extent
 *
 * `left`: how many elements follow that of the index; −1 if there is none of that index. Then
 * `isAsBefore` says whether nothing has been written.
 * @typedef {{ index: Value, left: Value, check: (locals: Operand[]) => void,
 *   isAsBefore?: () => boolean, claim?: Claim, count?: Value }} Loop
 */

/** They lie in memory, which ends below 2^32 (A4). @param {Claim} claim @returns {bigint} */
export const mostElements = ({ list }) =>
  [...(list?.strides.values() ?? [])].reduce(
    (most, stride) => (stride === 0n ? most : smaller(most, (1n << 32n) / magnitude(stride) - 1n)),
    1n << 28n,
  );

/** A local of which nothing is known: no instruction takes it. */
export const UNKNOWN = /** @type {Operand} */ (/** @type {unknown} */ ({ type: 'unknown' }));

/**
 * The head of a loop: changes locals to those of any iteration.
 * @param {Claim} claim
 * @param {Extent} all of the whole list
 * @param {Map<string, any[]>} elements
 * @returns {(machine: Machine, body: Instruction[], locals: Operand[]) => Loop}
 */
export const loopOver = (claim, all, elements) => (machine, body, locals) => {
  const { domain, memory } = machine;
  const { strides = new Map(), of, isNonEmpty, count: counted = '' } = claim.list ?? {};
  const carried = carriedOf(claim);
  if (machine.tests.length + machine.signs.length + machine.belows.size > 0)
    throw new Refused('a test before the loop');
  for (const name of strides.keys())
    if (memory.named(name).written.size > 0 && carried.every(({ param }) => param !== name))
      throw new Refused(`writes ${name} before the loop`);
  for (const [name, stride] of strides) if (stride % 2n !== 0n) memory.odd.add(name);
  checkReads(machine, claim);
  beginWith(machine, claim, carried, elements);
  const at = claim.params.indexOf(counted);
  const count = locals[at];
  // Where the end is an address, the loop begins with a test, or there is an element.
  const isTested = of !== undefined && !isNonEmpty;
  if (count?.type !== 'i32' || (!of && count.value.refine().low < 1n))
    throw new Refused('there may be no element');
  const end = of ? all.rows.plus(isTested ? 0n : -1n).times(strides.get(of) ?? 0n) : all.count;
  if (!areSame(count, { type: 'i32', region: of ?? null, value: end }))
    throw new Refused('another count');
  const isBackward = [...strides.values()].some((stride) => stride < 0n);
  const limit = mostElements(claim);
  const [least, most] = [all.isShort === false ? 1n : 0n, all.isShort ? 0n : limit];
  const index = isBackward ? domain.input(least, most) : domain.input(0n, limit);
  const left = all.rows.sub(index).plus(-1n);
  if (isBackward || isTested) domain.constrain(left.polynomial, isTested ? -1n : 0n, limit);
  else domain.constrain(left.polynomial, least, most);
  /** @type {Map<number, bigint>} */
  const resets = new Map();
  /** @type {Map<number, { head: I32, step: bigint | Value }>} */
  const counters = new Map();
  for (const [k, step] of stepsOf(body)) {
    const local = locals[k];
    forget(domain, locals, k);
    const reset = resetOf(body, k);
    if (reset !== null && (constantOf(local) === reset || (isBackward && all.isShort !== null))) {
      // From the second iteration on, and in the first, it is that.
      resets.set(k, reset);
      locals[k] =
        isBackward && all.isShort
          ? local
          : { type: 'i32', region: null, value: domain.constant(reset) };
    }
    if (local.type !== 'i32') continue;
    const moving = locals[claim.params.indexOf(claim.list?.by?.get(local.region ?? '') ?? '')];
    if (moving?.type === 'i32') {
      if (step !== null) throw new Refused(`${local.region} moves by ${step}`);
      locals[k] = local;
      counters.set(k, { head: local, step: moving.value });
      continue;
    }
    const by = step ?? (of && local.region ? strides.get(local.region) : null) ?? null;
    if (by === null) continue;
    const head = local.region ? local : { ...local, value: local.value.add(index.times(by)) };
    if (local.region && strides.get(local.region) !== by)
      throw new Refused(`${local.region} moves by ${by}`);
    locals[k] = head;
    counters.set(k, { head, step: by });
  }
  // An address that stays is that of the end, or none of element i.
  locals.forEach((local, k) => {
    if (local.type !== 'i32' || local.region === null || counters.has(k)) return;
    const stride = strides.get(local.region);
    if (!stride) return;
    const isEnd = local.value.polynomial.equals(all.rows.times(stride).polynomial);
    locals[k] = isEnd ? { ...local, value: left.plus(1n).times(stride) } : UNKNOWN;
  });
  for (const [name, stride] of strides)
    if (stride > 0n)
      memory.spans.set(name, { before: index.times(stride), behind: left.plus(1n).times(stride) });
  if (of !== undefined) {
    if (stepsOf(body).has(at)) throw new Refused('the end moves');
    const value = left.plus(isTested ? 1n : 0n).times(strides.get(of) ?? 0n);
    locals[at] = { type: 'i32', region: of, value };
  }
  for (const [name, stride] of strides)
    if (stride !== 0n && ![...counters.values()].some(({ head }) => head.region === name))
      throw new Refused(`${name} does not move`);
  const { pointers = [] } = claim;
  const regions = [...memory.regions.values()];
  // Nor is one that was stored.
  for (const { name, cells } of regions)
    for (const [at, { content }] of strides.has(name) ? [] : [...cells])
      if ('pointer' in content && strides.get(content.pointer.region ?? '')) cells.delete(at);
  /** @param {Region} region */
  const cellsOf = (region) => [...region.cells].map(([at, cell]) => ({ region, at, cell }));
  const before = regions.map((region) => ({ region, cells: cellsOf(region) }));
  /** @param {Region} region @param {number} at */
  const isCarried = (region, at) =>
    region.name === STATIC && carried.some(({ place }) => isIn(place, at));
  const common = before
    .filter(({ region: { name } }) => !strides.has(name))
    .filter(({ region: { name } }) => !pointers.some((one) => one.name === name))
    .flatMap(({ cells }) => cells)
    .filter(({ region, at }) => !isCarried(region, at));
  const { writes } = memory;
  const isAsBefore = () =>
    memory.writes === writes &&
    before.every(
      ({ region, cells }) =>
        region.cells.size === cells.length &&
        cells.every(({ at, cell }) => region.cells.get(at)?.content === cell.content),
    );
  /** @param {Operand[]} after */
  const check = (after) => {
    if (left.plus(isTested ? 0n : -1n).refine().low < 0n)
      throw new Refused('may go on after the last element');
    for (const [k, { head, step }] of counters)
      if (!areSame(after[k], { ...head, value: movedBy(head.value, step) }))
        throw new Refused(`local ${k} is not what it was, and ${step}`);
    for (const [k, value] of resets)
      if (constantOf(after[k]) !== value) throw new Refused(`local ${k} is not ${value}`);
    for (const { region, at, cell } of common)
      if (region.cells.get(at)?.content !== cell.content)
        throw new Refused(`the loop changes ${region.name} at ${at}`);
  };
  /** @type {Loop} */
  const loop = { index, left, check, isAsBefore, claim, count: all.count };
  return loop;
};

/** @param {Value} value @param {bigint | Value} step */
const movedBy = (value, step) => (typeof step === 'bigint' ? value.plus(step) : value.add(step));

/** Whether a place is there in the module's memory. @param {Place} place @param {number} at */
const isIn = ({ address, layout }, at) =>
  address !== undefined && at >= address && at < address + layout.bytes;

/**
 * A local of which nothing is known but its type; what was an address is some integer.
 * @param {Domain} domain @param {Operand[]} locals @param {number} k
 */
function forget(domain, locals, k) {
  const { type } = locals[k];
  if (type === 'i32') locals[k] = { type, region: null, value: domain.input(0n, (1n << 32n) - 1n) };
  else if (type === 'i64') locals[k] = { type, value: domain.input(0n, (1n << 64n) - 1n) };
  else locals[k] = UNKNOWN;
}

/**
 * All locals that code assigns.
 * @param {Domain} domain @param {Instruction[]} code @param {Operand[]} locals
 */
export function forgetAssigned(domain, code, locals) {
  for (const { op, index = -1 } of code)
    if (op === 'local.set' || op === 'local.tee') forget(domain, locals, index);
}

/**
 * An element leaves these for the next one: inputs, each of which is an output there, too.
 * @param {Claim} claim
 */
const carriedOf = ({ name, inputs, outputs, list }) =>
  inputs.flatMap((place) => {
    if (!list?.carried?.includes(place.name)) return [];
    const { param = '', offset = 0, address, layout, range } = place;
    const isLeft = outputs.some(
      (one) =>
        (one.param ?? '') === param &&
        BigInt(one.offset ?? 0) === BigInt(offset) + (list?.strides.get(param) ?? 0n) &&
        one.address === address &&
        one.layout === layout &&
        one.range === range,
    );
    if (!isLeft) throw new Error(`${name}: ${place.name} is not left for the next element`);
    return [{ place, param, formula: list?.first?.get(place.name) ?? 'one' }];
  });

/**
 * Before the first element they are what the claim says, and nothing else has been written there;
 * from here on they are unknown.
 * @param {Machine} machine
 * @param {Claim} claim
 * @param {ReturnType<typeof carriedOf>} carried
 * @param {Map<string, any[]>} elements
 */
function beginWith(machine, claim, carried, elements) {
  const { memory } = machine;
  const flags = (claim.flags ?? []).filter(({ name }) => claim.list?.carried?.includes(name));
  const may = [
    ...carried.map(({ place }) => ({ ...place, size: place.layout.bytes })),
    ...flags.map((flag) => ({ ...flag, size: 4, address: undefined })),
  ];
  for (const { name, written } of memory.regions.values()) {
    const mine = may.filter(({ param, address }) => param === name && address === undefined);
    const isMine = (/** @type {number} */ at, /** @type {number} */ bytes) =>
      mine.some(({ offset = 0, size }) => at >= offset && at + bytes <= offset + size);
    if (mine.length > 0 && [...written].some(([at, bytes]) => !isMine(at, bytes)))
      throw new Refused(`writes ${name} before the loop`);
  }
  for (const flag of flags) {
    const location = { region: memory.named(flag.param), at: flag.offset };
    const [value, ...others] = flag.values ?? [];
    const next = BigInt(flag.offset) + (claim.list?.strides.get(flag.param) ?? 0n);
    const left = claim.flags?.find(
      ({ isOutput, param, offset }) => isOutput && param === flag.param && BigInt(offset) === next,
    );
    const isLeft = claim.cases?.every((one) => one.flags?.get(left?.name ?? '') === value);
    if (others.length > 0 || !left || !isLeft)
      throw new Error(`${claim.name}: ${flag.name} is not left for the next element`);
    if (!flag.values?.includes(flagAt(machine, flag, location) ?? -1n))
      throw new Refused(`${flag.name} does not begin with ${flag.values}`);
  }
  for (const { place, formula } of carried) {
    const { param, offset = 0, address = offset, layout } = place;
    const location = { region: memory.named(param ?? STATIC), at: address };
    const found = readElement(machine, claim.field, place, location);
    const wanted = valuesOf(formula, layout, elements, claim);
    if (found.some((value, i) => !value.equals(wanted[i])))
      throw new Refused(`${place.name} does not begin with ${formula}`);
    placeElement(claim.field, place, location);
  }
}

/** @type {WeakMap<Instruction, Map<number, bigint | null>>} by the loop */
const STEPS = new WeakMap();

/** All locals that a body assigns, and their steps. @param {Instruction[]} body */
function stepsOf(body) {
  const known = STEPS.get(body[0]);
  if (known) return known;
  const assigned = body.filter(({ op }) => op === 'local.set' || op === 'local.tee');
  const locals = [...new Set(assigned.map(({ index = -1 }) => index))];
  const steps = new Map(locals.map((k) => [k, stepOf(body, k)]));
  STEPS.set(body[0], steps);
  return steps;
}

/**
 * The constant that a body gives a local, if it assigns that and nothing else to it.
 * @param {Instruction[]} body @param {number} k
 */
function resetOf(body, k) {
  const [at, ...more] = assignmentsOf(body, k);
  const { op, value = null } = body[at - 1] ?? {};
  const isReset = body[at]?.op === 'local.set' && op === 'i32.const';
  return more.length === 0 && isReset && depthAt(body, at) === 1 ? value : null;
}

/** Where a body assigns a local. @param {Instruction[]} body @param {number} k */
const assignmentsOf = (body, k) =>
  body.flatMap(({ op, index }, i) =>
    (op === 'local.set' || op === 'local.tee') && index === k ? [i] : [],
  );

/** In how many blocks it is there. @param {Instruction[]} body @param {number} at */
const depthAt = (body, at) => body.slice(0, at).reduce((sum, { op }) => sum + depthOf(op), 0);

/** @param {string} op */
const depthOf = (op) => (/^(block|loop|if)$/.test(op) ? 1 : op === 'end' ? -1 : 0);

/**
 * The constant that a body adds to a local, if it does that and nothing else with it, also by a
 * second local.
 * @param {Instruction[]} body @param {number} k
 */
function stepOf(body, k) {
  const [at, ...more] = assignmentsOf(body, k);
  // Not where it is left out in some cases.
  if (at === undefined || more.length > 0 || depthAt(body, at) !== 1) return null;
  const { op, index = k } = body[at - 1];
  const [sum] = op === 'local.get' && index !== k ? assignmentsOf(body, index) : [at];
  const [local, by, rule] = sum >= 3 ? body.slice(sum - 3, sum) : [];
  if (local?.op !== 'local.get' || local.index !== k || by.op !== 'i32.const') return null;
  if (rule.op === 'i32.add') return by.value ?? null;
  return rule.op === 'i32.sub' ? -(by.value ?? 0n) : null;
}

/**
 * Refuses what was read before the loop, as it is of the first element only: of lists, of what
 * addresses in them point to, or of what the loop may change.
 * @param {Machine} machine @param {Claim} claim
 */
function checkReads({ memory }, { list, pointers = [], inputs, outputs, flags = [] }) {
  /** @param {{ name: string, param?: string, offset?: number, address?: number }} place */
  const bytesAt = ({ name, param = name, offset = 0, address }, size = 16) => ({
    name: address === undefined ? param : STATIC,
    at: address ?? offset,
    size,
  });
  const first = inputs.filter(
    ({ name }) => list?.carried?.includes(name) && list.first?.get(name) !== name,
  );
  const begun = first.map((place) => bytesAt(place, place.layout.bytes));
  const changing = [
    ...outputs.map((place) => bytesAt(place, place.layout.bytes)),
    ...flags.filter(({ isOutput }) => isOutput).map((flag) => bytesAt(flag)),
  ];
  for (const { region, at, size } of memory.reads) {
    const { name } = region;
    const isInside = begun.some(
      (one) => one.name === name && at >= one.at && at + size <= one.at + one.size,
    );
    const isOfOne = list?.strides.get(name) || pointers.some((one) => one.name === name);
    const changes = changing.some(
      (one) => one.name === name && at < one.at + one.size && one.at < at + size,
    );
    if (!isInside && (isOfOne || changes))
      throw new Refused(`reads ${name} at ${at} before the loop`);
  }
}
