/**
 * Σ k_i·P_i for a few points by one chain of doublings and additions. Every step depends on the one
 * before; the chain minimises the latency of a single small sum. The tables of odd multiples that
 * it reads are computed by odd-multiples.js.
 */

import { i32 } from '../emit/instructions.js';

/** @import { Callable, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression, Operand } from '../emit/expression.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/**
 * @param {ModuleBuilder} m
 * @param {(point: Operand) => Expression} setInfinity of a Jacobian point
 * @param {{ double: Callable, addAffine: Callable }} jacobian
 */
export function emitChain(m, setInfinity, { double, addAffine }) {
  m.func(
    'jacobian_chain',
    {
      params: { z: 'i32', references: 'i32', width: 'i32', rows: 'i32', bits: 'i32' },
      exported: true,
      doc: [
        'z = Σ 2^(bits·i)·(sum of the points of row i) as a Jacobian point: `rows` rows of `width` references each, 0 for none.',
        'Sets all references to 0. Complete, like its steps.',
      ].join('\n'),
    },
    (f, { z, references, width, rows, bits }) => {
      const bit = f.local('bit', 'i32');
      const at = f.local('at', 'i32');
      const end = f.local('end', 'i32');
      const reference = f.local('reference', 'i32');
      f.emit(setInfinity(z));
      f.set(at, i32.add(references, i32.shl(i32.mul(width, rows), 2)));
      f.block((done) => {
        f.loop((next) => {
          f.brIf(done, i32.eq(at, references));
          f.set(bit, bits);
          f.loop((again) => {
            f.emit(double.call(z, z));
            f.brIf(again, f.tee(bit, i32.sub(bit, 1)));
          });
          f.set(end, i32.sub(at, i32.shl(width, 2)));
          f.loop((more) => {
            f.set(at, i32.sub(at, 4));
            f.set(reference, i32.load(at));
            f.if(reference, () => f.emit(i32.store(at, 0), addAffine.call(z, reference)));
            f.brIf(more, i32.ne(at, end));
          });
          f.br(next);
        });
      });
    },
  );
}

/** @type {(m: ModuleBuilder, field: Field, layout: PointLayout) => void} */
export function emitHasX(m, field, layout) {
  const scratch = field.reserve(layout.slotBytes);
  m.func(
    'jacobian_has_x',
    {
      params: { point: 'i32', x: 'i32' },
      result: 'i32',
      exported: true,
      doc: '1 if the Jacobian point is finite and its affine x is the field element x: X = x·Z².',
    },
    (f, { point, x }) => {
      f.if(layout.isInfinity(point), () => f.return(0));
      f.emit(field.square.call(scratch, layout.z(point)), field.multiply.call(scratch, scratch, x));
      f.result(field.isEqual.call(scratch, point));
    },
  );
}
