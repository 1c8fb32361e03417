/**
 * The `Pairings` of the port (../../port/pairings.js) on a pairing module, loaded only by instances
 * with pairings.
 *
 * The module runs in the arithmetic of the groups' batch kernel, which the runtime was found to
 * compute right. Results and stored lines are kept outside of wasm memory, in the kernel's form, so
 * that nothing must be freed: copying lines takes a hundredth of the time of their Miller loop.
 *
 * The interface of pairing modules: wasm-gen/pairing documents each operation.
 */

import { millerLoop, prepareLines } from './miller.js';
import { combinationTerms } from './combination-terms.js';
import { readMembers } from './kernels/kernel.js';

/** @import { FixedLines, GtElement, Pair, Pairings } from '../../port/pairings.js' */
/** @import { KernelName } from './kernels/registry.js' */
/** @import { KernelExports, KernelModule, Load } from './kernels/compile.js' */
/** @import { TermParts } from './combination-terms.js' */
/** @import { WasmFunction } from './kernels/kernel.js' */

/**
 * The modules of a pairing, imported on demand; none in workers, which need no sources.
 * `lambda`: see the port.
 * @typedef {{ name: string, lambda: bigint } &
 *   Partial<Record<KernelName, KernelModule['source']>>} PairingKernels
 */

/**
 * The module that the build writes for a pairing, with literal `import()`s of its kernels.
 * `first`: the kernels of G1, with whose arithmetic it is opened.
 * @typedef {{ open: (first: TermParts, load: Load) => Promise<Pairings> }} PairingPage
 */

/** A value in the kernel's form. @typedef {GtElement & { readonly limbs: Uint8Array }} WasmValue */

/** Elements of Fp² in a value. */
const TWELVE = 6;

/** @type {(kernels: PairingKernels, first: TermParts, load: Load) => Promise<Pairings>} */
export async function createWasmPairings({ name, lambda, ...sources }, first, load) {
  const { name: kernel } = first.batch;
  const exports = await load({ name: `${name}.${kernel}`, source: sources[kernel] });
  return new WasmPairings(readPairingKernel(kernel, exports), first, lambda);
}

/** The pairing of an instance, on one kernel. @implements {Pairings} */
class WasmPairings {
  #kernel;
  #arena;
  #first;
  #valueBytes;

  /**
   * @param {PairingKernel} kernel
   * @param {TermParts} first the kernels of G1
   * @param {bigint} lambda
   */
  constructor(kernel, first, lambda) {
    this.#kernel = kernel;
    this.#arena = first.arena;
    this.#first = first;
    this.#valueBytes = TWELVE * kernel.elementBytes;
    this.kernel = kernel.name;
    this.lambda = lambda;
  }

  /** @type {(pairs: readonly Pair[]) => boolean} */
  check(pairs) {
    return this.#arena.borrow(this.#valueBytes, (f) => {
      if (!millerLoop(this.#kernel, this.#arena, f, pairs)) return true;
      return this.#kernel.isOne(f) === 1;
    });
  }

  /** @type {(pairs: readonly Pair[]) => WasmValue} */
  product(pairs) {
    return this.#compute([], (z) => {
      if (millerLoop(this.#kernel, this.#arena, z, pairs)) this.#kernel.exponentiate(z, z);
      else this.#writeOne(z);
    });
  }

  /** @type {(points: readonly Uint8Array[], weights: Uint8Array) => Uint8Array[]} */
  terms(points, weights) {
    return points.length > 0 ? combinationTerms(this.#first, points, weights) : [];
  }

  /** @type {(point: Uint8Array) => FixedLines} */
  prepare(point) {
    return prepareLines(this.#kernel, this.#arena, point);
  }

  /** @type {(a: GtElement, b: GtElement) => WasmValue} */
  multiply(a, b) {
    return this.#compute([a, b], (z, x, y) => this.#kernel.multiply(z, x, y));
  }

  /** @type {(a: GtElement) => WasmValue} */
  square(a) {
    return this.#compute([a], (z, x) => this.#kernel.square(z, x));
  }

  /** @type {(a: GtElement) => WasmValue} */
  inverse(a) {
    return this.#compute([a], (z, x) => this.#kernel.conjugate(z, x));
  }

  /**
   * Along the non-adjacent form of the exponent, as inverses are free.
   * @type {(a: GtElement, exponent: bigint) => WasmValue}
   */
  pow(a, exponent) {
    const { square, multiply } = this.#kernel;
    return this.#compute([a, this.inverse(a)], (z, x, inverse) => {
      // Digit 1: the bit is set in 3e but not in e. Digit −1: in e but not in 3e.
      const [triple, once] = [3n * exponent, exponent].map((e) => e.toString(2));
      const digits = once.padStart(triple.length, '0');
      this.#writeOne(z);
      for (let i = 0; i < triple.length - 1; i++) {
        square(z, z);
        if (triple[i] !== digits[i]) multiply(z, z, triple[i] === '1' ? x : inverse);
      }
    });
  }

  /** @type {(a: GtElement, b: GtElement) => boolean} */
  equals(a, b) {
    const [first, second] = [this.toBytes(a), this.toBytes(b)];
    return first.every((byte, i) => byte === second[i]);
  }

  /** @type {(a: GtElement) => boolean} */
  isOne(a) {
    return this.equals(a, this.product([]));
  }

  /** @type {(a: GtElement) => Uint8Array<ArrayBuffer>} */
  toBytes(a) {
    const { toBytes, bytes } = this.#kernel;
    const { limbs } = /** @type {WasmValue} */ (a);
    return this.#arena.borrow(limbs.length + TWELVE * bytes, (source) => {
      const target = source + limbs.length;
      this.#arena.u8.set(limbs, source);
      toBytes(target, source, TWELVE);
      const result = this.#arena.u8.slice(target, target + TWELVE * bytes);
      const coefficient = bytes / 2;
      for (let at = 0; at < result.length; at += coefficient) {
        result.subarray(at, at + coefficient).reverse();
      }
      return result;
    });
  }

  /**
   * A new value, from copies of others in wasm memory.
   * @type {(operands: readonly GtElement[],
   *   write: (target: number, ...operands: number[]) => void) => WasmValue}
   */
  #compute(operands, write) {
    const size = this.#valueBytes;
    return this.#arena.borrow((1 + operands.length) * size, (target) => {
      const addresses = operands.map((operand, i) => {
        const address = target + (1 + i) * size;
        this.#arena.u8.set(/** @type {WasmValue} */ (operand).limbs, address);
        return address;
      });
      write(target, ...addresses);
      return Object.freeze({ limbs: this.#arena.u8.slice(target, target + size) });
    });
  }

  /** @type {(target: number) => void} */
  #writeOne(target) {
    const { bytes, fromBytes } = this.#kernel;
    this.#arena.borrow(TWELVE * bytes, (source) => {
      this.#arena.u8.fill(0, source, source + TWELVE * bytes);
      this.#arena.u8[source] = 1;
      fromBytes(target, source, TWELVE);
    });
  }
}

/**
 * An element is one of Fp², a value six of them back to back.
 * @typedef {object} PairingKernel
 * @property {KernelName} name
 * @property {number} bytes length of an element's canonical encoding
 * @property {number} elementBytes of an element in memory
 * @property {number} storedBytes of the record of a pair with stored lines
 * @property {number} lineCount lines of a point
 * @property {readonly number[]} steps of the loop, by their kinds: 0 doubles, others add
 * @property {WasmFunction} fromBytes (target, bytes, count) of elements
 * @property {WasmFunction} toBytes (target bytes, elements, count)
 * @property {WasmFunction} points (target, elements x and y, count, work)
 * @property {WasmFunction} step (lines, stride, records, count, work, kind of the step)
 * @property {WasmFunction} miller (target, stored records, count, projective records, count, affine
 *   records, count, work)
 * @property {WasmFunction} exponentiate (target, value)
 * @property {WasmFunction} isOne (value) → 1 if its final exponentiation is one
 * @property {WasmFunction} multiply (target, value, value)
 * @property {WasmFunction} square (target, value)
 * @property {WasmFunction} conjugate (target, value)
 */

/** @type {(name: KernelName, exports: KernelExports) => PairingKernel} */
function readPairingKernel(name, exports) {
  const kernel = /** @type {any} */ (readMembers(exports, { name }));
  if (Object.hasOwn(kernel, 'stepAt')) {
    const steps = stepsOf(kernel.stepAt);
    return { ...kernel, steps, lineCount: steps.length };
  }
  const { loopLow, loopHigh } = kernel;
  const loop = (BigInt(loopHigh >>> 0) << 32n) | BigInt(loopLow >>> 0);
  const bits = loop.toString(2).slice(1);
  const steps = [...bits].flatMap((bit) => (bit === '1' ? [0, 1] : [0]));
  return { ...kernel, steps, lineCount: steps.length };
}

/** @param {WasmFunction} stepAt (index) → kind, −1 at the end */
function stepsOf(stepAt) {
  const steps = [];
  for (let kind; (kind = stepAt(steps.length)) >= 0;) steps.push(kind);
  return steps;
}
