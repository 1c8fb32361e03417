/** That `complexity.js` has worst inputs of every public call that takes an attacker's input. */
import { expect, it } from 'vitest';
import * as creators from '../../src/index.js';
import { BatchVerifier } from '../../src/protocols/batches.js';
import { readBytes } from '../support/vectors.js';
import { createField } from '../../src/curve.js';
import { GOLDILOCKS, fieldPage } from '../support/own-field.js';
import { sections } from './complexity/index.js';

const vkey = new TextDecoder().decode(readBytes('groth16/cubic.vkey.json'));

/** Calls whose arguments are the program's own. */
const OWN = new Set([
  ...['Bls12381.kzg', 'Banderwagon.verkle', 'Kzg.prepare'],
  ...['PairingFriendly.groth16', 'Group.scalarField', 'Secp256k1.xOnly'],
  ...['Group.randomPoints', 'Group.randomScalars', 'Groth16.witness', 'Groth16.fullProve'],
]);

/** Calls that do the work of another one that is measured. */
const SAME = new Map([
  ['OwnField.rootOfUnity', 'ScalarField.rootOfUnity'],
  ['Kzg.blobToCommitment', 'Kzg.blobToKzgCommitment'],
  ['Point.toString', 'Point.toHex'],
  ['Groth16.prove', 'Groth16.provingKey'],
  ['Point.toJSON', 'Point.toHex'],
  ['Gt.toString', 'Gt.toBytes'],
  ['Gt.toJSON', 'Gt.toBytes'],
  ['KzgHex.computeBlobProof', 'Kzg.computeBlobKzgProof'],
  ['KzgHex.computeCells', 'Kzg.computeCells'],
  ['KzgHex.computeCellsAndProofs', 'Kzg.computeCellsAndKzgProofs'],
  ['KzgHex.recoverCellsAndProofs', 'Kzg.recoverCellsAndKzgProofs'],
  ['KzgHex.verifyBlobProofBatch', 'Kzg.verifyBlobKzgProofBatch'],
  ['ScalarVector.toString', 'ScalarVector.at'],
  ['ScalarVector.toJSON', 'ScalarVector.at'],
  // The text of those bytes; the other two throw.
  ['PointVector.toHex', 'PointVector.toBytes'],
  ['PointVector.toString', 'PointVector.toBytes'],
  ['PointVector.toJSON', 'PointVector.toBytes'],
]);

/** @param {any} object @param {string} [name] of its class @returns {string[]} its methods */
function callsOf(object, name) {
  const found = [];
  for (let of = object; of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    // Bound members and those of the shared base are the object's own.
    const own = Object.hasOwn(of, 'constructor') && of !== BatchVerifier.prototype;
    const owner = own ? of.constructor : object.constructor;
    for (const method of Object.getOwnPropertyNames(of)) {
      const { value } = /** @type {any} */ (Object.getOwnPropertyDescriptor(of, method));
      if (typeof value !== 'function' || ['constructor', 'dispose'].includes(method)) continue;
      // A method of a class, bound.
      if (of === object && method in Object.getPrototypeOf(object)) continue;
      // The work of the call without slices: test/fuzz/gaps.js.
      if (!method.endsWith('Async')) found.push(`${name ?? owner.name}.${method}`);
    }
  }
  return found;
}

it('every public call is measured', async () => {
  const options = /** @type {const} */ ({ backend: 'portable' });
  const bls = await creators.createBls12381(options);
  const secp = await creators.createSecp256k1(options);
  const bw = await creators.createBanderwagon(options);
  const { G1, G2 } = bls;
  const bn = await creators.createBn254(options);
  const pasta = await creators.createPasta(options);
  const Fr = await bn.G1.scalarField();
  const own = await createField(await fieldPage(GOLDILOCKS), options);
  const groth16 = await bn.groth16();
  const vk = groth16.verifyingKey(vkey);
  const points = G1.randomPoints(4096, 1);
  const kzg = await bls.kzg({ g1LagrangeBitReversed: points });
  const objects = [
    ...[bls, secp, bw, G1, secp.group, bls.minPk, secp.ecdsa, secp.schnorr, points, G1.generator],
    ...[await G1.fixedBasis(points.slice(0, 1)), await bw.verkle({ memory: 2 ** 14 })],
    ...[bls.eip2537, bls.pairing(G1.generator, G2.generator), kzg],
    ...[bn, bn.evm, pasta, Fr, Fr.zeros(1), groth16, vk, own.field],
  ];
  const expected = new Set([
    ...objects.flatMap((of) => callsOf(of)),
    ...callsOf(kzg.hex, 'KzgHex'),
  ]);
  /** @type {Record<string, any>} */
  const calls = {};
  for (const add of Object.values(sections)) await add({ bls, secp, bw, bn, pasta }, calls);
  const measured = new Set(Object.keys(calls).map((key) => key.split(/,| of /)[0]));
  expect(expected.size).toBeGreaterThan(80);
  const missing = [...expected].filter(
    (name) => !OWN.has(name) && !measured.has(SAME.get(name) ?? name),
  );
  expect(missing).toEqual([]);
  // No row is of a call that was renamed.
  expect([...measured].filter((name) => !expected.has(name))).toEqual([]);
  for (const variants of Object.values(calls))
    expect(Object.keys(variants).length).toBeGreaterThan(1);
});
