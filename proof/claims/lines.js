/**
 * Steps of Miller's loop on records of elements of Fp²: u = −x_P/y_P, v = 1/y_P, the affine Q =
 * (x, y), and T = (X : Y : Z). The line of a step, at P, is l0 + l1·w² + l2·w³ (or, for a twist of
 * type D, l2 + l1·w + l0·w³), and in memory of the module.
 */
import { digitRanges } from './digits.js';
import { ofTwist } from './endomorphisms.js';
import { product12 } from './tower.js';
import { upTo } from './claim.js';

/**
 * @import { Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 *
 * b of the twist, and whether it is of type D.
 * @typedef {{ b: [bigint, bigint], isD: boolean }} Twist
 */

const DOUBLE = 'tower_double_step';
const [B, E, H, N, D] = ['Y^2', '(3*b*Z^2)', '(2*Y*Z)', '(Y - y*Z)', '(X - x*Z)'];
const V = `(${D}^2*X)`;
const W = `(${D}^3 - 2*${V} + ${N}^2*Z)`;

/** @param {string} u @param {string} v */
const DOUBLINGS = (u, v) => [
  `2*X*Y*(${B} - 3*${E})`,
  `(${B} + 3*${E})^2 - 12*${E}^2`,
  `4*${B}*${H}`,
  ...[`(${B} - ${E})*${v}`, `3*X^2*${u}`, H],
];
/** @param {string} u @param {string} v */
const ADDITIONS = (u, v) => [
  ...[`${D}*${W}`, `${N}*(${V} - ${W}) - ${D}^3*Y`, `Z*${D}^3`],
  ...[`(${N}*x - ${D}*y)*${v}`, `${N}*${u}`, D],
];

/**
 * @param {Field} field
 * @param {[bigint, bigint]} xi
 * @param {Twist} twist
 * @returns {(name: string) => Claim[]}
 */
export function lineClaims(field, xi, { b, isD }) {
  const isDigits = field.most === 0n;
  const range = isDigits ? digitRanges(field).stored : upTo(field.most);
  const slot = isDigits ? field.slot : 2 * field.slot;
  const layout = field.extension;
  // Elements of Fp; of fma the first lane counts.
  const scalar = isDigits ? layout : field.layout;
  const [u, v] = isDigits ? ['uRe', 'vRe'] : ['u', 'v'];
  const common = {
    ...{ field, isDisjoint: true },
    constants: new Map([
      ['xi', xi],
      ['b', b],
    ]),
  };
  /** @param {string} name @param {string} param @param {number} i @returns {Place} */
  const at = (name, param, i) => ({ name, param, layout, range, offset: slot * i });
  /** @param {string} name */
  const line = (name) => ({ name, layout, range, own: DOUBLE });
  const P = ['u', 'v'].map((name, i) => ({ ...at(name, 'record', i), layout: scalar }));
  const Q = ['x', 'y'].map((name, i) => at(name, 'record', 2 + i));
  const T = ['X', 'Y', 'Z'].map((name, i) => at(name, 'record', 4 + i));
  /**
   * @param {string} name
   * @param {string} title
   * @param {Place[]} inputs
   * @param {string[]} formulas
   */
  const step = (name, title, inputs, formulas) => ({
    ...{ name, title, params: ['record'], inputs, ...common },
    outputs: [...T, ...['l0', 'l1', 'l2'].map(line)].map((place, i) => ({
      ...place,
      formula: formulas[i],
    })),
  });
  const twelve = [0, 1, 2, 3, 4, 5];
  const x12 = twelve.map((k) => at(`x${k}`, 'x', k));
  /** z = x·line. @param {string} name @param {Partial<Claim>} more @param {string[]} l */
  const product = (name, more, [l0, l1, l2]) => {
    const y = isD ? [l2, '0', '0', l1, l0, '0'] : [l0, l1, '0', '0', l2, '0'];
    const formulas = product12(
      x12.map((one) => one.name),
      y,
    );
    const outputs = twelve.map((k) => ({ ...at(`z${k}`, 'z', k), formula: formulas[k] }));
    return { ...{ name, params: ['z', 'x'], inputs: x12, ...common }, ...more, outputs };
  };
  /** Of ψ, by which Q is turned. */
  const turns = ofTwist(field, { xi, isDivided: isD });
  /** Q if a kind has bit 4, turned by ψ; if it has bit 2, negated. @param {number} kind */
  const turned = (kind) => {
    const [x, y] = ['x', 'y'].map((c) => (kind & 4 ? `(c${c}*(${c}Re - i*${c}Im))` : c));
    return [x, kind & 2 ? `(-${y})` : y];
  };
  const byKind = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((kind) => {
    const more = {
      ...{ ...common, numbers: new Map([['kind', BigInt(kind)]]) },
      constants: new Map([...common.constants, ...turns.constants]),
    };
    const [x, y] = turned(kind);
    const after = kind === 0 ? ['x', 'y'] : turned((kind & 6) === 2 ? 0 : kind);
    const ofQ = ['x', 'y'].map((name, i) => at(name, 'Q', i));
    const [double, add] = [DOUBLINGS, ADDITIONS].map((of) => of(u, v));
    const formulas = kind
      ? add.map((one) => one.replace(/\b[xy]\b/g, (name) => (name === 'x' ? x : y)))
      : double;
    const places = [...T, ...['l0', 'l1', 'l2'].map(line), ...Q];
    return [
      {
        ...{ name: 'tower_turn', title: `Q = (${x}, ${y})`, params: ['Q', 'kind'], inputs: ofQ },
        outputs: ofQ.map((place, i) => ({ ...place, formula: [x, y][i] })),
        ...more,
      },
      {
        ...{ name: 'tower_turn_all', title: `each Q = (${x}, ${y})` },
        params: ['records', 'count', 'kind'],
        inputs: Q.map((place) => ({ ...place, param: 'records' })),
        outputs: Q.map((place, i) => ({ ...place, param: 'records', formula: [x, y][i] })),
        list: {
          strides: new Map([['records', BigInt(6 * slot)]]),
          count: 'count',
          isNonEmpty: true,
        },
        ...more,
      },
      {
        ...{ name: 'tower_step', params: ['record', 'kind'], inputs: [...P, ...Q, ...T] },
        title: kind ? `T = T + (${x}, ${y}), and its line` : 'T = 2T, and its line',
        outputs: places.map((place, i) => ({ ...place, formula: [...formulas, ...after][i] })),
        ...more,
      },
    ];
  });
  const claims = [
    ...byKind,
    step(DOUBLE, 'T = 2T, and its line', [...P, ...T], DOUBLINGS(u, v)),
    step('tower_add_step', 'T = T + Q, and its line', [...P, ...Q, ...T], ADDITIONS(u, v)),
    product(
      'tower_line',
      { title: 'z = x·line', inputs: [...x12, ...['l0', 'l1', 'l2'].map(line)] },
      ['l0', 'l1', 'l2'],
    ),
    product(
      'tower_stored_line',
      {
        ...{ title: 'z = x·(l0·v, l1·u, 1)', params: ['z', 'x', 'stored', 'P'] },
        inputs: [
          ...[...x12, at('l0', 'stored', 0), at('l1', 'stored', 1)],
          ...P.map((place) => ({ ...place, param: 'P' })),
        ],
      },
      [`l0*${v}`, `l1*${u}`, 'one'],
    ),
    {
      ...{ name: 'tower_times_b', title: 'z = bx', params: ['z', 'x'], ...common },
      inputs: [at('x', 'x', 0)],
      outputs: [{ ...at('z', 'z', 0), formula: 'b*x' }],
    },
    {
      ...{ name: 'tower_conjugate', params: ['z', 'x'], ...common, isDisjoint: false },
      inputs: [at('x', 'x', 0)],
      outputs: [{ ...at('z', 'z', 0), formula: 'xRe - i*xIm' }],
    },
  ];
  return (name) => claims.filter((one) => one.name === name);
}
