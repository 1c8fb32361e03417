/**
 * The platform refuses: memory at each allocation in turn, compilation, random numbers, timers.
 * Every time there is a typed error or the right answer, nothing stays allocated, and the next call
 * is right.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Arena } from '../../src/engines/wasm/kernels/arena.js';
import { CurvemillError, EnvironmentError, ResourceError } from '../../src/errors.js';
import { isFused } from '../support/built-modules.js';
import { creators } from '../support/creators.js';
import { forbidCompiling } from '../support/no-compiling.js';
import { rejectionOf } from '../support/errors.js';
import { mainnet } from '../../src/trusted-setup.js';
import { blsItems } from '../protocols/bls-items.js';
import { schnorrItems, ecdsaItems } from '../protocols/signing.js';
import { outsiderOf } from './outsider.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const backends = (await isFused()) ? ['portable', 'fma'] : ['portable'];

/** Bytes in use of every arena, and the allocation that fails. */
const allocations = { live: new Map(), left: Infinity };

/** Counts the allocations of all arenas, and refuses one. */
function watchMemory() {
  const { allocate, free } = Arena.prototype;
  allocations.live.clear();
  allocations.left = Infinity;
  vi.spyOn(Arena.prototype, 'allocate').mockImplementation(
    /** @this {Arena} @param {number} bytes @param {string} purpose */
    function (bytes, purpose) {
      if (--allocations.left === 0) throw new ResourceError('refused on purpose');
      const address = allocate.call(this, bytes, purpose);
      allocations.live.set(address, bytes);
      return address;
    },
  );
  vi.spyOn(Arena.prototype, 'free').mockImplementation(
    /** @this {Arena} @param {number} address */
    function (address) {
      allocations.live.delete(address);
      free.call(this, address);
    },
  );
}

const liveBytes = () => [...allocations.live.values()].reduce((sum, bytes) => sum + bytes, 0);

/** Refuses the k-th growth of a memory. @param {number} k */
function refuseGrowth(k) {
  const { grow } = WebAssembly.Memory.prototype;
  let left = k;
  const spy = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(
    /** @this {WebAssembly.Memory} @param {number} pages */
    function (pages) {
      if (--left === 0) throw new RangeError('refused on purpose');
      return grow.call(this, pages);
    },
  );
  return { wasRefused: () => left <= 0, restore: () => spy.mockRestore() };
}

const scalar = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte, 0, 31);

/** Transforms, inverses and a sum of points over a group's scalar field. @param {string} member */
function transformed(member) {
  return async (/** @type {any} */ instance, /** @type {(held: any) => any} */ use) => {
    const group = instance[member];
    const field = await group.scalarField();
    const v = use(field.vector(group.randomScalars(65, 1)));
    const part = use(v.slice(1, 65));
    field.ntt(part, { coset: 5n });
    await field.nttAsync(part, { inverse: true, coset: 3n });
    const inverses = use(field.inverse(part));
    const sum = group.msm(use(group.randomPoints(64, 2)), inverses).toBytes();
    return Uint8Array.of(...sum, ...inverses.toBytes());
  };
}

/** Work on an instance of an entry: must leave nothing behind but caches. */
const CALLS = {
  'bls12-381': {
    'points, random and decoded': ({ G1 }, use) => {
      const points = use(G1.randomPoints(300, 1));
      return use(G1.points(points.toBytes())).slice(3, 200).toBytes('uncompressed');
    },
    'a point of G2': ({ G2 }) => G2.generator.multiply(12345n).add(G2.generator).toBytes(),
    ...Object.fromEntries([1, 3, 30, 300].map((n) => [`a sum of ${n}`, ({ G1 }) => sumOf(G1, n)])),
    'an asynchronous sum': async ({ G1 }, use) => {
      const points = use(await G1.pointsAsync(use(G1.randomPoints(150, 1)).toBytes()));
      return (await G1.msmAsync(points, G1.randomScalars(150, 2))).toBytes();
    },
    'a fixed basis': async ({ G1 }, use) => {
      const points = use(G1.randomPoints(6, 1));
      const basis = use(await G1.fixedBasis(points, { memory: 2 ** 16 }));
      return basis.msm(G1.randomScalars(6, 2)).toBytes();
    },
    'a precompile': ({ eip2537 }) => eip2537.g2Msm(new Uint8Array(288 * 3)),
    pairings: ({ G1, G2, pairing, pairingCheck, eip2537 }) => {
      const pairs = [
        [G1.generator, G2.generator],
        [G1.generator.negate(), G2.generator],
      ];
      const e = pairing(G1.generator, G2.generator).pow(5n).toBytes();
      return Uint8Array.of(...e, pairingCheck(pairs), ...eip2537.pairing(new Uint8Array(384)));
    },
    hashes: ({ G1, G2, eip2537 }) => {
      const [message, tag] = [new Uint8Array(2000), { dst: 'QUUX-V01-CS02' }];
      const mapped = eip2537.mapFpToG1(new Uint8Array(64));
      const points = [G1.hashToCurve(message, tag), G2.encodeToCurve(message, tag)];
      return Uint8Array.of(...mapped, ...points.flatMap((point) => [...point.toBytes()]));
    },
    'BLS signatures': (bls) => {
      const list = blsItemsOf(bls);
      const keys = list.map(({ publicKey }) => publicKey);
      const sum = bls.minPk.aggregatePublicKeys(keys).toBytes();
      return Uint8Array.of(bls.minPk.verifyBatch(list), ...sum);
    },
    'BLS signatures, bad ones found': async (bls) => {
      const list = blsItemsOf(bls);
      const { publicKey } = list[0];
      const bad = [...list, { ...list[1], publicKey }];
      const { minPk } = bls;
      const keys = keysOf(bls, list);
      try {
        const one = minPk.fastAggregateVerify(list[0].signature, list[0].message, keys);
        const found = [...minPk.findInvalid(bad), ...(await minPk.findInvalidAsync(bad))];
        return Uint8Array.of(one, await minPk.verifyBatchAsync(list), ...found);
      } finally {
        keys.dispose();
      }
    },
    'subgroups checked by random sums': async ({ G1, G2 }, use) => {
      const lists = [];
      for (const group of [G1, G2]) {
        const bytes = use(group.randomPoints(220, 3)).toBytes();
        lists.push(use(group.points(bytes)), use(await group.pointsAsync(bytes)));
      }
      return Uint8Array.from(lists, ({ length }) => length);
    },
    KZG: async (bls, use) => {
      const { lagrange, verification } = mainnet.ready;
      const kzg = use(await bls.kzg({ ready: { lagrange, verification } }));
      const commitment = kzg.commitToEvaluations([5n, 6n]);
      const zero = new Uint8Array(32);
      const infinity = bls.G1.identity.toBytes();
      const holds = kzg.verifyKzgProof(commitment, zero, zero, infinity);
      return Uint8Array.of(...commitment, holds);
    },
  },
  bn254: {
    'points and sums': ({ G1, G2 }, use) => {
      const points = use(G2.points(use(G2.randomPoints(40, 1)).toBytes()));
      const sum = G2.msm(points, G2.randomScalars(40, 2)).toBytes();
      return Uint8Array.of(...sum, ...sumOf(G1, 100));
    },
    precompiles: ({ G1, G2, evm }) => {
      const [P, Q] = [G1, G2].map(({ generator }) => generator.toBytes('uncompressed'));
      const opposite = G1.generator.negate().toBytes('uncompressed');
      const holds = evm.ecPairing(Uint8Array.of(...P, ...Q, ...opposite, ...Q));
      const multiple = evm.ecMul(Uint8Array.of(...P, ...scalar(7)));
      return Uint8Array.of(...evm.ecAdd(Uint8Array.of(...P, ...multiple)), holds[31]);
    },
    'a scalar field': transformed('G1'),
  },
  pasta: {
    'sums of both': ({ pallas, vesta }) =>
      Uint8Array.of(...sumOf(pallas, 100), ...sumOf(vesta, 100)),
    'a scalar field': transformed('vesta'),
  },
  secp256k1: {
    'single signatures': ({ schnorr, ecdsa }) => {
      const [{ signature, message, publicKey }] = SCHNORR;
      const [item] = ECDSA;
      return Uint8Array.of(
        schnorr.verify(signature, message, publicKey),
        ecdsa.verify(item.signature, item.hash, item.publicKey),
      );
    },
    batches: ({ schnorr, ecdsa }) =>
      Uint8Array.of(schnorr.verifyBatch(SCHNORR), ecdsa.verifyBatch(ECDSA)),
  },
  banderwagon: {
    'tree keys': async (bw, use) => {
      const tree = use(await bw.verkle({ memory: 2 ** 14 }));
      const key = tree.getTreeKey(scalar(1), scalar(2), 3);
      const hashes = tree.hashCommitments([tree.commitSparse([[9, scalar(4)]])]);
      return Uint8Array.of(...key, ...hashes[0]);
    },
    'a list of elements': (bw, use) => {
      const points = use(bw.group.randomPoints(40, 1));
      return bw.mapToScalarFieldBatch(use(bw.group.points(points.toBytes())));
    },
  },
};

/** A vector of the items' keys. @param {any} bls @param {any[]} list */
const keysOf = ({ G1 }, list) =>
  G1.points(Uint8Array.from(list.flatMap(({ publicKey }) => [...publicKey])));

/** Calls with many allocations. */
const LONG_CALLS = {
  'blobs and cells': async ({ kzg, blob }) => {
    const commitment = kzg.blobToKzgCommitment(blob);
    const [proof] = kzg.computeKzgProof(blob, new Uint8Array(32).fill(3));
    const cells = await kzg.computeCellsAsync(blob);
    return [commitment, proof, cells[100]];
  },
  'proofs verified': async ({ kzg, blob, made }) => {
    const { commitment, proof, cells, proofs } = made;
    const [first, column] = [cells.slice(0, 3), [0, 1, 2]];
    const args = [column.map(() => commitment), column, first, proofs.slice(0, 3)];
    return [
      kzg.verifyBlobKzgProof(blob, commitment, proof),
      kzg.verifyBlobKzgProofBatch([blob, blob], [commitment, commitment], [proof, proof]),
      await kzg.verifyCellKzgProofBatchAsync(...args),
    ];
  },
  'cells proved and recovered': async ({ kzg, blob, made }) => {
    const [, proofs] = kzg.computeCellsAndKzgProofs(blob);
    const half = Array.from({ length: 64 }, (_, i) => 2 * i + (i & 1));
    const [cells] = await kzg.recoverCellsAndKzgProofsAsync(
      half,
      half.map((i) => made.cells[i]),
    );
    return [proofs[5], cells[77]];
  },
  'Verkle proofs': async ({ tree }) => {
    const vector = [5, 6, 7].map(scalar);
    const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
    const inputs = [{ serializedCommitment, vector, indices: [1, 2] }];
    const indexValuePairs = [1, 2].map((index) => ({ index, value: vector[index] }));
    const claims = [{ serializedCommitment, indexValuePairs }];
    const proof = await tree.createProofAsync(inputs);
    const holds = await tree.verifyProofAsync(proof, claims);
    return [proof, holds, tree.verifyProof(proof, claims)];
  },
};

/** The instance of a call. @param {string} backend @param {string} name @returns {Promise<any>} */
async function openedFor(backend, name) {
  if (name === 'Verkle proofs') {
    const instance = await creators.banderwagon({ backend });
    return { instance, tree: await instance.verkle({ memory: 2 ** 14 }) };
  }
  const instance = await creators['bls12-381']({ backend });
  const kzg = await instance.kzg(mainnet);
  const blob = new Uint8Array(2 ** 17).map((_, i) => (i % 32 ? (i * 31) & 255 : 0));
  const commitment = kzg.blobToKzgCommitment(blob);
  const [cells, proofs] = kzg.computeCellsAndKzgProofs(blob);
  const proof = kzg.computeBlobKzgProof(blob, commitment);
  return { instance, kzg, blob, made: { commitment, proof, cells, proofs } };
}

/** @type {ReturnType<typeof blsItems> | undefined} */
let signed;
/** Items that an instance of another test signed. @param {any} bls */
const blsItemsOf = (bls) => (signed ??= blsItems(bls, 'minPk', 2));

const SCHNORR = schnorrItems(12);
const ECDSA = ecdsaItems(12);

/** @param {any} group @param {number} n */
function sumOf(group, n) {
  const points = group.randomPoints(n, 1);
  try {
    return group.msm(points, group.randomScalars(n, 2)).toBytes();
  } finally {
    points.dispose();
  }
}

/**
 * Runs a call, and disposes of what it used.
 * @param {(instance: any, use: (held: any) => any) => any} call
 * @param {any} instance
 */
async function run(call, instance) {
  /** @type {any[]} */
  const held = [];
  try {
    return await call(instance, (one) => (held.push(one), one));
  } finally {
    for (const one of held) one.dispose();
  }
}

const cases = Object.entries(CALLS).flatMap(([path, calls]) =>
  backends.flatMap((backend) =>
    Object.entries(calls).map(([name, call]) => ({ path, backend, name, call })),
  ),
);

describe('memory is refused', () => {
  it.each(cases)('at each allocation: $path [$backend], $name', async (one) => {
    const { path, backend, call } = one;
    watchMemory();
    const alone = await creators[path]({ backend });
    const expected = await run(call, alone);
    await run(call, alone);
    const lasting = liveBytes();
    alone.dispose();
    allocations.live.clear();

    const instance = await creators[path]({ backend });
    let k = 1;
    for (; ; k++) {
      allocations.left = k;
      const outcome = await attempt(() => run(call, instance));
      const wasRefused = allocations.left <= 0;
      allocations.left = Infinity;
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ResourceError);
      else expect(outcome).toEqual(expected);
      if (!wasRefused) break;
    }
    expect(await run(call, instance)).toEqual(expected);
    // Tables that are made once stay, and nothing else.
    expect(liveBytes()).toBe(lasting);
    instance.dispose();
  });

  const long = backends.flatMap((backend) =>
    Object.keys(LONG_CALLS).map((name) => ({ backend, name })),
  );
  it.each(long)('at some of many allocations: $name [$backend]', async ({ backend, name }) => {
    const call = LONG_CALLS[name];
    const given = await openedFor(backend, name);
    const expected = await call(given);
    await call(given);
    watchMemory();
    allocations.live.clear();
    let last = 1;
    for (let k = 1; k < 2000; k = k < 8 ? k + 1 : Math.ceil(k * 1.7)) {
      allocations.left = k;
      const outcome = await attempt(() => call(given));
      const wasRefused = allocations.left <= 0;
      allocations.left = Infinity;
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ResourceError);
      else expect(outcome).toEqual(expected);
      last = k;
      if (!wasRefused) break;
    }
    expect(last).toBeGreaterThan(3);
    expect(await call(given)).toEqual(expected);
    // What was allocated since is freed.
    expect(liveBytes()).toBe(0);
    given.instance.dispose();
  });

  it.each(backends)('at each growth [%s]', async (backend) => {
    for (let k = 1; ; k++) {
      const instance = await creators['bls12-381']({ backend });
      const growth = refuseGrowth(k);
      const outcome = await attempt(() => sumOf(instance.G1, 1500));
      growth.restore();
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ResourceError);
      const again = sumOf(instance.G1, 1500);
      expect(again).toEqual(sumOf(instance.G1, 1500));
      instance.dispose();
      if (!growth.wasRefused()) break;
      expect(outcome).toBeInstanceOf(ResourceError);
    }
  });

  it.each(backends)('at each allocation of a creator [%s]', async (backend) => {
    for (const path of Object.keys(CALLS)) {
      for (let k = 1; ; k++) {
        watchMemory();
        allocations.left = k;
        const outcome = await attempt(() => creators[path]({ backend }));
        const wasRefused = allocations.left <= 0;
        vi.restoreAllMocks();
        const isOther = outcome instanceof Error && !(outcome instanceof CurvemillError);
        expect(isOther, `${path}, allocation ${k}: ${outcome}`).toBe(false);
        if (!(outcome instanceof Error)) outcome.dispose();
        if (!wasRefused) break;
      }
    }
  });

  it('by the engine, for a new memory', async () => {
    vi.stubGlobal('WebAssembly', {
      ...ownMembers(WebAssembly),
      Memory: class {
        constructor() {
          throw new RangeError('refused on purpose');
        }
      },
    });
    const error = await rejectionOf(creators.secp256k1({ backend: 'portable' }));
    expect(error).toBeInstanceOf(ResourceError);
  });
});

describe('compilation is refused', () => {
  it.each(['compile', 'instantiate'])('at each call of WebAssembly.%s', async (name) => {
    // What reads modules from text is compiled once; then only `compile` compiles.
    (await creators['bls12-381']()).dispose();
    if (name === 'compile') {
      vi.spyOn(WebAssembly, 'Module').mockImplementation(function () {
        throw new RangeError('4 kB at most');
      });
    }
    for (const backend of ['auto', ...backends]) {
      for (const path of Object.keys(CALLS)) {
        for (let k = 1; k < 30; k++) {
          let left = k;
          const real = WebAssembly[name];
          const spy = vi.spyOn(WebAssembly, /** @type {any} */ (name));
          spy.mockImplementation(async (...args) => {
            if (--left === 0) throw new WebAssembly.CompileError('refused on purpose');
            return real.apply(WebAssembly, args);
          });
          const outcome = await attempt(() => creators[path]({ backend }));
          spy.mockRestore();
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(EnvironmentError);
          else outcome.dispose();
          if (left > 0) break;
        }
      }
    }
    vi.restoreAllMocks();
    const bls = await creators['bls12-381']({ backend: 'portable' });
    expect(sumOf(bls.G1, 3)).toHaveLength(48);
    bls.dispose();
  });

  it("always, with fallback: 'bigint'", async () => {
    forbidCompiling(new WebAssembly.CompileError('never'));
    for (const path of Object.keys(CALLS)) {
      const instance = await creators[path]({ fallback: 'bigint' });
      expect(instance.backend.batch).toBe('bigint');
      instance.dispose();
    }
  });
});

/** Points of a list that random sums check. */
const N = 300;

const BROKEN = {
  absent: undefined,
  'without getRandomValues': {},
  throwing: {
    getRandomValues() {
      throw new TypeError('no entropy');
    },
  },
  'zero for ever': { getRandomValues: (/** @type {any} */ array) => array.fill(0) },
  'one for ever': { getRandomValues: (/** @type {any} */ array) => array.fill(1) },
  'the largest word for ever': { getRandomValues: (/** @type {any} */ array) => array.fill(-1) },
  'two rejected words in turn': {
    getRandomValues: (/** @type {any} */ array) =>
      array.map((_, i) => (array[i] = i & 1 ? 20000 : 0)),
  },
  'throwing at the second call': throwingLater(),
};

/** Gives random numbers once. */
function throwingLater() {
  const { crypto } = globalThis;
  let calls = 0;
  return {
    getRandomValues(/** @type {any} */ array) {
      if (calls++ % 2 === 1) throw new TypeError('no more entropy');
      return crypto.getRandomValues(array);
    },
  };
}

describe('random numbers are', () => {
  it.each(Object.keys(BROKEN))('%s: points outside the group do not pass', async (name) => {
    const bls = await creators['bls12-381']({ backend: backends.at(-1) });
    const { G1 } = bls;
    const good = G1.randomPoints(N, 1).toBytes();
    await G1.pointsAsync(good); // The sums have arrived.
    const twice = good.slice();
    // Two of them that cancel: a combination with equal coefficients is in the group.
    const outsider = outsiderOf(G1);
    twice.set(outsider.toBytes(), 48 * 7);
    twice.set(outsider.negate().toBytes(), 48 * 200);
    vi.stubGlobal('crypto', BROKEN[name]);
    for (const read of [(bytes) => G1.points(bytes), (bytes) => G1.pointsAsync(bytes)]) {
      const outcome = await attempt(async () => (await read(good)).length);
      if (outcome !== N) expect(outcome).toBeInstanceOf(EnvironmentError);
      const error = await attempt(() => read(twice));
      expect(error).toBeInstanceOf(CurvemillError);
      if (!(error instanceof EnvironmentError)) expect(error.index).toBe(7);
    }
    vi.unstubAllGlobals();
    expect(G1.points(good)).toHaveLength(N);
    bls.dispose();
  });
});

/** Batches whose verification takes random numbers, and the same with one that is wrong. */
const BATCHES = {
  'BIP-340': async () => {
    const { schnorr } = await creators.secp256k1();
    return [schnorr, SCHNORR, { ...SCHNORR[1], message: new Uint8Array(5) }];
  },
  ECDSA: async () => {
    const { ecdsa } = await creators.secp256k1();
    return [ecdsa, ECDSA, { ...ECDSA[1], hash: new Uint8Array(32).fill(3) }];
  },
  BLS: async () => {
    const bls = await creators['bls12-381']();
    const items = blsItemsOf(bls);
    return [bls.minPk, items, { ...items[1], publicKey: items[0].publicKey }];
  },
};

describe('random numbers of batches are', () => {
  const of = Object.keys(BATCHES).flatMap((batch) =>
    Object.keys(BROKEN).map((name) => ({ batch, name })),
  );

  it.each(of)('$name: forged items of $batch do not pass', async ({ batch, name }) => {
    const [protocol, good, forged] = await BATCHES[batch]();
    const bad = [...good.slice(0, 1), forged, ...good.slice(2)];
    // Two whose errors cancel where coefficients are equal: their signatures are exchanged.
    const swapped = good.map((item, i) => ({ ...item, signature: good[i ^ 1].signature }));
    expect(await protocol.verifyBatchAsync(good)).toBe(true);
    vi.stubGlobal('crypto', BROKEN[name]);
    for (const call of ['verifyBatch', 'verifyBatchAsync']) {
      const right = await attempt(() => protocol[call](good));
      const isRefused = (/** @type {unknown} */ outcome) => outcome instanceof EnvironmentError;
      expect(right === true || isRefused(right)).toBe(true);
      for (const wrong of [bad, swapped]) {
        const outcome = await attempt(() => protocol[call](wrong));
        expect(outcome === false || isRefused(outcome)).toBe(true);
      }
    }
    const found = await attempt(() => protocol.findInvalid(bad));
    if (found instanceof Error) expect(found).toBeInstanceOf(EnvironmentError);
    else expect(found).toEqual([1]);
    vi.unstubAllGlobals();
    expect(protocol.findInvalid(bad)).toEqual([1]);
  });

  it.each(Object.keys(BROKEN))('%s: false proofs of blobs do not pass', async (name) => {
    const bls = await creators['bls12-381']();
    const kzg = await bls.kzg(mainnet);
    const blobs = [1, 2].map((byte) => new Uint8Array(2 ** 17).fill(byte, 31, 32));
    const commitments = blobs.map((blob) => kzg.blobToKzgCommitment(blob));
    const proofs = blobs.map((blob, i) => kzg.computeBlobKzgProof(blob, commitments[i]));
    const { G1 } = bls;
    // Errors of two proofs that cancel where coefficients are equal.
    const shifted = proofs.map((proof, i) =>
      G1.point(proof)
        .add(i ? G1.generator : G1.generator.negate())
        .toBytes(),
    );
    vi.stubGlobal('crypto', BROKEN[name]);
    const right = await attempt(() => kzg.verifyBlobKzgProofBatch(blobs, commitments, proofs));
    const isRefused = (/** @type {unknown} */ outcome) => outcome instanceof EnvironmentError;
    expect(right === true || isRefused(right)).toBe(true);
    for (const wrong of [shifted, [proofs[1], proofs[0]]]) {
      const outcome = await attempt(() => kzg.verifyBlobKzgProofBatch(blobs, commitments, wrong));
      expect(outcome === false || isRefused(outcome)).toBe(true);
    }
    bls.dispose();
  });
});

const TIMERS = ['setImmediate', 'MessageChannel', 'setTimeout', 'scheduler', 'performance'];
const missing = [...TIMERS.map((name) => [name]), TIMERS.slice(0, 2), TIMERS.slice(0, 3), TIMERS];

describe('missing', () => {
  it.each(missing.map((names) => ({ names })))('$names: asynchronous calls end', async (one) => {
    const bls = await creators['bls12-381']({ backend: 'portable', groups: ['G1'] });
    const { G1 } = bls;
    const expected = sumOf(G1, 1000);
    for (const name of one.names) vi.stubGlobal(name, undefined);
    const points = await G1.pointsAsync(G1.randomPoints(1000, 1).toBytes());
    const sum = await G1.msmAsync(points, G1.randomScalars(1000, 2), { onProgress() {} });
    expect(sum.toBytes()).toEqual(expected);
    bls.dispose();
  });

  it.each(missing.map((names) => ({ names })))('$names: signatures, proofs', async ({ names }) => {
    const [bls, bw] = await Promise.all([creators['bls12-381'](), creators.banderwagon()]);
    const kzg = await bls.kzg(mainnet);
    const items = blsItemsOf(bls);
    for (const name of names) vi.stubGlobal(name, undefined);
    expect(await bls.minPk.verifyBatchAsync(items, { onProgress() {} })).toBe(true);
    const blob = new Uint8Array(2 ** 17);
    const commitment = await kzg.blobToKzgCommitmentAsync(blob);
    const proof = await kzg.computeBlobKzgProofAsync(blob, commitment);
    expect(await kzg.verifyBlobKzgProofAsync(blob, commitment, proof)).toBe(true);
    const tree = await bw.verkle({ memory: 2 ** 14 });
    const serializedCommitment = tree.serializeCommitment(tree.commitToScalars([scalar(1)]));
    const inputs = [{ serializedCommitment, vector: [scalar(1)], indices: [0] }];
    const claims = [{ serializedCommitment, indexValuePairs: [{ index: 0, value: scalar(1) }] }];
    expect(await tree.verifyProofAsync(await tree.createProofAsync(inputs), claims)).toBe(true);
    for (const instance of [bls, bw]) instance.dispose();
  });

  it('timers, with threads: one thread or several, and right', async () => {
    for (const name of ['setTimeout']) {
      vi.stubGlobal(name, undefined);
      const outcome = await attempt(() => creators['bls12-381']({ groups: ['G1'], threads: 2 }));
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CurvemillError);
      else {
        const { G1 } = outcome;
        const sum = await G1.msmAsync(G1.randomPoints(2000, 1), G1.randomScalars(2000, 2));
        expect(sum.toBytes()).toEqual(sumOf(G1, 2000));
        outcome.dispose();
      }
      vi.unstubAllGlobals();
    }
  });
});

/** @param {() => any} call @returns {Promise<any>} what it gives, or the error */
async function attempt(call) {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

/** @param {any} object */
const ownMembers = (object) =>
  Object.fromEntries(Object.getOwnPropertyNames(object).map((name) => [name, object[name]]));
