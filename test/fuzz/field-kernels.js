/**
 * Field kernels alone in a module, with a loop beside them that multiplies a list by one factor and
 * adds the results up with coefficients (fields.js says why).
 */
import { createHash } from 'node:crypto';
import { f64x2 } from '../../wasm-gen/emit/instructions.js';
import { assemble } from '../../wasm-gen/emit/assemble.js';
import { staticMemory } from '../../wasm-gen/static-memory.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { emitExtension, emitExtensionByCalls } from '../../wasm-gen/field/extension/index.js';
import { emitFmaField, loadRow, storeRow } from '../../wasm-gen/field/fma/index.js';
import { emitProduct } from '../../wasm-gen/field/fma/multiply.js';
import { digitsOf } from '../../wasm-gen/field/fma/parameters.js';
import { emitFmaQuadraticField } from '../../wasm-gen/field/fma/quadratic.js';
import { emitField } from '../../wasm-gen/field/limbs30/index.js';
import { emitWideField } from '../../wasm-gen/field/wide64/index.js';
import { edgeValues } from '../wasm-gen/field-operations.js';
import { extremeRow } from '../wasm-gen/fma-rows.js';
import { lowerWide } from '../support/lower-wide.js';

/** Elements of a list. */
export const LIST = 1024;

/** Bits of a coefficient: LIST products with halves of words stay below 2^63. */
const COEFFICIENT_BITS = 20;

const STATIC = 64;
const TESTS = 128 * 1024;

/**
 * A kernel under test. `lanes`: elements of a slot; `degree`: coefficients of an element; `factor`
 * writes a random or an extreme factor into a slot and returns its integers, `[lane][coefficient]`.
 * @typedef {Awaited<ReturnType<typeof fieldKernel>>} FieldKernel
 */

/**
 * @param {{ kernel: 'limbs30' | 'wide64' | 'fma', p: bigint, degree: number, isWide?: boolean }}
 *   choice `isWide`: this engine has wide arithmetic; without it, that is lowered. The hash is that
 *   of the lowered module in both cases.
 * @param {boolean} debug
 */
export async function fieldKernel({ kernel, p, degree, isWide = false }, debug) {
  const m = new ModuleBuilder('field');
  const reserve = staticMemory({ name: 'field' }, STATIC, TESTS);
  const emitted = kernel === 'fma' ? emitTwoLanes : emitLimbs;
  const shape = emitted(m, p, { kernel, degree, reserve, debug });
  const written = m.toWat();
  const lowered = lowerWide(written);
  const hash = createHash('sha256')
    .update(await assemble('field', lowered))
    .digest('hex');
  const wat = isWide ? written : lowered;
  const loops = [...shape.operations, 'diagonal'].map((name) => loop(name, shape));
  const whole = `${wat.slice(0, wat.lastIndexOf(')'))}${loops.join('')}${scaling(shape)})`;
  const memory = new WebAssembly.Memory({ initial: 24 });
  const fail = (/** @type {number} */ i) => {
    throw new Error(`debug build: ${shape.messages[i]}`);
  };
  const { instance } = await WebAssembly.instantiate(await assemble('field', whole), {
    env: { memory },
    debug: { fail },
  });
  const wasm = /** @type {any} */ (instance.exports);
  const slot = (/** @type {number} */ i) => TESTS + i * shape.slotBytes;
  return { ...shape, hash, memory, wasm, slot, coefficientBits: COEFFICIENT_BITS };
}

/** Names of parameters in order. */
const three = /** @type {const} */ ({ z: 'i32', x: 'i32', y: 'i32' });

/** Does this engine have wide arithmetic? */
export async function hasWideArithmetic() {
  const product = '(i64.mul_wide_u (local.get 0) (local.get 0))';
  const wat = `(module (func (param i64) (result i64 i64) ${product}))`;
  return WebAssembly.validate(await assemble('wide', wat));
}

/** limbs30 and wide64. @param {ModuleBuilder} m @param {bigint} p @param {any} options */
function emitLimbs(m, p, { kernel, degree, reserve, debug }) {
  const isWide = kernel === 'wide64';
  const larger = degree > 1 ? /** @type {const} */ ({ form: 'montgomery', largestFactor: 8 }) : {};
  const base = isWide
    ? emitWideField(m, p, { reserve, debug })
    : emitField(m, p, { reserve, debug, ...larger });
  /** @type {any} */
  let field = base;
  if (degree > 1)
    field = (isWide ? emitExtensionByCalls : emitExtension)(m, /** @type {any} */ (base));
  for (const name of ['multiply', 'square', 'add', 'subtract']) {
    const params = name === 'square' ? { z: three.z, x: three.x } : three;
    m.func(`fuzz_${name}`, { params, exported: true }, (f, locals) =>
      f.emit(field[name].call(...Object.values(locals))),
    );
  }
  /** @type {any} */
  const parameters = base.parameters;
  const { n, w, R, slotBytes, flagOffset } = parameters;
  const lazy = 'limit' in parameters ? parameters.limit - 1n : 2n * p - 1n;
  const limit = isWide ? lazy : 4n * p;
  const wordBytes = flagOffset / n;
  const words = Array.from({ length: degree * n }, (_, i) => ({
    at: Math.floor(i / n) * slotBytes + (i % n) * wordBytes,
    shift: w * (i % n),
    part: Math.floor(i / n),
    isTop: i % n === n - 1,
  }));
  const edges = [lazy, limit].map((bound) => edgeValues(parameters, bound));
  /** @type {(memory: WebAssembly.Memory, at: number, random: any, loose: boolean) => bigint[][]} */
  const factor = (memory, at, random, loose) => {
    const [values, bound] = loose ? [edges[1], limit] : [edges[0], lazy];
    const bits = bound.toString(2).length;
    return [
      Array.from({ length: degree }, (_, part) => {
        const pick = Number(random(16));
        let value = values[Number(random(30) % BigInt(values.length))];
        if (pick % 4 < 2) value = random(bits + 64) % (bound + 1n);
        const bytes = new Uint8Array(memory.buffer, at + part * slotBytes, slotBytes);
        bytes.set(base.constants.encode(value));
        return value;
      }),
    ];
  };
  return {
    form: `${parameters.form}, ${n} × ${w} bits`,
    R,
    lanes: 1,
    degree,
    slotBytes: degree * slotBytes,
    messages: base.checks.messages,
    words,
    wordBits: w,
    kind: wordBytes === 4 ? 'u32' : 'u64',
    /** Largest top word of a result. */
    top: lazy >> BigInt(w * (n - 1)),
    factor,
    operations: ['multiply', 'square', 'add', 'subtract'],
  };
}

/** The two-lane kernel. @param {ModuleBuilder} m @param {bigint} p @param {any} options */
function emitTwoLanes(m, p, { degree, reserve, debug }) {
  /** @type {any} */
  const field = (degree > 1 ? emitFmaQuadraticField : emitFmaField)(m, p, { reserve, debug });
  const { parameters, rowLength, rowBytes } = field;
  const { n, w, R } = parameters;
  m.func('fuzz_multiply', { params: three, exported: true }, (f, { z, x, y }) =>
    f.emit(field.multiply.call(z, x, y)),
  );
  m.func('fuzz_square', { params: { z: three.z, x: three.x }, exported: true }, (f, { z, x }) => {
    if (degree > 1) f.emit(field.square.call(z, x));
    else emitProduct(f, field, { x: loadRow(x), y: null, store: storeRow(f, z) });
  });
  // Sums have no function of their own: curves add digits as they read them.
  if (degree === 1) {
    m.func('fuzz_differenceProduct', { params: three, exported: true }, (f, { z, x, y }) => {
      const difference = (/** @type {number} */ i) => f64x2.sub(loadRow(x)(i), loadRow(y)(i));
      emitProduct(f, field, { x: difference, y: loadRow(y), store: storeRow(f, z) });
    });
  }
  const words = [];
  for (let lane = 0; lane < 2; lane++) {
    for (let i = 0; i < rowLength; i++) {
      words.push({
        at: 16 * i + 8 * lane,
        shift: w * (i % n),
        part: lane * degree + Math.floor(i / n),
        isTop: i % n === n - 1,
      });
    }
  }
  /** @type {(memory: WebAssembly.Memory, at: number, random: any, loose: boolean) => bigint[][]} */
  const factor = (memory, at, random, loose) => {
    const f64 = new Float64Array(memory.buffer);
    return [0, 1].map((lane) =>
      Array.from({ length: degree }, (_, part) => {
        const pick = Number(random(16));
        const digits =
          pick % 4 < 2
            ? digitsOf(random(parameters.bits + 64) % p, parameters)
            : extremeRow(random, parameters, loose ? 'difference' : 'normalised', pick >> 2);
        digits.forEach((digit, i) => (f64[at / 8 + 2 * (part * n + i) + lane] = digit));
        return digits.reduceRight((sum, digit) => (sum << BigInt(w)) + BigInt(digit), 0n);
      }),
    );
  };
  return {
    form: `${parameters.form}, ${n} × ${w} bits, 2 lanes`,
    R,
    lanes: 2,
    degree,
    slotBytes: rowBytes,
    messages: field.checks.messages,
    words,
    wordBits: w,
    kind: 'f64',
    top: (p * 98n) / 100n / (1n << BigInt(w * (n - 1))) + 1n,
    factor,
    operations: ['multiply', 'square', ...(degree === 1 ? ['differenceProduct'] : [])],
  };
}

/** `scale(target, x, y, count)`: target_i = x_i·y. @param {any} shape */
const scaling = ({ slotBytes }) => `
  (func (export "scale") (param $z i32) (param $x i32) (param $y i32) (param $count i32)
    (loop $next
      (call $fuzz_multiply (local.get $z) (local.get $x) (local.get $y))
      (local.set $x (i32.add (local.get $x) (i32.const ${slotBytes})))
      (local.set $z (i32.add (local.get $z) (i32.const ${slotBytes})))
      (br_if $next (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))`;

/** The operation of each loop. @type {Record<string, string>} */
const CALLS = {
  multiply: '$fuzz_multiply (local.get $z) (local.get $x) (local.get $y)',
  differenceProduct: '$fuzz_differenceProduct (local.get $z) (local.get $x) (local.get $y)',
  add: '$fuzz_add (local.get $z) (local.get $x) (local.get $y)',
  subtract: '$fuzz_subtract (local.get $z) (local.get $x) (local.get $y)',
  square: '$fuzz_square (local.get $z) (local.get $x)',
  diagonal: '$fuzz_multiply (local.get $z) (local.get $x) (local.get $x)',
};

/**
 * `rows_NAME(z, x, y, count, coefficients, sums)`: z = operation(x_i, y) for each i; adds c_i times
 * the halves of each word of z to sums; returns 1 if any word but the top one is out of range.
 * Behind the sums stands the largest top word.
 * @param {string} name
 * @param {any} shape
 */
function loop(name, { words, kind, wordBits, slotBytes }) {
  const lines = [];
  const locals = [];
  words.forEach(({ at, isTop }, i) => {
    const load = { u32: 'i64.load32_u', u64: 'i64.load', f64: 'f64.load' }[kind];
    const raw = `(${load} offset=${at} (local.get $z))`;
    lines.push(`(local.set $w ${kind === 'f64' ? `(i64.trunc_f64_s ${raw})` : raw})`);
    if (!isTop && wordBits < 64) {
      const value =
        kind === 'f64'
          ? `(i64.add (local.get $w) (i64.const ${2n ** BigInt(wordBits - 1)}))`
          : '(local.get $w)';
      lines.push(
        `(local.set $bad (i64.or (local.get $bad) (i64.shr_u ${value} (i64.const ${wordBits}))))`,
      );
    }
    if (isTop) {
      const size =
        kind === 'f64'
          ? '(select (local.get $w) (i64.sub (i64.const 0) (local.get $w)) (i64.gt_s (local.get $w) (i64.const 0)))'
          : '(local.get $w)';
      lines.push(
        `(local.set $v ${size}) (if (i64.gt_u (local.get $v) (local.get $top)) (then (local.set $top (local.get $v))))`,
      );
    }
    const halves = kind === 'u32' ? 1 : 2;
    for (let half = 0; half < halves; half++) {
      locals.push(`(local $s${2 * i + half} i64)`);
      const word =
        halves === 1
          ? '(local.get $w)'
          : half === 0
            ? '(i64.and (local.get $w) (i64.const 0xffffffff))'
            : `(${kind === 'f64' ? 'i64.shr_s' : 'i64.shr_u'} (local.get $w) (i64.const 32))`;
      lines.push(
        `(local.set $s${2 * i + half} (i64.add (local.get $s${2 * i + half}) (i64.mul (local.get $c) ${word})))`,
      );
    }
  });
  const stores = locals.map((local) => {
    const index = Number(/\$s(\d+)/.exec(local)?.[1]);
    return `(i64.store offset=${8 * index} (local.get $sums) (local.get $s${index}))`;
  });
  return `
  (func (export "rows_${name}") (param $z i32) (param $x i32) (param $y i32) (param $count i32)
    (param $coefficients i32) (param $sums i32) (result i32)
    (local $c i64) (local $w i64) (local $v i64) (local $bad i64) (local $top i64)
    ${locals.join(' ')}
    (loop $next
      (local.set $c (i64.load32_u (local.get $coefficients)))
      (call ${CALLS[name]})
      ${lines.join('\n      ')}
      (local.set $x (i32.add (local.get $x) (i32.const ${slotBytes})))
      (local.set $coefficients (i32.add (local.get $coefficients) (i32.const 4)))
      (br_if $next (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
    ${stores.join('\n    ')}
    (i64.store offset=${16 * words.length} (local.get $sums) (local.get $top))
    (i64.ne (local.get $bad) (i64.const 0)))`;
}
