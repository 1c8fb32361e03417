/**
 * Kernels as they are read from modules: every module has what the interface names, and modules of
 * another version or another curve are refused.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { curves } from '../../src/curves/index.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { readPointKernels, readScalarKernel } from '../../src/engines/wasm/kernels/kernel.js';
import { kernelExports } from '../../src/generated/exports.js';
import { readModules } from '../../src/input/modules.js';
import { isInputError, thrownBy } from '../support/errors.js';
import { batchKernels, compile } from './kernels.js';

const KERNELS = [...batchKernels, 'wide64'];

/** Members of every kernel in a role, beside capabilities. */
const POINT = {
  numbers: ['fieldBytes', 'pointBytes', 'workBytes'],
  functions: [
    ...[
      'fromAffineBytes',
      'toAffineBytes',
      'decompress',
      'firstOffCurve',
      'batchAdd',
      'sumBuckets',
    ],
  ],
};
const SINGLE = {
  numbers: ['jacobianBytes'],
  functions: ['double', 'addAffine', 'fromAffine', 'toAffine', 'chain'],
};
const SCALAR = {
  numbers: ['partBytes', 'partBits', 'parts'],
  functions: ['split', 'digits', 'sortWindow'],
};

/** @param {any} kernel @param {{ numbers: string[], functions: string[] }} members */
function expectMembers(kernel, { numbers, functions }) {
  for (const name of numbers) expect([name, typeof kernel[name]]).toEqual([name, 'number']);
  for (const name of functions) expect([name, typeof kernel[name]]).toEqual([name, 'function']);
}

describe.each(curves.map((config) => ({ config })))('$config.name', ({ config }) => {
  const { name, traits } = config;
  const isEdwards = 'edwards' in config;
  /** @type {Record<string, any>} */
  let kernels;
  /** @type {any} */
  let scalar;

  const exportsOf = async (/** @type {string} */ kernel) => {
    const imports = { env: { memory: new Arena().memory } };
    const module = await compile(`${name}.${kernel}`);
    return (await WebAssembly.instantiate(module, imports)).exports;
  };

  beforeAll(async () => {
    const read = async (/** @type {any} */ kernel) =>
      readPointKernels(kernel, await exportsOf(kernel));
    const list = KERNELS.map(async (kernel) => [kernel, await read(kernel)]);
    kernels = Object.fromEntries(await Promise.all(list));
    scalar = readScalarKernel(await exportsOf('scalar'));
  });

  it('kernels have every member of their roles, and capabilities by trait', () => {
    for (const kernel of KERNELS) {
      const { batch, single } = kernels[kernel];
      const hasChains = traits.chains.includes(kernel);
      expectMembers(batch, POINT);
      expect(batch.name).toBe(kernel);
      expect(batch.subgroup !== null).toBe(config.cofactor !== 1n);
      expect(batch.endomorphism !== null).toBe(scalar.parts > 1 || isEdwards);
      expect(Object.hasOwn(batch, 'elements')).toBe(isEdwards);
      expect(batch.pairs !== null).toBe(kernel !== 'fma');
      expect(single === null).toBe(kernel === 'fma' && !hasChains);
      if (single === null) continue;
      expectMembers(single, SINGLE);
      expect(single.chains !== null).toBe(hasChains);
      expect(single.signatures !== null).toBe(traits.signatures);
    }
    expectMembers(scalar, SCALAR);
    expect(scalar.signatures !== null).toBe(traits.signatures);
  });

  it.each([...KERNELS, 'scalar'])('%s: a module without an export is refused', async (kernel) => {
    const file = `${name}.${kernel}.wasm`;
    const module = await compile(`${name}.${kernel}`);
    const members = WebAssembly.Module.exports(module);
    expect(members.map((member) => `${member.kind} ${member.name}`).sort()).toEqual(
      [...kernelExports[file]].sort(),
    );
    expect(readModules({ [file]: module }, kernelExports)).toEqual({ [file]: module });
    const error = thrownBy(() =>
      readModules({ [file]: module }, { [file]: [...kernelExports[file], 'function later'] }),
    );
    isInputError(error);
    expect(error.message).toContain(`modules['${file}']`);
    expect(error.message).toContain('got one without function later');
  });
});
