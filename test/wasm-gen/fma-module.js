/**
 * A two-lane field kernel alone in a module, in its debug build, with the kinds of
 * its operands.
 */

import { f64x2, i32 } from '../../wasm-gen/emit/instructions.js';
import { staticMemory } from '../../wasm-gen/static-memory.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { emitInTurn } from '../../wasm-gen/field/fma/columns-first.js';
import { emitFmaField, loadRow, storeRow } from '../../wasm-gen/field/fma/index.js';
import { emitProduct } from '../../wasm-gen/field/fma/multiply.js';
import { instantiate } from '../support/instantiate.js';
import { fmaKinds } from './fma-kinds.js';

/** @import { FmaPrimeField } from '../../wasm-gen/field/fma/index.js' */
/** @import { FmaForm } from '../../wasm-gen/field/fma/parameters.js' */
/** @import { Product } from '../../wasm-gen/field/fma/multiply.js' */

/** Where the module's own memory begins, and where the rows of tests do. */
const STATIC = 64;
const TESTS = 32 * 1024;

/** @typedef {Awaited<ReturnType<typeof fmaModule>>} FmaModule */

/**
 * Besides the kernel's own functions (with the conversions), the module has the shapes that curves
 * emit: `test_difference_product` (z, a, b, y, c): (a − b)·y − c, and `test_square` (z, x, a, b):
 * x² − (a + b), both centred; in Montgomery form, `test_columns` (z, x, y): xy and
 * `test_columns_square` (z, x): x² by columns, and `test_in_turn_0` to `test_in_turn_2` (z, x, y):
 * one of xy, y² and xy − y, centred, made in turn.
 * @param {bigint} p
 * @param {{ debug?: boolean, form?: FmaForm, change?: (text: string) => string }} [options]
 *   `change`: of the module's text
 */
export async function fmaModule(p, { debug = true, form, change } = {}) {
  const m = new ModuleBuilder('field');
  const reserve = staticMemory({ name: 'field' }, STATIC, TESTS);
  const field = emitFmaField(m, p, { reserve, debug, form });
  const { parameters } = field;
  const { n } = parameters;
  /**
   * @type {(name: string, names: string[], product: (rows: any) => Omit<Product, 'store'>) => void}
   */
  const shape = (name, names, product) => {
    const params = Object.fromEntries(names.map((id) => [id, /** @type {const} */ ('i32')]));
    m.func(name, { params, exported: true }, (f, rows) => {
      const store = storeRow(f, rows.z);
      emitProduct(f, field, { ...product(rows), store });
      field.checks.row(f, 'z', rows.z, 'centred');
    });
  };
  shape('test_difference_product', ['z', 'a', 'b', 'y', 'c'], ({ a, b, y, c }) => ({
    x: (i) => f64x2.sub(loadRow(a)(i), loadRow(b)(i)),
    y: loadRow(y),
    minus: [loadRow(c)],
    centre: 1,
  }));
  shape('test_square', ['z', 'x', 'a', 'b'], ({ x, a, b }) => ({
    x: loadRow(x),
    y: null,
    minus: parameters.addsSubtrahends
      ? [(i) => f64x2.add(loadRow(a)(i), loadRow(b)(i))]
      : [loadRow(a), loadRow(b)],
    centre: 2,
  }));
  if (parameters.form === 'montgomery') emitColumnShapes(m, field);
  for (const name of /** @type {const} */ ([
    'laneFromBytes',
    'laneToBytes',
    'limbsFromLane',
    'rowFromLimbs',
  ])) {
    const result = name === 'laneFromBytes' ? /** @type {const} */ ('i32') : null;
    const signature = { params: /** @type {const} */ ({ to: 'i32', from: 'i32' }), result };
    m.func(`test_${name}`, { ...signature, exported: true }, (f, { to, from }) => {
      const call = field[name].call(to, from);
      if (result) f.result(call);
      else f.emit(call);
    });
  }

  const memory = new WebAssembly.Memory({ initial: 1 });
  /** @type {Record<string, (...integers: number[]) => number>} */
  const wasm = await instantiate({ module: m, messages: field.checks.messages, change }, memory);
  /** The address of the i-th row of tests. @param {number} i */
  const slot = (i) => TESTS + i * 16 * (n + 1);
  return { wasm, memory, parameters, slot, ...fmaKinds({ wasm, memory, parameters, slot }) };
}

/**
 * Products of columns-first.js.
 * @param {ModuleBuilder} m
 * @param {FmaPrimeField} field
 */
function emitColumnShapes(m, field) {
  const two = /** @type {const} */ ({ z: 'i32', x: 'i32' });
  const three = /** @type {const} */ ({ ...two, y: 'i32' });
  const elsewhere = field.reserveRow();
  m.func('test_columns', { params: three, exported: true }, (f, { z, x, y }) => {
    const store = storeRow(f, z);
    emitInTurn(f, field, [{ x: loadRow(x), y: loadRow(y), store }]);
  });
  m.func('test_columns_square', { params: two, exported: true }, (f, { z, x }) => {
    emitInTurn(f, field, [{ x: loadRow(x), y: null, store: storeRow(f, z) }]);
  });
  for (const wanted of [0, 1, 2]) {
    m.func(`test_in_turn_${wanted}`, { params: three, exported: true }, (f, { z, x, y }) => {
      const rows = [x, y].map((row) =>
        Array.from({ length: field.rowLength }, (_, i) =>
          f.local(`of_${row.name}`, 'v128', loadRow(row)(i)),
        ),
      );
      const [a, b] = rows.map((digits) => (/** @type {number} */ i) => digits[i]);
      const store = (/** @type {number} */ i) =>
        storeRow(f, i === wanted ? z : i32.const(elsewhere));
      emitInTurn(f, field, [
        { x: a, y: b, store: store(0) },
        { x: b, y: null, store: store(1) },
        { x: a, y: b, minus: [b], centre: 1, store: store(2) },
      ]);
    });
  }
}
