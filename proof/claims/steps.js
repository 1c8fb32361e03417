/**
 * Lists of pairings in two loops, between which numbers of all elements are inverted: affine steps
 * of Miller's loop, T = 2T or T + Q, with lines λ·x − y; and −x/y and 1/y of points.
 */
import { turned, turnedAfter } from './lines.js';
import { ofTwist } from './endomorphisms.js';
import { reader } from './notation.js';
import { towerVocabulary } from './tower.js';

/**
 * @import { Field } from './fields.js'
 * @import { Twist } from './lines.js'
 * @import { Claims } from './modules.js'
 */

/**
 * @param {Field} field @param {[bigint, bigint]} xi @param {Twist} twist
 * @returns {Claims}
 */
export function listStepClaims(field, xi, { isD }) {
  const vocabulary = towerVocabulary(field);
  const { slot = 0 } = vocabulary;
  const read = reader({
    ...vocabulary,
    more: { isDisjoint: true, usesScratch: true },
  });
  const [two, six] = [2 * slot, 6 * slot];
  const points = read(
    `pairing_points(target, source, count, work) −x/y and 1/y of each, none of y is 0
      in source: x, y
      out target: u = -x*(1/y), v = 1/y
      each count: target ${two}, source ${two}, work ${slot} nonempty
      nonzero y`,
  );
  const { constants } = ofTwist(field, { xi, isDivided: isD });
  /**
   * @param {string} name
   * @param {number} adds
   * @param {number} [kind] by which Q is turned before it
   */
  const steps = (name, adds, kind = 0) => {
    const [x, y] = turned(kind);
    const [d, n, sum] = adds
      ? [`(X - ${x})`, `(Y - ${y})`, `(X + ${x})`]
      : ['(2*Y)', '3*X^2', '2*X'];
    const isOfKinds = name === 'pairing_steps' && isD;
    const T = `in records+2: x, y
      in records+4: X, Y`;
    /** Of λ = n·v. @param {string} v */
    const results = (v) => {
      const X3 = `((${n}*${v})^2 - ${sum})`;
      return `out records+4: X3 = ${X3}, Y3 = ${n}*${v}*(X - ${X3}) - Y
        out lines: l0 = ${n}*${v}*X - Y, l1 = ${n}*${v}`;
    };
    const title = `${adds ? `T + (${x}, ${y})` : '2T'} of each, and lines`;
    const after = turnedAfter(kind);
    return read(
      `${name}(lines, stride, records, count, work, adds = ${kind | adds}) ${title}
        ${T}
        ${isOfKinds ? `out records+2: x3 = ${after[0]}, y3 = ${after[1]}` : ''}
        ${results(`(1/${d})`)}
        each count: lines ${two}, records ${six}, work ${slot} nonempty
        nonzero ${d}`,
      {
        list: /** @type {any} */ ({ by: new Map([['lines', 'stride']]) }),
        constants: new Map(constants),
      },
    );
  };
  return (name) => {
    if (name === 'pairing_points') return [points];
    // Of type D also the last steps of BN curves are made.
    if (name === 'pairing_steps' && isD)
      return [0, 1, 2, 3, 4, 5, 6, 7].map((kind) => steps(name, kind & 1, kind & 6));
    return /^(tower|pairing)_steps$/.test(name) ? [steps(name, 0), steps(name, 1)] : [];
  };
}
