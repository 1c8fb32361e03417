/**
 * BLS signatures whose truth is known: @noble/curves hashes messages and multiplies, so that a
 * signature is a sum of multiples of hashes, and which keys and messages it is of needs no pairing.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { InputError, PointError } from '../../../src/errors.js';
import { mod } from '../arithmetic.js';
import { check, outcomeOf, same } from '../context.js';
import { parts } from '../fuzz.js';
import { mutate, Random } from '../random.js';

const r = bls12_381.fields.Fr.ORDER;

/** Lengths of messages; the proofs of possession are of keys. */
const LENGTHS = [0, 1, 32, 32, 55, 64, 200, 5000];
const SECRETS = [1n, 2n, r - 1n, 5n ** 100n % r, 7n ** 90n % r, 11n ** 70n % r];

const SCHEMES = {
  minPk: { keys: bls12_381.G1, signatures: bls12_381.G2, group: 2 },
  minSig: { keys: bls12_381.G2, signatures: bls12_381.G1, group: 1 },
};

/** @typedef {keyof typeof SCHEMES} Name */

/** A message: a number, or the key whose possession is proved. */
/** @typedef {number | string} Text */

/** A signature: how often it has the hash of each message. @typedef {[Text, bigint][]} Sum */

/** @type {Map<string, any>} */
const made = new Map();
const once = (/** @type {string} */ key, /** @type {() => any} */ make) => {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
};

/** @param {number} i */
const messageOf = (i) => once(`message ${i}`, () => new Random(`message ${i}`).bytes(LENGTHS[i]));

/** The encoding of a key with a secret; 0 is infinity. @param {Name} name @param {bigint} secret */
const keyOf = (name, secret) =>
  once(`${name} key ${secret}`, () => {
    const { Point } = SCHEMES[name].keys;
    return (secret === 0n ? Point.ZERO : Point.BASE.multiply(secret)).toBytes(true);
  });

/** @param {Name} name @param {Text} text */
const hashOf = (name, text) =>
  once(`${name} hash ${text}`, () => {
    const { signatures, group } = SCHEMES[name];
    const isProof = typeof text === 'string';
    const message = isProof ? keyOf(name, BigInt(text.slice(4))) : messageOf(text);
    const kind = isProof ? 'POP' : 'SIG';
    const DST = `BLS_${kind}_BLS12381G${group}_XMD:SHA-256_SSWU_RO_POP_`;
    return signatures.hashToCurve(message, { DST });
  });

/** @param {Name} name @param {Sum} sum */
function signatureOf(name, sum) {
  const { Point } = SCHEMES[name].signatures;
  const terms = sum.map(([text, k]) =>
    once(`${name} ${text} times ${k}`, () => {
      const times = mod(k, r);
      return times === 0n ? Point.ZERO : hashOf(name, text).multiply(times);
    }),
  );
  const total = terms.reduce((all, term) => all.add(term), Point.ZERO);
  // @noble/curves encodes infinity only in the coordinates (0 : 1 : 0).
  return (total.is0() ? Point.ZERO : total).toBytes(true);
}

/** Whether sums are equal. @param {Sum} a @param {Sum} b */
function areEqual(a, b) {
  const texts = new Set([...a, ...b].map(([text]) => text));
  const of = (/** @type {Sum} */ sum, /** @type {Text} */ text) =>
    sum.reduce((all, [other, k]) => (other === text ? all + k : all), 0n);
  return [...texts].every((text) => mod(of(a, text) - of(b, text), r) === 0n);
}

/** A secret, or now and then none: a key that is infinity. @param {Random} random */
const secretFor = (random) => (random.chance(0.03) ? 0n : random.pick(SECRETS));

/** A signature that is not quite it. @param {Random} random @param {Sum} sum @returns {Sum} */
const lieOf = (random, sum) =>
  random.pick([
    [],
    sum.map(([text, k]) => [text, -k]),
    [...sum, [random.int(LENGTHS.length), random.pick(SECRETS)]],
    sum.slice(1),
    sum.map(([, k]) => [random.int(LENGTHS.length), k]),
  ]);

/** @param {any} group @param {Random} random @param {Uint8Array} bytes bytes, or their `Point` */
const asGiven = (group, random, bytes) => (random.chance(0.3) ? group.point(bytes) : bytes);

const ACTS = {
  async one({ name, text, secret, lie, seed }, { scheme, keys, signatures }) {
    const random = new Random(seed);
    const right = /** @type {Sum} */ ([[text, secret]]);
    const sum = lie ? lieOf(random, right) : right;
    const holds = secret !== 0n && areEqual(sum, right);
    const [signature, key] = [signatureOf(name, sum), keyOf(name, secret)];
    const message = messageOf(text);
    const given = [asGiven(signatures, random, signature), message, asGiven(keys, random, key)];
    check(scheme.verify(...given) === holds, `verify: not ${holds}`);
    const proof = signatureOf(name, [[`key ${secret}`, secret]]);
    check(scheme.verifyPossession(proof, key) === (secret !== 0n), 'verifyPossession');
    const isOther = !same(proof, signature);
    check(!(isOther && scheme.verifyPossession(signature, key)), 'a signature is no proof');
    const which = random.int(3);
    const changed = [signature, message, key].map((bytes, i) =>
      i === which ? mutate(random, bytes.slice()) : bytes,
    );
    if (same(changed[which], given[which].toBytes?.() ?? given[which])) return;
    check(!scheme.verify(...changed), `verify: true for changed bytes ${which}`);
  },

  /** An aggregate signature of messages, and one of the first of them alone. */
  async aggregate({ name, items, lie, seed }, { scheme, keys: group }) {
    const random = new Random(seed);
    const right = items.map(({ text, secret }) => [text, secret]);
    const sum = lie ? lieOf(random, right) : right;
    const keys = items.map(({ secret }) => keyOf(name, secret));
    const messages = items.map(({ text }) => messageOf(text));
    const hasInfinity = items.some(({ secret }) => secret === 0n);
    const signature = signatureOf(name, sum);
    const vector = group.points(Buffer.concat(keys));
    for (const list of [keys, new Uint8Array(Buffer.concat(keys)), vector]) {
      const holds = items.length > 0 && !hasInfinity && areEqual(sum, right);
      const answer = scheme.aggregateVerify(signature, messages, list);
      check(answer === holds, `aggregateVerify: not ${holds}`);
    }
    check(
      !scheme.aggregateVerify(signature, [...messages, messages[0] ?? keyOf(name, 1n)], keys),
      'more messages than keys',
    );

    const text = items[0]?.text ?? 0;
    const total = mod(
      items.reduce((all, { secret }) => all + secret, 0n),
      r,
    );
    const fast = /** @type {Sum} */ ([[text, total]]);
    const given = lie ? lieOf(random, fast) : fast;
    const bytes = signatureOf(name, given);
    const isValid = !hasInfinity && total !== 0n && areEqual(given, fast);
    for (const list of [keys, vector]) {
      const answer = scheme.fastAggregateVerify(bytes, messageOf(text), list);
      check(answer === isValid, `fastAggregateVerify: not ${isValid}`);
    }
    const empty = scheme.fastAggregateVerify(bytes, messageOf(text), [], { allowEmpty: true });
    check(empty === areEqual(given, []), 'fastAggregateVerify of none');
    vector.dispose();

    const { value, error } = await outcomeOf(() => scheme.aggregatePublicKeys(keys));
    if (hasInfinity || keys.length === 0) check(error instanceof InputError, 'keys: not refused');
    else check(same(value.toBytes(), keyOf(name, total)), 'aggregatePublicKeys');
    if (items.length === 0) return;
    const single = items.map(({ text: own, secret }) => signatureOf(name, [[own, secret]]));
    const all = scheme.aggregateSignatures(single).toBytes();
    check(same(all, signatureOf(name, right)), 'aggregateSignatures');
    const at = random.int(single.length);
    const spoilt = mutate(random, single[at].slice());
    if (same(spoilt, single[at])) return;
    const refused = await outcomeOf(() => scheme.aggregateSignatures(single.with(at, spoilt)));
    if (refused.error) {
      check(refused.error instanceof PointError && refused.error.index === at, `${refused.error}`);
    } else check(!same(refused.value.toBytes(), all), 'a changed signature is the same');
  },

  async batch({ name, items, seed }, { scheme, keys, signatures }) {
    const random = new Random(seed);
    const sums = items.map(({ text, secret, lie }) =>
      lie ? lieOf(random, [[text, secret]]) : [[text, secret]],
    );
    const valid = items.map(
      ({ text, secret }, i) => secret !== 0n && areEqual(sums[i], [[text, secret]]),
    );
    // Two signatures that are both false, with a true sum.
    if (items.length > 1 && random.chance(0.2)) {
      sums[0] = [...sums[0], [2, 5n]];
      sums[1] = [...sums[1], [2, -5n]];
      for (const i of [0, 1]) {
        const { text, secret } = items[i];
        valid[i] = secret !== 0n && areEqual(sums[i], [[text, secret]]);
      }
    }
    /** Items that are the program's error. @type {Set<unknown>} */
    const errors = new Set();
    const list = items.map(({ text, secret, change }, i) => {
      const item = {
        signature: asGiven(signatures, random, signatureOf(name, sums[i])),
        message: messageOf(text),
        publicKey: asGiven(keys, random, keyOf(name, secret)),
      };
      if (change === undefined) return item;
      valid[i] = false;
      const refused = [{ ...item, publicKey: 'key' }, { ...item, message: undefined }, null];
      const broken = random.pick([
        { ...item, signature: new Uint8Array(47) },
        { ...item, publicKey: new Uint8Array(name === 'minPk' ? 48 : 96) },
        ...refused,
      ]);
      if (refused.includes(broken)) errors.add(broken);
      return broken;
    });
    const invalid = valid.flatMap((isValid, i) => (isValid ? [] : [i]));
    for (const suffix of ['', 'Async']) {
      if (errors.size > 0) {
        const index = list.findIndex((item) => errors.has(item));
        const { error } = await outcomeOf(() => scheme[`findInvalid${suffix}`](list));
        check(error instanceof InputError && error.index === index, `not refused: ${error}`);
        continue;
      }
      const answer = await scheme[`verifyBatch${suffix}`](list);
      check(answer === (invalid.length === 0), `verifyBatch${suffix}: ${answer}`);
      const found = await scheme[`findInvalid${suffix}`](list);
      check(String(found) === String(invalid), `findInvalid${suffix}: ${found}, not ${invalid}`);
    }
  },
};

/** @type {import('../fuzz.js').Area} */
export const blsSignatures = {
  name: 'bls-signatures',
  generate(random, context) {
    const act = random.pick(['one', 'aggregate', 'batch']);
    const name = random.pick(['minPk', 'minSig']);
    const share = random.pick([0, 0, 0.1, 0.5, 1]);
    const texts = random.pick([LENGTHS.length, 1, 2]);
    const item = () => ({
      text: random.int(texts),
      secret: secretFor(random),
      lie: random.chance(share),
      ...(act === 'batch' && random.chance(share / 4) && { change: true }),
    });
    const common = { act, name, seed: String(random.word()) };
    if (act === 'one') return { ...common, ...item() };
    const items = Array.from({ length: random.size(context.isSlow ? 4 : 20) }, item);
    return { ...common, items, lie: random.chance(share) };
  },
  reduce: (input) => (input.items ? parts(input.items).map((items) => ({ ...input, items })) : []),
  async check(input, context) {
    const bls = await context.instance('bls12-381');
    const [keys, signatures] = input.name === 'minPk' ? [bls.G1, bls.G2] : [bls.G2, bls.G1];
    await ACTS[input.act](input, { scheme: bls[input.name], keys, signatures });
  },
};
