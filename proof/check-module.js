/** Proves every claim about a module, function by function, and says what came of it in words. */
import { EXPORTS } from './claims/exports.js';
import { claimsOf } from './claims/modules.js';
import { lookupOf } from './labels.js';
import { engineOf } from './identities/engine.js';
import { evaluateClaim } from './identities/evaluate.js';
import { ANYWHERE } from './identities/evaluation.js';
import { inUnits, prove } from './prove.js';
import { Refused } from './kernel/refused.js';

/**
 * @import { Module } from './kernel/wasm/decode.js'
 * @import { Case, Claim, Place } from './claims/claim.js'
 * @import { Engine } from './identities/engine.js'
 * @import { Lab } from './identities/evaluation.js'
 * @import { readModule } from './labels.js'
 * @import { Proof } from './prove.js'
 */

/** By which means something is shown. */
export const [DIGITS, IDENTITY, LISTS] = ['digits', 'identity', 'list'];

/**
 * Of a function: proofs of claims, and claims that were evaluated of lists.
 * @typedef {{ proofs: Proof[], evaluated: { claim: Claim, runs: number }[],
 *   refused: string | null, seconds: number }} Outcome
 * One claim: its text, and its range.
 * @typedef {{ claim: string, range: string }} Statement
 * @typedef {object} Verdict
 * @property {string} module
 * @property {string} name
 * @property {string} hash
 * @property {number} instructions
 * @property {Statement[]} statements all that are claimed, or none if one of them is refused
 * @property {string | null} by which means
 * @property {string | null} refused why a claim is not proven
 * @property {number} paths @property {number} impossible @property {number} seconds
 * @property {boolean} isPart only of functions that are proven, which ran it
 */

/** Memory without what is in it twice. @param {Proof['scratch']} parts */
function joined(parts) {
  /** @type {Proof['scratch']} */
  const all = [];
  for (const { at, size } of [...parts].sort((a, b) => a.at - b.at)) {
    const last = all[all.length - 1];
    if (!last || at > last.at + last.size) all.push({ at, size });
    else last.size = Math.max(last.size, at + size - last.at);
  }
  return all;
}

/**
 * Proves functions of a module when they are asked for, the functions that they call first.
 * @param {ReturnType<typeof readModule>} read
 */
export function proveFunctions(read) {
  const { name: moduleName, bytes, module, names, hashes } = read;
  const claims = claimsOf(moduleName);
  /** @type {Engine | null} */
  let known = null;
  /** Of a function, where it is evaluated. @param {number} i @returns {Lab} */
  const labOf = (i) => ({
    seed: `${hashes[i]} ${process.env.SEED ?? ''}`,
    get engine() {
      return (known ??= engineOf(bytes, module));
    },
  });
  const imports = module.imports.length;
  /** @type {Map<number, Proof[]>} what is proven, by function */
  const proven = new Map();
  /** @type {Map<number, Outcome>} */
  const done = new Map();
  /** Where elements of the module's own memory are. @type {Map<string, number>} */
  const owned = new Map();
  /** All that is proven, with the functions that one calls. @param {number} i */
  const provenBy = (i) => {
    for (const { op, index = 0 } of module.functions[i].code)
      if (op === 'call' && index >= imports) proveOne(index - imports);
    return proven;
  };
  /** With addresses of the module's own memory. @param {Claim} claim @param {number} i */
  const locate = (claim, i) => {
    /** @template {Place} T @param {T} place @returns {T} */
    const at = (place) => {
      const { own, name } = place;
      if (own === undefined) return place;
      if (own !== names[i]) proveOne(names.indexOf(own));
      return { ...place, address: owned.get(`${own} ${name}`) ?? ANYWHERE };
    };
    return { ...claim, inputs: claim.inputs.map(at), outputs: claim.outputs.map(at) };
  };
  /** @param {number} i */
  const claimsAbout = (i) =>
    claims(names[i], lookupOf(read)).map((claim) => {
      const unsaid = claim.cases ? undefined : claim.outputs.find(({ formula }) => !formula);
      if (unsaid) throw new Error(`${names[i]}: nothing is said of ${unsaid.name}`);
      return locate(claim, i);
    });
  /** @param {number} i */
  const proveOne = (i) => {
    const known = done.get(i);
    if (known) return known;
    provenBy(i);
    const began = performance.now();
    const lab = labOf(i);
    const all = claimsAbout(i);
    const lists = attempt(
      all.filter(({ list }) => list),
      (claim) => evaluateClaim(lab, module, i + imports, claim, proven),
    );
    const found = attempt(
      all.filter(({ list }) => !list),
      (claim) => prove(module, i + imports, claim, proven, lab),
    );
    const proofs = (typeof found === 'string' ? [] : found).map((proof) => ({
      ...proof,
      scratch: joined(proof.scratch),
    }));
    if (proofs.length > 0) proven.set(i + imports, proofs);
    for (const { claim } of proofs)
      for (const { name, own, address } of claim.outputs)
        if (own === names[i] && address !== undefined) {
          const key = `${own} ${name}`;
          if (owned.has(key) && owned.get(key) !== address)
            throw new Error(`${key} is not one place`);
          owned.set(key, address);
        }
    const seconds = (performance.now() - began) / 1000;
    const [refused = null] = [lists, found].filter((one) => typeof one === 'string');
    const evaluated = typeof lists === 'string' ? [] : lists;
    /** @type {Outcome} */
    const verdict = { proofs, evaluated, refused, seconds };
    done.set(i, verdict);
    return verdict;
  };
  return { provenBy, proveOne, claimsAbout };
}

/**
 * @param {ReturnType<typeof readModule>} read
 * @param {(name: string) => boolean} [isWanted]
 * @returns {Verdict[]}
 */
export function checkModule(read, isWanted = () => true) {
  const { name: moduleName, module, names, hashes } = read;
  const { proveOne } = proveFunctions(read);
  const verdicts = names.flatMap((name, i) => {
    if (!isWanted(name)) return [];
    const { proofs, evaluated, refused, seconds } = proveOne(i);
    const all = proofs.filter(({ claim }) => !claim.isAssumed);
    const isOfIdentity = all.some(({ runs }) => runs !== undefined);
    return {
      ...{ module: moduleName, name, hash: hashes[i] },
      instructions: module.functions[i].code.length,
      by:
        all.length === 0 ? (evaluated.length > 0 ? LISTS : null) : isOfIdentity ? IDENTITY : DIGITS,
      statements: [...all, ...evaluated].map(({ claim }) => stated(claim)),
      refused,
      paths: all.reduce((sum, { paths }) => sum + paths, 0),
      impossible: all.reduce((sum, { impossible }) => sum + impossible, 0),
      seconds,
      isPart: false,
    };
  });
  if (verdicts.length === names.length) markParts(module, verdicts);
  for (const one of verdicts) one.refused ??= misnamed(read, one.name);
  return verdicts;
}

/**
 * Under what name a function is exported that is not its own, or null.
 * @param {ReturnType<typeof readModule>} read @param {string} name
 */
function misnamed({ module, names }, name) {
  const index = names.indexOf(name) + module.imports.length;
  const [other] = [...module.exports].find(([as, at]) => at === index && !isNamed(as, name)) ?? [];
  return other === undefined ? null : `it is exported as ${other}`;
}

/** @param {string} as @param {string} name */
const isNamed = (as, name) => EXPORTS.get(as)?.includes(name) === true;

/**
 * Functions without claims that only proven ones call, or other such: they were run in the proofs
 * of these. @param {Module} module @param {Verdict[]} verdicts of all functions
 */
export function markParts({ functions, imports, exports }, verdicts) {
  const callersOf = verdicts.map((_, i) =>
    verdicts.filter((_, j) =>
      functions[j].code.some(({ op, index }) => op === 'call' && index === i + imports.length),
    ),
  );
  const exported = new Set(exports.values());
  const isCovered = (/** @type {Verdict} */ one) => one.statements.length > 0 || one.isPart;
  for (let before = -1, count = 0; count > before;) {
    before = count;
    verdicts.forEach((one, i) => {
      if (isCovered(one) || one.refused !== null || exported.has(i + imports.length)) return;
      one.isPart = callersOf[i].length > 0 && callersOf[i].every(isCovered);
    });
    count = verdicts.filter(isCovered).length;
  }
}

/**
 * Proofs, or the claim that is refused with the reason.
 * @template T
 * @param {Claim[]} claims
 * @param {(claim: Claim) => T} run
 * @returns {T[] | string}
 */
function attempt(claims, run) {
  /** @type {T[]} */
  const proofs = [];
  for (const claim of claims)
    try {
      proofs.push(run(claim));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { claim: text, range } = stated(claim);
      return `${claim.title ?? text}${range && ` in ${range}`}: ${error.message}`;
    }
  return proofs;
}

/** @param {Claim} claim @returns {Statement} */
function stated(claim) {
  const { p } = claim.field;
  const numbers = [...(claim.numbers ?? [])].map(([name, value]) => ` if ${name} = ${value}`);
  const formulas = claim.outputs.map(({ name, formula }) => `${name} = ${formula}`);
  const again = claim.repeats ? `, ${claim.repeats.count} times` : '';
  const text =
    (claim.cases?.map(caseText).join('; ') ?? formulas.join(', ')) + again + numbers.join();
  const [output] = claim.outputs;
  return {
    claim: claim.isZero ? `1 if ${claim.isZero} = 0, else 0` : text,
    range: output?.range.most && p ? inUnits([output.range.least, output.range.most], p) : '',
  };
}

/** @param {Case} one */
function caseText(one) {
  const { when, outputs = new Map(), flags = new Map(), inverses, result, stops } = one;
  const parts = [...outputs, ...flags].map(([name, value]) => `${name} = ${value}`);
  for (const [name, of] of inverses ?? []) parts.push(`${name} = 1/(${of})`);
  if (result !== undefined) parts.push(`result ${result}`);
  if (stops) parts.push(stops === true ? 'stops' : `stops with ${stops}`);
  return `${when.length > 0 ? `if ${when.join(' and ')}` : 'else'}: ${parts.join(', ')}`;
}
