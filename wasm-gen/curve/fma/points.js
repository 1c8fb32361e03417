/** Lists of points of the two-lane kernel: conversion from and to canonical bytes; endomorphism. */

import { f64x2, i32, i64, v128 } from '../../emit/instructions.js';
import { loadRow, storeRow } from '../../field/fma/index.js';
import { forEach } from '../points.js';
import { gather, scatter } from '../../field/fma/records.js';
import { forEachPair } from './pairs.js';

/** @import { Callable, FunctionBuilder, Local, ModuleBuilder } from '../../emit/module.js' */
/** @import { Coefficients } from '../../field/fma/constants.js' */
/** @import { FmaField } from '../../field/fma/index.js' */
/** @import { FmaQuadraticField } from '../../field/fma/quadratic.js' */
/** @import { RecordLayout } from './layout.js' */
/** @import { Pairs } from './pairs.js' */

/**
 * Here the two lanes are the coordinates x, y of one point.
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {RecordLayout} layout
 * @returns {{ factorRow: Callable }} (factor, row): the address of the row times k, of which
 *   `factor` are the canonical bytes; the row itself for the factor 0
 */
export function emitFmaPointBytes(m, field, layout) {
  const { bytes } = field;
  const { pointBytes, coordinateBytes } = layout;
  const list = /** @type {const} */ ({
    target: 'i32',
    source: 'i32',
    count: 'i32',
    factor: 'i32',
  });
  const row = field.reserveRow();
  const { R2, plainOne, zero } = field.rows;
  const factorRow = emitFactorRow(m, field);
  const toRecord = m.func(
    'row_to_record',
    { params: { target: 'i32', by: 'i32' } },
    (f, { target, by }) => {
      const y = f.local('y', 'i32', i32.add(target, coordinateBytes));
      f.emit(field.multiplySubtract.call(row, row, by, zero));
      const [load, store] = [loadRow(row), scatter(f, field, [target, y], 0)];
      for (let i = 0; i < field.rowLength; i++) store(i, load(i));
    },
  );
  const fromRecord = m.func(
    'record_to_row',
    { params: { source: 'i32', by: 'i32' } },
    (f, { source, by }) => {
      const at = (/** @type {number} */ base) => (/** @type {number} */ offset) =>
        v128.load(source, base + offset);
      gather(f, field, [at(0), at(coordinateBytes)], storeRow(f, row));
      f.emit(field.multiply.call(row, row, by));
    },
  );
  const doc = [
    'As in the other kernels: count pairs of canonical bytes; −1, or the index of the first that is out of range.',
    'factor: 0, or the canonical bytes of k as a coordinate, for (kx, ky).',
  ].join('\n');
  m.func(
    'points_from_affine',
    { params: list, result: 'i32', exported: true, doc },
    (f, { target, source, count, factor }) => {
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, pointBytes],
        [source, 2 * bytes],
      ]);
      f.set(factor, factorRow.call(factor, R2));
      forEach(f, count, steps, (index) => {
        f.if(i32.eqz(field.laneFromBytes.call(row, source)), () => f.return(index));
        f.if(i32.eqz(field.laneFromBytes.call(row + 8, i32.add(source, bytes))), () =>
          f.return(index),
        );
        f.emit(toRecord.call(target, factor));
        const words = Array.from({ length: bytes / 4 }, (_, i) => i64.load(source, 8 * i));
        f.if(i64.eqz(words.reduce((all, word) => i64.or(all, word))), () =>
          f.emit(layout.setInfinity(target)),
        );
      });
      f.result(-1);
    },
  );
  m.func(
    'points_to_affine',
    { params: list, exported: true, doc: 'Writes count points as points_from_affine reads them.' },
    (f, { target, source, count, factor }) => {
      const steps = /** @type {Array<[Local, number]>} */ ([
        [target, 2 * bytes],
        [source, pointBytes],
      ]);
      f.set(factor, factorRow.call(factor, plainOne));
      forEach(f, count, steps, () => {
        f.if(
          layout.isInfinity(source),
          () => {
            for (let at = 0; at < 2 * bytes; at += 8) f.emit(i64.store(target, 0, at));
          },
          () => {
            f.emit(fromRecord.call(source, factor), field.laneToBytes.call(target, row));
            f.emit(field.laneToBytes.call(i32.add(target, bytes), row + 8));
          },
        );
      });
    },
  );
  return { factorRow };
}

/**
 * The row is R² where bytes are read, 1 where they are written. Its multiple is centred, so a
 * coordinate times it is at most 0.76p + 0.51p·0.51p/R: below p, as bytes need it.
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 */
function emitFactorRow(m, field) {
  const result = field.reserveRow();
  const { R2, zero } = field.rows;
  const params = /** @type {const} */ ({ factor: 'i32', row: 'i32' });
  return m.func('factor_row', { params, result: 'i32' }, (f, { factor, row }) => {
    f.if(i32.eqz(factor), () => f.return(row));
    for (const lane of [0, 8]) {
      f.if(i32.eqz(field.laneFromBytes.call(result + lane, factor)), () => f.return(row));
    }
    f.emit(field.multiplySubtract.call(result, result, R2, zero));
    f.emit(field.multiplySubtract.call(result, result, row, zero));
    f.result(result);
  });
}

/**
 * The endomorphism, for two points at a time: (x, y) ↦ (factorX·x, factorY·y), for ψ with
 * conjugate coordinates.
 * @type {(m: ModuleBuilder, field: FmaField, layout: RecordLayout, pairs: Pairs,
 *   endomorphism: FactorRows) => void}
 */
export function emitFmaEndomorphism(m, field, layout, pairs, { conjugates, factors }) {
  const doc = conjugates ? 'ψ(source[i])' : 'φ(source[i]) = (βx, y)';
  const maps = factors.map(
    (factor) => (/** @type {FunctionBuilder} */ f, /** @type {number} */ row) => {
      if (conjugates) emitConjugate(f, field, row);
      f.emit(field.multiplySubtract.call(row, row, factor, field.rows.zero));
    },
  );
  emitOnCoordinates(m, field, layout, pairs, { name: 'endomorphism', doc, maps });
}

/**
 * ψ²(x, y) = (kx, −y), likewise: products of the prime field, which are fewer.
 * @type {(m: ModuleBuilder, field: FmaQuadraticField, layout: RecordLayout, pairs: Pairs,
 *   k: bigint) => void}
 */
export function emitFmaSquaredEndomorphism(m, field, layout, pairs, k) {
  const { prime, rowLength } = field;
  const factor = prime.element(k);
  const { multiplySubtract, rows } = prime;
  const maps = [
    (/** @type {FunctionBuilder} */ f, /** @type {number} */ row) => {
      for (const at of [row, row + prime.rowBytes])
        f.emit(multiplySubtract.call(at, at, factor, rows.zero));
    },
    (/** @type {FunctionBuilder} */ f, /** @type {number} */ row) => {
      // A digit −h becomes h, as in stored negatives: sums compare values where digits differ.
      for (let i = 0; i < rowLength; i++) storeRow(f, row)(i, f64x2.neg(loadRow(row)(i)));
      field.checks.row(f, '−y', row, 'centred');
    },
  ];
  const doc = 'ψ²(source[i]) = (kx, −y)';
  emitOnCoordinates(m, field, layout, pairs, { name: 'endomorphism_squared', doc, maps });
}

/**
 * A map of points on lists of them, for two points at a time, by maps of the first coordinates;
 * the others are copied.
 * @param {ModuleBuilder} m
 * @param {FmaField} field
 * @param {RecordLayout} layout
 * @param {Pairs} pairs
 * @param {{ name: string, doc: string, maps: readonly ((f: FunctionBuilder, row: number) =>
 *   void)[] }} map each of a row in place
 */
function emitOnCoordinates(m, field, layout, { clearLane }, { name, doc, maps }) {
  const { pointBytes, coordinateBytes } = layout;
  const row = field.reserveRow();
  m.func(
    `points_${name}`,
    {
      params: { target: 'i32', source: 'i32', count: 'i32' },
      exported: true,
      doc: `target[i] = ${doc}. target and source do not overlap.`,
    },
    (f, { target, source, count }) => {
      const lists = /** @type {Parameters<typeof forEachPair>[2]} */ ([
        [target, pointBytes],
        [source, pointBytes],
      ]);
      forEachPair(f, count, lists, (index, [targets, sources]) => {
        maps.forEach((emitMap, i) => {
          const coordinate = i * coordinateBytes;
          const at = (/** @type {Local} */ point) => (/** @type {number} */ offset) =>
            v128.load(point, coordinate + offset);
          gather(f, field, [at(sources[0]), at(sources[1])], storeRow(f, i32.const(row)));
          sources.forEach((source, lane) => {
            f.if(layout.isInfinity(source), () => f.emit(clearLane.call(row + 8 * lane)));
          });
          emitMap(f, row);
          const [load, store] = [loadRow(row), scatter(f, field, targets, coordinate)];
          for (let i = 0; i < field.rowLength; i++) store(i, load(i));
        });
        targets.forEach((target, lane) => {
          const copied = maps.length * coordinateBytes;
          for (let offset = copied; offset < pointBytes; offset += 16)
            f.emit(v128.store(target, v128.load(sources[lane], offset), offset));
          f.if(layout.isInfinity(sources[lane]), () => f.emit(layout.setInfinity(target)));
        });
      });
    },
  );
}

/**
 * The rows of an endomorphism's factors, in the order of coordinates; a last one equal to 1 is
 * omitted.
 * @typedef {{ conjugates: boolean, factors: number[] }} FactorRows
 */

/**
 * @param {FmaField} field
 * @param {{ conjugates: boolean, factorX: Coefficients, factorY: Coefficients }} endomorphism
 * @returns {FactorRows}
 */
export function factorRows(field, { conjugates, factorX, factorY }) {
  const factors = factorY === 1n ? [factorX] : [factorX, factorY];
  return { conjugates, factors: factors.map((factor) => field.element(factor)) };
}

/**
 * The p-th power of the element of a row, c0 + c1·u: c0 − c1·u.
 * @type {(f: FunctionBuilder, field: FmaField, row: number) => void}
 */
export function emitConjugate(f, { degree, rowLength }, row) {
  for (let i = rowLength / degree; i < rowLength; i++)
    storeRow(f, row)(i, f64x2.neg(loadRow(row)(i)));
}
