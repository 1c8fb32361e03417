/**
 * One part of valid arguments is made to lie, to change while it is read, or to run code. The call
 * must give what the plain arguments give, or a typed error; the instance must be right afterwards.
 */
import { mainnet } from '../../../src/trusted-setup.js';
import { blsItems } from '../../protocols/bls-items.js';
import { check, outcomeOf } from '../context.js';
import { Random } from '../random.js';

/** @import { Context } from '../context.js' */

const BATCH_FIELDS = { signature: 64, message: 10, hash: 32, publicKey: 32 };

/** Instances, and the parts of arguments. @param {Context} context */
async function means(context) {
  const [bls, secp, bw] = await Promise.all(
    ['bls12-381', 'secp256k1', 'banderwagon'].map((path) => context.instance(path)),
  );
  const kept = /** @type {any} */ (bls);
  kept.fuzzed ??= { G1: bls.G1.randomPoints(5, 1).toBytes(), scalars: bls.G1.randomScalars(5, 2) };
  const tree = context.isSlow ? null : await (bw.fuzzedTree ??= bw.verkle({ memory: 2 ** 20 }));
  const kzg = context.isSlow ? null : await (kept.fuzzedKzg ??= bls.kzg(mainnet));
  kept.fuzzedItems ??= context.isSlow ? [] : blsItems(bls, 'minPk', 2);
  return {
    bls,
    secp,
    bw,
    tree,
    kzg,
    signed: kept.fuzzedItems,
    points: kept.fuzzed.G1,
    scalars: kept.fuzzed.scalars,
  };
}

const scalar = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte, 0, 31);

/**
 * Calls with plain arguments.
 * @type {Record<string, { args: (m: any) => any[], call: (m: any, ...args: any[]) => any }>}
 */
const CALLS = {
  'msm of bytes': {
    args: (m) => [m.points.slice(), m.scalars.slice(), { endian: 'le' }],
    call: (m, ...args) => m.bls.G1.msm(...args),
  },
  'msm of lists': {
    args: (m) => [
      Array.from({ length: 4 }, (_, i) => affine(m, i)),
      [5n, -1n, 0n, 2n ** 200n],
      { strict: false },
    ],
    call: (m, ...args) => m.bls.G1.msm(...args),
  },
  msmAsync: {
    args: (m) => [m.points.slice(), m.scalars.slice(), { endian: 'be', onProgress() {} }],
    call: (m, ...args) => m.bls.G1.msmAsync(...args),
  },
  points: {
    args: (m) => [[affine(m, 0), affine(m, 1), affine(m, 2)], { check: 'each' }],
    call: (m, ...args) => m.bls.G1.points(...args).toBytes(),
  },
  pointsAsync: {
    args: (m) => [m.points.slice(), { format: 'compressed' }],
    call: async (m, ...args) => (await m.bls.G1.pointsAsync(...args)).toBytes(),
  },
  point: {
    args: (m) => [affine(m, 3), { check: true }],
    call: (m, ...args) => m.bls.G1.point(...args),
  },
  'fixed basis': {
    args: (m) => [m.points.slice(), [1n, 2n, 3n], { indices: [4, 0, 2] }],
    async call(m, points, scalars, options) {
      const basis = await m.bls.G1.fixedBasis(points, { memory: 2 ** 16 });
      try {
        return basis.msm(scalars, options);
      } finally {
        basis.dispose();
      }
    },
  },
  multiply: { args: () => [12345n], call: (m, k) => m.bls.G1.generator.multiply(k) },
  'schnorr.verifyBatch': {
    args: () => [items(3)],
    call: (m, list) => m.secp.schnorr.verifyBatch(list),
  },
  'ecdsa.findInvalid': {
    args: () => [items(3), { lowS: true }],
    call: (m, ...args) => m.secp.ecdsa.findInvalid(...args),
  },
  'schnorr.findInvalidAsync': {
    args: () => [items(2), { onProgress() {} }],
    call: (m, ...args) => m.secp.schnorr.findInvalidAsync(...args),
  },
  signatureFromDer: {
    args: () => [Uint8Array.of(48, 6, 2, 1, 1, 2, 1, 1)],
    call: (m, der) => m.secp.ecdsa.signatureFromDer(der),
  },
  'eip2537.g1Msm': {
    args: () => [new Uint8Array(320)],
    call: (m, input) => m.bls.eip2537.g1Msm(input),
  },
  'minPk.verify': {
    args: (m) => m.signed.slice(0, 1).flatMap((item) => Object.values(copied(item))),
    call: (m, ...args) => args.length > 0 && m.bls.minPk.verify(...args),
  },
  'minPk.findInvalid': {
    args: (m) => [
      m.signed.map(copied).concat({ ...copied(m.signed[0]), signature: new Uint8Array(9) }),
      { dst: 'QUUX-V01-CS02' },
    ],
    call: (m, ...args) => m.bls.minPk.findInvalid(...args),
  },
  'minPk.verifyBatchAsync': {
    args: (m) => [m.signed.map(copied), { onProgress() {}, dst: 'QUUX-V01-CS02' }],
    call: (m, ...args) => m.bls.minPk.verifyBatchAsync(...args),
  },
  'minPk.aggregateVerify': {
    args: (m) => [
      m.bls.G2.generator.toBytes(),
      m.signed.map(({ message }) => message.slice()),
      m.signed.map(({ publicKey }) => publicKey.slice()),
    ],
    call: (m, ...args) => m.bls.minPk.aggregateVerify(...args),
  },
  'minPk.aggregatePublicKeys': {
    args: (m) => [[m.bls.G1.generator.toBytes(), m.points.slice(0, 48)]],
    call: (m, list) => m.bls.minPk.aggregatePublicKeys(list),
  },
  pairingCheck: {
    args: (m) => [
      [
        [m.bls.G1.generator, m.bls.G2.generator],
        [m.bls.G1.generator.negate(), m.bls.G2.generator],
      ],
    ],
    call: (m, pairs) => m.bls.pairingCheck(pairs),
  },
  hashToCurve: {
    args: () => [scalar(7)],
    call: (m, message) => m.bls.G2.hashToCurve(message, { dst: 'QUUX-V01-CS02' }),
  },
  'kzg.computeKzgProof': {
    args: () => [new Uint8Array(2 ** 17), scalar(3).reverse()],
    call: (m, ...args) => m.kzg?.computeKzgProof(...args),
  },
  'kzg.verifyKzgProofAsync': {
    args: () => [infinity(), scalar(0), scalar(0), infinity(), { onProgress() {} }],
    call: (m, ...args) => m.kzg?.verifyKzgProofAsync(...args),
  },
  'kzg.verifyBlobKzgProofBatchAsync': {
    args: () => [[new Uint8Array(2 ** 17)], [infinity()], [infinity()]],
    call: (m, ...args) => m.kzg?.verifyBlobKzgProofBatchAsync(...args),
  },
  'kzg.verifyCellKzgProofBatch': {
    args: () => [[infinity()], [5], [new Uint8Array(2048)], [infinity()]],
    call: (m, ...args) => m.kzg?.verifyCellKzgProofBatch(...args),
  },
  'kzg.commitToEvaluations': {
    args: () => [[1n, 2n, 3n]],
    call: (m, ...args) => m.kzg?.commitToEvaluations(...args),
  },
  commitToScalars: {
    args: () => [[scalar(1), scalar(2), scalar(3)]],
    call: (m, v) => m.tree?.commitToScalars(v),
  },
  commitSparse: {
    args: () => [
      [
        [3, scalar(1)],
        [200, scalar(2)],
      ],
    ],
    call: (m, v) => m.tree?.commitSparse(v),
  },
  updateCommitmentSparse: {
    args: (m) => [
      m.tree?.zeroCommitment ?? null,
      [{ index: 3, oldScalar: scalar(0), newScalar: scalar(7) }],
    ],
    call: (m, ...args) => m.tree?.updateCommitmentSparse(...args),
  },
  hashCommitments: {
    args: (m) => [m.tree ? [m.tree.zeroCommitment, m.tree.commitToScalars([scalar(9)])] : []],
    call: (m, list) => m.tree?.hashCommitments(list),
  },
  getTreeKey: {
    args: () => [scalar(4), scalar(5), 6],
    call: (m, ...args) => m.tree?.getTreeKey(...args),
  },
  verifyProof: {
    args: () => [
      new Uint8Array(576),
      [
        {
          serializedCommitment: new Uint8Array(32),
          indexValuePairs: [{ index: 1, value: scalar(0) }],
        },
      ],
    ],
    call: (m, ...args) => m.tree?.verifyProof(...args),
  },
};

/** An item of a batch with bytes of its own. @param {any} item */
const copied = ({ signature, message, publicKey }) => ({
  signature: signature.slice(),
  message: message.slice(),
  publicKey: publicKey.slice(),
});

/** Infinity in G1, compressed: of a blob of zeros, the commitment and each proof. */
const infinity = () => new Uint8Array(48).fill(0xc0, 0, 1);

/** @param {any} m @param {number} i */
const affine = (m, i) => m.bls.G1.point(m.points.slice(48 * i, 48 * i + 48)).toAffine();

/** @param {number} n */
const items = (n) =>
  Array.from({ length: n }, () => ({
    ...Object.fromEntries(
      Object.entries(BATCH_FIELDS).map(([name, size]) => [name, new Uint8Array(size).fill(1)]),
    ),
    recoveryId: 0,
  }));

/**
 * Every object in the arguments, with the way to put another in its place.
 * @param {any} holder
 * @returns {any[]}
 */
function places(holder) {
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key];
    const own = [{ holder, key, value }];
    const isWhole = typeof value !== 'object' || value === null || ArrayBuffer.isView(value);
    if (isWhole || typeof value.toBytes === 'function') return own;
    return [...own, ...places(value)];
  });
}

/** Prototypes of subclasses whose methods lie. */
const LYING_BYTES = Object.create(Uint8Array.prototype, {
  length: { get: () => 3 },
  slice: { value: () => new Uint8Array(5) },
  subarray: { value: () => new Uint8Array(5) },
});
const LYING_LIST = Object.create(Array.prototype, {
  map: { value: () => [] },
  every: { value: () => true },
  [Symbol.iterator]: { value: () => [][Symbol.iterator]() },
});

/** @type {Record<string, (value: any, m: any, siblings: any, random: Random) => any>} */
const BYTES = {
  buffer: (value) => Buffer.from(value),
  subclass: (value) => Object.setPrototypeOf(value, LYING_BYTES),
  view: (value) => new Uint8Array([...value, 9, 9]).subarray(0, value.length),
  shared(value) {
    const bytes = new Uint8Array(new SharedArrayBuffer(value.length));
    bytes.set(value);
    return bytes;
  },
  lies: (value) =>
    Object.defineProperties(value, {
      length: { value: 7 },
      buffer: { value: null },
      byteOffset: { value: 64 },
      constructor: { value: null },
    }),
  iterator: (value) =>
    Object.assign(value, {
      *[Symbol.iterator]() {
        yield 256;
      },
    }),
  detached(value) {
    structuredClone(value, { transfer: [value.buffer] });
    return value;
  },
  proxy: (value) => new Proxy(value, {}),
  other: (value) => new Uint16Array(value),
};

/** @type {typeof BYTES} */
const OBJECTS = {
  proxy: (value) => new Proxy(value, {}),
  'proxy that throws': (value, _, __, random) => {
    let left = random.int(6);
    return new Proxy(value, {
      get(target, name) {
        if (left-- <= 0) throw new RangeError('mine');
        return target[name];
      },
    });
  },
  revoked(value) {
    const { proxy, revoke } = Proxy.revocable(value, {});
    revoke();
    return proxy;
  },
  frozen: (value) => Object.freeze(value),
  iterator: (value) =>
    Object.assign(value, { [Symbol.iterator]: null, every: null, map: () => [] }),
  subclass: (value) => (Array.isArray(value) ? Object.setPrototypeOf(value, LYING_LIST) : value),
};

/**
 * Side effects of a getter, before it gives the value.
 * @type {Record<string, (m: any, siblings: any[], owner: any) => any>}
 */
const EFFECTS = {
  throws() {
    throw new RangeError('mine');
  },
  grows: (_, __, owner) => Array.isArray(owner) && owner.push(0),
  shrinks: (_, __, owner) => Array.isArray(owner) && (owner.length = 1),
  detaches: (_, siblings) =>
    siblings.forEach(
      (bytes) =>
        bytes.buffer instanceof ArrayBuffer &&
        bytes.length &&
        structuredClone(bytes, { transfer: [bytes.buffer] }),
    ),
  overwrites: (_, siblings) => siblings.forEach((bytes) => bytes.fill(0xee)),
  're-enters': (m) => void m.bls.G1.msm(m.points, m.scalars),
  'grows memory': (m) => void m.bls.G1.randomPoints(3000, 1).dispose(),
};

/** @type {import('../fuzz.js').Area} */
export const hostile = {
  name: 'hostile',
  generate: (random) => ({
    call: random.pick(Object.keys(CALLS)),
    seed: random.word(),
    effect: random.chance(0.5) ? random.pick(Object.keys(EFFECTS)) : null,
  }),
  async check(input, context) {
    const m = await means(context);
    const { args, call } = CALLS[input.call];
    const plain = await outcomeOf(() => call(m, ...args(m)));
    const changed = args(m);
    // There are none of what the backend is too slow for.
    if (changed.length === 0) return;
    const random = new Random(String(input.seed));
    const how = decorate(changed, m, random, input.effect);
    const outcome = await outcomeOf(() => call(m, ...changed));
    // In place of a number, another one may stand.
    if (!outcome.error && how !== null) {
      check(!plain.error, `${how}: ${plain.error?.code} became ${show(outcome.value)}`);
      const [got, expected] = [show(outcome.value), show(plain.value)];
      check(got === expected, `${how}: ${got}, not ${expected}`);
    }
    const again = await outcomeOf(() => call(m, ...args(m)));
    check(show(again.value) === show(plain.value), `${how}: the same call afterwards differs`);
    const sum = m.bls.G1.msm(m.points, m.scalars);
    const other = await m.bls.G1.msmAsync(
      [...Array(5).keys()].map((i) => affine(m, i)),
      m.scalars,
    );
    check(sum.equals(other), `${how}: the instance is wrong afterwards`);
  },
};

/**
 * Changes one place, and says how.
 * @param {any[]} args
 * @param {any} m
 * @param {Random} random
 * @param {string | null} effect
 */
function decorate(args, m, random, effect) {
  const all = places(args);
  const { holder, key, value } = random.pick(all);
  const siblings = all.map((place) => place.value).filter((bytes) => bytes instanceof Uint8Array);
  if (effect !== null && holder !== args) {
    Object.defineProperty(holder, key, {
      ...{ enumerable: true, configurable: true },
      get() {
        EFFECTS[effect](
          m,
          siblings.filter((bytes) => bytes !== value),
          holder,
        );
        return value;
      },
    });
    return `a getter of ${key} that ${effect}`;
  }
  if (typeof value !== 'object' || value === null) {
    holder[key] = random.pick([
      null,
      undefined,
      NaN,
      -1,
      2 ** 53,
      'x',
      Symbol('x'),
      {},
      [],
      () => {},
      1n << 5000n,
    ]);
    return null;
  }
  const { proxy, revoked } = OBJECTS;
  const objects = typeof value.toBytes === 'function' ? { proxy, revoked } : OBJECTS;
  const ways = value instanceof Uint8Array ? BYTES : objects;
  const name = random.pick(Object.keys(ways));
  holder[key] = ways[name](value, m, siblings, random);
  return `${key}: ${name}`;
}

/** @param {any} value @returns {string} */
function show(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return `[${value.map(show)}]`;
  return value?.toBytes ? show(value.toBytes()) : String(value);
}
