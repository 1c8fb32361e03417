/** The kernels to time, assembled from wasm-gen/, and the check of their sums. */

import { emitFmaKernel } from '../../wasm-gen/curve/fma/index.js';
import { emitKernel } from '../../wasm-gen/curve/index.js';
import { staticMemory } from '../../wasm-gen/curve/static-memory.js';
import { bls12381G1, bls12381G2 } from '../../src/curves/bls12-381.js';
import { secp256k1 } from '../../src/curves/secp256k1.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { i32 } from '../../wasm-gen/emit/instructions.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { emitExtensionByCalls } from '../../wasm-gen/field/extension/index.js';
import { emitFmaField } from '../../wasm-gen/field/fma/index.js';
import { emitSquare } from '../../wasm-gen/field/fma/power.js';
import { emitFmaQuadraticField } from '../../wasm-gen/field/fma/quadratic.js';
import { emitField } from '../../wasm-gen/field/limbs30/index.js';
import { emitWideField } from '../../wasm-gen/field/wide64/index.js';
import { fieldOf } from '../../src/reference/field.js';
import { START } from './measure.js';

/** @import { Callable } from '../../wasm-gen/emit/module.js' */
/** @import { Expression, Operand } from '../../wasm-gen/emit/expression.js' */
/** @import { Sum, Task } from './measure.js' */

const STATIC = { staticBase: 1024, staticEnd: START };

/** @typedef {{ multiply: Callable, square: Callable, bytes: number, lanes: number }} LoopField */
/**
 * @typedef {(m: ModuleBuilder, p: bigint, reserve: (bytes: number) => number) => LoopField}
 *   EmitLoopField
 */
/** @typedef {(config: any, memory: typeof STATIC) => { module: ModuleBuilder }} EmitKernel */
/**
 * `wide`: needs wide arithmetic; `fused`: needs fused multiply-adds.
 * @typedef {{ name: string, config: any, needs: 'wide' | 'fused' | null, emit: EmitKernel,
 *   emitField: EmitLoopField }} Kernel
 */

/** @type {EmitLoopField} */
function limbs30Field(m, p, reserve) {
  const { multiply, square, parameters } = emitField(m, p, { reserve });
  return { multiply, square, bytes: parameters.slotBytes, lanes: 1 };
}

/** @type {EmitLoopField} */
function wideField(m, p, reserve) {
  const { multiply, square, parameters } = emitWideField(m, p, { reserve });
  return { multiply, square, bytes: parameters.slotBytes, lanes: 1 };
}

/** @type {EmitLoopField} */
function wideQuadraticField(m, p, reserve) {
  const { multiply, square, parameters } = emitExtensionByCalls(
    m,
    emitWideField(m, p, { reserve }),
  );
  return { multiply, square, bytes: parameters.slotBytes, lanes: 1 };
}

/** @type {EmitLoopField} */
function fmaField(m, p, reserve) {
  const field = emitFmaField(m, p, { reserve });
  const square = emitSquare(m, field);
  return { multiply: field.multiply, square, bytes: field.rowBytes, lanes: 2 };
}

/** @type {EmitLoopField} */
function fmaQuadraticField(m, p, reserve) {
  const { multiply, square, rowBytes } = emitFmaQuadraticField(m, p, { reserve });
  return { multiply, square, bytes: rowBytes, lanes: 2 };
}

/** @type {EmitKernel} */
const limbs30 = (config, memory) => emitKernel(config, 'limbs30', memory);
/** @type {EmitKernel} */
const wide64 = (config, memory) => emitKernel(config, 'wide64', memory);

/** A curve over Banderwagon's prime: the formulas do not use its coefficients. */
const over255 = { ...bls12381G1, p: bls12381G1.order };

/** @type {Kernel[]} */
export const kernels = [
  ...[
    { of: '381', config: bls12381G1 },
    { of: '255r', config: over255 },
    { of: 'secp256k1', config: secp256k1 },
  ].flatMap(
    ({ of, config }) =>
      /** @type {Kernel[]} */ ([
        { name: `limbs30 ${of}`, config, needs: null, emit: limbs30, emitField: limbs30Field },
        { name: `fma ${of}`, config, needs: 'fused', emit: emitFmaKernel, emitField: fmaField },
        { name: `wide64 ${of}`, config, needs: 'wide', emit: wide64, emitField: wideField },
      ]),
  ),
  {
    name: 'fma 381 G2',
    config: bls12381G2,
    needs: 'fused',
    emit: emitFmaKernel,
    emitField: fmaQuadraticField,
  },
  {
    name: 'wide64 381 G2',
    config: bls12381G2,
    needs: 'wide',
    emit: wide64,
    emitField: wideQuadraticField,
  },
];

/** @param {Kernel} kernel @returns {Promise<Task>} */
export async function taskOf({ name, config, emit, emitField }) {
  const { module } = emit({ ...config, name: 'bench', subgroupCheck: null }, STATIC);
  const { m, bytes, lanes } = loops(config.p, emitField);
  const [kernel, field] = await Promise.all([base64Of(module), base64Of(m)]);
  return { name, kernel, field, elementBytes: bytes, lanes };
}

/** @param {ModuleBuilder} module */
async function base64Of(module) {
  return Buffer.from(await assemble(module.name, module.toWat())).toString('base64');
}

/**
 * A module of loops over a field's operations.
 * @param {bigint} p
 * @param {EmitLoopField} emitLoopField
 */
function loops(p, emitLoopField) {
  const m = new ModuleBuilder('bench');
  const reserve = staticMemory(m.name, STATIC.staticBase, STATIC.staticEnd);
  const { multiply, square, bytes, lanes } = emitLoopField(m, p, reserve);
  /** @param {string} name @param {(z: Operand, x: Operand, y: Operand) => Expression} operation */
  const emitLoop = (name, operation) =>
    m.func(
      name,
      { params: { z: 'i32', x: 'i32', y: 'i32', count: 'i32' }, exported: true },
      (f, { z, x, y, count }) => {
        f.loop((again) => {
          f.emit(operation(z, x, y));
          for (const row of [z, x, y]) f.set(row, i32.add(row, bytes));
          f.brIf(again, f.tee(count, i32.sub(count, 1)));
        });
      },
    );
  emitLoop('loop_mul', (z, x, y) => multiply.call(z, x, y));
  emitLoop('loop_sqr', (z, x) => square.call(z, x));
  m.func(
    'loop_chain',
    { params: { z: 'i32', x: 'i32', count: 'i32' }, exported: true },
    (f, { z, x, count }) => {
      f.loop((again) => {
        f.emit(multiply.call(z, z, x));
        f.brIf(again, f.tee(count, i32.sub(count, 1)));
      });
    },
  );
  return { m, bytes, lanes };
}

/**
 * Throws if a sum is wrong: its negative must lie on the line through the summands.
 * @param {Kernel} kernel
 * @param {Sum} sum
 */
export function checkSum({ name, config }, { points }) {
  const field = fieldOf(config);
  const [A, B, C] = points.map((bytes) => {
    const half = bytes.length / 2;
    const read = (/** @type {number} */ at) =>
      field.fromBytes(Uint8Array.from(bytes.slice(at, at + half)));
    return { x: read(0), y: read(half) };
  });
  const { add, subtract, multiply, square, equals } = field;
  const [dx, dy] = [subtract(B.x, A.x), subtract(B.y, A.y)];
  const isRight =
    equals(multiply(add(add(C.x, A.x), B.x), square(dx)), square(dy)) &&
    equals(multiply(add(C.y, A.y), dx), multiply(dy, subtract(A.x, C.x)));
  if (!isRight) throw new Error(`${name}: wrong sum`);
}
