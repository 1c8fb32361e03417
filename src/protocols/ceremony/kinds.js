/** The files of a ceremony: their sections, and in which order a verifier takes these. */
import { mostOfKey } from '../groth16/key-sections.js';
import { ZKEY } from '../groth16/sections.js';

/** @import { SectionPlan } from '../groth16/section-order.js' */

/** Bytes of all records of a file at most: some 40,000 of the first phase. */
const MOST_RECORDS = 2 ** 26;

/** Bytes of a header at most. */
const MOST_HEADER = 2 ** 8;

/** Powers of τ, and who has contributed to them. */
export const PTAU = {
  letters: 'ptau',
  version: 1,
  sections: new Map([
    [1, 'header'],
    [2, 'τ in G1'],
    [3, 'τ in G2'],
    [4, 'ατ in G1'],
    [5, 'βτ in G1'],
    [6, 'β in G2'],
    [7, 'contributions'],
    [12, 'Lagrange form of τ in G1'],
    [13, 'Lagrange form of τ in G2'],
    [14, 'Lagrange form of ατ in G1'],
    [15, 'Lagrange form of βτ in G1'],
  ]),
};

/** Constraints of a circuit. */
export const R1CS = {
  letters: 'r1cs',
  version: 1,
  sections: new Map([
    [1, 'header'],
    [2, 'constraints'],
    [3, 'labels'],
    [4, 'custom gates'],
    [5, 'uses of custom gates'],
  ]),
};

/** Sections of powers in the Lagrange form. */
export const LAGRANGE = [12, 13, 14, 15];

const KEPT = { refusesOthers: true, isKept: true };

/** The hash of the points begins with what the last record says. @type {SectionPlan} */
export const ptauPlan = {
  ...KEPT,
  kind: PTAU,
  required: [1, 2, 3, 4, 5, 6, 7],
  optional: LAGRANGE,
  most: (id) => (id === 1 ? MOST_HEADER : id === 7 ? MOST_RECORDS : Infinity),
  before: (id) =>
    id === 1 ? [] : id === 7 ? [1] : id < 7 ? [1, 7, ...range(2, id)] : [1, 7, id - 10],
};

/** Of a file whose hash is known. @type {SectionPlan} */
export const publishedPlan = { ...ptauPlan, before: (id) => (id === 1 ? [] : [1]) };

/** For a key. @type {SectionPlan} */
export const powersPlan = { ...publishedPlan, refusesOthers: false };

/**
 * Labels before constraints: a header alone justifies no memory for wires.
 * @type {SectionPlan}
 */
export const r1csPlan = {
  ...KEPT,
  kind: R1CS,
  required: [1, 2, 3],
  optional: [4, 5],
  most: (id) => (id === 1 ? MOST_HEADER : Infinity),
  before: (id) => (id === 1 ? [] : id === 2 ? [1, 3] : [1]),
};

/** IC, A, B1 and B2 are hashed in this order. @type {SectionPlan} */
export const zkeyPlan = {
  ...KEPT,
  kind: ZKEY,
  required: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  optional: [],
  most: (id) => (id === 10 ? MOST_RECORDS : mostOfKey(id)),
  before(id) {
    const before = [1, 2, 3, 5, 6].filter((own) => own < id);
    return [3, 5, 6, 7].includes(id) ? before : before.slice(0, 2);
  },
};

/** Of the key before any contribution C alone. @type {SectionPlan} */
export const initialPlan = { ...zkeyPlan, required: [1, 2, 8], refusesOthers: false };

/** @type {(from: number, to: number) => number[]} */
function range(from, to) {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
