/**
 * Kernels chosen role by role, and a single point: with wide64 for chains beside another kernel for
 * lists, it is decoded and checked by the former. Wide instructions are lowered to plain ones.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { curvePage } from '../../scripts/lib/curve-page.js';
import { curves } from '../../src/curves/index.js';
import { createWasmEngines } from '../../src/engines/wasm/create.js';
import { PointError } from '../../src/errors.js';
import { loweredWideModules } from '../support/built-modules.js';
import { randomDiscreteLogs } from '../../src/group/random.js';

const lowered = await loweredWideModules();

/** @param {any} config @param {object} roles */
async function engineOf(config, roles) {
  const curves = [await curvePage(config)];
  const { engines } = await createWasmEngines(curves, { roles, modules: lowered });
  return engines[0];
}

describe.each(curves.map((config) => ({ config })))('$config.name', ({ config }) => {
  let both;
  let lists;
  beforeAll(async () => {
    lists = await engineOf(config, { single: 'limbs30', batch: 'limbs30' });
    both = await engineOf(config, { single: 'wide64', batch: 'limbs30' });
  });

  /** The result of decoding: bytes, or the error. */
  const decoded = (engine, x, sign) => {
    try {
      const source = { xs: x, signs: Uint8Array.of(sign) };
      return `${engine.decodeOne(source, { curve: false, subgroup: true })}`;
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

  it('refuses points out of range, not on the curve, or not in the group', () => {
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
