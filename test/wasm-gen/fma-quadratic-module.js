/**
 * The quadratic extension of the two-lane kernel alone in a module, with the kinds of its operands.
 */

import { f64x2 } from '../../wasm-gen/emit/instructions.js';
import { staticMemory } from '../../wasm-gen/static-memory.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { loadRow, storeRow } from '../../wasm-gen/field/fma/index.js';
import { emitFmaQuadraticField } from '../../wasm-gen/field/fma/quadratic.js';
import { emitSquareRoot } from '../../wasm-gen/field/fma/square-root.js';
import { instantiate } from '../support/instantiate.js';
import { fmaKinds } from './fma-kinds.js';

/** @import { Callable } from '../../wasm-gen/emit/module.js' */

/** Where the module's own memory begins, and where the rows of tests do. */
const STATIC = 64;
const TESTS = 32 * 1024;

/** @typedef {Awaited<ReturnType<typeof fmaQuadraticModule>>} FmaQuadraticModule */

/**
 * Besides the field's own functions, `test_differenceProduct` (z, a, b, y, c): (b − a)·y − 2c, and
 * `test_differenceSquare` (z, x, a, b): x² − a − b, whose operands stand in no row; and `test_root`
 * (z, x): the square root by powers.
 * @param {bigint} p
 * @param {{ debug?: boolean }} [options]
 */
export async function fmaQuadraticModule(p, { debug = true } = {}) {
  const m = new ModuleBuilder('quadratic');
  const reserve = staticMemory({ name: 'field' }, STATIC, TESTS);
  const field = emitFmaQuadraticField(m, p, { reserve, debug });
  const { rowLength, rowBytes, checks, parameters } = field;
  const root = emitSquareRoot(m, field);
  /** @type {(name: string, operands: string[], emit: (f: any, rows: any) => void) => void} */
  const test = (name, operands, emit) => {
    const params = Object.fromEntries(
      ['z', ...operands].map((id) => [id, /** @type {'i32'} */ ('i32')]),
    );
    m.func(`test_${name}`, { params, exported: true }, emit);
  };
  /** @type {(name: string, operands: string[], callable: Callable) => void} */
  const forward = (name, operands, callable) =>
    test(name, operands, (f, rows) =>
      f.emit(callable.call(...['z', ...operands].map((id) => rows[id]))),
    );
  forward('multiply', ['x', 'y'], field.multiply);
  forward('multiplySubtract', ['x', 'y', 'c'], field.multiplySubtract);
  forward('square', ['x'], field.square);
  const { addsSubtrahends } = parameters;
  const subtrahends = addsSubtrahends ? ['c'] : ['c', 'd'];
  forward('multiplySubtractAll', ['x', 'y', ...subtrahends], field.multiplySubtractAll);
  forward('squareSubtract', ['x', ...subtrahends], field.squareSubtract);
  forward('invertBoth', ['x'], field.invertBoth);
  test('differenceProduct', ['a', 'b', 'y', 'c'], (f, { z, a, b, y, c }) =>
    field.emitProduct(f, {
      x: (i) => f64x2.sub(loadRow(a)(i), loadRow(b)(i)),
      y: (i) => f64x2.neg(loadRow(y)(i)),
      minus: addsSubtrahends
        ? [(i) => f64x2.add(loadRow(c)(i), loadRow(c)(i))]
        : [loadRow(c), (i) => f64x2.neg(f64x2.neg(loadRow(c)(i)))],
      centre: 2,
      store: (i, digit) => storeRow(f, z)(i, digit),
    }),
  );
  test('differenceSquare', ['x', 'a', 'b'], (f, { z, x, a, b }) =>
    field.emitProduct(f, {
      x: loadRow(x),
      y: null,
      minus: addsSubtrahends
        ? [(i) => f64x2.add(loadRow(a)(i), loadRow(b)(i))]
        : [loadRow(a), loadRow(b)],
      centre: 2,
      store: storeRow(f, z),
    }),
  );
  test('root', ['x'], (f, { z, x }) => {
    for (let i = 0; i < rowLength; i++) storeRow(f, root.base)(i, loadRow(x)(i));
    f.emit(root.power());
    checks.row(f, 'root', root.result, 'product');
    for (let i = 0; i < rowLength; i++) storeRow(f, z)(i, loadRow(root.result)(i));
  });
  m.func(
    'test_fromBytes',
    { params: { lane: 'i32', source: 'i32' }, result: 'i32', exported: true },
    (f, { lane, source }) => f.result(field.laneFromBytes.call(lane, source)),
  );
  forward('toBytes', ['lane'], field.laneToBytes);

  const memory = new WebAssembly.Memory({ initial: 2 });
  /** @type {Record<string, (...integers: number[]) => number>} */
  const wasm = await instantiate({ module: m, messages: checks.messages }, memory);
  /** The address of the i-th row of tests, with room for that of a lane. @param {number} i */
  const slot = (i) => TESTS + i * (rowBytes + 16);
  return { parameters, ...fmaKinds({ wasm, memory, parameters, slot, degree: 2 }) };
}
