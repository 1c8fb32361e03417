/**
 * Verkle proofs verified as the papers write them, slowly: the vectors are folded in every round,
 * polynomials are Lagrange's, points are those of the oracle, and the transcript is one buffer.
 * Nothing of src/protocols is in it.
 */
import { createHash } from 'node:crypto';
import { fromBytesLE, invert, mod, toBytesLE } from '../../src/math/modular.js';

const WIDTH = 256;

/**
 * L_i(t) = Π_{j ≠ i} (t − j)/(i − j).
 * @param {bigint} t
 * @param {bigint} order
 * @returns {bigint[]}
 */
export function lagrangeAt(t, order) {
  return Array.from({ length: WIDTH }, (_, i) => {
    let [above, below] = [1n, 1n];
    for (let j = 0; j < WIDTH; j++) {
      if (j === i) continue;
      above = mod(above * (t - BigInt(j)), order);
      below = mod(below * BigInt(i - j), order);
    }
    return mod(above * invert(below, order), order);
  });
}

/** @param {bigint[]} a @param {bigint[]} b @param {bigint} order */
const inner = (a, b, order) => a.reduce((sum, value, i) => mod(sum + value * b[i], order), 0n);

/** @param {string} label @param {bigint} order */
function createTranscript(label, order) {
  let buffer = Buffer.from(label);
  const append = (...parts) => {
    buffer = Buffer.concat([buffer, ...parts.map((part) => Buffer.from(part))]);
  };
  const challenge = (name) => {
    append(name);
    const value = fromBytesLE(createHash('sha256').update(buffer).digest()) % order;
    buffer = Buffer.alloc(0);
    append(name, toBytesLE(value, 32));
    return value;
  };
  return { append, challenge, scalar: (name, k) => append(name, toBytesLE(k, 32)) };
}

/**
 * A verifier over one group.
 * @param {{ order: bigint, basis: any[], Q: any, decode: (bytes: Uint8Array) => any,
 *   encode: (point: any) => Uint8Array,
 * }} group points of the oracle: G_0 …, Q; and their encodings, 32 bytes
 */
export function createSlowVerifier({ order, basis, Q, decode, encode }) {
  const times = (point, k) => point.multiplyUnsafe(mod(k, order));
  /**
   * @param {string} label
   * @param {Uint8Array} proof
   * @param {{ commitment: Uint8Array, z: number, y: bigint }[]} openings
   */
  return (label, proof, openings) => {
    const part = (i) => proof.slice(32 * i, 32 * i + 32);
    const transcript = createTranscript(label, order);
    transcript.append('multiproof');
    for (const { commitment, z, y } of openings) {
      transcript.append('C', commitment);
      transcript.scalar('z', BigInt(z));
      transcript.scalar('y', y);
    }
    const r = transcript.challenge('r');
    transcript.append('D', part(0));
    const t = transcript.challenge('t');
    let [E, y, power] = [times(Q, 0n), 0n, 1n];
    for (const opening of openings) {
      const factor = mod(power * invert(t - BigInt(opening.z), order), order);
      E = E.add(times(decode(opening.commitment), factor));
      y = mod(y + factor * opening.y, order);
      power = mod(power * r, order);
    }
    transcript.append('E', encode(E));
    const C = E.add(decode(part(0)).negate());
    transcript.append('ipa', 'C', encode(C));
    transcript.scalar('input point', t);
    transcript.scalar('output point', y);
    const q = times(Q, transcript.challenge('w'));
    let sum = C.add(times(q, y));
    let [G, b] = [basis, lagrangeAt(t, order)];
    for (let round = 0; round < 8; round++) {
      const [L, R] = [part(1 + round), part(9 + round)];
      transcript.append('L', L, 'R', R);
      const x = transcript.challenge('x');
      const inverse = invert(x, order);
      sum = sum.add(times(decode(L), x)).add(times(decode(R), inverse));
      const half = G.length / 2;
      G = G.slice(0, half).map((point, i) => point.add(times(G[i + half], inverse)));
      b = b.slice(0, half).map((value, i) => mod(value + b[i + half] * inverse, order));
    }
    const a = fromBytesLE(part(17));
    const wanted = times(G[0], a).add(times(q, inner([a], b, order)));
    return Buffer.compare(encode(sum), encode(wanted)) === 0;
  };
}
