/**
 * Shadow execution: a run of a proof along the path of concrete inputs, and beside it a plain
 * interpreter. Every value of the proof, evaluated at the inputs, must be the interpreter's, and
 * lie in its interval.
 */
import { Lane } from '../../proof/kernel/double.js';
import { variablesOf } from '../../proof/kernel/polynomial.js';
import { begin, domainOf } from '../../proof/inputs.js';
import { dyadicOf, interpret } from '../../proof/identities/interpreter.js';

const FIRST_REGION = 1 << 20;
const REGION_BYTES = 1 << 12;

/** @import { Domain } from '../../proof/kernel/number.js' */

/** Numbers n·2^−e. */
const isLess = (a, b) => a.n << BigInt(b.e) < b.n << BigInt(a.e);
const isEqual = (a, b) => a.n << BigInt(b.e) === b.n << BigInt(a.e);
const whole = (n) => ({ n, e: 0 });

const OPAQUE = {
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  and: (a, b) => a & b,
  eq: (a, b) => BigInt(a === b),
  ne: (a, b) => BigInt(a !== b),
  lt: (a, b) => BigInt(a < b),
  gt: (a, b) => BigInt(a > b),
  le: (a, b) => BigInt(a <= b),
  ge: (a, b) => BigInt(a >= b),
};

/** Evaluates polynomials of a run at inputs. */
export class Evaluator {
  /** @param {Domain} domain @param {(low: bigint, high: bigint) => bigint} pick of an input */
  constructor(domain, pick) {
    this.domain = domain;
    this.pick = pick;
    this.values = new Map();
  }
  of(polynomial) {
    let e = 0;
    const terms = [...polynomial.terms].map(([key, c]) => {
      const term = variablesOf(key).reduce(
        (product, id) => {
          const { n, e: exponent } = this.variable(id);
          return { n: product.n * n, e: product.e + exponent };
        },
        { n: c, e: polynomial.exponent },
      );
      e = Math.max(e, term.e);
      return term;
    });
    return { n: terms.reduce((sum, term) => sum + (term.n << BigInt(e - term.e)), 0n), e };
  }
  integer(polynomial) {
    const { n, e } = this.of(polynomial);
    const value = n >> BigInt(e);
    if (value << BigInt(e) !== n) throw new Error('a number that should be an integer');
    return value;
  }
  variable(id) {
    const [low, high] = [this.domain.low(id), this.domain.high(id)];
    if (!this.values.has(id)) this.values.set(id, this.#find(this.domain.variable(id), low, high));
    const value = this.values.get(id);
    if (isLess(value, whole(low)) || isLess(whole(high), value))
      throw new Error(`variable ${id} is outside of its interval`);
    return value;
  }
  #find(variable, low, high) {
    const { kind, of, bits, closed, place, isDoubled, limit, isBelow, op, words } = variable;
    if (kind === 'input') return whole(this.pick(low, high));
    if (kind === 'remainder') return whole(BigInt.asUintN(bits, this.integer(of)));
    if (kind === 'quotient') return whole(this.integer(closed));
    if (kind === 'excess') {
      const excess = this.integer(of) - limit;
      return whole(isBelow === excess < 0n ? excess : 0n);
    }
    if (kind === 'opaque') {
      const [a, b] = words.map((word) => BigInt.asUintN(64, this.integer(word)));
      return whole(OPAQUE[op](a, b));
    }
    const { n, e } = this.of(of);
    const unit = 1n << BigInt(place + e);
    const floor = n / unit - (n < 0n && n % unit !== 0n ? 1n : 0n);
    const rest = n - floor * unit;
    const isUp = 2n * rest > unit || (2n * rest === unit && floor & 1n);
    const error = isUp ? rest - unit : rest;
    return { n: isDoubled ? 2n * error : error, e };
  }
}

/**
 * Inputs of a claim: as unknowns of a run along their path, and as bytes. @param {any} module
 * @param {any} claim @param {(low: bigint, high: bigint) => bigint} pick
 */
export function prepare(module, claim, pick) {
  const domain = domainOf(undefined, (actual) => actual((p) => evaluator.integer(p)));
  const evaluator = new Evaluator(domain, pick);
  const { machine, operands } = begin(module, claim, domain, []);
  pickInRange(domain, evaluator);
  const base = new Map([['static', 0]]);
  for (const name of machine.memory.regions.keys())
    if (name !== 'static') base.set(name, FIRST_REGION + REGION_BYTES * base.size);
  const memory = fill(machine, evaluator, base, module);
  const given = operands.map((operand) => addressOf(operand, evaluator, base));
  return { machine, operands, evaluator, base, memory, given };
}

/**
 * One shadow run. @param {any} module @param {number} index @param {any} claim
 * @param {(low: bigint, high: bigint) => bigint} pick
 */
export function shadow(module, index, claim, pick) {
  const { machine, operands, evaluator, base, memory, given } = prepare(module, claim, pick);
  const before = new Uint8Array(memory.buffer.slice(0));
  const trace = [];
  machine.watch = (pc, { stack }) => trace.push([pc, stack[stack.length - 1]]);
  const results = machine.call(index, operands);
  let at = 0;
  const found = interpret(module, index, given, memory, (pc, top) => {
    const [expectedPc, operand] = trace[at++] ?? [];
    if (pc !== expectedPc) throw new Error(`the paths part at ${pc} and ${expectedPc}`);
    if (operand !== undefined) compare(operand, top, evaluator, base, pc);
  });
  if (at !== trace.length) throw new Error('the runs differ in length');
  results.forEach((operand, i) => compare(operand, found[i], evaluator, base, -1));
  return { steps: at, memory, before, given, found };
}

/** Digits such that all numbers lie in their ranges. */
function pickInRange(domain, evaluator) {
  for (let i = 0; i < domain.factCount; i++) {
    const { polynomial, low, high } = domain.fact(i);
    const top = Math.max(...polynomial.variables(), 0);
    if (top === 0) continue;
    const [least, most] = [domain.low(top), domain.high(top)];
    for (let step = 0; ; step++) {
      const value = evaluator.integer(polynomial);
      if (value >= low && value <= high) break;
      if (step === 8) {
        setAll(domain, evaluator, polynomial, value < low ? low : high);
        break;
      }
      const digit = evaluator.values.get(top).n;
      const next = value > high ? digit - 1n - digit / 8n : digit + 1n - digit / 8n;
      evaluator.values.set(top, whole(next < least ? least : next > most ? most : next));
    }
  }
}

/**
 * Digits that make a number, the highest as large as they may be.
 * @param {any} domain @param {any} evaluator @param {any} polynomial @param {bigint} number
 */
function setAll(domain, evaluator, polynomial, number) {
  const ids = [...polynomial.variables()].sort((a, b) => b - a);
  for (const id of ids) evaluator.values.set(id, whole(domain.low(id)));
  let rest = number - evaluator.integer(polynomial);
  for (const id of ids) {
    const [low, high] = [domain.low(id), domain.high(id)];
    const unit = polynomial.terms.get(id);
    const step = rest / unit < high - low ? rest / unit : high - low;
    evaluator.values.set(id, whole(low + step));
    rest -= /** @type {bigint} */ (step) * unit;
  }
  if (rest !== 0n) throw new Error('no inputs in range');
}

const addressOf = (operand, evaluator, base) =>
  operand.type === 'i64'
    ? BigInt.asUintN(64, evaluator.integer(operand.value.polynomial))
    : operand.type === 'v128'
      ? operand.lanes.map((lane) => evaluator.integer(lane.word().polynomial))
      : BigInt.asUintN(
          32,
          evaluator.integer(operand.value.polynomial) + BigInt(base.get(operand.region) ?? 0),
        );

function fill(machine, evaluator, base, module) {
  const view = new DataView(new ArrayBuffer(FIRST_REGION + REGION_BYTES * 16));
  for (const { offset, bytes } of module.data) new Uint8Array(view.buffer).set(bytes, offset);
  for (const [name, region] of machine.memory.regions)
    for (const [at, { size, content }] of region.cells) {
      const address = base.get(name) + at;
      if ('pointer' in content) view.setUint32(address, base.get(content.pointer.region), true);
      else if (content instanceof Lane && !content.isKnown) view.setFloat64(address, NaN, true);
      else if (content instanceof Lane) {
        const value = evaluator.of(content.double().polynomial);
        view.setFloat64(address, Number(value.n) / 2 ** value.e, true);
      } else {
        const word = evaluator.integer(content.polynomial);
        if (size === 8) view.setBigUint64(address, word, true);
        else view.setUint32(address, Number(word), true);
      }
    }
  return view;
}

function compare(operand, top, evaluator, base, pc) {
  const check = (isRight, text) => {
    if (!isRight) throw new Error(`${text} at instruction ${pc}`);
  };
  const checkValue = (value) => {
    const exact = evaluator.of(value.polynomial);
    check(!isLess(exact, whole(value.low)) && !isLess(whole(value.high), exact), 'the interval');
    check(isEqual(exact, evaluator.of(value.closed())), 'the closed form');
    return exact;
  };
  const checkLane = (lane, pattern) => {
    if (!(lane instanceof Lane)) return;
    if (lane.knownWord)
      check(BigInt.asUintN(64, checkValue(lane.knownWord).n) === pattern, 'a word of a lane');
    if (!lane.knownDouble) return;
    const { n, e } = dyadicOf(pattern);
    const double = e >= 0 ? whole(n << BigInt(e)) : { n, e: -e };
    check(isEqual(checkValue(lane.knownDouble), double), 'a double');
  };
  const isCount = operand.type === 'i64' && operand.value.high === 64n;
  if (operand.type === 'i32' || isCount) adopt(operand.value, top, evaluator);
  if (operand.type === 'i32') check(addressOf(operand, evaluator, base) === top, 'an i32');
  else if (operand.type === 'i64')
    check(BigInt.asUintN(64, checkValue(operand.value).n) === top, 'an i64');
  else if (operand.type === 'f64') checkLane(operand.lane, top);
  else operand.lanes.forEach((lane, i) => checkLane(lane, top[i]));
}

/** An unknown that is new stands for whatever the instruction gives. */
function adopt({ domain, polynomial }, top, { values }) {
  const single = domain.single(polynomial);
  if (!single || domain.variable(single.id).kind !== 'input' || values.has(single.id)) return;
  values.set(single.id, whole((top - single.k) / single.c));
}
