/**
 * Modules of another version or another curve: opening kernels checks, by name, for every export
 * that an algorithm calls.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { curvePage } from '../../scripts/lib/curve-page.js';
import { curves } from '../../src/curves/index.js';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { readPointKernels, readScalarKernel } from '../../src/engines/wasm/kernels/read.js';
import { isInputError, thrownBy } from '../support/errors.js';
import { batchKernels, compile } from './kernels.js';

const KERNELS = [...batchKernels, 'wide64'];

describe.each(curves.map((config) => ({ config })))('$config.name', ({ config }) => {
  const { name, traits } = config;
  let scalar;
  let points;
  let readElements;

  const exportsOf = async (kernel) => {
    const imports = { env: { memory: new Arena().memory } };
    return {
      ...(await WebAssembly.instantiate(await compile(`${name}.${kernel}`), imports)).exports,
    };
  };
  /** @param {any} kernel @param {any} exports @returns {any} */
  const read = (kernel, exports) => {
    if (kernel === 'scalar') return readScalarKernel(exports, traits);
    const { parts } = readScalarKernel(scalar, traits);
    return readPointKernels(kernel, exports, { traits, parts, readElements });
  };

  beforeAll(async () => {
    const list = await Promise.all(
      KERNELS.map(async (kernel) => [kernel, await exportsOf(kernel)]),
    );
    points = Object.fromEntries(list);
    scalar = await exportsOf('scalar');
    readElements = (await curvePage(config)).elements?.readKernel;
  });

  it.each([...KERNELS, 'scalar'])('%s: every export that is read is needed', (kernel) => {
    const exports = kernel === 'scalar' ? scalar : points[kernel];
    const needed = new Set();
    const recorded = new Proxy(exports, {
      get: (target, member) => {
        needed.add(member);
        return target[member];
      },
    });
    read(kernel, recorded);
    expect(needed.size).toBeGreaterThan(4);
    for (const member of needed) {
      const rest = { ...exports };
      delete rest[member];
      for (const wrong of [
        rest,
        { ...rest, [member]: new WebAssembly.Table({ element: 'anyfunc', initial: 0 }) },
      ]) {
        const error = thrownBy(() => read(kernel, wrong));
        isInputError(error);
        expect(error.message).toContain(`got one without '${member}'`);
      }
    }
  });

  it('has the capabilities that its traits name, on every kernel', () => {
    for (const kernel of KERNELS) {
      const { batch, single } = read(kernel, points[kernel]);
      const hasChains = traits.chains.includes(kernel);
      expect(batch.subgroup !== null).toBe(config.cofactor !== 1n);
      expect(batch.elements !== null).toBe(traits.elements);
      expect(single === null).toBe(kernel === 'fma' && !hasChains);
      if (single === null) continue;
      expect(single.chains !== null).toBe(hasChains);
      expect(single.signatures !== null).toBe(traits.signatures);
    }
    expect(read('scalar', scalar).signatures !== null).toBe(traits.signatures);
  });
});
