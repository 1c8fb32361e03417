/** Modules and claims of the tests of the checker. */
import { proveFunctions } from '../../proof/check-module.js';
import { claimsOf } from '../../proof/claims/modules.js';
import { engineOf } from '../../proof/identities/engine.js';
import { evaluateClaim } from '../../proof/identities/evaluate.js';
import { GENERATED, readModule, lookupOf } from '../../proof/labels.js';
import { prove } from '../../proof/prove.js';

const modules = new Map();

/** @param {string} name */
export function moduleNamed(name) {
  if (!modules.has(name)) modules.set(name, readModule(GENERATED, name));
  return modules.get(name);
}

/** A function, and the first claim about it. @param {string} moduleName @param {string} name */
export function functionNamed(moduleName, name) {
  const { module, names } = moduleNamed(moduleName);
  const at = names.indexOf(name);
  const one = module.functions[at];
  const [claim] = claimsOf(moduleName)(name, lookupOf(moduleNamed(moduleName)));
  return { module, at, index: at + module.imports.length, claim, one };
}

const labs = new Map();
/** Where functions of a module are evaluated. @param {string} moduleName */
export function labOf(moduleName) {
  const { bytes, module } = moduleNamed(moduleName);
  if (!labs.has(moduleName)) labs.set(moduleName, { engine: engineOf(bytes, module), seed: '' });
  return labs.get(moduleName);
}

/**
 * Proves a claim, after a change of it.
 * @param {string} moduleName
 * @param {string} name
 * @param {(claim: any) => any} [change]
 */
export function proveNamed(moduleName, name, change = (claim) => claim) {
  const { module, index, claim } = functionNamed(moduleName, name);
  return prove(module, index, change(claim));
}

/** Proofs of modules, each once. */
const found = new Map();
/** @param {string} moduleName */
export function proofsOf(moduleName) {
  if (!found.has(moduleName)) found.set(moduleName, proveFunctions(moduleNamed(moduleName)));
  return found.get(moduleName);
}
/** @param {string} moduleName @param {number} at */
export const provenBy = (moduleName, at) => proofsOf(moduleName).provenBy(at);

/**
 * Proves a claim about a function, the first one or another, after changes of either; of a list it
 * is evaluated.
 * @returns {any}
 */
export function attempt(
  moduleName,
  name,
  {
    change = (claim) => claim,
    code = (all) => all,
    locals = /** @type {string[]} */ ([]),
    nth = 0,
  } = {},
) {
  const { module, at, index, one } = functionNamed(moduleName, name);
  const proven = provenBy(moduleName, at);
  const claim = proofsOf(moduleName).claimsAbout(at)[nth];
  const functions = [...module.functions];
  functions[at] = { ...one, locals: [...one.locals, ...locals], code: code(one.code) };
  const changed = change(claim);
  const lab = labOf(moduleName);
  return changed.list
    ? evaluateClaim(lab, { ...module, functions }, index, changed, proven)
    : prove({ ...module, functions }, index, changed, proven, lab);
}
/** Code with other instructions in place of some, and the ends of its blocks moved. */
export function insert(code, at, more, removed = 0) {
  const n = more.length - removed;
  const moved = (one) => {
    const { end = -1, otherwise = -1 } = one;
    const move = (to) => (to >= at + removed ? to + n : to);
    return { ...one, end: move(end), otherwise: move(otherwise) };
  };
  return [...code.slice(0, at).map(moved), ...more, ...code.slice(at + removed).map(moved)];
}

/** With another constant in place of one. */
export const constant =
  (from, to, type = 'i32') =>
  (all) =>
    all.map((one) =>
      one.op === `${type}.const` && one.value === from ? { ...one, value: to } : one,
    );

/** With another instruction in place of the nth that is like it. */
export const replace =
  (isLike, by, n = 0) =>
  (all) => {
    const places = all.flatMap((one, i) => (isLike(one) ? [i] : []));
    if (places.length <= n) throw new Error(`${places.length} instructions are like that`);
    return all.map((one, i) => (i === places[n] ? { ...one, ...by } : one));
  };
export const isConstant = (value) => (one) => one.op === 'i32.const' && one.value === value;
export const isOp = (op) => (one) => one.op === op;
