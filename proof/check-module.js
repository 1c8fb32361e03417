/** Proves every claim about a module, function by function, and says what came of it in words. */
import { claimsOf } from './claims/modules.js';
import { lookupOf } from './labels.js';
import { inUnits, prove } from './prove.js';
import { Refused } from './refused.js';

/**
 * @import { Case, Claim } from './claims/claim.js'
 * @import { readModule } from './labels.js'
 * @import { Proof } from './prove.js'
 */

/**
 * One claim: its text, in short its title, its range, and `shown`, the smaller one that was found.
 * @typedef {{ kernel: string, claim: string, title: string, range: string, shown: string }}
 *   Statement
 * @typedef {object} Verdict
 * @property {string} module
 * @property {string} name
 * @property {string} hash
 * @property {number} instructions
 * @property {Statement[]} statements all that are claimed, or none if one of them is refused
 * @property {string | null} refused why a claim is not proven
 * @property {number} paths @property {number} impossible @property {number} seconds
 */

/**
 * Proves functions of a module when they are asked for, the functions that they call first.
 * @param {ReturnType<typeof readModule>} read
 */
export function proveFunctions(read) {
  const { name: moduleName, module, names } = read;
  const claims = claimsOf(moduleName);
  const imports = module.imports.length;
  /** @type {Map<number, Proof[]>} what is proven, by function */
  const proven = new Map();
  /** @type {Map<number, { proofs: Proof[], refused: string | null, seconds: number }>} */
  const done = new Map();
  /** All that is proven, with the functions that one calls. @param {number} i */
  const provenBy = (i) => {
    for (const { op, index = 0 } of module.functions[i].code)
      if (op === 'call' && index >= imports) proveOne(index - imports);
    return proven;
  };
  /** @param {number} i */
  const proveOne = (i) => {
    const known = done.get(i);
    if (known) return known;
    provenBy(i);
    const began = performance.now();
    const found = attempt(claims(names[i], lookupOf(read)), (claim) =>
      prove(module, i + imports, claim, proven),
    );
    const proofs = Array.isArray(found) ? found : [];
    if (proofs.length > 0) proven.set(i + imports, proofs);
    const seconds = (performance.now() - began) / 1000;
    const verdict = { proofs, refused: Array.isArray(found) ? null : found, seconds };
    done.set(i, verdict);
    return verdict;
  };
  return { provenBy, proveOne };
}

/**
 * @param {ReturnType<typeof readModule>} read
 * @param {(name: string) => boolean} [isWanted]
 * @returns {Verdict[]}
 */
export function checkModule(read, isWanted = () => true) {
  const { name: moduleName, module, names, hashes } = read;
  const { proveOne } = proveFunctions(read);
  return names.flatMap((name, i) => {
    if (!isWanted(name)) return [];
    const { proofs: all, refused, seconds } = proveOne(i);
    return {
      ...{ module: moduleName, name, hash: hashes[i] },
      instructions: module.functions[i].code.length,
      statements: all.map(({ claim, bound }) => stated(claim, bound)),
      refused,
      paths: all.reduce((sum, { paths }) => sum + paths, 0),
      impossible: all.reduce((sum, { impossible }) => sum + impossible, 0),
      seconds,
    };
  });
}

/**
 * Proofs, or the claim that is refused with the reason.
 * @param {Claim[]} claims
 * @param {(claim: Claim) => Proof} run
 */
function attempt(claims, run) {
  const proofs = [];
  for (const claim of claims)
    try {
      proofs.push(run(claim));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { claim: text, range } = stated(claim, null);
      return `${claim.title ?? text}${range && ` in ${range}`}: ${error.message}`;
    }
  return proofs;
}

/** @param {Claim} claim @param {[bigint, bigint] | null} bound @returns {Statement} */
function stated(claim, bound) {
  const { p, name: kernel } = claim.field;
  const numbers = [...(claim.numbers ?? [])].map(([name, value]) => ` if ${name} = ${value}`);
  const formulas = claim.outputs.map(({ name, formula }) => `${name} = ${formula}`);
  const text = (claim.cases?.map(caseText).join('; ') ?? formulas.join(', ')) + numbers.join();
  const [output] = claim.outputs;
  return {
    kernel,
    claim: claim.isZero ? `1 if ${claim.isZero} = 0, else 0` : text,
    title: claim.title ?? '',
    range: output ? inUnits([output.range.least, output.range.most], p) : '',
    shown: output && bound ? inUnits(bound, p) : '',
  };
}

/** @param {Case} one */
function caseText({ when, outputs = new Map(), flags = new Map(), result }) {
  const parts = [...outputs, ...flags].map(([name, value]) => `${name} = ${value}`);
  if (result !== undefined) parts.push(`result ${result}`);
  return `${when.length > 0 ? `if ${when.join(' and ')}` : 'else'}: ${parts.join(', ')}`;
}
