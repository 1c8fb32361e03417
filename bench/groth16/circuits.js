/** The circuits that are measured, by name. Runs in Node and in pages. */
import { Circuit } from '../../test/support/groth16/circuits.js';
import { groth16Curves } from '../../test/support/groth16/curves.js';

/** Keys of larger circuits take minutes to make. */
const LEVELS = [10, 13, 16, 18, 20];

/** Of the domain, how much the constraints fill: of the largest half, as a full one took 13 GB. */
const fullness = (/** @type {number} */ level) => (level < 20 ? 0.96 : 0.51);

/** Bits of the register, and the places that a new one is made of. */
const [REGISTER, TAPS] = [256, [1, 201]];

export const circuitNames = ['chain', 'bits'].flatMap((kind) =>
  LEVELS.map((level) => `${kind}${level}`),
);

/** @param {string} name one of `circuitNames`, or with another logarithm of the domain's size */
export function circuitOf(name) {
  const curve = /** @type {typeof groth16Curves[number]} */ (
    groth16Curves.find((own) => own.name === 'bn128')
  );
  const level = Number(name.replace(/^\D+/, ''));
  const rows = fullness(level) * 2 ** level;
  const circuit = new Circuit(curve.r);
  const y = circuit.public(0n);
  const last = name.startsWith('chain')
    ? circuit.chain(circuit.wire(5n), Math.floor((rows - 2) / 3))
    : register(circuit, rows);
  circuit.values[y] = circuit.values[last];
  circuit.constrain(new Map([[last, 1n]]), new Map([[0, 1n]]), new Map([[y, 1n]]));
  return { circuit, curve };
}

/**
 * A register with feedback: each new bit is the sum of two modulo 2, a + b − 2ab.
 * @param {Circuit} circuit
 * @param {number} rows
 * @returns {number} the last bit
 */
function register(circuit, rows) {
  /** @type {number[]} */
  const bits = [];
  for (let i = 0; i < REGISTER; i++) {
    const bit = circuit.wire(BigInt((i * i) % 3 === 1));
    circuit.constrain(new Map([[bit, 1n]]), new Map([[bit, 1n]]).set(0, -1n), new Map());
    bits.push(bit);
  }
  while (circuit.rows.length < rows - 2) {
    const [a, b] = TAPS.map((back) => bits[bits.length - back]);
    const [x, y] = [a, b].map((wire) => circuit.values[wire]);
    const bit = circuit.wire(x ^ y);
    const sum = new Map([[a, 1n]]).set(b, 1n).set(bit, -1n);
    circuit.constrain(new Map([[a, 2n]]), new Map([[b, 1n]]), sum);
    bits.push(bit);
  }
  return bits[bits.length - 1];
}
