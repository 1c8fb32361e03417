/**
 * Kernels chosen role by role, and a single point: with wide64 for chains beside another kernel for lists, it is decoded and checked
 * by the former. Wide instructions are lowered to plain ones.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { banderwagon } from '../../src/curves/banderwagon.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { modules } from '../../wasm-gen/modules.js';
import { elementParts } from '../../src/engines/wasm/elements.js';
import { createWasmEngines } from '../../src/engines/wasm/create.js';
import { PointError } from '../../src/errors.js';
import { loweredWideModules } from '../support/lower-wide.js';
import { randomDiscreteLogs } from '../../src/group/random.js';
import { PRICES } from '../../src/engines/wasm/msm/prices.js';

const lowered = await loweredWideModules(modules);

const moduleOf = (/** @type {string} */ name) => ({
  name,
  source: () => import(`../../src/generated/${name}.js`),
});

/** @param {typeof secp256k1} config @param {object} roles @param {string} [scalar] its scalar module */
async function engineOf(config, roles, scalar = `${config.name}.scalar`) {
  const kernels = {
    limbs30: moduleOf(`${config.name}.limbs30`),
    fma: moduleOf(`${config.name}.fma`),
    wide64: moduleOf(`${config.name}.wide64`),
    scalar: moduleOf(scalar),
  };
  const loadFaster = () => import('../../src/engines/wasm/faster.js');
  const parts = config.name === 'banderwagon' ? elementParts : {};
  const curves = [{ config, prices: PRICES[config.name], kernels, loadFaster, ...parts }];
  const { engines } = await createWasmEngines({ curves, backend: roles, modules: lowered });
  return engines[0];
}

const curves = [
  { config: bls12381G1, scalar: 'bls12-381.scalar' },
  { config: bls12381G2 },
  { config: secp256k1 },
  { config: banderwagon },
];

describe.each(curves)('$config.name', ({ config, scalar }) => {
  let both;
  let lists;
  beforeAll(async () => {
    lists = await engineOf(config, { single: 'limbs30', batch: 'limbs30' }, scalar);
    both = await engineOf(config, { single: 'wide64', batch: 'limbs30' }, scalar);
  });

  /** What becomes of an encoding, bytes or the error. */
  const decoded = (engine, x, sign) => {
    try {
      const source = { xs: x, signs: Uint8Array.of(sign) };
      return `${engine.readOne(source, { curve: false, subgroup: true })}`;
    } catch (error) {
      if (!(error instanceof PointError)) throw error;
      return `${error.reason} ${error.index}`;
    }
  };
  const expectSame = (x, sign) => {
    const result = decoded(both, x, sign);
    expect(result).toBe(decoded(lists, x, sign));
    return result;
  };

  it('takes the kernels asked for', () => {
    expect(both.kernels).toMatchObject({ single: 'wide64', batch: 'limbs30' });
  });

  it('decodes points of the group, with both roots', () => {
    const points = lists.fromDiscreteLogs(8, () => randomDiscreteLogs(8, 5));
    for (let i = 0; i < 8; i++) {
      const affine = lists.toAffine(points, i, i + 1);
      const x = affine.subarray(0, lists.fieldBytes);
      const results = [0, 1].map((sign) => expectSame(x, sign));
      expect(results).toContain(`${affine}`);
    }
  });

  it('decodes the identity', () => {
    expectSame(new Uint8Array(lists.fieldBytes), 2);
  });

  it('refuses what is out of range, not on the curve, or not in the group', () => {
    const seen = new Set();
    const ones = new Uint8Array(lists.fieldBytes).fill(255);
    seen.add(expectSame(ones, 0));
    for (let x = 0; x < 24; x++) {
      const bytes = new Uint8Array(lists.fieldBytes);
      bytes[0] = x;
      for (const sign of [0, 1]) seen.add(expectSame(bytes, sign));
    }
    expect(seen).toContain('range 0');
    expect(seen).toContain('not-on-curve 0');
    if (config.cofactor !== 1n) expect(seen).toContain('not-in-subgroup 0');
  });
});
