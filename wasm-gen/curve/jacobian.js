/**
 * Jacobian arithmetic on y² = x³ + ax + b, one point at a time, for chains in which each step
 * depends on the previous one. Formulas: dbl-2009-l (2M + 5S, and 1M + 2S more for a ≠ 0) and
 * madd-2007-bl (7M + 4S) of the EFD (shortw, jacobian-0), made complete by branches; those of
 * jacobian-folded.js and jacobian-fused.js where the field computes several products in one pass.
 */

import { i32 } from '../emit/instructions.js';
import { foldedAdd, foldedDouble } from './jacobian-folded.js';
import { fusedAdd, fusedDouble } from './jacobian-fused.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/** @typedef {ReturnType<typeof emitJacobian>} Jacobian */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {{ a?: any, isOdd?: boolean }} [curve] `a` of y² = x³ + ax + b: 0n, or an element that is
 *   not 0; `isOdd`: its order, so that no finite y is zero
 */
export function emitJacobian(m, field, layout, { a = 0n, isOdd = false } = {}) {
  const double = emitDouble(m, field, layout, { a, isOdd });
  const fromAffine = emitFromAffine(m, field, layout);
  const addAffine = emitAddAffine(m, field, layout, double, fromAffine);
  return { double, fromAffine, addAffine, toAffine: emitToAffine(m, field, layout) };
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {{ a: any, isOdd: boolean }} curve
 */
function emitDouble(m, field, layout, { a, isOdd }) {
  const { multiply, square, combination, looseSum, difference } = field;
  const [A, B, C, D, E, t] = Array.from({ length: 6 }, () => field.reserve(layout.slotBytes));
  // A curve of odd order has no point with y = 0, so that the flag of z need not be computed.
  const zeros = isOdd ? 'No point has y = 0.' : 'Points with y = 0 give infinity.';
  const doc = `z = 2x for Jacobian points; z may be x. Infinity gives infinity. ${zeros}`;
  const flag = (/** @type {any} */ z) => (isOdd ? 0 : field.isZero.call(layout.z(z)));
  return m.func(
    'jacobian_double',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      const [X, Y, Z] = [x, layout.y(x), layout.z(x)];
      f.if(layout.isInfinity(x), () => {
        f.emit(layout.setInfinity(z, 1));
        f.return();
      });
      if (a === 0n && (field.fused || field.productSum)) {
        if (field.fused) foldedDouble(f, field.fused, layout, { z, x, scratch: [A, B, D] });
        else fusedDouble(f, field, layout, { z, x, scratch: [A, B, D, E, t] });
        f.emit(layout.setInfinity(z, flag(z)));
        return;
      }
      f.emit(square.call(A, X), square.call(B, Y), square.call(C, B));
      f.comment('D = 2((X + B)² − A − C)');
      f.emit(looseSum.call(D, X, B), square.call(D, D));
      f.emit(combination(2, -2, -2).call(D, D, A, C));
      f.comment(a === 0n ? 'E = 3A' : 'E = 3A + aZ⁴');
      f.emit(combination(3).call(E, A));
      if (a !== 0n) {
        f.emit(square.call(t, Z), square.call(t, t));
        f.emit(multiply.call(t, t, field.constants.add('a', a)), field.add.call(E, E, t));
      }
      f.comment("Z' = 2YZ, before Y is overwritten");
      if (field.factorSum) f.emit(field.factorSum.call(t, Y, Y), multiply.call(layout.z(z), t, Z));
      else f.emit(multiply.call(t, Y, Z), combination(2).call(layout.z(z), t));
      f.comment("X' = E² − 2D");
      f.emit(square.call(t, E), combination(1, -2).call(z, t, D));
      f.comment("Y' = E(D − X') − 8C");
      f.emit(difference.call(t, D, z), multiply.call(t, E, t));
      f.emit(combination(1, -8).call(layout.y(z), t, C));
      f.emit(layout.setInfinity(z, flag(z)));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 */
function emitFromAffine(m, field, layout) {
  const doc = 'z = the point of a reference, as a Jacobian point.';
  return m.func(
    'jacobian_from_affine',
    { params: { z: 'i32', q: 'i32' }, exported: true, doc },
    (f, { z, q }) => {
      const negative = f.local('negative', 'i32', i32.and(q, 1));
      f.set(q, i32.and(q, -2));
      f.emit(layout.setInfinity(z, 0));
      f.if(layout.isInfinity(q), () => {
        f.emit(layout.setInfinity(z, 1));
        f.return();
      });
      f.emit(field.copy.call(z, q), field.copy.call(layout.y(z), layout.y(q)));
      f.emit(field.copy.call(layout.z(z), field.constants.address('1')));
      f.if(negative, () => f.emit(field.negate.call(layout.y(z), layout.y(z))));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {Callable} double
 * @param {Callable} fromAffine
 */
function emitAddAffine(m, field, layout, double, fromAffine) {
  const { multiply, square, combination, looseSum, difference } = field;
  const [ZZ, H, HH, I, J, r, V, t] = Array.from({ length: 8 }, () =>
    field.reserve(layout.slotBytes),
  );
  const doc = 'x = x + q: a Jacobian point and a reference. Complete: equal, opposite, infinity.';
  return m.func(
    'jacobian_add_affine',
    { params: { x: 'i32', q: 'i32' }, exported: true, doc },
    (f, { x, q }) => {
      const [X, Y, Z] = [x, layout.y(x), layout.z(x)];
      const point = f.local('point', 'i32', i32.and(q, -2));
      f.if(layout.isInfinity(point), () => f.return());
      f.if(layout.isInfinity(x), () => {
        f.emit(fromAffine.call(x, q));
        f.return();
      });
      if (field.fused) {
        const places = { x, q, point, double, scratch: [ZZ, H, HH, J, r, V] };
        foldedAdd(f, field, field.fused, layout, places);
        return;
      }
      if (field.productSum) {
        fusedAdd(f, field, layout, { x, q, point, double, scratch: [ZZ, H, HH, J, r, V, t] });
        return;
      }
      f.comment('H = x_2·Z² − X,  r = 2(±y_2·Z³ − Y)');
      f.emit(square.call(ZZ, Z), multiply.call(H, point, ZZ), field.subtract.call(H, H, X));
      f.emit(multiply.call(r, layout.y(point), Z), multiply.call(r, r, ZZ));
      f.if(
        i32.and(q, 1),
        () => f.emit(combination(-2, -2).call(r, r, Y)),
        () => f.emit(combination(2, -2).call(r, r, Y)),
      );
      f.if(field.isZero.call(H), () => {
        f.if(
          field.isZero.call(r),
          () => f.emit(double.call(x, x)),
          () => f.emit(layout.setInfinity(x, 1)),
        );
        f.return();
      });
      f.comment('I = 4H², J = HI, V = XI');
      f.emit(square.call(HH, H), combination(4).call(I, HH));
      f.emit(multiply.call(J, H, I), multiply.call(V, X, I));
      f.comment("X' = r² − J − 2V");
      f.emit(square.call(t, r), combination(1, -1, -2).call(X, t, J, V));
      f.comment("Y' = r(V − X') − 2YJ");
      f.emit(multiply.call(J, J, Y));
      f.emit(difference.call(V, V, X), multiply.call(V, V, r), combination(1, -2).call(Y, V, J));
      f.comment("Z' = (Z + H)² − Z² − H²");
      f.emit(looseSum.call(t, Z, H), square.call(t, t), field.subtractTwo.call(Z, t, ZZ, HH));
    },
  );
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 */
function emitToAffine(m, field, layout) {
  const [inverse, square] = [field.reserve(layout.slotBytes), field.reserve(layout.slotBytes)];
  const doc = 'z = the affine point of the Jacobian point x: one inversion.';
  return m.func(
    'jacobian_to_affine',
    { params: { z: 'i32', x: 'i32' }, exported: true, doc },
    (f, { z, x }) => {
      f.if(layout.isInfinity(x), () => {
        f.emit(layout.setInfinity(z, 1));
        f.return();
      });
      f.emit(field.inverse.call(inverse, layout.z(x)), field.square.call(square, inverse));
      f.emit(field.multiply.call(z, x, square), field.multiply.call(square, square, inverse));
      f.emit(field.multiply.call(layout.y(z), layout.y(x), square));
      f.emit(layout.setInfinity(z, 0));
    },
  );
}
