/**
 * Steps of Miller's loop that add more than Q (../../src/reference/pairing-families.js): −Q, where
 * digits are signed, and images of Q under π, the p-th power map of the curve, taken to the twist.
 * Q is changed in its record before such a step; −Q is Q again after it.
 *
 * The kinds of the steps are bytes in memory, so a loop may be of any length.
 */

import { ADD, FROBENIUS, NEGATED } from '../../src/reference/pairing-families.js';
import { i32 } from '../emit/instructions.js';
import { elementsOf, integer } from './tower.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { PairingConfig } from './config.js' */
/** @import { PairingField } from './field.js' */

/** Places of Q and elements of an affine record; how the steps of lines.js are called. */
/** @typedef {{ Q: number, affine: number }} RecordShape */

/** @typedef {{ double: Callable, add: Callable, steps: Callable }} PlainSteps */

/** The parameters of `steps`. */
export const STEPS_PARAMS = /** @type {const} */ ({
  lines: 'i32',
  stride: 'i32',
  records: 'i32',
  count: 'i32',
  work: 'i32',
  adds: 'i32',
});

/**
 * @param {ModuleBuilder} m
 * @param {PairingField} field
 * @param {PairingConfig} config
 * @param {RecordShape} shape
 * @param {PlainSteps} plain
 */
export function emitSchedule(m, field, { steps: kinds, frobenius }, shape, plain) {
  const { at } = elementsOf(field);
  const { multiply, conjugate, sum, elementBytes } = field;
  const table = field.reserve(kinds.length);
  m.dataAt(table, Uint8Array.from(kinds));
  const factors = [frobenius.x, frobenius.y].map(field.constant);
  const turn = m.func(
    'tower_turn',
    { params: { Q: 'i32', kind: 'i32' }, doc: 'Q = π(Q), Q = −Q, or both, by the bits of kind.' },
    (f, { Q, kind }) => {
      const [x, y] = [at(Q, 0), at(Q, 1)];
      f.if(i32.and(kind, FROBENIUS), () => {
        [x, y].forEach((c, i) => f.emit(conjugate.call(c, c), multiply.call(c, c, factors[i])));
      });
      f.if(i32.and(kind, NEGATED), () => f.emit(sum([integer(-1)]).call(y, y)));
    },
  );
  /** The bits of a turn that is undone after its step; none if π was taken. */
  const undone = (/** @type {import('../emit/module.js').Local} */ kind) =>
    i32.eq(i32.and(kind, NEGATED + FROBENIUS), NEGATED);
  const one = m.func(
    'tower_step',
    { params: { record: 'i32', kind: 'i32' }, doc: 'A step of a projective record, by its kind.' },
    (f, { record, kind }) => {
      f.if(
        kind,
        () => {
          f.emit(turn.call(at(record, shape.Q), kind), plain.add.call(record));
          f.if(undone(kind), () => f.emit(turn.call(at(record, shape.Q), NEGATED)));
        },
        () => f.emit(plain.double.call(record)),
      );
    },
  );
  const turnAll = m.func(
    'tower_turn_all',
    { params: { records: 'i32', count: 'i32', kind: 'i32' }, doc: 'For count ≥ 1 affine records.' },
    (f, { records, count, kind }) =>
      f.loop((again) => {
        f.emit(turn.call(at(records, shape.Q), kind));
        f.set(records, i32.add(records, shape.affine * elementBytes));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      }),
  );
  const steps = m.func(
    'pairing_steps',
    { params: STEPS_PARAMS, exported: true, doc: 'As tower_steps; adds: the kind of the step.' },
    (f, { lines, stride, records, count, work, adds }) => {
      f.if(i32.and(adds, NEGATED + FROBENIUS), () => f.emit(turnAll.call(records, count, adds)));
      f.emit(plain.steps.call(lines, stride, records, count, work, i32.and(adds, ADD)));
      f.if(undone(adds), () => f.emit(turnAll.call(records, count, NEGATED)));
    },
  );
  m.func(
    'pairing_step_at',
    { params: { index: 'i32' }, result: 'i32', exported: true, doc: 'Its kind; −1 at the end.' },
    (f, { index }) => {
      f.if(i32.ge_u(index, kinds.length), () => f.return(-1));
      f.result(i32.load8_u(i32.add(index, table)));
    },
  );
  return { one, steps, table };
}
