/**
 * The pairing module of a kernel in its debug build, with all functions of the tower exported;
 * elements of Fp² and Fp¹² in its memory, and as operands of exports.
 */

import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { fromBytesLE, invert, mod } from '../../src/math/modular.js';
import { bitsOf, digitsOf, fmaParameters } from '../../wasm-gen/field/fma/parameters.js';
import { fieldParameters, limbsOf } from '../../wasm-gen/field/limbs30/parameters.js';
import { wideParameters } from '../../wasm-gen/field/wide64/parameters.js';
import { emitPairingKernel } from '../../wasm-gen/pairing/index.js';
import { checksOf } from '../support/exports.js';
import { instantiate } from '../support/instantiate.js';

/** @import { Kind } from '../support/exports.js' */
/** @import { PairingKernelName } from '../../wasm-gen/pairing/field.js' */

const { p } = bls12381G2;
const STATIC = { staticBase: 1024, staticEnd: 60 * 1024 };

/** Half of the radix of fma's digits. */
export const HALF = 2 ** 48;

/**
 * How a kernel holds a coefficient: R, and the writer of an integer at an address.
 * @type {Record<PairingKernelName, { R: bigint, largest: bigint,
 *   write: (view: DataView, address: number, index: number, value: bigint) => void }>}
 */
const FORMS = {
  limbs30: form(fieldParameters(p, { largestFactor: 8 }), 4),
  wide64: form(wideParameters(p), 8),
  fma: {
    R: fmaParameters(p, 'montgomery', 49).R,
    largest: 0n,
    write(view, address, index, value) {
      const shape = fmaParameters(p, 'montgomery', 49);
      const centred = 2n * value > p ? value - p : value;
      digitsOf(centred, shape).forEach((digit, i) => {
        view.setBigUint64(address + 16 * i + 8 * index, bitsOf(digit), true);
      });
    },
  },
};

/**
 * @param {{ w: number, n: number, R: bigint, slotBytes: number }} shape
 * @param {4 | 8} word bytes of a limb
 */
function form(shape, word) {
  return {
    R: shape.R,
    // Representatives below 2p.
    largest: 1n,
    write(
      /** @type {DataView} */ view,
      /** @type {number} */ address,
      /** @type {number} */ index,
      /** @type {bigint} */ value,
    ) {
      limbsOf(value, shape).forEach((limb, i) => {
        const at = address + index * shape.slotBytes + word * i;
        if (word === 4) view.setUint32(at, Number(limb), true);
        else view.setBigUint64(at, limb, true);
      });
    },
  };
}

/** @param {PairingKernelName} kernel */
export async function pairingModule(kernel) {
  const emitted = emitPairingKernel(bls12381G2, kernel, { ...STATIC, debug: true });
  for (const f of emitted.module.functions) {
    if (/^(tower|extension)_/.test(f.name)) f.exportName = f.name;
  }
  const memory = new WebAssembly.Memory({ initial: 8 });
  const wasm = await instantiate(emitted, memory);
  const { R, largest, write } = FORMS[kernel];
  const elementBytes = emitted.field.elementBytes;
  const view = new DataView(memory.buffer);
  const inverseR = invert(mod(R, p), p);
  const at = (/** @type {number} */ i) => 64 * 1024 + i * elementBytes;
  /** Room for the bytes of six elements, behind all elements. */
  const bytes = 384 * 1024;
  /**
   * Writes elements of Fp²; `lift`: as the largest representatives.
   * @type {(address: number, elements: Array<{ c0: bigint, c1: bigint }>, lift?: boolean) => void}
   */
  const put = (address, elements, lift = false) =>
    elements.forEach(({ c0, c1 }, i) =>
      [c0, c1].forEach((c, index) => {
        const value = mod(c * R, p) + (lift ? largest * p : 0n);
        const fits = kernel !== 'wide64' || value < wideParameters(p).limit;
        write(view, address + i * elementBytes, index, fits ? value : value - p);
      }),
    );
  const coefficient = (/** @type {number} */ i) =>
    fromBytesLE(new Uint8Array(memory.buffer, bytes + 48 * i, 48));
  const read = (/** @type {number} */ address, /** @type {number} */ count) => {
    wasm.pairing_to_bytes(bytes, address, count);
    return Array.from({ length: count }, (_, i) => ({
      c0: coefficient(2 * i),
      c1: coefficient(2 * i + 1),
    }));
  };
  /** Elements of Fp² back to back; of Fp¹², six. @type {(count: number) => Kind} */
  const kindOf = (count) => ({
    ...{ layout: `${count} elements of Fp²`, bytes: count * elementBytes },
    blanks: [{ list: Array(count).fill({ c0: 5n, c1: 0n }) }],
    write: (address, { list, lift }) => put(address, list, lift),
    read: (address) => read(address, count),
    isRight: (found, expected) =>
      expected.every(
        (/** @type {any} */ { c0, c1 }, /** @type {number} */ i) =>
          found[i].c0 === c0 && found[i].c1 === c1,
      ),
  });
  return {
    ...{ wasm, at, view, read, line: emitted.lines.line, write: put },
    ...{ element: kindOf(1), pair: kindOf(2), tower: kindOf(6) },
    /** The element of integers in the kernel's form. @param {{ c0: bigint, c1: bigint }} raw */
    valueOf: ({ c0, c1 }) => ({ c0: mod(c0 * inverseR, p), c1: mod(c1 * inverseR, p) }),
    check: checksOf(
      wasm,
      () => new Uint8Array(memory.buffer),
      (i) => at(6 * i),
    ),
  };
}
