/** The calls of pairings, hashing to curves, EIP-2537 and KZG. */
import { mainnet } from '../../../src/trusted-setup.js';
import { outsiderOf } from '../../hostile/outsider.js';
import { tried } from './tried.js';

/** @import { Calls } from '../complexity.js' */

const of = (/** @type {number} */ n, /** @type {(i: number) => any} */ item) =>
  Array.from({ length: n }, (_, i) => item(i));

/** @param {any} bls @param {Calls} calls */
function pairingCalls(bls, calls) {
  const n = 16;
  const [Ps, Qs] = [bls.G1.randomPoints(n, 1), bls.G2.randomPoints(n, 2)];
  const pairs = of(n, (i) => [Ps.at(i), Qs.at(i)]);
  calls[`pairingCheck of ${n}`] = {
    random: () => bls.pairingCheck(pairs),
    'equal pairs': () => bls.pairingCheck(of(n, () => pairs[0])),
    'pairs that cancel': () =>
      bls.pairingCheck(of(n, (i) => (i % 2 ? pairs[0] : [pairs[0][0].negate(), pairs[0][1]]))),
    'infinity in G2': () => bls.pairingCheck(pairs.map(([P]) => [P, bls.G2.identity])),
    'one point of G2': () => bls.pairingCheck(pairs.map(([P]) => [P, Qs.at(0)])),
  };
  for (const group of [bls.G1, bls.G2]) {
    const tag = { dst: 'QUUX-V01-CS02' };
    const random = crypto.getRandomValues(new Uint8Array(2 ** 16));
    const short = of(64, (i) => random.subarray(32 * i, 32 * i + 32));
    calls[`${group.name}: hashToCurve of 64 messages of 32 bytes`] = {
      random: () => short.map((message) => group.hashToCurve(message, tag)),
      zeros: () => short.map(() => group.hashToCurve(new Uint8Array(32), tag)),
      'a tag of 255 bytes': () =>
        short.map((message) => group.hashToCurve(message, { dst: 'x'.repeat(255) })),
    };
    calls[`${group.name}: hashToCurve of 64 KiB`] = {
      random: () => group.hashToCurve(random, tag),
      zeros: () => group.hashToCurve(new Uint8Array(2 ** 16), tag),
    };
  }
}

/** Points as the EIP encodes them. @param {any} group @param {any} points */
function eipPoints(group, points) {
  const bytes = points.toBytes('uncompressed');
  const elements = group.name.endsWith('g2') ? [1, 0, 3, 2] : [0, 1];
  const size = 48 * elements.length;
  return of(bytes.length / size, (i) => {
    const encoded = new Uint8Array(64 * elements.length);
    const point = bytes.slice(i * size, (i + 1) * size);
    if (point[0] & 0x40) return encoded;
    elements.forEach((from, to) =>
      encoded.set(point.subarray(48 * from, 48 * from + 48), 64 * to + 16),
    );
    return encoded;
  });
}

/** @param {any} bls @param {Calls} calls */
function eipCalls(bls, calls) {
  const { eip2537 } = bls;
  const n = 256;
  const concat = (/** @type {Uint8Array[]} */ parts) => new Uint8Array(Buffer.concat(parts));
  for (const [group, name] of [
    [bls.G1, 'g1'],
    [bls.G2, 'g2'],
  ]) {
    const points = group.randomPoints(n, 1);
    const encoded = eipPoints(group, points);
    const P = points.at(0);
    const opposite = eipPoints(group, group.points(of(n, (i) => (i % 2 ? P : P.negate()))));
    const [outside] = eipPoints(group, group.points([outsiderOf(group)], { check: false }));
    const scalars = group.randomScalars(n, 2);
    const random = of(n, (i) => scalars.subarray(32 * i, 32 * i + 32));
    const full = of(n, () => new Uint8Array(32).fill(255));
    const input = (/** @type {Uint8Array[]} */ list, /** @type {Uint8Array[]} */ ks) =>
      concat(list.flatMap((point, i) => [point, ks[i]]));
    const msm = (/** @type {Uint8Array} */ bytes) => tried(() => eip2537[`${name}Msm`](bytes));
    calls[`eip2537.${name}Msm of ${n}`] = {
      random: msm(input(encoded, random)),
      'opposite points': msm(input(opposite, random)),
      'scalars 2^256 − 1': msm(input(encoded, full)),
      'the last is outside the group': msm(input([...encoded.slice(1), outside], random)),
    };
    const add = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b) => {
      const both = concat([a, b]);
      return () => of(64, () => eip2537[`${name}Add`](both));
    };
    const none = new Uint8Array(encoded[0].length);
    calls[`eip2537.${name}Add, 64 times`] = {
      random: add(encoded[0], encoded[1]),
      equal: add(encoded[0], encoded[0]),
      opposite: add(opposite[0], opposite[1]),
      infinity: add(none, none),
      'outside the group': add(outside, outside),
    };
    const size = name === 'g1' ? 64 : 128;
    const element = (/** @type {number} */ value) => new Uint8Array(size).fill(value, size - 32);
    const map = (/** @type {Uint8Array} */ bytes) => () =>
      of(64, () => eip2537[name === 'g1' ? 'mapFpToG1' : 'mapFp2ToG2'](bytes));
    calls[`eip2537.${name === 'g1' ? 'mapFpToG1' : 'mapFp2ToG2'}, 64 times`] = {
      random: map(element(0x5a)),
      zero: map(element(0)),
      ones: map(element(255)),
    };
  }
  const k = 8;
  const Ps = eipPoints(bls.G1, bls.G1.randomPoints(k, 1));
  const Qs = eipPoints(bls.G2, bls.G2.randomPoints(k, 2));
  const [zeroP, zeroQ] = [new Uint8Array(128), new Uint8Array(256)];
  const check = (/** @type {(i: number) => Uint8Array[]} */ pair) => {
    const bytes = concat(of(k, pair).flat());
    return tried(() => eip2537.pairing(bytes));
  };
  const [out] = eipPoints(bls.G2, bls.G2.points([outsiderOf(bls.G2)], { check: false }));
  calls[`eip2537.pairing of ${k}`] = {
    random: check((i) => [Ps[i], Qs[i]]),
    'equal pairs': check(() => [Ps[0], Qs[0]]),
    infinity: check(() => [zeroP, zeroQ]),
    'infinity beside points': check((i) => [zeroP, Qs[i]]),
    'the last is outside the group': check((i) => [Ps[i], i === k - 1 ? out : Qs[i]]),
  };
}

/** @param {any} bls @param {Calls} calls */
async function kzgCalls(bls, calls) {
  const kzg = await bls.kzg(mainnet, { memory: 2 ** 24 });
  const { order } = bls.G1;
  const element = (/** @type {bigint} */ k) =>
    Uint8Array.from(Buffer.from(k.toString(16).padStart(64, '0'), 'hex'));
  const blob = bls.G1.randomScalars(4096, 1);
  const blobs = /** @type {Record<string, Uint8Array>} */ ({
    random: blob,
    zeros: new Uint8Array(blob.length),
    'equal elements': new Uint8Array(Buffer.concat(of(4096, () => element(order / 3n)))),
    'elements order − 1': new Uint8Array(Buffer.concat(of(4096, () => element(order - 1n)))),
    'elements 1': new Uint8Array(Buffer.concat(of(4096, () => element(1n)))),
  });
  const each = (/** @type {(blob: Uint8Array) => any} */ call) =>
    Object.fromEntries(Object.entries(blobs).map(([name, bytes]) => [name, () => call(bytes)]));
  const z = element(order / 7n);
  calls['kzg.blobToKzgCommitment'] = each((bytes) => kzg.blobToKzgCommitment(bytes));
  calls['kzg.computeKzgProof'] = {
    ...each((bytes) => kzg.computeKzgProof(bytes, z)),
    'in the domain': () => kzg.computeKzgProof(blob, element(1n)),
  };
  const sixth = Object.values(blobs).concat(blob);
  const commitments = sixth.map((bytes) => kzg.blobToKzgCommitment(bytes));
  const proofs = sixth.map((bytes, i) => kzg.computeBlobKzgProof(bytes, commitments[i]));
  calls['kzg.computeBlobKzgProof'] = each((bytes) =>
    kzg.computeBlobKzgProof(bytes, commitments[sixth.indexOf(bytes)]),
  );
  const [proof, y] = kzg.computeKzgProof(blob, z);
  calls['kzg.verifyKzgProof, 16 times'] = {
    random: () => of(16, () => kzg.verifyKzgProof(commitments[0], z, y, proof)),
    'a false one': () => of(16, () => kzg.verifyKzgProof(commitments[0], z, y, proofs[0])),
    infinity: () => of(16, () => kzg.verifyKzgProof(commitments[1], z, y, proofs[1])),
  };
  calls['kzg.verifyBlobKzgProof'] = {
    ...each((bytes) => {
      const i = sixth.indexOf(bytes);
      return kzg.verifyBlobKzgProof(bytes, commitments[i], proofs[i]);
    }),
    'a false one': () => kzg.verifyBlobKzgProof(blob, commitments[0], proofs[1]),
  };
  const six = (/** @type {any[]} */ list) => of(6, () => list[0]);
  calls['kzg.verifyBlobKzgProofBatch of 6'] = {
    random: () => kzg.verifyBlobKzgProofBatch(six(sixth), six(commitments), six(proofs)),
    'other blobs': () => kzg.verifyBlobKzgProofBatch(sixth, commitments, proofs),
    'the last is false': () =>
      kzg.verifyBlobKzgProofBatch(six(sixth), six(commitments), [
        ...six(proofs).slice(1),
        proofs[1],
      ]),
  };
  const [cells, cellProofs] = kzg.computeCellsAndKzgProofs(blob);
  const constant = kzg.computeCellsAndKzgProofs(blobs['equal elements']);
  calls['kzg.computeCells'] = each((bytes) => kzg.computeCells(bytes));
  calls['kzg.computeCellsAndKzgProofs'] = each((bytes) => kzg.computeCellsAndKzgProofs(bytes));
  const all = of(128, (i) => i);
  const some = (/** @type {(i: number) => boolean} */ isKept, /** @type {any} */ list = cells) => {
    const kept = all.filter(isKept);
    return () =>
      kzg.recoverCellsAndKzgProofs(
        kept,
        kept.map((i) => list[i]),
      );
  };
  calls['kzg.recoverCellsAndKzgProofs of 64'] = {
    random: some((i) => (37 * i) % 128 < 64),
    'the first half': some((i) => i < 64),
    'every second': some((i) => i % 2 === 0),
    'equal elements': some((i) => i < 64, constant[0]),
  };
  const commitment = commitments[0];
  const verify = (/** @type {any[]} */ list, /** @type {any[]} */ its) => () =>
    kzg.verifyCellKzgProofBatch(
      of(128, () => commitment),
      all,
      list,
      its,
    );
  calls['kzg.verifyCellKzgProofBatch of 128'] = {
    random: verify(cells, cellProofs),
    'the last is false': verify([...cells.slice(0, 127), cells[0]], cellProofs),
    'other cells': verify(constant[0], cellProofs),
    'equal proofs': verify(
      cells,
      of(128, () => cellProofs[0]),
    ),
    'one cell 128 times': () =>
      kzg.verifyCellKzgProofBatch(
        of(128, () => commitment),
        of(128, () => 5),
        of(128, () => cells[5]),
        of(128, () => cellProofs[5]),
      ),
    'other commitments': () =>
      kzg.verifyCellKzgProofBatch(
        of(128, (i) => commitments[i % 5]),
        all,
        cells,
        cellProofs,
      ),
  };
}

/**
 * @param {{ bls: any }} instances
 * @param {Calls} calls
 */
export async function pairingAndKzgCalls({ bls }, calls) {
  pairingCalls(bls, calls);
  eipCalls(bls, calls);
  await kzgCalls(bls, calls);
}
