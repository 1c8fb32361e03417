/**
 * Maps elements to the Weierstrass model Y² = X³ + αX + β, on which lists are added, and back, and
 * applies the endomorphism there. src/reference/edwards.js defines the map and its symbols.
 * One inversion serves a whole list (Montgomery's trick); until the backward pass, the target of an
 * entry holds the running product before it in x and its denominator in y.
 *
 *   to the model:    D = (1 − y)x,  Y = (1 + y)/(BD),  X = Yx + shift;
 *   from the model:  s = X − shift, u = Bs, D = Y(u + 1),  x = s(u + 1)/D,  y = (u − 1)Y/D;
 *   ψ:               D = s,  m = Y/D,  X' = Km² + shift,  Y' = κY − (κ/B²)·m/D.
 */

import { i32 } from '../emit/instructions.js';
import { invert, mod } from '../../src/math/modular.js';

/** @import { Expression } from '../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { PrimeField } from '../field/limbs30/index.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { EdwardsParameters } from './config.js' */

/**
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @param {PointLayout} layout
 * @param {EdwardsParameters} config
 */
export function emitModel(m, field, layout, { p, model, psi }) {
  const { multiply, square, add, subtract, isZero, constants, reserve } = field;
  const { B, shift, K, kappa, kappaBB } = {
    B: constants.add('B', model.scale),
    shift: constants.add('shift', model.shift),
    K: constants.add('K', psi.K),
    kappa: constants.add('κ', psi.kappa),
    kappaBB: constants.add('κ/B²', mod(psi.kappa * invert(model.scale, p) ** 2n, p)),
  };
  const [s, u, t] = Array.from({ length: 3 }, () => reserve(layout.slotBytes));
  const one = constants.address('1');

  emitMap(m, field, layout, {
    name: 'points_to_model',
    doc: 'Elements to points of the model; the identity becomes infinity.',
    scale: invert(model.scale, p),
    skips: (f, source) => isZero.call(source),
    denominator: (f, source, z) =>
      f.emit(subtract.call(z, one, layout.y(source)), multiply.call(z, z, source)),
    finish(f, source, target, inverse) {
      const Y = layout.y(target);
      f.emit(add.call(t, one, layout.y(source)), multiply.call(Y, t, inverse));
      f.emit(multiply.call(target, Y, source), add.call(target, target, shift));
    },
  });
  const coordinates = (/** @type {FunctionBuilder} */ f, /** @type {Local} */ source) => {
    f.emit(subtract.call(s, source, shift), multiply.call(u, s, B));
  };
  emitMap(m, field, layout, {
    name: 'points_from_model',
    doc: [
      'Points of the model to elements. −1, or the index of a point of order 2 without affine coordinates, which is outside',
      'the group.',
    ].join('\n'),
    skips(f, source, index) {
      f.emit(subtract.call(s, source, shift));
      const isTorsion = f.local('is_torsion', 'i32', isZero.call(layout.y(source)));
      f.if(i32.and(isTorsion, i32.eqz(isZero.call(s))), () => f.return(index));
      return isTorsion;
    },
    denominator(f, source, z) {
      coordinates(f, source);
      f.emit(add.call(u, u, one), multiply.call(z, u, layout.y(source)));
    },
    finish(f, source, target, inverse) {
      coordinates(f, source);
      f.emit(add.call(t, u, one), multiply.call(t, t, s), multiply.call(target, t, inverse));
      f.emit(subtract.call(t, u, one), multiply.call(t, t, layout.y(source)));
      f.emit(multiply.call(layout.y(target), t, inverse));
    },
    result: true,
  });
  emitMap(m, field, layout, {
    name: 'points_endomorphism',
    doc: 'target[i] = ψ(source[i]), on the model.',
    skips(f, source) {
      f.emit(subtract.call(s, source, shift));
      return isZero.call(s);
    },
    denominator: (f, source, z) => f.emit(subtract.call(z, source, shift)),
    finish(f, source, target, inverse) {
      const Y = layout.y(target);
      f.emit(multiply.call(t, layout.y(source), inverse), multiply.call(u, t, inverse));
      f.emit(square.call(t, t), multiply.call(t, t, K), add.call(target, t, shift));
      f.emit(multiply.call(u, u, kappaBB), multiply.call(t, layout.y(source), kappa));
      f.emit(subtract.call(Y, t, u));
    },
  });
}

/**
 * A map of lists with a denominator. `skips`: whether an entry is or becomes infinity;
 * `denominator` writes D to z; `finish` writes target's x and y from 1/(D·scale⁻¹); `result`: the
 * function returns −1 at its end.
 * @typedef {{ name: string, doc: string, scale?: bigint, result?: boolean,
 *   skips: (f: FunctionBuilder, source: Local, index: Local) => Expression,
 *   denominator: (f: FunctionBuilder, source: Local, z: Local) => void,
 *   finish: (f: FunctionBuilder, source: Local, target: Local, inverse: number) => void }} ListMap
 */

/**
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @param {PointLayout} layout
 * @param {ListMap} map
 */
function emitMap(m, field, layout, { name, doc, scale = 1n, skips, denominator, finish, result }) {
  const { multiply, copy, inverse, constants, reserve } = field;
  const { pointBytes } = layout;
  const [rest, inverted] = [reserve(layout.slotBytes), reserve(layout.slotBytes)];
  const factor = scale === 1n ? null : constants.add(`scale of ${name}`, scale);
  const signature = /** @type {const} */ ({
    params: { target: 'i32', source: 'i32', count: 'i32' },
    exported: true,
    doc: `${doc}\ntarget and source do not overlap.`,
  });
  m.func(name, result ? { ...signature, result: 'i32' } : signature, (f, locals) => {
    const { target, source, count } = locals;
    const index = f.local('index', 'i32', 0);
    const z = f.local('z', 'i32');
    const end = () => (result ? f.return(-1) : f.return());
    f.if(i32.eqz(count), end);
    f.emit(copy.call(rest, constants.address('1')));
    f.loop((again) => {
      f.emit(layout.setInfinity(target, 1));
      f.if(i32.eqz(layout.isInfinity(source)), () => {
        f.if(i32.eqz(skips(f, source, index)), () => {
          f.set(z, layout.y(target));
          f.emit(copy.call(target, rest), layout.setInfinity(target, 0));
          denominator(f, source, z);
          f.emit(multiply.call(rest, rest, z));
        });
      });
      f.set(target, i32.add(target, pointBytes));
      f.set(source, i32.add(source, pointBytes));
      f.brIf(again, i32.lt_u(f.tee(index, i32.add(index, 1)), count));
    });
    f.emit(inverse.call(rest, rest));
    if (factor !== null) f.emit(multiply.call(rest, rest, factor));
    f.loop((again) => {
      f.set(target, i32.sub(target, pointBytes));
      f.set(source, i32.sub(source, pointBytes));
      f.if(i32.eqz(layout.isInfinity(target)), () => {
        f.emit(multiply.call(inverted, rest, target));
        f.emit(multiply.call(rest, rest, layout.y(target)));
        finish(f, source, target, inverted);
        f.emit(layout.setInfinity(target, 0));
      });
      f.brIf(again, f.tee(count, i32.sub(count, 1)));
    });
    if (result) f.result(-1);
  });
}
