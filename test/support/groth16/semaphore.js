/** The statement of a Semaphore proof (version 4), by Poseidon and Baby Jubjub of @noble/curves. */
import { grainGenConstants, poseidon } from '@noble/curves/abstract/poseidon.js';
import { bn254 } from '@noble/curves/bn254.js';
import { babyjubjub } from '@noble/curves/misc.js';

/** Of two inputs, as circomlib has it. */
const shape = { Fp: bn254.fields.Fr, t: 3, roundsFull: 8, roundsPartial: 57, sboxPower: 5 };
const permute = poseidon({ ...shape, ...grainGenConstants(shape) });

/** @param {bigint} a @param {bigint} b */
const hash = (a, b) => permute([0n, a, b])[0];

/**
 * The public signals of a member of a group.
 * @param {{ secret: bigint, index: number, siblings: bigint[], message: bigint, scope: bigint }}
 *   member `siblings`: from the leaf on
 * @returns {string[]} the group's root, the nullifier, message and scope
 */
export function semaphoreSignals({ secret, index, siblings, message, scope }) {
  const { x, y } = babyjubjub.Point.BASE.multiply(secret).toAffine();
  let root = hash(x, y);
  siblings.forEach((sibling, i) => {
    root = (index >> i) & 1 ? hash(sibling, root) : hash(root, sibling);
  });
  return [root, hash(scope, secret), message, scope].map(String);
}
