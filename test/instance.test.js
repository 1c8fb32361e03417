/** Creating and disposing of instances, of every curve. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBanderwagon } from '../src/banderwagon.js';
import { createBls12381 } from '../src/bls12-381.js';
import { createBn254 } from '../src/bn254.js';
import { createPasta } from '../src/pasta.js';
import * as errors from '../src/errors.js';
import * as index from '../src/index.js';
import { createSecp256k1 } from '../src/secp256k1.js';
import { backends } from './support/backends.js';
import { isEnvironmentError, isInputError, rejectionOf, thrownBy } from './support/errors.js';
import { forbidCompiling } from './support/no-compiling.js';

const generated = new URL('../src/generated/', import.meta.url);
const hasWasm = backends.includes('portable');

/**
 * Precompiled kernels, those this engine knows, as a runtime that may not compile bytes
 * would be given them.
 */
const compiledModules = () =>
  Object.fromEntries(
    readdirSync(generated)
      .filter((file) => file.endsWith('.wasm'))
      .map((file) => /** @type {const} */ ([file, readFileSync(new URL(file, generated))]))
      .filter(([, bytes]) => WebAssembly.validate(bytes))
      .map(([file, bytes]) => [file, new WebAssembly.Module(bytes)]),
  );

/** @type {Array<{ creator: string, create: any, groupOf: (instance: any) => any }>} */
const curves = [
  { creator: 'createBls12381', create: createBls12381, groupOf: ({ G1 }) => G1 },
  { creator: 'createBn254', create: createBn254, groupOf: ({ G1 }) => G1 },
  { creator: 'createPasta', create: createPasta, groupOf: ({ vesta }) => vesta },
  { creator: 'createSecp256k1', create: createSecp256k1, groupOf: ({ group }) => group },
  { creator: 'createBanderwagon', create: createBanderwagon, groupOf: ({ group }) => group },
];

it('the root exports the creators', () => {
  expect({ ...index }).toEqual({
    ...errors,
    ...{ createBanderwagon, createBls12381, createBn254, createPasta, createSecp256k1 },
  });
});

describe.each(curves)('$creator', ({ create, groupOf }) => {
  it('the portable backend exists', () => {
    expect(backends).toContain('portable');
  });

  it.each(backends)('%s: names its kernels', async (backend) => {
    const instance = await create({ backend, threads: 1 });
    expect(Object.keys(instance.backend).sort()).toEqual(['batch', 'single']);
    if (backend === 'bigint')
      expect(instance.backend).toEqual({ single: 'bigint', batch: 'bigint' });
    else expect(Object.values(instance.backend)).not.toContain('bigint');
    expect(instance.threads).toBe(1);
    instance.dispose();
  });

  it.runIf(hasWasm)('takes the best kernels by default', async () => {
    for (const options of [undefined, {}, { backend: 'auto' }, { backend: undefined }]) {
      const instance = await create(options);
      const group = groupOf(instance);
      expect(instance.backend.single).not.toBe('bigint');
      expect(group.generator.multiply(group.order).isIdentity()).toBe(true);
      instance.dispose();
    }
  });

  it('wrong options are InputErrors', async () => {
    /** @type {any[]} */
    const wrong = [null, 'portable', [], 5, { backed: 'portable' }, { backend: 'wasm' }];
    wrong.push({ backend: null }, { backend: 1 }, { threads: 0 }, { threads: -1 });
    wrong.push({ threads: 1.5 }, { threads: '2' }, { threads: null }, { threads: NaN });
    wrong.push({ modules: 'x' }, { modules: [] }, { modules: null }, { modules: { a: {} } });
    wrong.push({ fallback: 'portable' }, { fallback: true });
    wrong.push({ backend: 'portable', fallback: 'bigint' });
    wrong.push({ workerUrl: 5 }, { workerUrl: null }, { createWorker: 'w.js' }, { memory: 5 });
    for (const options of wrong) isInputError(await rejectionOf(create(options)));
  });

  it('without WebAssembly there is one thread, and the reason', async () => {
    for (const threads of [2, 'auto']) {
      const instance = await create({ backend: 'bigint', threads, workerUrl: '/w.js' });
      expect(instance.threads).toBe(1);
      expect(instance.threadsReason).toMatch(/bigint/);
      instance.dispose();
    }
    const instance = await create({ backend: 'bigint', threads: 1, createWorker() {} });
    expect(instance.threadsReason).toBeUndefined();
    instance.dispose();
  });

  it('a backend that the engine lacks is an EnvironmentError', async () => {
    for (const backend of ['portable', 'fma', 'wide']) {
      if (backends.includes(backend)) continue;
      isEnvironmentError(await rejectionOf(create({ backend })));
    }
  });
});

describe.runIf(hasWasm).each(curves)(
  'where WebAssembly is restricted: $creator',
  ({ create, groupOf }) => {
    afterEach(() => void vi.restoreAllMocks());
    afterEach(() => void vi.unstubAllGlobals());

    it.runIf(hasWasm)('a module that is not a kernel is refused', async () => {
      const empty = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
      const names = Object.keys(compiledModules()).filter((name) => name.endsWith('.limbs30.wasm'));
      const modules = Object.fromEntries(names.map((name) => [name, empty]));
      isInputError(await rejectionOf(create({ backend: 'portable', modules })));
    });

    it.runIf(hasWasm)('an engine that refuses the memory is a ResourceError', async () => {
      vi.stubGlobal('WebAssembly', {
        ...Object.fromEntries(
          Object.getOwnPropertyNames(WebAssembly).map((name) => [
            name,
            /** @type {any} */ (WebAssembly)[name],
          ]),
        ),
        Memory: class {
          constructor() {
            throw new RangeError('could not allocate memory');
          }
        },
      });
      const error = await rejectionOf(create({ backend: 'portable' }));
      vi.unstubAllGlobals();
      expect(error).toMatchObject({ code: 'ERR_RESOURCE' });
    });

    it('precompiled modules need no compiling', async () => {
      const modules = compiledModules();
      forbidCompiling(new Error('not needed'));
      const instance = await create({ backend: 'portable', modules });
      const group = groupOf(instance);
      expect(group.generator.multiply(group.order).isIdentity()).toBe(true);
      instance.dispose();
    });

    it('a policy against compiling is an EnvironmentError that names the directive', async () => {
      const cause = new WebAssembly.CompileError('blocked by Content Security Policy');
      forbidCompiling(cause);
      for (const backend of ['auto', 'portable']) {
        const error = await rejectionOf(create({ backend }));
        isEnvironmentError(error);
        expect(error.cause).toBe(cause);
        expect(error.message).toMatch(/wasm-unsafe-eval/);
      }
    });

    it('a policy against compiling takes the fallback that was asked for', async () => {
      const modules = compiledModules();
      forbidCompiling(new WebAssembly.CompileError('blocked'));
      const instance = await create({ fallback: 'bigint' });
      expect(instance.backend).toEqual({ single: 'bigint', batch: 'bigint' });
      instance.dispose();
      // Modules of the user's own are for engines that compile nothing: they must work.
      const given = await create({ fallback: 'bigint', modules });
      expect(given.backend.single).not.toBe('bigint');
      given.dispose();
    });

    it('a fallback changes nothing where WebAssembly works', async () => {
      const [plain, careful] = await Promise.all([create(), create({ fallback: 'bigint' })]);
      expect(careful.backend).toEqual(plain.backend);
      plain.dispose();
      careful.dispose();
    });

    it('no WebAssembly at all is an EnvironmentError; bigint does without', async () => {
      vi.stubGlobal('WebAssembly', undefined);
      isEnvironmentError(await rejectionOf(create({ backend: 'portable' })));
      const instance = await create({ fallback: 'bigint' });
      const group = groupOf(instance);
      expect(group.msm([group.generator], [3n]).equals(group.generator.multiply(3n))).toBe(true);
      instance.dispose();
    });
  },
);

const combinations = curves.flatMap((curve) => backends.map((backend) => ({ ...curve, backend })));

describe.each(combinations)(
  'a disposed instance, $creator [$backend]',
  ({ create, groupOf, backend }) => {
    it('refuses every work with an InputError; points keep their values', async () => {
      const instance = await create({ backend });
      const group = groupOf(instance);
      const vector = group.randomPoints(4, 1);
      const slice = vector.slice(0, 2);
      const point = vector.at(0);
      const bytes = vector.toBytes();
      instance.dispose();
      instance.dispose();

      const uses = [
        () => group.point(bytes.subarray(0, bytes.length / 4)),
        () => group.points(bytes),
        () => group.points([point]),
        () => group.msm(vector, [1n, 2n, 3n, 4n]),
        () => group.msm([], []),
        () => group.randomPoints(1, 1),
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
      isInputError(await rejectionOf(group.msmAsync([point], [1n])));

      vector.dispose();
      slice.dispose();
      expect(point.toBytes()).toEqual(bytes.subarray(0, bytes.length / 4));
      expect(point.equals(point.negate().negate())).toBe(true);
      expect(point.toAffine()).not.toBeNull();
    });

    it('leaves other instances alone', async () => {
      const [first, second] = await Promise.all([create({ backend }), create({ backend })]);
      const vector = groupOf(second).randomPoints(8, 1);
      const before = vector.toBytes();
      first.dispose();
      expect(vector.toBytes()).toEqual(before);
      second.dispose();
    });

    it.runIf(typeof Symbol.dispose === 'symbol')('by Symbol.dispose and asyncDispose', async () => {
      const [first, second] = await Promise.all([create({ backend }), create({ backend })]);
      first[Symbol.dispose]();
      isInputError(thrownBy(() => groupOf(first).points([])));
      await second[Symbol.asyncDispose]();
      isInputError(thrownBy(() => groupOf(second).points([])));
    });
  },
);

describe('groups of createBls12381', () => {
  const create = (groups, more = {}) => createBls12381({ backend: 'portable', groups, ...more });
  const refusal = (name) => ({
    code: 'ERR_INPUT',
    message: `${name}: expected an instance created with groups: ['${name}'], got one without`,
  });
  const infinity = { G1: new Uint8Array(160), G2: new Uint8Array(288) };
  const noPrecompiles = {
    code: 'ERR_INPUT',
    message: 'eip2537: expected an instance created with hashing: true, got one without',
  };

  it.each([
    ['G1', 'G2'],
    ['G2', 'G1'],
  ])('%s alone: computes, and says how to have %s', async (name, other) => {
    const bls = await create([name]);
    const group = bls[name];
    expect(group.generator.multiply(group.order).isIdentity()).toBe(true);
    expect(() => bls[other]).toThrow(expect.objectContaining(refusal(other)));
    expect(() => bls.eip2537).toThrow(expect.objectContaining(noPrecompiles));
    expect(Object.keys(bls)).not.toContain(other);
    bls.dispose();
  });

  it.each([
    ['G1', 'G2'],
    ['G2', 'G1'],
  ])('%s alone, with hashing: its precompiles', async (name, other) => {
    const bls = await create([name], { hashing: true });
    expect(bls.eip2537[`${name.toLowerCase()}Msm`](infinity[name])).toEqual(
      new Uint8Array(infinity[name].length - 32),
    );
    const expected = expect.objectContaining(refusal(other));
    const precompile = `${other.toLowerCase()}Msm`;
    expect(() => bls.eip2537[precompile](infinity[other])).toThrow(expected);
    bls.dispose();
  });

  it('both have precompiles if they hash or pair', async () => {
    const sums = await create(undefined, { hashing: false, pairings: false });
    expect(() => sums.eip2537).toThrow(expect.objectContaining(noPrecompiles));
    for (const more of [{ hashing: false }, { pairings: false }]) {
      const bls = await create(undefined, more);
      expect(bls.eip2537.g1Msm(infinity.G1)).toEqual(new Uint8Array(128));
      bls.dispose();
    }
    sums.dispose();
  });

  it('G2 alone has no KZG commitments', async () => {
    const bls = await create(['G2']);
    expect(await rejectionOf(bls.kzg({ g1LagrangeBitReversed: new Uint8Array(48) }))).toMatchObject(
      refusal('G1'),
    );
    bls.dispose();
  });

  it('loads nothing of the group that is left out', async () => {
    const modules = Object.fromEntries(
      Object.entries(compiledModules()).filter(([name]) => !name.startsWith('bls12-381-g2')),
    );
    forbidCompiling(new Error('forbidden'));
    try {
      const bls = await createBls12381({ groups: ['G1'], modules });
      expect(bls.G1.generator.double().equals(bls.G1.generator)).toBe(false);
      bls.dispose();
      isEnvironmentError(await rejectionOf(createBls12381({ modules })));
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('both, in any order and by default', async () => {
    for (const groups of [undefined, ['G1', 'G2'], ['G2', 'G1']]) {
      const bls = await create(groups);
      expect([bls.G1.name, bls.G2.name]).toEqual(['bls12-381-g1', 'bls12-381-g2']);
      bls.dispose();
    }
  });

  it('without WebAssembly too', async () => {
    const bls = /** @type {any} */ (await createBls12381({ backend: 'bigint', groups: ['G2'] }));
    expect(bls.G2.name).toBe('bls12-381-g2');
    expect(() => bls.G1).toThrow("groups: ['G1']");
    bls.dispose();
  });

  it('other groups are InputErrors', async () => {
    const wrong = [
      null,
      'G1',
      [],
      ['G3'],
      ['G1', 'G1'],
      ['G1', 'G2', 'G1'],
      [undefined],
      { 0: 'G1' },
    ];
    for (const groups of wrong) isInputError(await rejectionOf(create(groups)));
    isInputError(await rejectionOf(createSecp256k1(/** @type {any} */ ({ groups: ['G1'] }))));
  });
});

describe('signatures of createSecp256k1', () => {
  it.each(['portable', 'bigint'])(
    'left out, %s: sums, and says how to have them',
    async (backend) => {
      const secp = await createSecp256k1({
        backend: /** @type {any} */ (backend),
        signatures: false,
      });
      expect(secp.group.generator.multiply(secp.group.order).isIdentity()).toBe(true);
      for (const name of ['ecdsa', 'schnorr']) {
        expect(() => secp[name]).toThrow(
          expect.objectContaining({
            code: 'ERR_INPUT',
            message: `${name}: expected an instance created with signatures: true, got one without`,
          }),
        );
        expect(Object.keys(secp)).not.toContain(name);
      }
      secp.dispose();
    },
  );

  it.each([undefined, true])('are there: %s', async (signatures) => {
    const options = /** @type {any} */ ({ backend: 'portable', signatures });
    const secp = /** @type {any} */ (await createSecp256k1(options));
    expect(secp.schnorr.verifyBatch([])).toBe(true);
    expect(secp.ecdsa.verifyBatch([])).toBe(true);
    secp.dispose();
  });

  it('other values are InputErrors', async () => {
    for (const signatures of [null, 0, 'no', []]) {
      isInputError(await rejectionOf(createSecp256k1(/** @type {any} */ ({ signatures }))));
    }
    isInputError(await rejectionOf(createBls12381(/** @type {any} */ ({ signatures: false }))));
  });
});
