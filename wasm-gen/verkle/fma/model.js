/**
 * Maps elements to the Weierstrass model and back, and applies the endomorphism there, two points
 * at a time, by the formulas of ../model.js. Until the backward pass, the targets of a pair hold
 * its intermediate rows: the running product before it in the first, the denominators in the
 * second. A last point without a partner keeps its denominators in a separate row.
 */

import { i32 } from '../../emit/instructions.js';
import { loadRow } from '../../field/fma/index.js';
import { invert, mod } from '../../../src/math/modular.js';
import { scatter } from '../../field/fma/records.js';

/** @import { Expression } from '../../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Context } from './elements.js' */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 */
export function emitFmaModel(m, context) {
  const { field, rows: more, pairs, config } = context;
  const { p, model, psi } = config;
  const { multiply, multiplySubtract, square, rows, reserve, reserveRow, parameters } = field;
  const x = reserve(2 * parameters.laneBytes);
  const y = x + parameters.laneBytes;
  const [s, u, t, e] = Array.from({ length: 4 }, () => reserveRow());
  const out = { x: reserveRow(), y: reserveRow() };
  const shift = field.centredElement(model.shift);
  const minusShift = field.centredElement(-model.shift);
  const B = field.element(model.scale);
  const K = field.element(psi.K);
  const kappa = field.element(psi.kappa);
  const kappaBB = field.element(mod(psi.kappa * invert(model.scale, p) ** 2n, p));
  const isZero = (/** @type {number} */ row, /** @type {number} */ lane) =>
    pairs.isZero.call(row + 8 * lane);

  emitMap(
    m,
    context,
    { x, out },
    {
      name: 'points_to_model',
      doc: 'Elements to points of the model; the identity becomes infinity.',
      scale: field.element(invert(model.scale, p)),
      load: () => {},
      skips: (f, lane) => isZero(x, lane),
      denominator: (f, z) => {
        f.emit(more.difference.call(t, rows.one, y), multiply.call(z, t, x));
      },
      finish(f, inverse) {
        f.emit(more.sum.call(t, rows.one, y));
        f.emit(multiplySubtract.call(out.y, t, inverse, rows.zero));
        f.emit(multiplySubtract.call(out.x, out.y, x, minusShift));
      },
    },
  );
  emitMap(
    m,
    context,
    { x, out },
    {
      name: 'points_from_model',
      doc: [
        'Points of the model to elements. −1, or the index of a point of order 2 without affine coordinates, which is outside',
        'the group.',
      ].join('\n'),
      load: (f) => {
        f.emit(multiplySubtract.call(s, x, rows.one, shift), multiply.call(u, s, B));
      },
      skips: (f, lane) => isZero(y, lane),
      refuses: (f, lane) => i32.eqz(isZero(s, lane)),
      denominator: (f, z) => f.emit(more.sum.call(t, u, rows.one), multiply.call(z, t, y)),
      finish(f, inverse) {
        f.emit(more.sum.call(t, u, rows.one), multiply.call(t, t, s));
        f.emit(multiplySubtract.call(out.x, t, inverse, rows.zero));
        f.emit(more.difference.call(t, u, rows.one), multiply.call(t, t, y));
        f.emit(multiplySubtract.call(out.y, t, inverse, rows.zero));
      },
    },
  );
  emitMap(
    m,
    context,
    { x, out },
    {
      name: 'points_endomorphism',
      doc: 'target[i] = ψ(source[i]), on the model.',
      load: (f) => f.emit(multiplySubtract.call(s, x, rows.one, shift)),
      skips: (f, lane) => isZero(s, lane),
      denominator: (f, z) => f.emit(more.copy.call(z, s)),
      finish(f, inverse) {
        f.emit(multiply.call(t, y, inverse), multiply.call(u, t, inverse), square.call(t, t));
        f.emit(multiplySubtract.call(out.x, t, K, minusShift));
        f.emit(multiplySubtract.call(e, u, kappaBB, rows.zero));
        f.emit(multiplySubtract.call(out.y, y, kappa, e));
      },
    },
  );
}

/**
 * A map of lists with a denominator, for points whose coordinates are in two rows. `load` computes
 * the values that the others use; `skips`: whether a lane becomes infinity; `refuses`: whether such
 * a lane is an error; `denominator` writes D to z; `finish` computes the rows `out` from 1/D·scale.
 * @typedef {{ name: string, doc: string, scale?: number,
 *   load: (f: FunctionBuilder) => void,
 *   skips: (f: FunctionBuilder, lane: number) => Expression,
 *   refuses?: (f: FunctionBuilder, lane: number) => Expression,
 *   denominator: (f: FunctionBuilder, z: Local) => void,
 *   finish: (f: FunctionBuilder, inverse: number) => void }} PairMap
 */

/**
 * @param {ModuleBuilder} m
 * @param {Context} context
 * @param {{ x: number, out: { x: number, y: number } }} places rows of the coordinates in, and out
 * @param {PairMap} map
 */
function emitMap(m, { field, layout, pairs, rows: more }, { x, out }, map) {
  const { multiply, rows, reserveRow } = field;
  const { pointBytes, coordinateBytes } = layout;
  const [rest, inverse, lastD] = [reserveRow(), reserveRow(), reserveRow()];
  const skip = field.reserve(16);
  const loadPair = m.func(
    `${map.name}_load`,
    {
      params: { first: 'i32', second: 'i32' },
      doc: 'The rows of two points; `skip` has one word each, set if the point becomes infinity.',
    },
    (f, { first, second }) => {
      f.emit(pairs.gatherPair.call(x, first, second));
      map.load(f);
      [first, second].forEach((point, lane) => {
        const skips = i32.or(layout.isInfinity(point), map.skips(f, lane));
        f.emit(i32.store(i32.const(skip), skips, 4 * lane));
      });
    },
  );
  const skips = (/** @type {number} */ lane) => i32.load(i32.const(skip), 4 * lane);
  const signature = /** @type {const} */ ({
    params: { target: 'i32', source: 'i32', count: 'i32' },
    exported: true,
    doc: `${map.doc}\ntarget and source do not overlap.`,
  });
  const { refuses } = map;
  m.func(map.name, refuses ? { ...signature, result: 'i32' } : signature, (f, locals) => {
    const { target, source, count } = locals;
    const step = f.local('step', 'i32', 0);
    const steps = f.local('steps', 'i32', i32.shr_u(i32.add(count, 1), 1));
    const [size, z] = [f.local('size', 'i32'), f.local('z', 'i32')];
    /**
     * Sets the distance of the second entry, 0 if the first has no partner, and the address of the
     * denominators.
     */
    const place = () => {
      const alone = i32.and(i32.and(count, 1), i32.eq(i32.add(step, 1), steps));
      f.set(size, i32.mul(i32.eqz(alone), pointBytes));
      f.set(z, i32.add(target, size));
      f.if(i32.eqz(size), () => f.set(z, lastD));
    };
    f.if(i32.eqz(count), () => (refuses ? f.return(-1) : f.return()));
    f.emit(more.copy.call(rest, rows.one));
    f.loop((again) => {
      place();
      f.emit(loadPair.call(source, i32.add(source, size)));
      if (refuses) {
        [source, i32.add(source, size)].forEach((point, lane) => {
          f.if(
            i32.and(skips(lane), i32.eqz(layout.isInfinity(f.local('at', 'i32', point)))),
            () => {
              f.if(refuses(f, lane), () => {
                // A last point without a partner was refused in lane 0.
                f.return(i32.add(i32.shl(step, 1), lane));
              });
            },
          );
        });
      }
      f.emit(more.copy.call(target, rest));
      map.denominator(f, z);
      for (const lane of [0, 1]) {
        f.if(skips(lane), () => f.emit(more.fillLane.call(i32.add(z, 8 * lane))));
      }
      f.emit(multiply.call(rest, rest, z));
      f.set(target, i32.add(target, 2 * pointBytes));
      f.set(source, i32.add(source, 2 * pointBytes));
      f.brIf(again, i32.lt_u(f.tee(step, i32.add(step, 1)), steps));
    });
    f.emit(field.invertBoth.call(rest, rest));
    if (map.scale !== undefined) f.emit(multiply.call(rest, rest, map.scale));
    f.loop((again) => {
      f.set(step, i32.sub(step, 1));
      f.set(target, i32.sub(target, 2 * pointBytes));
      f.set(source, i32.sub(source, 2 * pointBytes));
      place();
      f.emit(loadPair.call(source, i32.add(source, size)));
      f.emit(multiply.call(inverse, rest, target), multiply.call(rest, rest, z));
      map.finish(f, inverse);
      const second = f.local('second', 'i32', i32.add(target, size));
      for (const [row, offset] of [
        [out.x, 0],
        [out.y, coordinateBytes],
      ]) {
        const load = loadRow(i32.const(row));
        const store = scatter(f, field, [target, second], offset);
        for (let j = 0; j < field.rowLength; j++) store(j, load(j));
      }
      f.if(skips(0), () => f.emit(layout.setInfinity(target)));
      f.if(skips(1), () => f.emit(layout.setInfinity(second)));
      f.brIf(again, step);
    });
    if (refuses) f.result(-1);
  });
}
