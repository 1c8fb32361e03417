/**
 * Steps of Miller's loop on records of elements of Fp²: u = −x_P/y_P, v = 1/y_P, the affine Q =
 * (x, y), and T = (X : Y : Z). The line of a step, at P, is l0 + l1·w² + l2·w³ (or, for a twist of
 * type D, l2 + l1·w + l0·w³), and in memory of the module.
 */
import { ofTwist } from './endomorphisms.js';
import { reader } from './notation.js';
import { outZ, product12, towerVocabulary, twelve } from './tower.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 *
 * b of the twist, and whether it is of type D.
 * @typedef {{ b: [bigint, bigint], isD: boolean }} Twist
 */

/** T = 2T, and the tangent. @param {string} u @param {string} v */
function doubling(u, v) {
  const [B, E, H] = ['Y^2', '(3*b*Z^2)', '(2*Y*Z)'];
  return `
    out record+4: X = 2*X*Y*(${B} - 3*${E}), Y = (${B} + 3*${E})^2 - 12*${E}^2, Z = 4*${B}*${H}
    out of tower_double_step: l0 = (${B} - ${E})*${v}, l1 = 3*X^2*${u}, l2 = ${H}`;
}

/** T = T + (x, y), and the line. @param {string} u @param {string} v */
function addition(u, v, x = 'x', y = 'y') {
  const [N, D] = [`(Y - ${y}*Z)`, `(X - ${x}*Z)`];
  const V = `(${D}^2*X)`;
  const W = `(${D}^3 - 2*${V} + ${N}^2*Z)`;
  return `
    out record+4: X = ${D}*${W}, Y = ${N}*(${V} - ${W}) - ${D}^3*Y, Z = Z*${D}^3
    out of tower_double_step: l0 = (${N}*${x} - ${D}*${y})*${v}, l1 = ${N}*${u}, l2 = ${D}`;
}

/** Q if a kind has bit 4, turned by ψ; if it has bit 2, negated. @param {number} kind */
export function turned(kind) {
  const [x, y] = ['x', 'y'].map((c) => (kind & 4 ? `(c${c}*(${c}Re - i*${c}Im))` : c));
  return [x, kind & 2 ? `(-${y})` : y];
}
/** After a step of a kind: it is not left negated, if that is all. @param {number} kind */
export const turnedAfter = (kind) => turned((kind & 6) === 2 ? 0 : kind);

/**
 * @param {Field} field @param {[bigint, bigint]} xi @param {Twist} twist
 * @returns {(name: string) => Claim[]}
 */
export function lineClaims(field, xi, { b, isD }) {
  const { types, slot } = towerVocabulary(field);
  // Elements of Fp are, on fma, the first lanes of elements of Fp².
  const isDigits = field.most === 0n;
  const [u, v] = isDigits ? ['uRe', 'vRe'] : ['u', 'v'];
  const vocabulary = { field, slot, types: isDigits ? { ...types, number: types[''] } : types };
  /** @type {[string, [bigint, bigint]][]} */
  const constants = [
    ['xi', xi],
    ['b', b],
  ];
  const claim = reader({ ...vocabulary, more: { constants: new Map(constants) } });
  const turns = new Map([...constants, ...ofTwist(field, { xi, isDivided: isD }).constants]);
  const turning = reader({ ...vocabulary, more: { constants: turns } });

  const byKind = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((kind) => {
    const [x, y] = turned(kind);
    const sum = kind ? `T + (${x}, ${y})` : '2T';
    const [nextX, nextY] = turnedAfter(kind);
    return [
      turning(`tower_turn(Q, kind = ${kind}) Q = (${x}, ${y})
        disjoint
        in Q: x, y
        out Q: x = ${x}, y = ${y}`),
      turning(`tower_turn_all(records, count, kind = ${kind}) each Q = (${x}, ${y})
        disjoint
        in records+2: x, y
        out records+2: x = ${x}, y = ${y}
        each count: records ${6 * slot} nonempty`),
      turning(`tower_step(record, kind = ${kind}) T = ${sum}, and its line
        disjoint
        in record: u ~number, v ~number, x, y, X, Y, Z
        ${kind ? addition(u, v, x, y) : doubling(u, v)}
        out record+2: x = ${nextX}, y = ${nextY}`),
    ];
  });
  const x12 = `in x: ${twelve('x').join(', ')}`;
  /** z = x·line. @param {string} l0 @param {string} l1 @param {string} l2 */
  const timesLine = (l0, l1, l2) => {
    const line = isD ? [l2, '0', '0', l1, l0, '0'] : [l0, l1, '0', '0', l2, '0'];
    return outZ(product12(twelve('x'), line));
  };
  const claims = [
    ...byKind,
    claim(`tower_double_step(record) T = 2T, and its line
      disjoint
      in record: u ~number, v ~number
      in record+4: X, Y, Z
      ${doubling(u, v)}`),
    claim(`tower_add_step(record) T = T + Q, and its line
      disjoint
      in record: u ~number, v ~number, x, y, X, Y, Z
      ${addition(u, v)}`),
    claim(`tower_line(z, x) z = x·line
      disjoint
      ${x12}
      in of tower_double_step: l0, l1, l2
      ${timesLine('l0', 'l1', 'l2')}`),
    claim(`tower_stored_line(z, x, stored, P) z = x·(l0·v, l1·u, 1)
      disjoint
      ${x12}
      in stored: l0, l1
      in P: u ~number, v ~number
      ${timesLine(`l0*${v}`, `l1*${u}`, 'one')}`),
    claim(`tower_times_b(z, x) z = bx
      disjoint
      in x
      out z = b*x`),
    claim(`tower_conjugate(z, x)
      in x
      out z = xRe - i*xIm`),
  ];
  return (name) => claims.filter((one) => one.name === name);
}
