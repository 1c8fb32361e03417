import { describe, expect, it } from 'vitest';
import { isMadeOfCalls } from '../../proof/calls.js';
import { claimsOf } from '../../proof/claims/modules.js';
import { lookupOf } from '../../proof/labels.js';
import { callInEngine, engineRuns } from './engine.js';
import { shadow } from './shadow.js';
import { functionNamed, moduleNamed } from './support.js';

/** One module of each kernel and prime. */
const MODULES = [
  'bls12-381-g2.limbs30',
  'banderwagon.limbs30',
  'secp256k1.limbs30',
  'bls12-381-g1.wide64',
  'banderwagon.wide64',
  'secp256k1.wide64',
  'bls12-381-g1.fma',
  'bls12-381-g2.fma',
  'bls12-381.pairing.fma',
  'banderwagon.fma',
  'secp256k1.fma',
];

/** Reproducible. */
function picker(seed) {
  let state = BigInt(seed) * 7919n + 1n;
  return (low, high) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    const kind = (state >> 60n) & 7n;
    if (kind === 0n) return low;
    if (kind === 1n || seed === 1) return high;
    if (kind === 2n && low <= 0n && high >= 0n) return 0n;
    return low + (BigInt(high - low) * (state >> 20n)) / (1n << 44n);
  };
}

/** All claims about functions of a module that compute with digits. @param {string} moduleName */
const digitClaimsOf = (moduleName) =>
  moduleNamed(moduleName).names.flatMap((name) => {
    const { code } = functionNamed(moduleName, name).one;
    return (
      claimsOf(moduleName)(name, lookupOf(moduleNamed(moduleName)))
        .filter(({ on }) => (on ? on === 'digits' : !isMadeOfCalls(code)))
        // What is any element has no value to compare, and most words would trap.
        .filter(({ isAssumed, mayTrap, list }) => !isAssumed && !mayTrap && !list)
        .map((claim) => ({ name, claim }))
    );
  });

/** Of other modules: bytes in reverse, signs, and scalars. */
const OTHERS = [
  ['bls12-381-g1.map.limbs30', 'read_half'],
  ['pallas.polynomials-limbs30', 'step_read'],
  ['pallas.polynomials-fma', 'step_read'],
  ['pallas.polynomials-fma', 'step_write'],
  ['pallas.limbs30', 'root_sign'],
  ['vesta.scalar', 'digits'],
  ['bls12-381-g1.scalar', 'split'],
];

describe('every value of a proof is that of the instruction', () => {
  it.each(OTHERS)('in %s %s', (moduleName, name) => {
    const { module, index, claim } = functionNamed(moduleName, name);
    for (const seed of [1, 2, 3]) {
      const run = shadow(module, index, claim, picker(seed));
      expect(run.steps).toBeGreaterThan(0);
      if (engineRuns(moduleName)) callInEngine(moduleName, index, run, name);
    }
  });

  it.each(MODULES)('in %s', (moduleName) => {
    const inEngine = engineRuns(moduleName);
    for (const { name, claim } of digitClaimsOf(moduleName)) {
      const { module, index } = functionNamed(moduleName, name);
      for (const seed of /^(extension|sum_|norm)/.test(name) ? [2] : [1, 2, 3]) {
        const run = shadow(module, index, claim, picker(seed));
        expect(run.steps).toBeGreaterThan(0);
        if (inEngine) callInEngine(moduleName, index, run, name);
      }
    }
  });
});
