/**
 * A module with the interface of circom 2's, written here: what it computes is y = x³ + x + 5, with
 * x below 2^16, and it passes on four values of `grid` and those of two buses. Certain values of x
 * make it fail in the ways in which circuits fail.
 */
import { assemble } from '../../../wasm-gen/emit/assemble.js';
import { toBytesLE } from '../../../src/math/modular.js';
import { Circuit } from './circuits.js';

/** Places in its memory: the shared words, the prime, inputs, wires, and a message. */
const [SHARED, PRIME, INPUTS, SET, WIRES, TEXT] = [64, 128, 1024, 2048, 4096, 8192];

/** Input signals by their places among all. */
const SIGNALS = [
  ['x', 1],
  ['grid', 4],
  ['bus[0].v', 1],
  ['bus[1].v', 1],
];

/** Of all input signals; wires: 1, y, x, the other inputs, x², x³. */
export const [VALUES, CIRCUIT_WIRES] = [7, 11];

/** Values of x at which it fails, and how. */
const FAILURES = [
  [0, '(call $said) (call $exception (i32.const 4))'],
  [10, '(unreachable)'],
  [11, '(call $endless)'],
  [12, '(call $exception (i32.const 5))'],
  [13, '(call $exception (i32.const 7))'],
  [14, '(call $exception (i32.const 42))'],
];

const MESSAGE = 'Error in template Cubic_0 line: 7';

/** @param {string} name */
function hashOf(name) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(name)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) % 2n ** 64n;
  return hash;
}

/** @param {Uint8Array} bytes */
const escaped = (bytes) =>
  Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * @typedef {object} Variant
 * @property {bigint} r the order of its field
 * @property {number} [unknown] the size that it answers for a signal which it has not
 * @property {boolean} [isOld] with two imports, and without versions, sizes of inputs and messages
 * @property {number} [version]
 * @property {number} [witnessSize]
 * @property {string} [imports] more of them
 */

/**
 * @param {Variant} variant
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function circuitModule({ r, isOld = false, ...more }) {
  const { unknown = -1, version = 2, witnessSize = CIRCUIT_WIRES, imports = '' } = more;
  let first = 0;
  const places = SIGNALS.map(([name, size]) => {
    const place = { hash: hashOf(String(name)), size: Number(size), first };
    first += Number(size);
    return place;
  });
  const select = (/** @type {(place: { first: number, size: number }) => string} */ of) =>
    places
      .map((place) => `(if (i64.eq (local.get $hash) (i64.const ${place.hash})) ${of(place)})`)
      .join('\n');
  const joinHash = `(local.set $hash (i64.or
    (i64.shl (i64.extend_i32_u (local.get $high)) (i64.const 32))
    (i64.extend_i32_u (local.get $low))))`;
  const copy = (/** @type {string} */ to, /** @type {string} */ from) =>
    `(memory.copy ${to} ${from} (i32.const 32))`;
  const wire = (/** @type {number} */ i) => `(i32.const ${WIRES + 32 * i})`;
  const store = (/** @type {number} */ i, /** @type {string} */ value) =>
    `(i64.store ${wire(i)} ${value})`;
  const [x, square, cube] = ['$x', '$square', '$cube'].map((name) => `(local.get ${name})`);
  const failures = FAILURES.map(
    ([value, act]) => `(if (i64.eq ${x} (i64.const ${value})) (then ${act}))`,
  );
  const text = `(module
  (import "runtime" "exceptionHandler" (func $exception (param i32)))
  ${isOld ? '' : '(import "runtime" "printErrorMessage" (func $print))'}
  ${isOld ? '' : '(import "runtime" "writeBufferMessage" (func $log))'}
  (import "runtime" "showSharedRWMemory" (func $show))
  ${imports}
  (memory (export "memory") 3)
  (data (i32.const ${PRIME}) "${escaped(toBytesLE(r, 32))}")
  (data (i32.const ${TEXT}) "${MESSAGE}\\00")
  (global $at (mut i32) (i32.const 0))
  (global $left (mut i32) (i32.const ${VALUES}))
  (func $said ${isOld ? '' : '(global.set $at (i32.const 0)) (call $print)'})
  (func $endless (call $endless) (call $endless))
  ${
    isOld
      ? ''
      : `(func (export "getVersion") (result i32) (i32.const ${version}))
  (func (export "getMinorVersion") (result i32) (i32.const 2))
  (func (export "getInputSize") (result i32) (i32.const ${VALUES}))
  (func (export "getInputSignalSize") (param $high i32) (param $low i32) (result i32)
    (local $hash i64) ${joinHash}
    ${select(({ size }) => `(then (return (i32.const ${size})))`)}
    (i32.const ${unknown}))
  (func (export "getMessageChar") (result i32)
    (global.set $at (i32.add (global.get $at) (i32.const 1)))
    (i32.load8_u offset=${TEXT - 1} (global.get $at)))`
  }
  (func (export "getSharedRWMemoryStart") (result i32) (i32.const ${SHARED}))
  (func (export "readSharedRWMemory") (param i32) (result i32)
    (i32.load offset=${SHARED} (i32.shl (local.get 0) (i32.const 2))))
  (func (export "writeSharedRWMemory") (param i32 i32)
    (i32.store offset=${SHARED} (i32.shl (local.get 0) (i32.const 2)) (local.get 1)))
  (func (export "getFieldNumLen32") (result i32) (i32.const 8))
  (func (export "getRawPrime") ${copy(`(i32.const ${SHARED})`, `(i32.const ${PRIME})`)})
  (func (export "getWitnessSize") (result i32) (i32.const ${witnessSize}))
  (func (export "getWitness") (param i32)
    ${copy(
      `(i32.const ${SHARED})`,
      `(i32.add (i32.const ${WIRES}) (i32.shl (local.get 0) (i32.const 5)))`,
    )})
  (func (export "init") (param i32)
    (global.set $left (i32.const ${VALUES}))
    (memory.fill (i32.const ${SET}) (i32.const 0) (i32.const ${VALUES})))
  (func (export "setInputSignal") (param $high i32) (param $low i32) (param $i i32)
    (local $hash i64) (local $first i32) (local $size i32)
    ${joinHash}
    ${select(
      ({ first, size }) =>
        `(then (local.set $first (i32.const ${first})) (local.set $size (i32.const ${size})))`,
    )}
    (if (i32.eqz (local.get $size)) (then (call $exception (i32.const 1))))
    (if (i32.eqz (global.get $left)) (then (call $exception (i32.const 2))))
    (if (i32.ge_u (local.get $i) (local.get $size)) (then (call $exception (i32.const 6))))
    (local.set $first (i32.add (local.get $first) (local.get $i)))
    (if (i32.load8_u offset=${SET} (local.get $first)) (then (call $exception (i32.const 3))))
    (i32.store8 offset=${SET} (local.get $first) (i32.const 1))
    ${copy(
      `(i32.add (i32.const ${INPUTS}) (i32.shl (local.get $first) (i32.const 5)))`,
      `(i32.const ${SHARED})`,
    )}
    (global.set $left (i32.sub (global.get $left) (i32.const 1)))
    (if (i32.eqz (global.get $left)) (then (call $run))))
  (func $run (local $x i64) (local $square i64) (local $cube i64)
    (local.set $x (i64.load (i32.const ${INPUTS})))
    ${failures.join('\n')}
    (local.set $square (i64.mul ${x} ${x}))
    (local.set $cube (i64.mul ${square} ${x}))
    ${store(0, '(i64.const 1)')}
    ${store(1, `(i64.add (i64.add ${cube} ${x}) (i64.const 5))`)}
    (memory.copy ${wire(2)} (i32.const ${INPUTS}) (i32.const ${32 * VALUES}))
    ${store(9, square)}
    ${store(10, cube)}))`;
  return assemble('circuit', text);
}

const GRID = [11, 22, 33, 44];
const BUSES = [5, 6];

/**
 * The constraints of the module, and its witness for `inputsOf(x)`.
 * @param {bigint} r
 * @param {bigint} x
 */
export function moduleCircuit(r, x) {
  const circuit = new Circuit(r);
  const y = circuit.public(x ** 3n + x + 5n);
  const root = circuit.wire(x);
  [...GRID, ...BUSES].forEach((value) => circuit.wire(BigInt(value)));
  const term = (/** @type {number} */ wire) => new Map([[wire, 1n]]);
  const cube = circuit.multiply(term(circuit.multiply(term(root), term(root))), term(root));
  const sum = new Map([...term(root), ...term(cube)]).set(0, 5n);
  circuit.constrain(sum, term(0), term(y));
  return circuit;
}

/**
 * Inputs of the module with another x, and with changes.
 * @param {unknown} x
 * @param {object} [changes]
 */
export const inputsOf = (x, changes) => ({
  ...{ x, grid: GRID, bus: BUSES.map((v) => ({ v })) },
  ...changes,
});
