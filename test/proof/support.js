/** Modules and claims of the tests of the checker. */
import { proveFunctions } from '../../proof/check-module.js';
import { claimsOf } from '../../proof/claims/modules.js';
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

/** Proves a claim about a function after changes of either. */
export function attempt(
  moduleName,
  name,
  { change = (claim) => claim, code = (all) => all, locals = /** @type {string[]} */ ([]) } = {},
) {
  const { module, at, index, one } = functionNamed(moduleName, name);
  const { provenBy, claimsAbout } = proveFunctions(moduleNamed(moduleName));
  const proven = provenBy(at);
  const [claim] = claimsAbout(at);
  const functions = [...module.functions];
  functions[at] = { ...one, locals: [...one.locals, ...locals], code: code(one.code) };
  return prove({ ...module, functions }, index, change(claim), proven);
}
/** With another constant in place of one. */
export const constant =
  (from, to, type = 'i32') =>
  (all) =>
    all.map((one) =>
      one.op === `${type}.const` && one.value === from ? { ...one, value: to } : one,
    );
