/** The calls of values of the pairing, of sums of keys and signatures, and of single maps. */
import { blsItems } from '../../protocols/bls-items.js';
import { outsiderOf } from '../../hostile/outsider.js';
import { tried } from './tried.js';

/** @import { Calls } from './index.js' */

const TIMES = 16;
const times = (/** @type {() => any} */ call) => () => {
  for (let i = 0; i < TIMES; i++) call();
};

/** @param {any} bls @param {Calls} calls */
function gtCalls({ G1, G2, pairing }, calls) {
  const [P, Q] = [G1.generator.multiply(3n ** 99n), G2.generator.multiply(5n ** 88n)];
  const [a, b, one] = [pairing(P, Q), pairing(P.double(), Q), pairing(G1.identity, Q)];
  /** @type {{ order: bigint }} */
  const { order } = G1;
  const row = (/** @type {string} */ name, /** @type {any} */ variants) => {
    calls[`Gt.${name}, ${TIMES} times`] = Object.fromEntries(
      Object.entries(variants).map(([kind, call]) => [kind, times(/** @type {any} */ (call))]),
    );
  };
  for (const name of ['multiply', 'equals']) {
    row(name, {
      random: () => a[name](b),
      equal: () => a[name](a),
      inverse: () => a[name](a.inverse()),
      one: () => one[name](one),
    });
  }
  for (const name of ['inverse', 'isIdentity', 'toBytes'])
    row(name, { random: () => a[name](), one: () => one[name]() });
  row('pow', {
    random: () => a.pow(order / 7n),
    // The most digits other than zero that a non-adjacent form has.
    'digits 1, 0, 1, 0': () => a.pow((4n ** 127n - 1n) / 3n),
    'order − 1': () => a.pow(order - 1n),
    '2^256 − 1': () => a.pow(2n ** 256n - 1n),
    negative: () => a.pow(-order / 7n),
    'of one': () => one.pow(order / 7n),
  });
  calls[`Bls12381.pairing, ${TIMES} times`] = {
    random: times(() => pairing(P, Q)),
    infinity: times(() => pairing(G1.identity, Q)),
    generators: times(() => pairing(G1.generator, G2.generator)),
  };
}

/** @param {any} bls @param {'minPk' | 'minSig'} name @param {Calls} calls */
function sumCalls(bls, name, calls) {
  const n = 64;
  const items = blsItems(bls, name, n);
  const scheme = bls[name];
  const [keys, signatures] = name === 'minPk' ? [bls.G1, bls.G2] : [bls.G2, bls.G1];
  for (const [method, group, field] of /** @type {const} */ ([
    ['aggregatePublicKeys', keys, 'publicKey'],
    ['aggregateSignatures', signatures, 'signature'],
  ])) {
    const list = items.map((item) => item[field]);
    const junk = list[0].slice().fill(0x11, 20);
    const opposite = group.point(list[0]).negate().toBytes();
    const outside = outsiderOf(group).toBytes();
    const sum = (/** @type {Uint8Array[]} */ given) => tried(() => scheme[method](given));
    calls[`BlsSignatures.${method}, ${name}, ${n} points`] = {
      random: sum(list),
      equal: sum(list.map(() => list[0])),
      opposite: sum(list.map((bytes, i) => (i % 2 ? list[0] : opposite))),
      infinity: sum(list.map(() => group.identity.toBytes())),
      'the first is no point': sum(list.with(0, junk)),
      'the last is no point': sum(list.with(n - 1, junk)),
      'the first is outside the group': sum(list.with(0, outside)),
      'the last is outside the group': sum(list.with(n - 1, outside)),
      'all are outside the group': sum(list.map(() => outside)),
    };
  }
  const [{ signature, publicKey }] = items;
  const suite = `BLS_POP_BLS12381G${name === 'minPk' ? 2 : 1}_XMD:SHA-256_SSWU_RO_POP_`;
  // The first item's secret is 1.
  const proof = signatures.hashToCurve(publicKey, { dst: suite }).toBytes();
  const ask = (/** @type {Uint8Array} */ given, /** @type {Uint8Array} */ key) =>
    times(() => scheme.verifyPossession(given, key));
  calls[`BlsSignatures.verifyPossession, ${name}, ${TIMES} times`] = {
    random: ask(proof, publicKey),
    'a false one': ask(signature, publicKey),
    'a proof outside the group': ask(outsiderOf(signatures).toBytes(), publicKey),
    'a key outside the group': ask(proof, outsiderOf(keys).toBytes()),
    infinity: ask(signatures.identity.toBytes(), publicKey),
  };
}

/** @param {any} bls @param {Calls} calls */
export function valueCalls(bls, calls) {
  gtCalls(bls, calls);
  for (const name of /** @type {const} */ (['minPk', 'minSig'])) sumCalls(bls, name, calls);
  for (const group of [bls.G1, bls.G2]) {
    const messages = Array.from({ length: TIMES }, (_, i) => new Uint8Array(32).fill(i + 1));
    const encode = (/** @type {string} */ dst) => () =>
      messages.map((message) => group.encodeToCurve(message, { dst }));
    calls[`HashingGroup.encodeToCurve, ${group.name}, ${TIMES} messages of 32 bytes`] = {
      random: encode('QUUX-V01-CS02'),
      'a tag of 255 bytes': encode('x'.repeat(255)),
      'a tag of 256 bytes': encode('x'.repeat(256)),
    };
  }
}
