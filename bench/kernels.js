/**
 * Times the kernels themselves, assembled here from wasm-gen/: nanoseconds per batched affine addition (contiguous
 * pairs, the inversion included) and per field multiplication and squaring in a loop inside the module.
 *
 *   node bench/kernels.js [--rounds 200] [--only NAME]   Node 20 needs --experimental-wasm-relaxed-simd
 *
 * All kernels take turns in every round, so that they share what else the machine does. Noise only adds: the minimum is
 * what the code takes, the median what it took.
 */

import { parseArgs } from 'node:util';
import { emitFmaKernel } from '../wasm-gen/curve/fma/index.js';
import { emitLimbs30Kernel } from '../wasm-gen/curve/index.js';
import { staticMemory } from '../wasm-gen/curve/static-memory.js';
import { bls12381G1, bls12381G2 } from '../wasm-gen/curves/bls12-381.js';
import { assemble } from '../wasm-gen/emit/assemble.js';
import { i32 } from '../wasm-gen/emit/instructions.js';
import { ModuleBuilder } from '../wasm-gen/emit/module.js';
import { emitFmaField } from '../wasm-gen/field/fma/index.js';
import { emitSquare } from '../wasm-gen/field/fma/power.js';
import { emitFmaQuadraticField } from '../wasm-gen/field/fma/quadratic.js';
import { emitField } from '../wasm-gen/field/limbs30/index.js';
import { fieldOf } from '../src/reference/field.js';
import { mod } from '../src/reference/modular.js';

/** @import { Callable } from '../wasm-gen/emit/module.js' */
/** @import { Operand } from '../wasm-gen/emit/expression.js' */

const PAIRS = 4096;
const ELEMENTS = 1024;
const STATIC = { staticBase: 1024, staticEnd: 64 * 1024 };
const START = STATIC.staticEnd;

const secp256k1P = 2n ** 256n - 2n ** 32n - 977n;

/** @typedef {(m: ModuleBuilder, p: bigint, reserve: (bytes: number) => number) => LoopField} EmitLoopField */
/** @typedef {{ multiply: Callable, square: Callable, bytes: number, lanes: number }} LoopField */
/** @typedef {{ name: string, config: { p: bigint, extension?: { nonResidue: bigint } }, emitKernel: (config: any, memory: typeof STATIC) => { module: ModuleBuilder }, emitField: EmitLoopField }} Kernel */

const prime = (/** @type {bigint} */ p) => ({ ...bls12381G1, p });

/** @type {EmitLoopField} */
function limbs30Field(m, p, reserve) {
  const { multiply, square, parameters } = emitField(m, p, { reserve });
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

/** @type {Kernel[]} */
const kernels = [
  {
    name: 'limbs30 381',
    config: bls12381G1,
    emitKernel: emitLimbs30Kernel,
    emitField: limbs30Field,
  },
  { name: 'fma 381', config: bls12381G1, emitKernel: emitFmaKernel, emitField: fmaField },
  {
    name: 'fma 381 G2',
    config: bls12381G2,
    emitKernel: emitFmaKernel,
    emitField: fmaQuadraticField,
  },
  {
    name: 'fma 255r',
    config: prime(bls12381G1.order),
    emitKernel: emitFmaKernel,
    emitField: fmaField,
  },
  {
    name: 'fma secp256k1',
    config: prime(secp256k1P),
    emitKernel: emitFmaKernel,
    emitField: fmaField,
  },
];

/**
 * @param {ModuleBuilder} module
 * @param {number} bytes beyond the static memory
 */
async function instantiate(module, bytes) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((START + bytes) / 65536) });
  const wasm = await assemble(module.name, module.toWat());
  const { instance } = await WebAssembly.instantiate(/** @type {BufferSource} */ (wasm), {
    env: { memory },
  });
  return { wasm: /** @type {any} */ (instance.exports), memory };
}

let state = 1n;

/** A reproducible element. @param {bigint} p */
function random(p) {
  let value = 0n;
  for (let bits = 0; bits < 448; bits += 32) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    value = (value << 32n) | (state >> 32n);
  }
  return mod(value, p);
}

/**
 * One batch of additions. The formulas know no coefficients, so any points will do; the first sum is checked.
 * @param {Kernel} kernel
 */
async function additions({ name, config, emitKernel }) {
  const { module } = emitKernel({ ...config, name: 'bench', subgroupCheck: null }, STATIC);
  const { wasm, memory } = await instantiate(module, 16 * 2 ** 20);
  const field = fieldOf(config);
  const element = () => {
    const [c0, c1] = [random(config.p), random(config.p)];
    return config.extension ? { c0, c1 } : c0;
  };
  const [pointBytes, fieldBytes] = [wasm.point_bytes.value, wasm.field_bytes.value];
  const targets = START + 2 * PAIRS * pointBytes;
  const list = targets + PAIRS * pointBytes;
  const work = list + 12 * PAIRS;
  const u8 = new Uint8Array(memory.buffer);
  const points = Array.from({ length: 2 * PAIRS }, () => ({ x: element(), y: element() }));
  const bytes = work;
  points.forEach(({ x, y }, i) => {
    u8.set(field.toBytes(x), bytes + 2 * i * fieldBytes);
    u8.set(field.toBytes(y), bytes + (2 * i + 1) * fieldBytes);
  });
  wasm.points_from_affine(START, bytes, 2 * PAIRS);
  const entries = Array.from({ length: PAIRS }, (_, i) =>
    [targets, START, START + PAIRS * pointBytes].map((base) => base + i * pointBytes),
  );
  new Int32Array(memory.buffer).set(entries.flat(), list / 4);
  const run = () => wasm.batch_add(list, PAIRS, work);
  run();
  wasm.points_to_affine(bytes, targets, 1);
  const [x3, y3] = [0, fieldBytes].map((at) =>
    field.fromBytes(u8.slice(bytes + at, bytes + at + fieldBytes)),
  );
  const [A, B] = [points[0], points[PAIRS]];
  const { add, subtract, multiply, square, equals } = field;
  const [dx, dy] = [subtract(B.x, A.x), subtract(B.y, A.y)];
  const right =
    equals(multiply(add(add(x3, A.x), B.x), square(dx)), square(dy)) &&
    equals(multiply(add(y3, A.y), dx), multiply(dy, subtract(A.x, x3)));
  if (!right) throw new Error(`${name}: wrong sum`);
  return { label: `${name}: addition`, run, per: PAIRS };
}

/**
 * Multiplications and squarings of ELEMENTS different elements, in loops inside the module.
 * @param {Kernel} kernel
 */
async function products({ name, config, emitField }) {
  const m = new ModuleBuilder('bench');
  const reserve = staticMemory(m.name, STATIC.staticBase, STATIC.staticEnd);
  const { multiply, square, bytes, lanes } = emitField(m, config.p, reserve);
  /** @param {string} loop @param {(z: Operand, x: Operand, y: Operand) => import('../wasm-gen/emit/expression.js').Expression} operation */
  const emitLoop = (loop, operation) =>
    m.func(
      loop,
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
  const { wasm, memory } = await instantiate(m, 3 * ELEMENTS * bytes);
  const rows = [0, 1, 2].map((i) => START + i * ELEMENTS * bytes);
  // Small digits, or small limbs: the time does not depend on them.
  const values = Array.from({ length: (2 * ELEMENTS * bytes) / 8 }, () =>
    Number(random(2n ** 22n)),
  );
  if (lanes === 2) new Float64Array(memory.buffer).set(values, rows[1] / 8);
  else new BigInt64Array(memory.buffer).set(values.map(BigInt), rows[1] / 8);
  const per = ELEMENTS * lanes;
  const [z, x, y] = rows;
  return [
    { label: `${name}: multiplication`, run: () => wasm.loop_mul(z, x, y, ELEMENTS), per },
    { label: `${name}: squaring`, run: () => wasm.loop_sqr(z, x, y, ELEMENTS), per },
  ];
}

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, only: { type: 'string', default: '' } },
});

const tasks = [];
for (const kernel of kernels.filter(({ name }) => name.includes(options.only)))
  tasks.push(await additions(kernel), ...(await products(kernel)));

/** @type {number[][]} */
const samples = tasks.map(() => []);
for (const { run } of tasks) {
  // Until the optimising compiler has replaced the code of the first.
  for (const end = performance.now() + 300; performance.now() < end;) run();
}
for (let round = 0; round < Number(options.rounds); round++) {
  tasks.forEach(({ run, per }, i) => {
    run();
    const start = performance.now();
    run();
    samples[i].push(((performance.now() - start) * 1e6) / per);
  });
}

console.log(`node ${process.version}, V8 ${process.versions.v8}, ns: minimum, median`);
tasks.forEach(({ label }, i) => {
  const sorted = samples[i].sort((a, b) => a - b);
  const [minimum, median] = [sorted[0], sorted[sorted.length >> 1]];
  console.log(
    `${label.padEnd(32)}${minimum.toFixed(1).padStart(8)}${median.toFixed(1).padStart(8)}`,
  );
});
