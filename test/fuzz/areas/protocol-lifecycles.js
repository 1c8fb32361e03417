/**
 * Setups of KZG, keys and values of pairings in random order on one and two threads, beside calls
 * that are under way, are aborted, throw, and call the instance again, against a model: what was
 * disposed of, and what another instance answers that nobody disturbs.
 */
import { InputError } from '../../../src/errors.js';
import { mainnet } from '../../../src/trusted-setup.js';
import { blsItems } from '../../protocols/bls-items.js';
import { check, same } from '../context.js';
import { parts } from '../fuzz.js';
import { Lives, STARTS, refuses } from '../lives.js';
import { Random } from '../random.js';

/** @import { Context } from '../context.js' */

const OPERATIONS = [
  ...['open', 'open', 'call', 'call', 'call', 'prepare', 'dispose', 'dispose by options'],
  ...['sign', 'sign', 'keys', 'use keys', 'drop keys', 'value', 'use value'],
  ...['settle', 'refuse', 'end', ...STARTS, ...STARTS],
];

/** A setup, and whether it was disposed of. @typedef {{ kzg: any, gone: boolean }} Setup */

/** Keys in a vector. @typedef {{ vector: any, of: number[], gone: boolean }} Keys */

/** A value of the pairing e(G, H)^exponent. @typedef {{ value: any, exponent: bigint }} Value */

/** A call, its arguments and its answer. @typedef {{ args: any[], answer: any }} Asked */

/** @type {import('../fuzz.js').Area} */
export const protocolLifecycles = {
  name: 'protocol-lifecycles',
  // Wide arithmetic, where it is lowered, takes ten seconds a case; what is tried is no arithmetic.
  backends: ['fma', 'portable', 'bigint'],
  generate: (random, { isSlow }) => ({
    threads: !isSlow && random.chance(0.3) ? 2 : 1,
    steps: Array.from({ length: 3 + random.int(isSlow ? 8 : 16) }, (_, i) => ({
      op: i === 0 ? 'open' : random.pick(OPERATIONS),
      seed: random.word(),
    })),
  }),
  reduce: (input) => [
    ...parts(input.steps).map((steps) => ({ ...input, steps })),
    ...(input.threads > 1 ? [{ ...input, threads: 1 }] : []),
  ],
  async check({ threads, steps }, context) {
    const world = new World(await context.create('bls12-381', { threads }), await factsOf(context));
    try {
      for (const { op, seed } of steps) await world.step(op, new Random(String(seed)));
      await world.settle();
      await world.isRight();
    } finally {
      await world.close();
    }
  },
};

/** @type {WeakMap<object, ReturnType<typeof makeFacts>>} */
const known = new WeakMap();

/** Arguments of the calls, and their answers. @param {Context} context */
function factsOf(context) {
  const facts = known.get(context) ?? makeFacts(context);
  known.set(context, facts);
  return facts;
}

const element = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte, 1);

/** @param {Context} context */
async function makeFacts(context) {
  const bls = await context.instance('bls12-381');
  const names = /** @type {const} */ (['minPk', 'minSig']);
  const signed = Object.fromEntries(names.map((name) => [name, blsItems(bls, name, 4)]));
  const base = bls.pairing(bls.G1.generator, bls.G2.generator);
  const powers = Array.from({ length: 8 }, (_, i) => base.pow(BigInt(i)).toBytes());
  return { signed, powers, ofKzg: context.isSlow ? null : await factsOfKzg(bls) };
}

/** @param {any} bls @returns {Promise<Record<string, Asked>>} */
async function factsOfKzg(bls) {
  const kzg = await bls.kzg(mainnet);
  const random = new Random('a blob');
  const blob = random.bytes(2 ** 17).map((byte, i) => (i % 32 === 0 ? byte & 0x3f : byte));
  const other = new Uint8Array(2 ** 17);
  const commitment = kzg.blobToKzgCommitment(blob);
  const [proof, y] = kzg.computeKzgProof(blob, element(7));
  const blobProof = kzg.computeBlobKzgProof(blob, commitment);
  const [cells, proofs] = kzg.computeCellsAndKzgProofs(blob);
  const half = Array.from({ length: 64 }, (_, i) => 2 * i + 1);
  kzg.dispose();
  return {
    blobToKzgCommitment: { args: [blob], answer: commitment },
    computeKzgProof: { args: [blob, element(7)], answer: [proof, y] },
    computeBlobKzgProof: { args: [blob, commitment], answer: blobProof },
    computeCells: { args: [blob], answer: cells },
    computeCellsAndKzgProofs: { args: [blob], answer: [cells, proofs] },
    recoverCellsAndKzgProofs: { args: [half, half.map((k) => cells[k])], answer: [cells, proofs] },
    verifyKzgProof: { args: [commitment, element(7), y, proof], answer: true },
    verifyBlobKzgProof: { args: [other, commitment, blobProof], answer: false },
    verifyBlobKzgProofBatch: {
      args: [
        [blob, blob],
        [commitment, commitment],
        [blobProof, blobProof],
      ],
      answer: true,
    },
    verifyCellKzgProofBatch: {
      args: [
        [commitment, commitment],
        [3, 90],
        [cells[3], cells[91]],
        [proofs[3], proofs[90]],
      ],
      answer: false,
    },
  };
}

/** @param {any} answer @param {any} expected bytes, lists of them, or a plain value */
const equal = (answer, expected) =>
  expected instanceof Uint8Array
    ? same(answer, expected)
    : Array.isArray(expected)
      ? answer.length === expected.length && expected.every((item, i) => equal(answer[i], item))
      : answer === expected;

class World extends Lives {
  /** @type {Setup[]} */ setups = [];
  /** @type {Keys[]} */ keys = [];
  /** @type {Value[]} */ values = [];

  /** @param {any} instance @param {Awaited<ReturnType<typeof makeFacts>>} facts */
  constructor(instance, facts) {
    super(instance);
    this.facts = facts;
  }

  /** @param {string} op @param {Random} random */
  async step(op, random) {
    if (op === 'end') {
      if (random.chance(0.2)) this.end();
    } else if (op === 'settle') await this.settle();
    else if (op === 'open') await this.open(random);
    else this.now(op, random);
  }

  /** Calls that take no time: also from within a report of progress. @param {string} op */
  now(op, random) {
    const setup = this.setups.length > 0 ? random.pick(this.setups) : null;
    if (op === 'sign') this.sign(random);
    else if (op.endsWith('keys')) this.withKeys(op, random);
    else if (op.endsWith('value')) this.withValue(op, random);
    else if (setup) this.use(op, random, setup);
    else if (STARTS.includes(op)) this.start(op, random, null);
  }

  /** @param {string} op @param {Random} random @param {Setup} setup */
  use(op, random, setup) {
    if (op === 'call') this.call(random, setup);
    else if (op === 'refuse') this.refuse(setup);
    else if (op === 'prepare') this.prepare(random, setup);
    else if (op === 'dispose') this.dispose(setup);
    else if (op === 'dispose by options') this.disposeByOptions(random, setup);
    else this.start(op, random, setup);
  }

  /** @param {Setup} setup */
  isGone = (setup) => this.isOver || setup.gone;

  /** @param {Random} random */
  async open(random) {
    if (!this.facts.ofKzg) return;
    try {
      const kzg = await this.instance.kzg(mainnet, { memory: 2 ** (16 + random.int(6)) });
      this.setups.push({ kzg, gone: false });
    } catch (error) {
      // A report of progress may have disposed of the instance meanwhile.
      check(this.isOver && error instanceof InputError, `${error}`);
    }
  }

  /** @param {Setup} setup */
  dispose(setup) {
    setup.kzg.dispose();
    setup.gone = true;
    this.mayBeRefused();
  }

  /** @param {Random} random @returns {[string, Asked]} */
  question = (random) => random.pick(Object.entries(this.facts.ofKzg ?? {}));

  /** @param {Random} random @param {Setup} setup */
  call(random, setup) {
    const [name, { args, answer }] = this.question(random);
    const found = this.expectUse(this.isGone(setup), () => setup.kzg[name](...args));
    if (found !== undefined) check(equal(found, answer), `${name}: another answer`);
  }

  /** Wrong arguments in between. @param {Setup} setup */
  refuse({ kzg }) {
    refuses([
      () => kzg.blobToKzgCommitment(new Uint8Array(5)),
      () => kzg.verifyBlobKzgProofBatch([], [], [new Uint8Array(48)]),
      () => this.instance.minPk.aggregatePublicKeys([]),
      () => this.instance.pairingCheck([[]]),
    ]);
  }

  /** @param {Random} random @param {Setup} setup */
  prepare(random, setup) {
    const op = random.pick(STARTS);
    const { options, may } = this.optionsFor(op, random, () => this.reenter(random));
    const promise = setup.kzg.prepare(options);
    // A first report of progress, from within the call, may have disposed of it.
    if (this.isGone(setup)) may.push({ error: InputError });
    this.begin(promise, may, () => {});
  }

  /** A getter of its own options disposes of the setup. @param {Random} random */
  disposeByOptions(random, setup) {
    const [name, { args }] = this.question(random);
    const options = Object.defineProperty({}, 'signal', {
      enumerable: true,
      get: () => void this.dispose(setup),
    });
    const promise = setup.kzg[`${name}Async`](...args, options);
    this.begin(promise, [{ error: InputError }], () => check(false, `${name}: not refused`));
  }

  /**
   * An asynchronous call of a setup, or of signatures.
   * @param {string} op
   * @param {Random} random
   * @param {Setup | null} setup
   */
  start(op, random, setup) {
    const { options, may } = this.optionsFor(op, random, () => this.reenter(random));
    if (setup && this.facts.ofKzg && random.chance(0.7)) {
      const [name, { args, answer }] = this.question(random);
      const promise = setup.kzg[`${name}Async`](...args, options);
      if (this.isGone(setup)) may.push({ error: InputError });
      this.begin(promise, may, (found) => check(equal(found, answer), `${name}: another answer`));
      return;
    }
    const { scheme, items, invalid } = this.signed(random);
    if (random.chance(0.5)) {
      const isAll = invalid.length === 0;
      const promise = scheme.verifyBatchAsync(items, options);
      if (this.isOver) may.push({ error: InputError });
      this.begin(promise, may, (found) => check(found === isAll, 'verifyBatchAsync'));
    } else {
      const promise = scheme.findInvalidAsync(items, options);
      if (this.isOver) may.push({ error: InputError });
      this.begin(promise, may, (found) => check(equal(found, invalid), 'findInvalidAsync'));
    }
  }

  /** Anything that takes no time, from within a report of progress. @param {Random} random */
  reenter(random) {
    this.now(
      random.pick(OPERATIONS.filter((op) => !['open', 'settle', 'end'].includes(op))),
      random,
    );
    if (random.chance(0.1)) this.end();
  }

  /** Signatures, some of which are false. @param {Random} random */
  signed(random) {
    const name = random.pick(['minPk', 'minSig']);
    const all = this.facts.signed[name];
    const invalid = random.chance(0.5) ? [] : [1, 3].slice(random.int(2));
    const items = all.map((item, i) =>
      invalid.includes(i) ? { ...item, message: element(i) } : item,
    );
    return { scheme: this.instance[name], items, invalid };
  }

  /** @param {Random} random */
  sign(random) {
    const { scheme, items, invalid } = this.signed(random);
    const found = this.expectUse(this.isOver, () => scheme.findInvalid(items));
    if (found) check(equal(found, invalid), 'findInvalid');
    const isFirst = this.expectUse(this.isOver, () => {
      const { signature, message, publicKey } = items[1];
      return scheme.verify(signature, message, publicKey);
    });
    if (isFirst !== undefined) check(isFirst === !invalid.includes(1), 'verify');
  }

  /** @param {string} op @param {Random} random */
  withKeys(op, random) {
    const { minPk } = this.facts.signed;
    if (op === 'keys') {
      const of = Array.from({ length: 1 + random.int(3) }, () => random.int(minPk.length));
      const bytes = new Uint8Array(Buffer.concat(of.map((i) => minPk[i].publicKey)));
      const vector = this.expectUse(this.isOver, () => this.instance.G1.points(bytes));
      if (vector) this.keys.push({ vector, of, gone: false });
      return;
    }
    if (this.keys.length === 0) return;
    const held = random.pick(this.keys);
    if (op === 'drop keys') {
      held.vector.dispose();
      held.gone = true;
      return;
    }
    const [first] = held.of;
    const { signature, message } = minPk[first];
    const isAll = this.expectUse(this.isOver || held.gone, () =>
      this.instance.minPk.fastAggregateVerify(signature, message, held.vector),
    );
    if (isAll !== undefined) check(isAll === (held.of.length === 1), 'fastAggregateVerify');
  }

  /** @param {string} op @param {Random} random */
  withValue(op, random) {
    const { G1, G2, pairing } = this.instance;
    const k = BigInt(random.int(4));
    if (op === 'value') {
      const value = this.expectUse(this.isOver, () =>
        pairing(G1.generator.multiply(k), G2.generator),
      );
      if (value) this.values.push({ value, exponent: k });
      return;
    }
    if (this.values.length === 0) return;
    const [a, b] = [random.pick(this.values), random.pick(this.values)];
    const bytes = this.expectUse(this.isOver, () => a.value.multiply(b.value).pow(1n).toBytes());
    if (bytes) check(same(bytes, this.facts.powers[Number(a.exponent + b.exponent)]), 'a value');
  }

  /** The instance, and each setup that lives. */
  async isRight() {
    if (this.isOver) return;
    this.sign(new Random('the end'));
    for (const setup of this.setups) {
      for (const [name, { args, answer }] of Object.entries(this.facts.ofKzg ?? {})) {
        if (!/Commitment|computeCells$|verify/.test(name)) continue;
        const found = this.expectUse(setup.gone, () => setup.kzg[name](...args));
        if (found !== undefined) check(equal(found, answer), `${name}: wrong at the end`);
      }
    }
  }
}
