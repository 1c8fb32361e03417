/**
 * Lists of affine points: conversion from and to canonical bytes, decompression, the curve
 * equation, the endomorphism.
 */

import { i32, i64 } from '../emit/instructions.js';
import { emitTableRoot } from '../field/table-root.js';
import { emitTonelliShanks } from '../field/tonelli-shanks.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */
/** @import { Expression } from '../emit/expression.js' */
/** @import { Field as ReferenceField } from '../../src/reference/field.js' */
/** @import { ExtensionField } from '../field/extension/index.js' */
/** @import { CoordinateField as Field } from '../field/limbs30/index.js' */
/** @import { PointLayout } from './layout.js' */

/**
 * Repeats a body while `index` counts from 0 to `count`, moving pointers along.
 * @type {(f: FunctionBuilder, count: Local, pointers: Array<[pointer: Local, step: number]>,
 *   body: (index: Local) => void) => void}
 */
export function forEach(f, count, pointers, body) {
  const index = f.local('index', 'i32', 0);
  f.block((done) => {
    f.brIf(done, i32.eqz(count));
    f.loop((again) => {
      body(index);
      for (const [pointer, step] of pointers) f.set(pointer, i32.add(pointer, step));
      f.brIf(again, i32.lt_u(f.tee(index, i32.add(index, 1)), count));
    });
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 */
export function emitCopyPoint(m, field, layout) {
  return m.func('copy_point', { params: { z: 'i32', x: 'i32' } }, (f, { z, x }) => {
    f.emit(field.copy.call(z, x), field.copy.call(layout.y(z), layout.y(x)));
    f.emit(layout.setInfinity(z, layout.isInfinity(x)));
  });
}

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @returns {{ writing: Callable }} emitFactors
 */
export function emitPointBytes(m, field, layout) {
  const { bytes } = field.parameters;
  const { reading, writing } = emitFactors(m, field);
  const list = /** @type {const} */ ({
    target: 'i32',
    source: 'i32',
    count: 'i32',
    factor: 'i32',
  });
  m.func(
    'points_from_affine',
    {
      params: list,
      result: 'i32',
      exported: true,
      doc: [
        `Reads count pairs x, y of ${bytes} canonical bytes each, little-endian; all zero is infinity. −1, or the index of the`,
        'first point with a coordinate that is not below p. Does not check the curve.',
        'factor: 0, or the canonical bytes of k in the prime field, for (kx, ky).',
      ].join('\n'),
    },
    (f, { target, source, count, factor }) => {
      f.set(factor, reading.call(factor));
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, layout.pointBytes],
        [source, 2 * bytes],
      ]);
      forEach(f, count, steps, (index) => {
        f.emit(layout.setInfinity(target, 0));
        f.if(isAllZero(source, 2 * bytes), () => f.emit(layout.setInfinity(target, 1)));
        f.if(i32.eqz(field.fromBytes.call(target, source, factor)), () => f.return(index));
        f.if(i32.eqz(field.fromBytes.call(layout.y(target), i32.add(source, bytes), factor)), () =>
          f.return(index),
        );
      });
      f.result(-1);
    },
  );
  m.func(
    'points_to_affine',
    { params: list, exported: true, doc: 'Writes count points as points_from_affine reads them.' },
    (f, { target, source, count, factor }) => {
      f.set(factor, writing.call(factor));
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, 2 * bytes],
        [source, layout.pointBytes],
      ]);
      forEach(f, count, steps, () => {
        f.if(
          layout.isInfinity(source),
          () => {
            for (let at = 0; at < 2 * bytes; at += 8) f.emit(i64.store(target, 0, at));
          },
          () => {
            f.emit(field.toBytes.call(target, source, factor));
            f.emit(field.toBytes.call(i32.add(target, bytes), layout.y(source), factor));
          },
        );
      });
    },
  );
  return { writing };
}

/**
 * Emits (factor): what `fromBytes` and `toBytes` take for it. `factor`: canonical bytes of k in the
 * prime field.
 * @param {ModuleBuilder} m
 * @param {Field} field
 */
export function emitFactors(m, field) {
  const { base = field } = /** @type {Partial<ExtensionField>} */ (/** @type {unknown} */ (field));
  const k = base.reserve(base.parameters.slotBytes);
  const emit = (/** @type {string} */ name, /** @type {string} */ constant) => {
    const doc = `${constant} times k of these bytes, as an integer; 0 for the factor 0.`;
    const signature = /** @type {const} */ ({ params: { factor: 'i32' }, result: 'i32', doc });
    return m.func(name, signature, (f, { factor }) => {
      f.if(factor, () => {
        f.if(base.fromBytes.call(k, factor), () => {
          f.emit(base.multiply.call(k, k, base.constants.address(constant)));
        });
        f.set(factor, k);
      });
      f.result(factor);
    });
  };
  return {
    reading: emit('factor_for_reading', 'R²'),
    writing: emit('factor_for_writing', '1 outside Montgomery form'),
  };
}

/** @type {(source: Expression, bytes: number) => Expression} */
export function isAllZero(source, bytes) {
  const words = Array.from({ length: bytes / 8 }, (_, i) => i64.load(source, 8 * i));
  return i64.eqz(words.reduce((all, word) => i64.or(all, word)));
}

/**
 * The curve's equation: points_on_curve and points_decompress.
 * @type {(m: ModuleBuilder, field: Field, layout: PointLayout, curve: { field: ReferenceField<any>,
 *   a: any, b: any, rootSign: string, cofactor: bigint }) => void}
 */
export function emitEquation(m, field, layout, { field: { isZero }, a, b, rootSign, cofactor }) {
  const [right, left] = [field.reserve(layout.slotBytes), field.reserve(layout.slotBytes)];
  const constantB = field.constants.add('b', b);
  const constantA = isZero(a) ? null : field.constants.add('a', a);
  const doc = constantA === null ? 'x³ + b' : 'x³ + ax + b';
  const rightSide = m.func('right_side', { params: { x: 'i32' }, doc }, (f, { x }) => {
    f.emit(field.square.call(right, x));
    if (constantA !== null) f.emit(field.add.call(right, right, constantA));
    f.emit(field.multiply.call(right, right, x), field.add.call(right, right, constantB));
  });
  m.func(
    'points_on_curve',
    {
      params: { points: 'i32', count: 'i32' },
      result: 'i32',
      exported: true,
      doc: '−1, or the index of the first point that is neither infinity nor on the curve.',
    },
    (f, { points, count }) => {
      forEach(f, count, [[points, layout.pointBytes]], (index) => {
        f.if(i32.eqz(layout.isInfinity(points)), () => {
          f.emit(rightSide.call(points), field.square.call(left, layout.y(points)));
          f.if(i32.eqz(field.isEqual.call(left, right)), () => f.return(index));
        });
      });
      f.result(-1);
    },
  );
  const squareRoot = field.squareRoot ?? emitRootByUnity(m, field);
  const hasHalves = cofactor % 2n === 0n;
  emitDecompress(m, field, layout, { rightSide, right, squareRoot, rootSign, hasHalves });
}

/** Square roots where p ≡ 1 mod 4. @type {(m: ModuleBuilder, field: any) => Callable} */
const emitRootByUnity = (m, field) => emitTableRoot(m, field) ?? emitTonelliShanks(m, field);

/**
 * @param {ModuleBuilder} m
 * @param {Field} field
 * @param {PointLayout} layout
 * @param {{ rightSide: Callable, right: number, squareRoot: Callable, rootSign: string,
 *   hasHalves: boolean }} equation `hasHalves`: there are points with y = 0, which have one root,
 *   that of the sign 0
 */
function emitDecompress(m, field, layout, equation) {
  const { rightSide, right, squareRoot, rootSign, hasHalves } = equation;
  const { bytes } = field.parameters;
  const signOf = field.rootSign(rootSign);
  const params = /** @type {const} */ ({
    target: 'i32',
    source: 'i32',
    signs: 'i32',
    count: 'i32',
  });
  m.func(
    'points_decompress',
    {
      params,
      result: 'i32',
      exported: true,
      doc: [
        `Reads count x-coordinates of ${bytes} canonical bytes, little-endian, and one byte each in signs: 0 or 1 selects the root`,
        `(1: ${rootSign}), 2 means infinity. −1, or 2·index + reason of the first bad one: 0 not below p, 1 not on the curve.`,
      ].join('\n'),
    },
    (f, { target, source, signs, count }) => {
      const refuse = (/** @type {Local} */ index) => f.return(i32.or(i32.shl(index, 1), 1));
      const sign = f.local('sign', 'i32');
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, layout.pointBytes],
        [source, bytes],
        [signs, 1],
      ]);
      forEach(f, count, steps, (index) => {
        f.set(sign, i32.load8_u(signs));
        f.emit(layout.setInfinity(target, i32.eq(sign, 2)));
        f.if(i32.ne(sign, 2), () => {
          f.if(i32.eqz(field.fromBytes.call(target, source)), () => f.return(i32.shl(index, 1)));
          f.emit(rightSide.call(target));
          f.if(i32.eqz(squareRoot.call(layout.y(target), right)), () => refuse(index));
          if (hasHalves)
            f.if(i32.and(sign, field.isZero.call(layout.y(target))), () => refuse(index));
          f.if(i32.ne(signOf.call(layout.y(target)), sign), () => {
            f.emit(field.negate.call(layout.y(target), layout.y(target)));
          });
        });
      });
      f.result(-1);
    },
  );
}
