/** Creating and disposing of instances. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBls12381 } from '../src/bls12-381.js';
import * as index from '../src/index.js';
import { createSecp256k1 } from '../src/secp256k1.js';
import { backends } from './support/backends.js';
import { isEnvironmentError, isInputError, rejectionOf, thrownBy } from './support/errors.js';

const generated = new URL('../src/wasm/generated/', import.meta.url);
const hasWasm = backends.includes('portable');

/** Precompiled kernels, those this engine knows, as a runtime that may not compile bytes would be given them. */
const compiledModules = () =>
  Object.fromEntries(
    readdirSync(generated)
      .filter((file) => file.endsWith('.wasm'))
      .map((file) => /** @type {const} */ ([file, readFileSync(new URL(file, generated))]))
      .filter(([, bytes]) => WebAssembly.validate(bytes))
      .map(([file, bytes]) => [file, new WebAssembly.Module(bytes)]),
  );

describe('createBls12381', () => {
  it('is what the root exports, with the other creators', () => {
    expect({ ...index }).toEqual({ createBls12381, createSecp256k1 });
  });

  it('the portable backend exists', () => {
    expect(backends).toContain('portable');
  });

  it.each(backends)('%s: says what it uses', async (backend) => {
    const bls = await createBls12381({ backend, threads: 1 });
    expect(Object.keys(bls.backend).sort()).toEqual(['batch', 'single']);
    if (backend === 'bigint') expect(bls.backend).toEqual({ single: 'bigint', batch: 'bigint' });
    else expect(Object.values(bls.backend)).not.toContain('bigint');
    expect(bls.threads).toBe(1);
    bls.dispose();
  });

  it.runIf(hasWasm)('takes the best kernels by default', async () => {
    for (const options of [undefined, {}, { backend: 'auto' }, { backend: undefined }]) {
      const bls = await createBls12381(options);
      expect(bls.backend.single).not.toBe('bigint');
      expect(bls.G1.generator.multiply(bls.G1.order).isIdentity()).toBe(true);
      bls.dispose();
    }
  });

  it('wrong options are InputErrors', async () => {
    const wrong = [null, 'portable', [], 5, { backed: 'portable' }, { backend: 'wasm' }];
    wrong.push({ backend: null }, { backend: 1 }, { threads: 0 }, { threads: -1 });
    wrong.push({ threads: 1.5 }, { threads: '2' }, { threads: null }, { threads: NaN });
    wrong.push({ modules: 'x' }, { modules: [] }, { modules: null }, { modules: { a: {} } });
    wrong.push({ workerUrl: 5 }, { workerUrl: null }, { memory: 5 });
    for (const options of wrong) isInputError(await rejectionOf(createBls12381(options)));
  });

  it("threads: 'auto' gives one thread, more than one is an EnvironmentError", async () => {
    const bls = await createBls12381({ backend: 'bigint', threads: 'auto', workerUrl: '/w.js' });
    expect(bls.threads).toBe(1);
    bls.dispose();
    isEnvironmentError(await rejectionOf(createBls12381({ backend: 'bigint', threads: 2 })));
  });

  it('a backend that the engine lacks is an EnvironmentError', async () => {
    for (const backend of ['portable', 'fma', 'wide']) {
      if (backends.includes(backend)) continue;
      isEnvironmentError(await rejectionOf(createBls12381({ backend })));
    }
  });
});

describe.runIf(hasWasm)('where WebAssembly is restricted', () => {
  afterEach(() => void vi.restoreAllMocks());
  afterEach(() => void vi.unstubAllGlobals());

  it('precompiled modules need no compiling', async () => {
    const modules = compiledModules();
    const compile = vi.spyOn(WebAssembly, 'compile');
    const bls = await createBls12381({ backend: 'portable', modules });
    expect(compile).not.toHaveBeenCalled();
    expect(bls.G1.generator.multiply(bls.G1.order).isIdentity()).toBe(true);
    bls.dispose();
  });

  it('a policy against compiling is an EnvironmentError that names the directive', async () => {
    const cause = new WebAssembly.CompileError('blocked by Content Security Policy');
    vi.spyOn(WebAssembly, 'compile').mockRejectedValue(cause);
    for (const backend of ['auto', 'portable']) {
      const error = await rejectionOf(createBls12381({ backend }));
      isEnvironmentError(error);
      expect(error.cause).toBe(cause);
      expect(error.message).toMatch(/wasm-unsafe-eval/);
    }
  });

  it('no WebAssembly at all is an EnvironmentError; bigint does without', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    isEnvironmentError(await rejectionOf(createBls12381({ backend: 'portable' })));
    const bls = await createBls12381({ backend: 'bigint' });
    const { G1 } = bls;
    expect(G1.msm([G1.generator], [3n]).equals(G1.generator.multiply(3n))).toBe(true);
    bls.dispose();
  });
});

describe.each(backends)('a disposed instance [%s]', (backend) => {
  it('refuses every work with an InputError; points keep their values', async () => {
    const bls = await createBls12381({ backend });
    const { G1 } = bls;
    const vector = G1.randomPoints(4, 1);
    const slice = vector.slice(0, 2);
    const point = vector.at(0);
    const bytes = vector.toBytes();
    bls.dispose();
    bls.dispose();

    const uses = [
      () => G1.point(bytes.subarray(0, 48)),
      () => G1.points(bytes),
      () => G1.points([point]),
      () => G1.msm(vector, [1n, 2n, 3n, 4n]),
      () => G1.msm([], []),
      () => G1.randomPoints(1, 1),
      () => vector.at(0),
      () => vector.slice(0, 1),
      () => vector.toBytes(),
      () => slice.at(0),
      () => point.add(point),
      () => point.double(),
      () => point.multiply(2n),
      () => point.isInSubgroup(),
    ];
    uses.forEach((use) => isInputError(thrownBy(use)));
    isInputError(await rejectionOf(G1.msmAsync([point], [1n])));

    vector.dispose();
    slice.dispose();
    expect(point.toBytes()).toEqual(bytes.subarray(0, 48));
    expect(point.equals(point.negate().negate())).toBe(true);
    expect(point.toAffine()).not.toBeNull();
  });

  it('leaves other instances alone', async () => {
    const [first, second] = await Promise.all([
      createBls12381({ backend }),
      createBls12381({ backend }),
    ]);
    const vector = second.G1.randomPoints(8, 1);
    const before = vector.toBytes();
    first.dispose();
    expect(vector.toBytes()).toEqual(before);
    second.dispose();
  });

  it.runIf(typeof Symbol.dispose === 'symbol')('by Symbol.dispose and asyncDispose', async () => {
    const [first, second] = await Promise.all([
      createBls12381({ backend }),
      createBls12381({ backend }),
    ]);
    first[Symbol.dispose]();
    isInputError(thrownBy(() => first.G1.points([])));
    await second[Symbol.asyncDispose]();
    isInputError(thrownBy(() => second.G1.points([])));
  });
});
