/**
 * Lists of elements: affine points of ax² + y² = 1 + dx²y², where (x, y) and (−x, −y) represent the
 * same element. Records have the layout of all affine points; the identity has the infinity flag
 * set, or x = 0.
 */

import { i32, i64 } from '../emit/instructions.js';
import { emitInverseRoot } from '../field/limbs30/inverse-root.js';
import { oddFactors } from '../field/roots-of-unity.js';
import { forEach } from '../curve/points.js';
import { emitReduce } from './scalars.js';

/** @import { Expression } from '../emit/expression.js' */
/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { PrimeField } from '../field/limbs30/index.js' */
/** @import { PointLayout } from '../curve/layout.js' */
/** @import { EdwardsParameters } from './config.js' */

/**
 * @param {ModuleBuilder} m
 * @param {PrimeField} field
 * @param {PointLayout} layout
 * @param {EdwardsParameters} config
 * @param {{ writing: Callable }} bytes of lists: emitPointBytes
 */
export function emitElements(m, field, layout, config, { writing }) {
  const signOf = field.rootSign(config.rootSign);
  const factors = {
    a: field.constants.add('a of the Edwards curve', config.edwards.a),
    d: field.constants.add('d', config.edwards.d),
  };
  emitChecks(m, field, layout, factors);
  emitDecompress(m, field, layout, { ...factors, signOf, config });
  emitCanonical(m, field, layout, signOf, writing);
  emitEncode(m, field, layout, signOf);
  emitToScalars(m, field, layout, config.order);
}

/**
 * @type {(m: ModuleBuilder, field: PrimeField, layout: PointLayout, factors: { a: number,
 *   d: number }) => void}
 */
function emitChecks(m, field, layout, { a, d }) {
  const { multiply, square, subtract, add, isEqual, constants, reserve } = field;
  const [xx, yy, left, right] = Array.from({ length: 4 }, () => reserve(layout.slotBytes));
  const isSquare = field.isSquare();
  const one = constants.address('1');
  const params = /** @type {const} */ ({ points: 'i32', count: 'i32' });
  const all = (
    /** @type {string} */ name,
    /** @type {string} */ doc,
    /** @type {(f: FunctionBuilder, point: Local) => Expression} */ test,
  ) =>
    m.func(name, { params, result: 'i32', exported: true, doc }, (f, { points, count }) => {
      forEach(f, count, [[points, layout.pointBytes]], (index) => {
        f.if(i32.eqz(layout.isInfinity(points)), () => {
          f.if(i32.eqz(test(f, points)), () => f.return(index));
        });
      });
      f.result(-1);
    });
  all(
    'points_on_curve',
    '−1, or the index of the first point that does not satisfy ax² + y² = 1 + dx²y².',
    (f, point) => {
      f.emit(square.call(xx, point), square.call(yy, layout.y(point)));
      f.emit(multiply.call(left, xx, a), add.call(left, left, yy));
      f.emit(multiply.call(right, xx, d), multiply.call(right, right, yy));
      f.emit(add.call(right, right, one));
      return isEqual.call(left, right);
    },
  );
  all(
    'points_in_subgroup',
    '−1, or the index of the first point for which 1 − ax² is not a square. The points are on the curve.',
    (f, point) => {
      f.emit(square.call(xx, point), multiply.call(left, xx, a), subtract.call(left, one, left));
      return isSquare.call(left);
    },
  );
}

/**
 * @type {(m: ModuleBuilder, field: PrimeField, layout: PointLayout, constants: { a: number,
 *   d: number, signOf: Callable, config: EdwardsParameters }) => void}
 */
function emitDecompress(m, field, layout, { a, d, signOf, config }) {
  const { multiply, square, subtract, negate, constants, reserve } = field;
  const { bytes } = field.parameters;
  const factors = oddFactors(config.p, config.seed);
  const inverseRoot = /** @type {Callable} */ (emitInverseRoot(m, field, factors));
  const [xx, u, v] = Array.from({ length: 3 }, () => reserve(layout.slotBytes));
  const one = constants.address('1');
  m.func(
    'points_decompress',
    {
      params: { target: 'i32', source: 'i32', signs: 'i32', count: 'i32' },
      result: 'i32',
      exported: true,
      doc: [
        `Reads count x-coordinates of ${bytes} canonical bytes, little-endian, and one byte each in signs: 0 or 1 selects y`,
        'as for other curves. −1, or 2·index + reason of the first bad one: 0 not below p, 1 not on the curve.',
        'y² = u/v with u = 1 − ax², v = 1 − dx², so y = u·(1/√(uv)); neither is ever 0. Needs root_tables.',
      ].join('\n'),
    },
    (f, { target, source, signs, count }) => {
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, layout.pointBytes],
        [source, bytes],
        [signs, 1],
      ]);
      forEach(f, count, steps, (index) => {
        f.emit(layout.setInfinity(target, 0));
        f.if(i32.eqz(field.fromBytes.call(target, source)), () => f.return(i32.shl(index, 1)));
        f.emit(square.call(xx, target));
        f.emit(multiply.call(u, xx, a), subtract.call(u, one, u));
        f.emit(multiply.call(v, xx, d), subtract.call(v, one, v), multiply.call(v, u, v));
        f.if(i32.eqz(inverseRoot.call(v, v)), () => f.return(i32.or(i32.shl(index, 1), 1)));
        const y = layout.y(target);
        f.emit(multiply.call(y, u, v));
        f.if(i32.ne(signOf.call(y), i32.load8_u(signs)), () => f.emit(negate.call(y, y)));
      });
      f.result(-1);
    },
  );
}

/**
 * @type {(m: ModuleBuilder, field: PrimeField, layout: PointLayout, signOf: Callable,
 *   writing: Callable) => void}
 */
function emitCanonical(m, field, layout, signOf, writing) {
  const { bytes } = field.parameters;
  const [x, y] = [field.reserve(layout.slotBytes), field.reserve(layout.slotBytes)];
  m.func(
    'points_to_canonical',
    {
      params: { target: 'i32', source: 'i32', count: 'i32', factor: 'i32' },
      exported: true,
      doc: [
        'Writes the one of (x, y) and (−x, −y) that the encoding names, as canonical bytes; all zero for the identity.',
        'factor: as in points_to_affine.',
      ].join('\n'),
    },
    (f, { target, source, count, factor }) => {
      f.set(factor, writing.call(factor));
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, 2 * bytes],
        [source, layout.pointBytes],
      ]);
      forEach(f, count, steps, () => {
        f.if(
          i32.or(layout.isInfinity(source), field.isZero.call(source)),
          () => {
            for (let at = 0; at < 2 * bytes; at += 8) f.emit(i64.store(target, 0, at));
          },
          () => {
            f.emit(field.copy.call(x, source), field.copy.call(y, layout.y(source)));
            f.if(i32.eqz(signOf.call(y)), () =>
              f.emit(field.negate.call(x, x), field.negate.call(y, y)),
            );
            f.emit(field.toBytes.call(target, x, factor));
            f.emit(field.toBytes.call(i32.add(target, bytes), y, factor));
          },
        );
      });
    },
  );
}

/** @type {(m: ModuleBuilder, field: PrimeField, layout: PointLayout, signOf: Callable) => void} */
function emitEncode(m, field, layout, signOf) {
  const { bytes } = field.parameters;
  const x = field.reserve(layout.slotBytes);
  const toBigEndian = field.emitToBigEndian();
  m.func(
    'points_encode',
    {
      params: { target: 'i32', source: 'i32', count: 'i32' },
      exported: true,
      doc: `x of the points of points_to_canonical alone, ${bytes} bytes big-endian each.`,
    },
    (f, { target, source, count }) => {
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, bytes],
        [source, layout.pointBytes],
      ]);
      forEach(f, count, steps, () => {
        f.if(
          i32.or(layout.isInfinity(source), field.isZero.call(source)),
          () => {
            for (let at = 0; at < bytes; at += 8) f.emit(i64.store(target, 0, at));
          },
          () => {
            f.if(
              signOf.call(layout.y(source)),
              () => f.emit(toBigEndian.call(target, source)),
              () => f.emit(field.negate.call(x, source), toBigEndian.call(target, x)),
            );
          },
        );
      });
    },
  );
}

/** @type {(m: ModuleBuilder, field: PrimeField, layout: PointLayout, order: bigint) => void} */
function emitToScalars(m, field, layout, order) {
  const { multiply, copy, inverse, constants, reserve } = field;
  const { bytes } = field.parameters;
  const { slotBytes } = layout;
  const [rest, value] = [reserve(slotBytes), reserve(slotBytes)];
  const reduceBytes = emitReduce(m, { bytes, order });
  m.func(
    'points_to_scalars',
    {
      params: { target: 'i32', source: 'i32', count: 'i32', work: 'i32' },
      exported: true,
      doc: [
        `x/y modulo the order for count elements, ${bytes} bytes little-endian each; 0 for the identity. One inversion; no y is`,
        `0 on the curve. work: ${slotBytes} bytes for each, aligned to 16.`,
      ].join('\n'),
    },
    (f, { target, source, count, work }) => {
      f.if(i32.eqz(count), () => f.return());
      const left = f.local('left', 'i32', count);
      f.emit(copy.call(rest, constants.address('1')));
      f.loop((again) => {
        f.emit(copy.call(work, rest));
        f.if(i32.eqz(layout.isInfinity(source)), () =>
          f.emit(multiply.call(rest, rest, layout.y(source))),
        );
        f.set(work, i32.add(work, slotBytes));
        f.set(source, i32.add(source, layout.pointBytes));
        f.brIf(again, f.tee(left, i32.sub(left, 1)));
      });
      f.emit(inverse.call(rest, rest));
      f.set(target, i32.add(target, i32.mul(count, bytes)));
      f.loop((again) => {
        f.set(work, i32.sub(work, slotBytes));
        f.set(source, i32.sub(source, layout.pointBytes));
        f.set(target, i32.sub(target, bytes));
        f.if(
          layout.isInfinity(source),
          () => {
            for (let at = 0; at < bytes; at += 8) f.emit(i64.store(target, 0, at));
          },
          () => {
            f.emit(multiply.call(value, rest, work), multiply.call(value, value, source));
            f.emit(multiply.call(rest, rest, layout.y(source)));
            f.emit(field.toBytes.call(target, value), reduceBytes.call(target));
          },
        );
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
}
