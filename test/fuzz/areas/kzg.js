/**
 * KZG over a setup with a known secret: commitments, proofs and cells equal the multiples of the
 * generator that BigInts find, and what is verified is what their equations say; over the
 * ceremony's setup, what recovery gives. By bytes, by text, at once and in steps.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { InputError, PointError, ScalarError } from '../../../src/errors.js';
import { mainnet } from '../../../src/trusted-setup.js';
import { fromBytesBE } from '../bytes.js';
import { check, outcomeOf, same } from '../context.js';
import * as oracle from '../kzg-oracle.js';
import { parts } from '../fuzz.js';
import { mutate, Random } from '../random.js';

const { N, CELLS, CELL, TAU, r } = oracle;

/** The functions that text has, by their names there. */
const IN_HEX = {
  blobToKzgCommitment: 'blobToKzgCommitment',
  computeBlobKzgProof: 'computeBlobProof',
  verifyKzgProof: 'verifyProof',
  verifyBlobKzgProofBatch: 'verifyBlobProofBatch',
  computeCells: 'computeCells',
  recoverCellsAndKzgProofs: 'recoverCellsAndProofs',
  verifyCellKzgProofBatch: 'verifyCellKzgProofBatch',
};

/** @type {WeakMap<object, Record<'known' | 'ceremony', Promise<any> | undefined>>} */
const opened = new WeakMap();

/** A setup of an instance, opened once. @param {any} bls @param {'known' | 'ceremony'} name */
async function setupOf(bls, name) {
  const kept = opened.get(bls) ?? { known: undefined, ceremony: undefined };
  opened.set(bls, kept);
  kept[name] ??= bls.kzg(name === 'known' ? await oracle.setupOf(bls) : mainnet, {
    memory: 2 ** 22,
  });
  return kept[name];
}

/** @type {Map<string, ReturnType<typeof oracle.truthOf>>} */
const truths = new Map();

/** The truth about a blob; the last few are kept. @param {{ kind: string, seed: number }} spec */
function truthOf(spec) {
  const key = `${spec.kind} ${spec.seed}`;
  const truth = truths.get(key) ?? oracle.truthOf(valuesOf(spec));
  if (truths.size > 20) truths.clear();
  truths.set(key, truth);
  return truth;
}

/** @param {{ kind: string, seed: number }} spec @returns {bigint[]} */
function valuesOf({ kind, seed }) {
  const random = new Random(`${kind} ${seed}`);
  const list = (/** @type {(i: number) => bigint} */ value) =>
    Array.from({ length: N }, (_, i) => value(i) % r);
  const one = random.bits(255);
  switch (kind) {
    case 'zeros':
      return list(() => 0n);
    case 'constant':
      return list(() => one);
    case 'order − 1':
      return list(() => r - 1n);
    case 'high bits':
      return list((i) => (1n << 254n) + BigInt(i));
    case 'counted':
      return list((i) => BigInt(i));
    case 'one element': {
      const at = random.pick([0, 1, N / 2, N - 1, random.int(N)]);
      return list((i) => (i === at ? one : 0n));
    }
    case 'few elements': {
      const places = new Set(Array.from({ length: 1 + random.size(40) }, () => random.int(N)));
      return list((i) => (places.has(i) ? random.bits(255) : 0n));
    }
    case 'two values':
      return list(() => (random.chance(0.5) ? one : r - one));
    default:
      return list(() => random.bits(255));
  }
}

const KINDS = [
  ...['random', 'random', 'random', 'zeros', 'constant', 'order − 1', 'high bits', 'counted'],
  ...['one element', 'few elements', 'two values'],
];

/** @param {Random} random */
const blobFor = (random) => ({ kind: random.pick(KINDS), seed: random.int(4) });

/** A logarithm that a lie has. @param {Random} random */
const anyLog = (random) => random.pick([0n, 1n, r - 1n, TAU, random.bits(255) % r]);

/** A point where polynomials are opened. @param {Random} random @param {any} truth */
function placeFor(random, truth) {
  const inDomain = () => fromBytesBE(truth.blob.subarray(0, 32)) % r;
  return random.pick([0n, 1n, r - 1n, 7n, inDomain(), random.bits(255) % r]);
}

/**
 * Calls a function by bytes, by text, or in steps.
 * @param {any} kzg @param {string} door @param {string} name @param {any[]} given
 */
async function call(kzg, door, name, given) {
  if (door === 'async') return outcomeOf(() => kzg[`${name}Async`](...given));
  const textName = IN_HEX[name];
  if (door === 'bytes' || !textName) return outcomeOf(() => kzg[name](...given));
  const { value, error } = await outcomeOf(() => kzg.hex[textName](...given.map(toText)));
  return { value: fromText(value), error };
}

const toText = (/** @type {any} */ value) => {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  return Array.isArray(value) ? value.map(toText) : value;
};

const fromText = (/** @type {any} */ value) => {
  if (typeof value === 'string') return new Uint8Array(Buffer.from(value.slice(2), 'hex'));
  return Array.isArray(value) ? value.map(fromText) : value;
};

/** A point of the curve outside the group, encoded. */
const OUTSIDER = (() => {
  const { Point } = bls12_381.G1;
  const { Fp } = Point;
  for (let x = 1n; ; x++) {
    const square = Fp.add(Fp.mul(Fp.sqr(x), x), 4n);
    if (Fp.is0(square) || !Fp.eql(Fp.sqr(squareRoot(square)), square)) continue;
    const bytes = new Uint8Array(48);
    bytes.set(Buffer.from(x.toString(16).padStart(96, '0'), 'hex'));
    bytes[0] |= 0x80;
    return bytes;
  }
  function squareRoot(/** @type {bigint} */ square) {
    return Fp.pow(square, (Fp.ORDER + 1n) / 4n);
  }
})();

/**
 * Makes one argument malformed.
 * @param {Random} random
 * @param {any[]} given
 * @returns {Function} the class of the error
 */
function spoil(random, given) {
  const at = random.pick(
    given.flatMap((value, i) => (value instanceof Uint8Array || value.length > 0 ? [i] : [])),
  );
  const isList = Array.isArray(given[at]);
  const item = isList ? random.int(given[at].length) : 0;
  const value = isList ? given[at][item] : given[at];
  const put = (/** @type {any} */ other) => {
    if (isList) given[at] = given[at].with(item, other);
    else given[at] = other;
  };
  if (!(value instanceof Uint8Array)) {
    put(random.pick([-1, CELLS, 0.5, '1', null]));
    return InputError;
  }
  if (random.chance(0.2)) {
    put(random.pick([value.subarray(1), new Uint8Array(value.length + 1), null, [...value]]));
    return InputError;
  }
  const bytes = value.slice();
  if (bytes.length !== 48) {
    const element = random.pick([r, r + 1n, 2n ** 256n - 1n]);
    bytes.set(oracle.bytesOf([element]), 32 * random.int(bytes.length / 32));
    put(bytes);
    return ScalarError;
  }
  const other = Uint8Array.from(OUTSIDER);
  const bad = random.pick([
    new Uint8Array(48),
    new Uint8Array(48).fill(255),
    Uint8Array.of(0xc0, 1, ...new Uint8Array(46)),
    bytes.map((byte, i) => (i ? byte : byte & 0x7f)),
    other,
    other.map((byte, i) => (i ? byte : byte ^ 0x20)),
  ]);
  put(bad);
  return PointError;
}

const ACTS = {
  /** Commitment, proofs and cells of a blob. */
  async prove({ blob, seed, door }, kzg) {
    const [truth, random] = [truthOf(blob), new Random(seed)];
    const z = placeFor(random, truth);
    const opening = truth.open(z);
    const proof = oracle.pointOf(opening.proof);
    const [zBytes, y] = [oracle.bytesOf([z]), oracle.bytesOf([opening.y])];
    const answers = {
      blobToKzgCommitment: [[truth.blob], truth.commitment],
      computeKzgProof: [
        [truth.blob, zBytes],
        [proof, y],
      ],
      computeBlobKzgProof: [[truth.blob, truth.commitment], oracle.pointOf(truth.blobProof())],
      computeCells: [[truth.blob], truth.cells.map(oracle.bytesOf)],
    };
    for (const [name, [given, expected]] of Object.entries(answers)) {
      const { value, error } = await call(kzg, door, name, /** @type {any[]} */ (given));
      check(!error && equal(value, expected), `${name} by ${door}: ${error ?? 'another result'}`);
    }
    const [name, [given]] = random.pick(Object.entries(answers));
    await isRefused(kzg, door, name, random, given);
  },

  /** An opening, with logarithms that are true or not. */
  async verify({ blob, seed, door, lies }, kzg) {
    const [truth, random] = [truthOf(blob), new Random(seed)];
    const of = { c: truth.c, ...truth.open(placeFor(random, truth)) };
    if (lies) of[random.pick(['c', 'z', 'y', 'proof'])] = anyLog(random);
    const given = [
      ...[oracle.pointOf(of.c), oracle.bytesOf([of.z]), oracle.bytesOf([of.y])],
      oracle.pointOf(of.proof),
    ];
    await isVerified(kzg, { door, name: 'verifyKzgProof', given, holds: oracle.holds(of) }, random);
  },

  /** Proofs of blobs, in a batch. */
  async blobs({ list, seed, door }, kzg) {
    const random = new Random(seed);
    const items = list.map(({ blob, lies }) => {
      const truth = truthOf(blob);
      const proof = truth.blobProof();
      const of = { truth, c: truth.c, proof };
      if (lies) of[random.pick(['c', 'proof'])] = anyLog(random);
      return of;
    });
    const areTrue = items.map(({ truth, c, proof }) => {
      const opening = truth.open(oracle.challengeOf(truth.blob, oracle.pointOf(c)));
      return oracle.holds({ ...opening, c, proof });
    });
    const given = [
      items.map(({ truth }) => truth.blob),
      items.map(({ c }) => oracle.pointOf(c)),
      items.map(({ proof }) => oracle.pointOf(proof)),
    ];
    const name = 'verifyBlobKzgProofBatch';
    const call = { door, name, given, holds: areTrue.every(Boolean) };
    await isVerified(kzg, call, random);
    if (items.length === 0) return;
    const one = { door, name: 'verifyBlobKzgProof', given: given.map(([first]) => first) };
    await isVerified(kzg, { ...one, holds: areTrue[0] }, random);
  },

  /** Cells of blobs, some of them twice, in a batch. */
  async cells({ list, seed, door }, kzg) {
    const random = new Random(seed);
    const items = list.map(({ blob, k, lies }) => {
      const truth = truthOf(blob);
      const of = { c: truth.c, k, cell: truth.cells[k], proof: truth.cellProof(k) };
      if (!lies) return of;
      const lie = random.pick(['c', 'proof', 'k', 'cell', 'element']);
      if (lie === 'k') return { ...of, k: random.int(CELLS) };
      if (lie === 'cell') return { ...of, cell: truth.cells[random.int(CELLS)] };
      if (lie === 'element') return { ...of, cell: of.cell.with(random.int(CELL), anyLog(random)) };
      return { ...of, [lie]: anyLog(random) };
    });
    const given = [
      items.map(({ c }) => oracle.pointOf(c)),
      items.map(({ k }) => k),
      items.map(({ cell }) => oracle.bytesOf(cell)),
      items.map(({ proof }) => oracle.pointOf(proof)),
    ];
    const name = 'verifyCellKzgProofBatch';
    await isVerified(kzg, { door, name, given, holds: items.every(oracle.cellHolds) }, random);
  },

  /** All cells from some, with proofs. */
  async recover({ blob, seed, door, count }, _, context) {
    const kzg = await setupOf(await context.instance('bls12-381'), 'ceremony');
    const [truth, random] = [truthOf(blob), new Random(seed)];
    const cells = truth.cells.map(oracle.bytesOf);
    const all = Array.from({ length: CELLS }, (_, k) => k);
    const indices = random
      .shuffle(all)
      .slice(0, count)
      .sort((a, b) => a - b);
    const given = [indices, indices.map((k) => cells[k])];
    const name = 'recoverCellsAndKzgProofs';
    const { value, error } = await call(kzg, door, name, given);
    check(!error, `recovery by ${door}: ${error}`);
    const [found, proofs] = value;
    check(equal(found, cells), `recovery by ${door}: other cells`);
    const commitment = kzg.blobToKzgCommitment(truth.blob);
    const commitments = all.map(() => commitment);
    check(kzg.verifyCellKzgProofBatch(commitments, all, cells, proofs), 'a recovered proof');
    if (count > CELL) {
      const [first, ...rest] = truth.cells[indices[0]];
      const wrong = oracle.bytesOf([(first + 1n) % r, ...rest]);
      const changed = [indices, given[1].with(0, /** @type {any} */ (wrong))];
      const refused = await call(kzg, door, name, changed);
      check(refused.error instanceof InputError, 'a wrong cell among more than half');
    }
    await isRefused(kzg, door, name, random, given);
  },
};

/** @param {any} value @param {any} expected bytes, or a list of them */
const equal = (value, expected) =>
  expected instanceof Uint8Array
    ? value instanceof Uint8Array && same(value, expected)
    : value.length === expected.length && expected.every((bytes, i) => same(value[i], bytes));

/** @param {any} kzg @param {string} door @param {string} name @param {Random} random */
async function isRefused(kzg, door, name, random, given) {
  const spoilt = [...given];
  const expected = spoil(random, spoilt);
  const { error } = await call(kzg, door, name, spoilt);
  const byText = door === 'hex' && error instanceof InputError;
  check(
    error instanceof expected || byText,
    `${name} by ${door}: ${error ?? 'accepted'}, expected ${expected.name}`,
  );
}

/**
 * Verifies a call: right proofs are true, changed ones false, malformed ones an error.
 * @param {any} kzg
 * @param {{ door: string, name: string, given: any[], holds: boolean }} call
 * @param {Random} random
 */
async function isVerified(kzg, { door, name, given, holds }, random) {
  const { value, error } = await call(kzg, door, name, given);
  check(!error && value === holds, `${name} by ${door}: ${error ?? value}, expected ${holds}`);
  if (given.every(({ length }) => length === 0)) return;
  await isRefused(kzg, door, name, random, given);
  if (!holds) return;
  const at = random.int(given.length);
  const isList = Array.isArray(given[at]);
  const old = isList ? given[at][0] : given[at];
  if (!(old instanceof Uint8Array)) return;
  const changed = mutate(random, old.slice());
  if (same(changed, old)) return;
  const others = [...given];
  others[at] = isList ? given[at].with(0, changed) : changed;
  const again = await call(kzg, door, name, others);
  // The proof of a constant polynomial is one for every z.
  if (
    name === 'verifyKzgProof' &&
    at === 1 &&
    oracle.pointOf(0n).every((b, i) => b === given[3][i])
  )
    return;
  check(
    again.error !== undefined || again.value === false,
    `${name} by ${door}: true for changed bytes`,
  );
}

/** @type {import('../fuzz.js').Area} */
export const kzg = {
  name: 'kzg',
  // The BigInt engine takes seconds for a commitment.
  backends: ['fma', 'portable', 'wide'],
  generate(random) {
    const act = random.pick(['prove', 'verify', 'blobs', 'cells', 'cells', 'recover']);
    const common = {
      act,
      seed: String(random.word()),
      door: random.pick(['bytes', 'async', 'hex']),
    };
    const share = random.pick([0, 0, 0.1, 1]);
    const lies = random.chance(share);
    if (act === 'blobs') {
      const list = Array.from({ length: random.size(5) }, () => ({
        blob: blobFor(random),
        lies: random.chance(share),
      }));
      return { ...common, list };
    }
    if (act === 'cells') {
      const blobs = Array.from({ length: 1 + random.int(3) }, () => blobFor(random));
      const list = Array.from({ length: random.size(40) }, () => ({
        blob: random.pick(blobs),
        k: random.pick([0, 1, 63, 64, 127, random.int(CELLS)]),
        lies: random.chance(share),
      }));
      return { ...common, list };
    }
    const count = random.pick([64, 64, 65, 96, 127, 128, 64 + random.int(65)]);
    return { ...common, blob: blobFor(random), lies, count };
  },
  reduce: (input) => (input.list ? parts(input.list).map((list) => ({ ...input, list })) : []),
  async check(input, context) {
    const bls = await context.instance('bls12-381');
    await ACTS[input.act](input, await setupOf(bls, 'known'), context);
  },
};
