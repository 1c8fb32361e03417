/**
 * Proves a claim about a function that computes with numbers in memory: on every path, for every
 * alias of output and inputs, the identity and the range of each output.
 */
import { bounds } from './domain/bounds.js';
import { Domain } from './domain/domain.js';
import { ceilDivide, floorDivide, larger, smaller } from './domain/integers.js';
import { Polynomial, variablesOf } from './domain/polynomial.js';
import { Quadratic, evaluate } from './formula.js';
import { Machine } from './machine/machine.js';
import { STATIC } from './machine/memory.js';
import { allPaths } from './paths.js';
import { Refused } from './refused.js';

/**
 * @import { Claim, Place } from './claims/claim.js'
 * @import { Field } from './claims/fields.js'
 * @import { Layout, Range } from './claims/layouts.js'
 * @import { Operand } from './machine/machine.js'
 * @import { Module } from './wasm/decode.js'
 */

/**
 * How operands may coincide with the output: those of `same` do, and any others may that are not
 * in `late`, as they are read before their bytes are written.
 * @typedef {{ same: string[], late: string[] }} Alias
 *
 * @typedef {object} Proof
 * @property {Claim} claim
 * @property {number} paths
 * @property {number} impossible
 * @property {number} steps instructions executed
 * @property {number} terms of the longest polynomial
 * @property {[bigint, bigint]} bound of the outputs
 * @property {Alias[]} aliases
 * @property {{ at: number, size: number }[]} scratch memory of the module that is overwritten
 */

const MEMORY_BYTES = 1 << 20;

/**
 * Puts a function of a module to the test.
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @returns {Proof}
 */
export function prove(module, index, claim) {
  if (claim.isZero) return proveZeroTest(module, index, claim);
  if (!claim.isDisjoint && claim.outputs.length !== 1)
    throw new Error(`${claim.name}: several outputs, each of which might be an input`);
  const first = proveAlias(module, index, claim, []);
  const sets = claim.isDisjoint ? [] : first.alias.late.map((name) => [name]);
  if (sets.length > 1) sets.push(first.alias.late);
  const all = [first, ...sets.map((same) => proveAlias(module, index, claim, same))];
  /** @param {(one: typeof first) => number} of */
  const most = (of) => Math.max(...all.map(of));
  return {
    claim,
    paths: all.reduce((sum, { paths }) => sum + paths, 0),
    impossible: all.reduce((sum, { impossible }) => sum + impossible, 0),
    steps: most(({ steps }) => steps),
    terms: most(({ terms }) => terms),
    bound: all.map(({ bound }) => bound).reduce(union),
    aliases: all.map(({ alias }) => alias),
    scratch: all.flatMap(({ scratch }) => scratch),
  };
}

/** @param {[bigint, bigint]} a @param {[bigint, bigint]} b @returns {[bigint, bigint]} */
const union = ([a, b], [c, d]) => [smaller(a, c), larger(b, d)];

/**
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {string[]} same operands that are the output
 */
function proveAlias(module, index, claim, same) {
  const { results, impossible } = allPaths((choices) => {
    const run = begin(module, claim, new Domain(choices), same);
    return located(run.machine, () => {
      run.machine.call(index, run.operands);
      return checkOutputs(run, claim);
    });
  });
  return {
    impossible,
    paths: results.length,
    steps: Math.max(...results.map(({ steps }) => steps)),
    terms: Math.max(...results.map(({ terms }) => terms)),
    bound: results.map(({ bound }) => bound).reduce(union),
    alias: { same, late: [...new Set(results.flatMap(({ late }) => late))] },
    scratch: results.flatMap(({ scratch }) => scratch),
  };
}

/** Says where a run was refused. @template T @param {Machine} machine @param {() => T} run */
export function located(machine, run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refused)
      error.message += ` (instruction ${machine.at.pc}, ${machine.at.op})`;
    throw error;
  }
}

/** @typedef {{ machine: Machine, operands: Operand[], elements: Map<string, Polynomial[]> }} Run */

/**
 * Memory, operands and unknown elements.
 * @param {Module} module
 * @param {Claim} claim
 * @param {Domain} domain
 * @param {string[]} same
 * @returns {Run}
 */
export function begin(module, claim, domain, same) {
  const machine = new Machine(module, domain);
  const { memory } = machine;
  memory.region(STATIC, MEMORY_BYTES, mayWriteStatic(claim));
  const output = claim.outputs.find(({ address }) => address === undefined);
  const outputParam = output && (output.param ?? output.name);
  /** @param {string} param */
  const regionOf = (param) => (outputParam && same.includes(param) ? outputParam : param);
  for (const param of claim.params) {
    if (claim.numbers?.has(param) || regionOf(param) !== param) continue;
    const places = [...claim.inputs, ...claim.outputs].filter(
      (place) => place.address === undefined && regionOf(place.param ?? place.name) === param,
    );
    const size = Math.max(0, ...places.map(({ layout, offset = 0 }) => offset + layout.bytes));
    const isOutput = claim.outputs.some((one) => (one.param ?? one.name) === param);
    const region = memory.region(param, size, isOutput);
    if (param === outputParam && claim.outputs.length === 1) memory.result = region;
  }
  const elements = new Map();
  for (const place of claim.inputs) {
    const { region, at } = locate(machine, place, regionOf);
    const twin = claim.inputs.find(
      (other) => elements.has(other.name) && locate(machine, other, regionOf).region === region,
    );
    const isTwin = twin && same.length > 0 && (twin.offset ?? 0) === (place.offset ?? 0);
    const numbers = isTwin
      ? elements.get(twin.name)
      : place.layout.place(machine, region, at, place.range);
    elements.set(place.name, numbers);
  }
  const operands = claim.params.map((param) => {
    const value = domain.constant(claim.numbers?.get(param) ?? 0n);
    const region = claim.numbers?.has(param) ? null : regionOf(param);
    return /** @type {Operand} */ ({ type: 'i32', region, value });
  });
  return { machine, operands, elements };
}

/** @param {Machine} machine @param {Place} place @param {(param: string) => string} regionOf */
function locate({ memory }, { address, offset = 0, param, name }, regionOf) {
  if (address !== undefined) return { region: memory.named(STATIC), at: address };
  return { region: memory.named(regionOf(param ?? name)), at: offset };
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

/** @param {Run} run @param {Claim} claim */
function checkOutputs({ machine, elements }, claim) {
  const { domain, memory } = machine;
  /** @type {[bigint, bigint]} */
  let bound = [0n, 0n];
  claim.outputs.forEach((output, i) => {
    const { region, at } = locate(machine, output, (param) => param);
    const found = output.layout.read(machine, region, at, output.range);
    const wanted = valuesOf(output.formula, output.layout, elements);
    found.forEach(({ number, low, high }, part) => {
      const closed = domain.closed(number);
      checkIdentity(domain, closed, wanted[part], claim.field);
      let [least, most] = bestBounds(domain, domain.resolve(closed), output.range);
      if (low !== null) least = larger(least, low);
      if (high !== null) most = smaller(most, high);
      if (least < output.range.least || most > output.range.most)
        throw new Refused(`${output.name} may lie in ${inUnits([least, most], claim.field.p)}`);
      bound = i + part === 0 ? [least, most] : union(bound, [least, most]);
    });
  });
  const statics = [...memory.named(STATIC).written].map(([at, size]) => ({ at, size }));
  const late = claim.params.filter((param) => memory.readLate.has(param));
  return { bound, scratch: statics, late, steps: machine.steps, terms: domain.largest };
}

/**
 * A formula's value, part by part.
 * @param {string} formula
 * @param {Layout} layout
 * @param {Map<string, Polynomial[]>} elements
 * @returns {Polynomial[]}
 */
export function valuesOf(formula, layout, elements) {
  if (layout.kind === 'quadratic') {
    const pairs = [...elements].map(([name, [a, b]]) => [name, new Quadratic(a, b)]);
    return evaluate(formula, new Map(/** @type {any} */ (pairs))).parts;
  }
  const count = Math.max(...[...elements.values()].map(({ length }) => length), 1);
  return Array.from({ length: count }, (_, lane) =>
    evaluate(formula, new Map([...elements].map(([name, all]) => [name, all[lane]]))),
  );
}

/**
 * An element is a number divided by R. So out/R = Σ c·(monomial of degree d)/R^d, or: all
 * coefficients of R·out − Σ c·R^(2−d)·(monomial) are divisible by p. (p is odd, so that a power of
 * 2 as their denominator does not matter.)
 * @param {Domain} domain @param {Polynomial} closed @param {Polynomial} wanted @param {Field} field
 */
function checkIdentity(domain, closed, wanted, { R, p }) {
  const terms = new Map();
  for (const [key, c] of wanted.terms) {
    const degree = variablesOf(key).length;
    if (degree > 2) throw new Refused('a claim of degree 3');
    terms.set(key, c * R ** BigInt(2 - degree));
  }
  const scaled = new Polynomial(terms, wanted.exponent);
  /** @param {Polynomial} number */
  const differs = (number) => {
    const difference = number.scale(R).sub(scaled);
    return [...difference.terms.values()].some((c) => c % p !== 0n);
  };
  if (differs(closed) && differs(domain.resolve(closed)))
    throw new Refused('the identity does not hold');
}

/** @param {Domain} domain @param {Polynomial} closed @param {Range} range */
function bestBounds(domain, closed, { least, most }) {
  for (const depth of [1, 2]) {
    const [low, high] = bounds(domain, closed, true, depth);
    if (low >= least && high <= most) return [low, high];
  }
  return bounds(domain, closed, true, 3);
}

/** Rounded outwards. @param {[bigint, bigint]} range @param {bigint} p */
export function inUnits([least, most], p) {
  const low = Number(floorDivide(least * 10_000n, p)) / 10_000;
  return `${low}p to ${Number(ceilDivide(most * 10_000n, p)) / 10_000}p`;
}

/**
 * The result is 1 exactly if x is 0 modulo p. If it is 1, x is one number, a multiple of p; and for
 * each multiple of p in its range as input it is 1.
 * @param {Module} module @param {number} index @param {Claim} claim @returns {Proof}
 */
function proveZeroTest(module, index, claim) {
  const [{ layout, range }] = claim.inputs;
  /** @param {readonly bigint[]} choices @param {Range} input */
  const run = (choices, input) => {
    const domain = new Domain(choices);
    const places = claim.inputs.map((place) => ({ ...place, range: input }));
    const { machine, operands, elements } = begin(module, { ...claim, inputs: places }, domain, []);
    const [result] = located(machine, () => machine.call(index, operands));
    const value = result?.type === 'i32' ? result.value.constant() : null;
    if (value === null) throw new Refused('the result is not known');
    const [number] = elements.get(claim.inputs[0].name) ?? [];
    const [least, most] = bounds(domain, domain.closed(number), true, 1);
    return { value, least, most, steps: machine.steps };
  };
  if (layout.kind !== 'each' || range.least !== 0n)
    throw new Refused('a test of an element with several parts');
  const all = allPaths((choices) => run(choices, range));
  for (const { value, least, most } of all.results)
    if (value !== 0n && (value !== 1n || least !== most || least % claim.field.p !== 0n))
      throw new Refused(`says that it is 0 of numbers from ${least} to ${most}`);
  const { p } = claim.field;
  for (let zero = 0n; zero <= range.most; zero += p) {
    const one = allPaths((choices) => run(choices, { least: zero, most: zero }));
    if (one.results.some(({ value, least, most }) => value !== 1n && least <= most))
      throw new Refused(`does not say that ${zero} is 0`);
  }
  const steps = Math.max(...all.results.map((one) => one.steps));
  const { impossible, results } = all;
  const shape = { paths: results.length, impossible, steps, terms: 1 };
  return { claim, ...shape, bound: [0n, 1n], aliases: [], scratch: [] };
}
