/**
 * Proves a claim about a function: of one that computes with digits, on every path, for every alias
 * of output and inputs, the identity and the range of each output; of one that is made of calls,
 * the identity by evaluation, and ranges on every path.
 */
import { assumed } from './assumed.js';
import { ANY, isMadeOfCalls } from './calls.js';
import { ceilDivide, floorDivide, inverse, union } from './kernel/integers.js';
import { Polynomial, variablesOf } from './kernel/polynomial.js';
import { checkEven } from './elements.js';
import { evaluateClaim } from './identities/evaluate.js';
import { checkSame } from './passed.js';
import { checkCalls, checkLeft, wordsLeft } from './identities/ranges.js';
import { checkEnd } from './repeats.js';
import { begin, domainOf, paramOf, scaled } from './inputs.js';
import { STATIC } from './kernel/machine/memory.js';
import { byLane } from './lanes.js';
import { allPaths } from './kernel/paths.js';
import { Refused } from './kernel/refused.js';
import { proveSign } from './sign-test.js';
import { valuesOf } from './values.js';
import { proveZeroTest, zerosTold } from './zero-test.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Facts } from './kernel/facts.js'
 * @import { Field } from './claims/fields.js'
 * @import { Lab } from './identities/evaluation.js'
 * @import { Range } from './kernel/layouts.js'
 * @import { Run } from './inputs.js'
 * @import { CallRule, Machine, Operand } from './kernel/machine/machine.js'
 * @import { Module } from './kernel/wasm/decode.js'
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
 * @property {number} [runs] of identities: how often it was evaluated
 *
 * @typedef {Pick<Proof, 'steps' | 'terms' | 'bound' | 'scratch'> & { late: string[] }} Shape
 */

/**
 * Puts a function of a module to the test.
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {ReadonlyMap<number, Proof[]>} [proven] of functions that it calls
 * @param {Lab | null} [lab] where functions are evaluated that are made of calls
 * @returns {Proof}
 */
export function prove(module, index, claim, proven = new Map(), lab = null) {
  if (claim.isAssumed) return assumed(module, index, claim);
  if (isIdentity(module, index, claim)) return proveIdentity(module, index, claim, proven, lab);
  if (zerosTold(claim)) return proveZeroTest(module, index, claim);
  if (claim.sign) return proveSign(module, index, claim);
  if (claim.cases) return proveRanges(module, index, claim);
  const lanes = byLane(claim);
  if (lanes.length > 1)
    return { ...together(lanes.map((one) => prove(module, index, one, proven))), claim };
  return proveAliases(module, index, claim, null, checkOutputs);
}

/** Whether a function is made of calls. @type {(module: Module, index: number,
 *   claim: Claim) => boolean} */
export const isIdentity = (module, index, { on }) =>
  on ? on === 'elements' : isMadeOfCalls(module.functions[index - module.imports.length].code);

/**
 * By evaluation, which finds what is in the module's own memory, and a check of all ranges.
 * @param {Module} module
 * @param {number} index
 * @param {Claim} given
 * @param {ReadonlyMap<number, Proof[]>} proven
 * @param {Lab | null} lab
 * @returns {Proof}
 */
function proveIdentity(module, index, given, proven, lab) {
  if (!lab) throw new Refused('there is no engine');
  const { claim, outcomes, runs } = evaluateClaim(lab, module, index, given, proven);
  /** @type {Set<string>} */
  const possible = new Set();
  /** @type {Map<string, string>} */
  const passedBy = new Map();
  const proof = proveAliases(module, index, claim, checkCalls(proven), (run, _, results) => {
    for (const one of run.machine.outcomes) possible.add(one);
    checkLeft(run, claim, results);
    const { hasNext, outcomes: ways, passed } = run.machine;
    const branches = claim.testsDigits ? ways : [];
    const start = [...run.same, '', ...run.words, '', hasNext, ...branches].join();
    checkSame(passedBy, start, [...passed, ...wordsLeft(run, claim, results)]);
    if (claim.repeats && !hasNext) checkEnd(claim, run.operands);
    return { bound: claimedBound(claim), ...shapeOf(run, claim) };
  });
  for (const one of possible)
    if (!outcomes.has(one)) {
      const [at, pc, isTaken] = one.split(' ');
      const way = isTaken === 'true' ? 'taken' : 'not taken';
      throw new Refused(`a branch of function ${at} at ${pc} was never ${way} in ${runs} runs`);
    }
  return { ...proof, runs };
}

/**
 * For every alias of output and inputs.
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {CallRule | null} callRule
 * @param {(run: Run, claim: Claim, results: Operand[]) => Shape} check
 * @returns {Proof}
 */
function proveAliases(module, index, claim, callRule, check) {
  if (!claim.isDisjoint && new Set(claim.outputs.map(paramOf)).size > 1)
    throw new Error(`${claim.name}: several outputs, each of which might be an input`);
  /** @param {string[]} same */
  const run = (same) => proveAlias(module, index, claim, same, callRule, check);
  const all = [run([])];
  // A run may read late what those before did not.
  for (let known = -1; !claim.isDisjoint;) {
    const late = [...new Set(all.flatMap(({ aliases }) => aliases.flatMap((one) => one.late)))];
    if (late.length === known) break;
    known = late.length;
    const sets = subsetsOf(late.filter((one) => !claim.apart?.includes(one)));
    all.splice(1, all.length, ...sets.map(run));
  }
  return { ...together(all), claim };
}

/** Of all runs. @param {Omit<Proof, 'claim'>[]} all @returns {Omit<Proof, 'claim'>} */
function together(all) {
  /** @param {(one: Omit<Proof, 'claim'>) => number} of */
  const largest = (of) => Math.max(...all.map(of));
  return {
    paths: all.reduce((sum, { paths }) => sum + paths, 0),
    impossible: all.reduce((sum, { impossible }) => sum + impossible, 0),
    steps: largest(({ steps }) => steps),
    terms: largest(({ terms }) => terms),
    bound: all.map(({ bound }) => bound).reduce(union),
    aliases: all.flatMap(({ aliases }) => aliases),
    scratch: all.flatMap(({ scratch }) => scratch),
  };
}

/**
 * Cases `x < p`, or of several inputs, and else, of a function that computes with digits: each for
 * the inputs of its range.
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @returns {Proof}
 */
function proveRanges(module, index, claim) {
  const { p } = claim.field;
  const cases = (claim.cases ?? []).map(({ when, ...one }) => ({
    ...one,
    below: when.map((text) => /^(\w+) < p$/.exec(text)?.[1] ?? ''),
  }));
  const names = [...new Set(cases.flatMap(({ below }) => below))];
  if (names.length === 0 || names.includes(''))
    throw new Refused('cases of a function that makes no calls');
  const proofs = [[], ...subsetsOf(names)].map((those) => {
    const found = cases.find(({ below }) => below.every((name) => those.includes(name)));
    if (!found) throw new Refused(`no case if only ${those} are below p`);
    const { outputs = new Map(), result } = found;
    /** @param {string} name @param {Range} range */
    const part = (name, { least, most }) =>
      those.includes(name) ? { least, most: p - 1n } : { least: p, most };
    return prove(module, index, {
      ...{ ...claim, cases: undefined, result },
      inputs: claim.inputs.map((one) =>
        names.includes(one.name) ? { ...one, range: part(one.name, one.range) } : one,
      ),
      outputs: claim.outputs.map((one) => ({ ...one, formula: outputs.get(one.name) ?? '' })),
    });
  });
  const { bound } = proofs[proofs.length - 1];
  return { ...together(proofs), claim, bound };
}

/** All but the empty one. @param {string[]} names @returns {string[][]} */
const subsetsOf = ([first, ...more]) =>
  first === undefined
    ? []
    : [[first], ...subsetsOf(more), ...subsetsOf(more).map((set) => [first, ...set])];

/**
 * @param {Module} module
 * @param {number} index
 * @param {Claim} claim
 * @param {string[]} same operands that are the output
 * @param {CallRule | null} callRule
 * @param {(run: Run, claim: Claim, results: Operand[]) => Shape} check
 */
function proveAlias(module, index, claim, same, callRule, check) {
  const { results, impossible } = allPaths((path) => {
    const run = begin(module, claim, domainOf(path), same, callRule);
    return located(run.machine, () => check(run, claim, run.machine.call(index, run.operands)));
  });
  return {
    impossible,
    paths: results.length,
    steps: Math.max(...results.map(({ steps }) => steps)),
    terms: Math.max(...results.map(({ terms }) => terms)),
    bound: results.map(({ bound }) => bound).reduce(union),
    aliases: [{ same, late: [...new Set(results.flatMap(({ late }) => late))] }],
    scratch: results.flatMap(({ scratch }) => scratch),
  };
}

/** Says where a run was refused. @template T @param {Machine} machine @param {() => T} run */
export function located(machine, run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refused) {
      const { at, wrapped } = machine;
      const cause = wrapped === null ? '' : `; a word has wrapped at ${wrapped}`;
      error.message += ` (instruction ${at.pc}, ${at.op}${cause})`;
    }
    throw error;
  }
}

/** @param {Claim} claim @returns {[bigint, bigint]} */
const claimedBound = ({ outputs: [output] }) =>
  output ? [output.range.least, output.range.most] : [0n, 1n];

/** Of a run, for reports. @param {Run} run @param {Claim} claim */
function shapeOf({ machine }, claim) {
  const { memory, domain } = machine;
  const scratch = [...memory.named(STATIC).written].map(([at, size]) => ({ at, size }));
  const late = claim.params.filter((param) => memory.readLate.has(param));
  return { scratch, late, steps: machine.steps, terms: domain.largest };
}

/** The result, if it is claimed. @param {Claim['result']} wanted @param {Operand[]} results */
function checkResult(wanted, [result]) {
  if (wanted === undefined) return;
  if (typeof wanted === 'string') throw new Refused('an address of a function on digits');
  const value = result?.type === 'i32' && result.region === null ? result.value : null;
  const { low, high } = value?.constant() === null ? value.refine() : (value ?? {});
  if (low !== wanted || high !== wanted) throw new Refused(`the result is not ${wanted}`);
}

/** @param {Run} run @param {Claim} claim @param {Operand[]} results */
export function checkOutputs(run, claim, results) {
  checkResult(claim.result, results);
  const { machine, elements, locate } = run;
  const { domain } = machine;
  /** @type {[bigint, bigint]} */
  let bound = [0n, 0n];
  claim.outputs.forEach((output, i) => {
    if (!output.formula) return;
    const { region, at } = locate(output);
    const found = output.layout.read(machine, region, at, output.range);
    const wanted =
      output.formula === ANY ? null : valuesOf(output.formula, output.layout, elements, claim);
    found.forEach(({ number, isChecked }, part) => {
      const closed = number.closed();
      if (wanted) checkIdentity(domain, closed, wanted[part], claim.field, output);
      checkEven(output.name, output.range, number);
      const { least: a, most: b } = output.range;
      const known = isChecked ? null : number.refineFor(output.range);
      const [least, most] = known ? [known.low, known.high] : [a, b];
      if (least < a || most > b)
        throw new Refused(`${output.name} may lie in ${inUnits([least, most], claim.field.p)}`);
      bound = i + part === 0 ? [least, most] : union(bound, [least, most]);
    });
  });
  return { bound, ...shapeOf(run, claim) };
}

/**
 * An element is a number divided by R. So out/R = Σ c·(monomial of degree d)/R^d, or: all
 * coefficients of R·out − Σ c·R^(2−d)·(monomial) are divisible by p, d at most 3. (p
 * is odd, so that a power of 2 as their denominator does not matter.)
 * @param {Facts} domain
 * @param {Polynomial} closed
 * @param {Polynomial} wanted
 * @param {Field} field
 * @param {{ scale?: bigint }} output
 */
function checkIdentity(domain, closed, wanted, field, output) {
  const { R, p } = field;
  const terms = new Map();
  for (const [key, c] of wanted.terms) {
    const degree = variablesOf(key).length;
    terms.set(key, c * (degree > 2 ? inverse(R, p) : R ** BigInt(2 - degree)));
  }
  const wantedNumber = new Polynomial(terms, wanted.exponent);
  /** @param {Polynomial} number */
  const differs = (number) => {
    const difference = scaled(field, output)(number).scale(R).sub(wantedNumber);
    return [...difference.terms.values()].some((c) => c % p !== 0n);
  };
  if (differs(closed) && differs(domain.resolve(closed)))
    throw new Refused('the identity does not hold');
}

/** Rounded outwards. @param {[bigint, bigint]} range @param {bigint} p */
export function inUnits([least, most], p) {
  const low = Number(floorDivide(least * 10_000n, p)) / 10_000;
  return `${low}p to ${Number(ceilDivide(most * 10_000n, p)) / 10_000}p`;
}
