/** Proves every claim about a module, function by function, and says what came of it in words. */
import { CLAIMS } from './claims/modules.js';
import { inUnits, prove } from './prove.js';
import { Refused } from './refused.js';

/**
 * @import { readModule } from './labels.js'
 * @import { Proof } from './prove.js'
 */

/**
 * One claim: its range, and `shown`, the smaller one that was found.
 * @typedef {{ kernel: string, claim: string, range: string, shown: string }} Statement
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
 * @param {ReturnType<typeof readModule>} read
 * @param {(name: string) => boolean} [isWanted]
 * @returns {Verdict[]}
 */
export function checkModule({ name: moduleName, module, names, hashes }, isWanted = () => true) {
  const claimsOf = CLAIMS.get(moduleName) ?? (() => []);
  return names.flatMap((name, i) => {
    if (!isWanted(name)) return [];
    const began = performance.now();
    const proofs = attempt(() =>
      claimsOf(name).map((claim) => prove(module, i + module.imports.length, claim)),
    );
    const all = Array.isArray(proofs) ? proofs : [];
    return {
      ...{ module: moduleName, name, hash: hashes[i] },
      instructions: module.functions[i].code.length,
      statements: all.map(stated),
      refused: Array.isArray(proofs) ? null : proofs,
      paths: all.reduce((sum, { paths }) => sum + paths, 0),
      impossible: all.reduce((sum, { impossible }) => sum + impossible, 0),
      seconds: (performance.now() - began) / 1000,
    };
  });
}

/** Proofs, or the reason of a refusal. @param {() => Proof[]} run */
function attempt(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** @param {Proof} proof @returns {Statement} */
function stated({ claim, bound }) {
  const { p, name: kernel } = claim.field;
  const numbers = [...(claim.numbers ?? [])].map(([name, value]) => ` if ${name} = ${value}`);
  if (claim.isZero)
    return { kernel, claim: `1 if ${claim.isZero} = 0, else 0`, range: '', shown: '' };
  const formulas = claim.outputs.map(({ name, formula }) => `${name} = ${formula}`);
  const [{ range }] = claim.outputs;
  return {
    kernel,
    claim: formulas.join(', ') + numbers.join(),
    range: inUnits([range.least, range.most], p),
    shown: inUnits(bound, p),
  };
}
