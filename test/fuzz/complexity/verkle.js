/** The calls of Verkle commitments, proofs and witnesses. */
import { hostileWitness } from '../witness.js';
import { tried } from './tried.js';

/** @import { Calls } from './index.js' */

const of = (/** @type {number} */ n, /** @type {(i: number) => any} */ item) =>
  Array.from({ length: n }, (_, i) => item(i));

/** @param {any} tree @param {any} group @param {Calls} calls */
function commitmentCalls(tree, group, calls) {
  const n = 256;
  const scalars = group.randomScalars(n, 1);
  const random = of(n, (i) => scalars.slice(32 * i, 32 * i + 32).reverse());
  const full = of(n, () => new Uint8Array(32).fill(255).fill(0, 31));
  const times = (/** @type {() => any} */ call) => () => of(32, call);
  calls['Verkle.commitToScalars, 256, 32 times'] = {
    random: times(() => tree.commitToScalars(random)),
    equal: times(() => tree.commitToScalars(of(n, () => random[0]))),
    'all bits': times(() => tree.commitToScalars(full)),
    zeros: times(() => tree.commitToScalars(of(n, () => new Uint8Array(32)))),
  };
  const C = tree.commitToScalars(random);
  const [zero, a, b] = [new Uint8Array(32), random[1], random[2]];
  const update = (/** @type {any[]} */ updates) =>
    times(() => tree.updateCommitmentSparse(C, updates));
  calls['Verkle.updateCommitmentSparse, 8, 32 times'] = {
    random: update(
      of(8, (i) => ({ index: 31 * i, oldScalar: random[i], newScalar: random[i + 9] })),
    ),
    'the last indices': update(
      of(8, (i) => ({ index: 248 + i, oldScalar: random[i], newScalar: random[i + 9] })),
    ),
    'the same values': update(of(8, (i) => ({ index: i, oldScalar: a, newScalar: a }))),
    'one less': update(of(8, (i) => ({ index: 200 + i, oldScalar: b, newScalar: zero }))),
  };
  calls['Verkle.updateCommitment, 32 times'] = {
    random: times(() => tree.updateCommitment(C, 7, a, b)),
    'the last index': times(() => tree.updateCommitment(C, 255, a, b)),
    'the same value': times(() => tree.updateCommitment(C, 7, a, a)),
    'to zero': times(() => tree.updateCommitment(C, 7, a, zero)),
  };
  const sparse = (/** @type {(i: number) => any} */ pair) =>
    times(() => tree.commitSparse(of(8, pair)));
  calls['Verkle.commitSparse, 8, 32 times'] = {
    random: sparse((i) => [31 * i, random[i]]),
    'the last indices': sparse((i) => [248 + i, random[i]]),
    equal: sparse((i) => [31 * i, a]),
    zeros: sparse((i) => [31 * i, zero]),
  };
  const D = tree.updateCommitment(C, 1, a, b);
  const none = tree.zeroCommitment;
  calls['Verkle.addCommitments, 32 times'] = {
    random: times(() => tree.addCommitments(C, D)),
    equal: times(() => tree.addCommitments(C, C)),
    infinity: times(() => tree.addCommitments(none, none)),
  };
  const [bytes, no] = [tree.serializeCommitment(C), new Uint8Array(32).fill(255)];
  for (const name of ['hashCommitment', 'serializeCommitment']) {
    calls[`Verkle.${name}, 32 times`] = {
      random: times(() => tree[name](C)),
      infinity: times(() => tree[name](none)),
      'no point': times(tried(() => tree[name](new Uint8Array(64).fill(17)))),
    };
  }
  calls['Verkle.deserializeCommitment, 32 times'] = {
    random: times(() => tree.deserializeCommitment(bytes)),
    infinity: times(() => tree.deserializeCommitment(new Uint8Array(32))),
    'no point': times(tried(() => tree.deserializeCommitment(no))),
    'of another x': times(tried(() => tree.deserializeCommitment(bytes.with(31, bytes[31] ^ 1)))),
  };
  const list = of(n, (i) => tree.updateCommitment(C, i, random[i], a));
  calls['Verkle.hashCommitments, 256'] = {
    random: () => tree.hashCommitments(list),
    equal: () => tree.hashCommitments(of(n, () => C)),
    zero: () => tree.hashCommitments(of(n, () => tree.zeroCommitment)),
  };
  let at = 0;
  const address = (/** @type {number} */ fill) => () => {
    const bytes = new Uint8Array(32).fill(fill);
    return of(32, () => tree.getTreeKeyHash(bytes, new Uint8Array(32).fill(at++ & 255)));
  };
  calls['Verkle.getTreeKeyHash, 32 times'] = {
    random: () => of(32, () => tree.getTreeKeyHash(random[at & 255], random[at++ & 255])),
    'all bits': address(255),
    zeros: address(0),
  };
  const key = (/** @type {Uint8Array} */ bytes, /** @type {number} */ suffix) =>
    times(() => tree.getTreeKey(bytes, new Uint8Array(32).fill(at++ & 255), suffix));
  calls['Verkle.getTreeKey, 32 times'] = {
    random: key(random[3], 7),
    'all bits': key(new Uint8Array(32).fill(255), 255),
    zeros: key(new Uint8Array(32), 0),
  };
}

/** @param {any} tree @param {Calls} calls */
function proofCalls(tree, calls) {
  const scalar = (/** @type {number} */ k) => new Uint8Array(32).fill(k & 127, 0, 31);
  /** @param {(i: number, k: number) => Uint8Array} value @param {number} openings */
  const inputs = (value, openings) =>
    of(8, (k) => {
      const vector = of(256, (i) => value(i, k));
      const serializedCommitment = tree.serializeCommitment(tree.commitToScalars(vector));
      return { serializedCommitment, vector, indices: of(openings, (i) => (37 * i) % 256) };
    });
  const claimsOf = (/** @type {any[]} */ list) =>
    list.map(({ serializedCommitment, vector, indices }) => ({
      serializedCommitment,
      indexValuePairs: indices.map((/** @type {number} */ index) => ({
        index,
        value: vector[index],
      })),
    }));
  const random = inputs((i, k) => scalar(i * 7 + k), 100);
  const variants = /** @type {Record<string, any[]>} */ ({
    random,
    'equal values': inputs(() => scalar(5), 100),
    'one opened 800 times': of(8, () => random[0]),
    zeros: inputs((i) => (i ? new Uint8Array(32) : scalar(1)), 100),
  });
  const proofs = Object.fromEntries(
    Object.entries(variants).map(([name, list]) => [name, tree.createProof(list)]),
  );
  calls['Verkle.createProof, 800 openings'] = Object.fromEntries(
    Object.entries(variants).map(([name, list]) => [name, () => tree.createProof(list)]),
  );
  const verify = (/** @type {Uint8Array} */ proof, /** @type {any[]} */ list) => {
    const claims = claimsOf(list);
    return () => tree.verifyProof(proof, claims);
  };
  calls['Verkle.verifyProof, 800 openings'] = {
    ...Object.fromEntries(
      Object.entries(variants).map(([name, list]) => [name, verify(proofs[name], list)]),
    ),
    'another proof': verify(proofs['equal values'], random),
  };
  const { random: proof } = proofs;
  const parts = tree.deserializeProof(proof);
  const junk = proof.slice().fill(255, 0, 32);
  calls['Verkle.deserializeProof, 32 times'] = {
    random: () => of(32, () => tree.deserializeProof(proof)),
    'no point': () =>
      of(
        32,
        tried(() => tree.deserializeProof(junk)),
      ),
    'a byte less': () =>
      of(
        32,
        tried(() => tree.deserializeProof(proof.slice(1))),
      ),
  };
  const zeros = tree.deserializeProof(proofs.zeros);
  calls['Verkle.serializeProof, 32 times'] = {
    random: () => of(32, () => tree.serializeProof(parts)),
    zeros: () => of(32, () => tree.serializeProof(zeros)),
  };
}

/** @param {any} tree @param {any} bw @param {Calls} calls */
function witnessCalls(tree, bw, calls) {
  const root = `0x${Buffer.from(bw.group.generator.toBytes('compressed')).toString('hex')}`;
  const verify = (/** @type {string} */ json) =>
    tried(() => tree.verifyExecutionWitnessPreState(root, json));
  const witness = hostileWitness(tree, bw, 24);
  const junk = '['.repeat(witness.length / 2) + ']'.repeat(witness.length / 2);
  const kib = Math.round(witness.length / 1024);
  calls[`Verkle.verifyExecutionWitnessPreState, ${kib} KiB, next to all openings and no proof`] = {
    'all openings, and no proof': verify(witness),
    'nothing but brackets': verify(junk),
    spaces: verify(' '.repeat(witness.length)),
    'a long name': verify(`{"${'x'.repeat(witness.length - 8)}":1}`),
    'the last byte is missing': verify(witness.slice(0, -1)),
  };
}

/**
 * @param {{ bw: any }} instances
 * @param {Calls} calls
 */
export async function verkleCalls({ bw }, calls) {
  const tree = await bw.verkle({ memory: 2 ** 23 });
  commitmentCalls(tree, bw.group, calls);
  proofCalls(tree, calls);
  witnessCalls(tree, bw, calls);
}
