/**
 * Loops over lists: one iteration stands for all. At the head of the loop (specification, §4.4.8.4)
 * every local and every part of memory is as in any iteration i: addresses of elements are those of
 * element i, which is a region by itself; counters are start + step·i; what else the body assigns
 * is unknown. Where the loop begins again (§4.4.8.6) the same must hold of i + 1, and i + 1 must be
 * the index of an element; where it ends by itself, i must be that of the last. So nothing may have
 * been found out about elements before the loop, and what was known of other memory must be left as
 * it was.
 */
import { placeElement, readElement } from './elements.js';
import { Refused } from './refused.js';
import { valuesOf } from './values.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Domain } from './domain/domain.js'
 * @import { Value } from './domain/value.js'
 * @import { I32, Machine, Operand } from './machine/machine.js'
 * @import { Instruction } from './wasm/decode.js'
 *
 * How many rows and elements a list has; if elements are missing, whether this row is the one that
 * lacks them: the last one, which is the first that is treated if strides are negative.
 * @typedef {{ rows: Value, count: Value, isShort: boolean | null }} Extent
 *
 * `left`: how many elements follow that of the index.
 * @typedef {{ index: Value, left: Value, check: (locals: Operand[]) => void }} Loop
 */

export const MOST_ELEMENTS = 1n << 28n;

/** A local of which nothing is known: no instruction takes it. */
export const UNKNOWN = /** @type {Operand} */ (/** @type {unknown} */ ({ type: 'unknown' }));

/**
 * The head of a loop: changes locals to those of any iteration.
 * @param {Claim} claim
 * @param {Extent} all of the whole list
 * @returns {(machine: Machine, body: Instruction[], locals: Operand[]) => Loop}
 */
export const loopOver = (claim, all) => (machine, body, locals) => {
  const { domain, memory } = machine;
  const strides = claim.list?.strides ?? new Map();
  const carried = carriedOf(claim);
  if (machine.tests.length + machine.signs.length + machine.belows.size > 0)
    throw new Refused('a test before the loop');
  for (const name of strides.keys())
    if (memory.named(name).written.size > 0 && carried.every(({ param }) => param !== name))
      throw new Refused(`writes ${name} before the loop`);
  for (const one of carried) begin(machine, claim, one, carried);
  const count = locals[claim.params.indexOf(claim.list?.count ?? '')];
  if (count?.type !== 'i32' || count.value.refine().low < 1n)
    throw new Refused('there may be no element');
  if (!count.value.polynomial.equals(all.count.polynomial)) throw new Refused('another count');
  const isBackward = [...strides.values()].some((stride) => stride < 0n);
  const [least, most] = [all.isShort === false ? 1n : 0n, all.isShort ? 0n : MOST_ELEMENTS];
  const index = isBackward ? domain.input(least, most) : domain.input(0n, MOST_ELEMENTS);
  const left = all.rows.sub(index).plus(-1n);
  if (isBackward) domain.constrain(left.polynomial, 0n, MOST_ELEMENTS);
  else domain.constrain(left.polynomial, least, most);
  /** @type {Map<number, bigint>} */
  const resets = new Map();
  /** @type {Map<number, { head: I32, step: bigint }>} */
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
    if (step === null || local.type !== 'i32') continue;
    const head = local.region ? local : { ...local, value: local.value.add(index.times(step)) };
    if (local.region && strides.get(local.region) !== step)
      throw new Refused(`${local.region} moves by ${step}`);
    locals[k] = head;
    counters.set(k, { head, step });
  }
  // An address that stays is none of element i.
  locals.forEach((local, k) => {
    if (local.type !== 'i32' || local.region === null || counters.has(k)) return;
    if (strides.get(local.region)) locals[k] = UNKNOWN;
  });
  for (const [name, stride] of strides)
    if (stride !== 0n && ![...counters.values()].some(({ head }) => head.region === name))
      throw new Refused(`${name} does not move`);
  const { pointers = [] } = claim;
  const kept = [...memory.regions.values()]
    .filter(({ name }) => !strides.has(name) && !pointers.some((one) => one.name === name))
    .flatMap((region) => [...region.cells].map(([at, cell]) => ({ region, at, cell })));
  /** @param {Operand[]} after */
  const check = (after) => {
    if (left.plus(-1n).refine().low < 0n) throw new Refused('may go on after the last element');
    for (const [k, { head, step }] of counters) {
      const local = after[k];
      const isNext =
        local.type === 'i32' &&
        local.region === head.region &&
        local.value.polynomial.equals(head.value.plus(step).polynomial);
      if (!isNext) throw new Refused(`local ${k} is not what it was, and ${step}`);
    }
    for (const [k, value] of resets)
      if (constantOf(after[k]) !== value) throw new Refused(`local ${k} is not ${value}`);
    for (const { region, at, cell } of kept)
      if (region.cells.get(at)?.content !== cell.content)
        throw new Refused(`the loop changes ${region.name} at ${at}`);
  };
  return { index, left, check };
};

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

const TOUCHING = /^(local\.(get|set|tee)|i32\.(const|add|and|load|lt_u))$/;

/**
 * Whether the body of a loop changes nothing but locals, as one that fetches memory in advance:
 * loads, sums, and a branch to its begin in the end. That it ends, and that it reads inside of the
 * memory, is assumed (A8).
 * @param {Instruction[]} body
 */
export const isTouching = (body) =>
  body.every(({ op, index }, i) =>
    i === body.length - 1 ? op === 'br_if' && index === 0 : TOUCHING.test(op),
  );

/**
 * An element leaves these for the next one: inputs, and outputs that they are there.
 * @param {Claim} claim
 */
function carriedOf({ inputs, outputs, list }) {
  return (list?.carried ?? []).map((name) => {
    const place = inputs.find((one) => one.name === name);
    const { param = '', offset = 0 } = place ?? {};
    const next = outputs.find(
      (one) =>
        one.param === param &&
        BigInt(one.offset ?? 0) === BigInt(offset) + (list?.strides.get(param) ?? 0n) &&
        one.layout === place?.layout &&
        one.range === place.range,
    );
    if (!place || !next) throw new Error(`${name} is not left for the next element`);
    return { place, param, offset };
  });
}

/**
 * Before the first element it is 1, and nothing else has been written there; from here on it is
 * unknown.
 * @param {Machine} machine
 * @param {Claim} claim
 * @param {ReturnType<typeof carriedOf>[0]} carried
 * @param {ReturnType<typeof carriedOf>} all
 */
function begin(machine, claim, { place, param, offset }, all) {
  const region = machine.memory.named(param);
  const location = { region, at: offset };
  const isCarried = (/** @type {number} */ at, /** @type {number} */ size) =>
    all.some((one) => at >= one.offset && at + size <= one.offset + one.place.layout.bytes);
  if ([...region.written].some(([at, size]) => !isCarried(at, size)))
    throw new Refused(`writes ${param} before the loop`);
  const found = readElement(machine, claim.field, place, location);
  const wanted = valuesOf('one', place.layout, new Map(), claim);
  if (found.some((value, i) => !value.equals(wanted[i])))
    throw new Refused(`${place.name} does not begin with 1`);
  placeElement(claim.field, place, location);
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

/** @param {Operand} operand */
const constantOf = (operand) =>
  operand.type === 'i32' && operand.region === null ? operand.value.constant() : null;

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
 * The constant that a body adds to a local, if it does that and nothing else with it.
 * @param {Instruction[]} body @param {number} k
 */
function stepOf(body, k) {
  const [at, ...more] = assignmentsOf(body, k);
  const [local, by, sum] = at >= 3 ? body.slice(at - 3, at) : [];
  const isStep = local?.op === 'local.get' && local.index === k && by.op === 'i32.const';
  // Not where it is left out in some cases.
  if (more.length > 0 || !isStep || depthAt(body, at) !== 1) return null;
  if (sum.op === 'i32.add') return by.value ?? null;
  return sum.op === 'i32.sub' ? -(by.value ?? 0n) : null;
}
