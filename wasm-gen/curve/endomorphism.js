/**
 * The curve's fast endomorphism on lists of points: φ(x, y) = (βx, y), or on a twist over Fp²
 * ψ(x, y) = (factorX·x^p, factorY·y^p), where x^p is the conjugate of x
 * (src/reference/endomorphism.js). There, ψ²(x, y) = (kx, −y) with k in Fp: two images of four cost
 * a third of ψ.
 */

import { endomorphismOf, squareOf } from '../../src/reference/endomorphism.js';
import { i32 } from '../emit/instructions.js';
import { forEach } from './points.js';

/** @import { Endomorphism } from '../../src/reference/endomorphism.js' */
/** @import { Field as ReferenceField, Fp2 } from '../../src/reference/field.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { ExtensionField } from '../field/extension/index.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/** @typedef {{ field: ReferenceField<any>, endomorphism: Endomorphism | null }} Curve */

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {Curve} curve
 * @returns {Callable} the same for one finite point: (z, x), which do not overlap; does not write
 *   the flag of z
 */
export function emitEndomorphism(m, field, layout, curve) {
  const { conjugates, factorX, factorY } = endomorphismOf(curve);
  const isPlainY = curve.field.equals(factorY, curve.field.one);
  const params = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const doc = conjugates ? 'z = ψ(x) = (factorX·conj(x), factorY·conj(y)).' : 'z = φ(x) = (βx, y).';
  const image = m.func('endomorphism', { params, doc }, (f, { z, x }) => {
    if (conjugates) {
      const extension = /** @type {ExtensionField} */ (/** @type {unknown} */ (field));
      emitTwistedImage(f, extension, layout, { z, x, factorX, factorY });
      return;
    }
    if (!isPlainY) throw new RangeError('expected an endomorphism that leaves y unchanged');
    f.emit(field.multiply.call(z, x, field.constants.add('β', factorX)));
    f.emit(field.copy.call(layout.y(z), layout.y(x)));
  });
  emitOnLists(m, layout, { name: 'endomorphism', doc }, (f, target, source) => {
    f.emit(image.call(target, source));
  });
  return image;
}

/**
 * A map of points on lists of them.
 * @param {ModuleBuilder} m
 * @param {PointLayout} layout
 * @param {{ name: string, doc: string }} map
 * @param {(f: FunctionBuilder, target: Local, source: Local) => void} emitImage all but the flag
 */
function emitOnLists(m, layout, { name, doc }, emitImage) {
  m.func(
    `points_${name}`,
    {
      params: { target: 'i32', source: 'i32', count: 'i32' },
      exported: true,
      doc: `target[i] = the image of source[i]. ${doc} target and source do not overlap.`,
    },
    (f, { target, source, count }) => {
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, layout.pointBytes],
        [source, layout.pointBytes],
      ]);
      forEach(f, count, steps, () => {
        emitImage(f, target, source);
        f.emit(layout.setInfinity(target, layout.isInfinity(source)));
      });
    },
  );
}

/**
 * ψ² on lists.
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {Curve} curve over Fp²
 */
export function emitSquaredEndomorphism(m, field, layout, curve) {
  const k = squareOf(curve);
  const { base } = /** @type {ExtensionField} */ (/** @type {unknown} */ (field));
  const factor = base.constants.add('k', k);
  const map = { name: 'endomorphism_squared', doc: 'ψ²(x, y) = (kx, −y).' };
  emitOnLists(m, layout, map, (f, target, source) => {
    const [y, sourceY] = [layout.y(target), layout.y(source)];
    for (const at of [0, base.parameters.slotBytes]) {
      f.emit(base.multiply.call(i32.add(target, at), i32.add(source, at), factor));
      f.emit(base.negate.call(i32.add(y, at), i32.add(sourceY, at)));
    }
  });
}

/**
 * ψ. Where factorX = k·u, as for ξ = 1 + u, factorX·conj(x_0 + x_1·u) = k·x_1 + k·x_0·u: two
 * multiplications of the base field.
 * @param {FunctionBuilder} f
 * @param {ExtensionField & { conjugate?: Callable }} field `conjugate`: where it is one operation
 * @param {PointLayout} layout
 * @param {{ z: Local, x: Local, factorX: Fp2, factorY: Fp2 }} places
 */
function emitTwistedImage(f, field, layout, { z, x, factorX, factorY }) {
  const { base, constants, multiply, conjugate } = field;
  if (conjugate) {
    const [ofX, ofY] = [
      constants.add('factor of x', factorX),
      constants.add('factor of y', factorY),
    ];
    f.emit(conjugate.call(z, x), multiply.call(z, z, ofX));
    const y = f.local('y', 'i32', layout.y(z));
    f.emit(conjugate.call(y, layout.y(x)), multiply.call(y, y, ofY));
    return;
  }
  const { slotBytes } = base.parameters;
  const timesConjugate = (
    /** @type {Expression} */ target,
    /** @type {Expression} */ source,
    /** @type {number} */ factor,
  ) => {
    f.emit(base.copy.call(target, source));
    f.emit(base.negate.call(i32.add(target, slotBytes), i32.add(source, slotBytes)));
    f.emit(multiply.call(target, target, factor));
  };
  if (factorX.c0 === 0n) {
    const k = base.constants.add('factor of x, coefficient of u', factorX.c1);
    f.emit(base.multiply.call(z, i32.add(x, slotBytes), k));
    f.emit(base.multiply.call(i32.add(z, slotBytes), x, k));
  } else timesConjugate(z, x, constants.add('factor of x', factorX));
  timesConjugate(layout.y(z), layout.y(x), constants.add('factor of y', factorY));
}
