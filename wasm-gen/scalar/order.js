/**
 * Arithmetic modulo the order of the group, on lists of canonical integers: 32 bytes little-endian
 * each, below the order. Signatures need it in addition to multi-scalar multiplication. The field
 * kernel is that of coordinates (field/limbs30) with another prime.
 */

import { i32, i64 } from '../emit/instructions.js';
import { emitField } from '../field/limbs30/index.js';
import { staticMemory } from '../static-memory.js';

/** @import { Operand } from '../emit/expression.js' */
/** @import { FunctionBuilder, Local, ModuleBuilder } from '../emit/module.js' */

/** Bytes of an integer. */
const SCALAR = 32;

/**
 * @param {ModuleBuilder} m
 * @param {bigint} order an odd prime of at most 256 bits
 * @param {{ staticBase: number, staticEnd: number }} options the static memory of the module
 */
export function emitOrder(m, order, { staticBase, staticEnd }) {
  const reserve = staticMemory(m, staticBase, staticEnd);
  const field = emitField(m, order, { reserve });
  const { slotBytes } = field.parameters;
  const [x, y, sum] = [reserve(slotBytes), reserve(slotBytes), reserve(slotBytes)];
  const read = m.func(
    'read_scalar',
    { params: { z: 'i32', source: 'i32' }, doc: 'Reads an integer, which must be in range.' },
    (f, { z, source }) => f.set(f.local('in_range', 'i32'), field.fromBytes.call(z, source)),
  );
  const write = (
    /** @type {FunctionBuilder} */ f,
    /** @type {Local} */ target,
    /** @type {Operand} */ z,
  ) => {
    f.emit(field.toBytes.call(target, z));
    for (let at = field.parameters.bytes; at < SCALAR; at += 8) f.emit(i64.store(target, 0, at));
  };
  m.func(
    'order_divide',
    {
      params: { target: 'i32', source: 'i32', divisor: 'i32', count: 'i32' },
      exported: true,
      doc: 'target[i] = source[i]/divisor for count integers. Divisor ≠ 0. target may be source.',
    },
    (f, { target, source, divisor, count }) => {
      f.emit(read.call(y, divisor), field.inverse.call(y, y));
      each(f, count, [target, source], () => {
        f.emit(read.call(x, source), field.multiply.call(x, x, y));
        write(f, target, x);
      });
    },
  );
  const product = m.func(
    'order_product',
    { params: { a: 'i32', b: 'i32' }, doc: 'x = the product of two integers, as a field element.' },
    (f, { a, b }) => {
      f.emit(read.call(x, a), read.call(y, b), field.multiply.call(x, x, y));
    },
  );
  m.func(
    'order_multiply',
    {
      params: { target: 'i32', a: 'i32', b: 'i32', count: 'i32' },
      exported: true,
      doc: 'target[i] = a[i]·b[i] for count integers. target may be a or b.',
    },
    (f, { target, a, b, count }) => {
      each(f, count, [target, a, b], () => {
        f.emit(product.call(a, b));
        write(f, target, x);
      });
    },
  );
  m.func(
    'order_dot',
    {
      params: { target: 'i32', a: 'i32', b: 'i32', count: 'i32' },
      exported: true,
      doc: 'target = Σ a[i]·b[i] over count integers.',
    },
    (f, { target, a, b, count }) => {
      f.emit(field.subtract.call(sum, field.constants.address('1'), field.constants.address('1')));
      each(f, count, [a, b], () => f.emit(product.call(a, b), field.add.call(sum, sum, x)));
      write(f, target, sum);
    },
  );
  m.func(
    'order_invert',
    {
      params: { target: 'i32', source: 'i32', count: 'i32', work: 'i32' },
      exported: true,
      doc: `target[i] = 1/source[i] for count integers, none of them 0. work: ${2 * slotBytes}·count bytes.`,
    },
    (f, { target, source, count, work }) => {
      const inverses = f.local('inverses', 'i32', i32.add(work, i32.mul(count, slotBytes)));
      const at = f.local('at', 'i32', work);
      const rest = f.local('rest', 'i32', count);
      each(f, rest, [source], () => {
        f.emit(read.call(at, source));
        f.set(at, i32.add(at, slotBytes));
      });
      f.emit(field.batchInverse.call(inverses, work, count));
      each(f, count, [target], () => {
        write(f, target, inverses);
        f.set(inverses, i32.add(inverses, slotBytes));
      });
    },
  );
  m.exportConstant('order_work_bytes', 2 * slotBytes);
}

/**
 * Repeats a body `count` times, moving pointers from integer to integer.
 * @param {FunctionBuilder} f
 * @param {Local} count counts down
 * @param {Local[]} pointers
 * @param {() => void} body
 */
function each(f, count, pointers, body) {
  f.block((done) => {
    f.brIf(done, i32.eqz(count));
    f.loop((again) => {
      body();
      for (const pointer of pointers) f.set(pointer, i32.add(pointer, SCALAR));
      f.brIf(again, f.tee(count, i32.sub(count, 1)));
    });
  });
}
