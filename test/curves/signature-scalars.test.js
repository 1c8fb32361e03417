/** Scalar operations for signatures: `naf` of parts and arithmetic modulo orders of any length. */
import { beforeAll, describe, expect, it } from 'vitest';

import { fromBytesLE, invert, mod, toBytesLE } from '../../src/math/modular.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { emitNaf } from '../../wasm-gen/scalar/naf.js';
import { emitOrder } from '../../wasm-gen/scalar/order.js';
import { compared } from '../support/compared.js';
import { instantiate } from '../support/instantiate.js';
import { randomIntegers } from '../wasm/scalar-module.js';
import { p256 } from './configs/p256.js';
import { pallas } from './configs/pallas.js';
import { wei25519 } from './configs/wei25519.js';

const PAGE = 65536;

/** @param {ModuleBuilder} module */
async function load(module) {
  const memory = new WebAssembly.Memory({ initial: 2 });
  return { wasm: await instantiate({ module }, memory), memory };
}

describe.each([1, 2, 3, 4])('naf of parts of %i words', (words) => {
  const [TABLE, POINT, TARGET, PART, STRIDE] = [4096, 8, 16384, 64, 12];
  const bytes = 8 * words + 4;
  const bits = 64 * words;
  /** @type {Awaited<ReturnType<typeof load>>} */
  let module;
  beforeAll(async () => {
    const m = new ModuleBuilder(`naf${words}`);
    emitNaf(m, words);
    module = await load(m);
  });

  /**
   * Digits with their positions, read back from the references.
   * @param {bigint} part
   * @param {number} w
   */
  function digitsOf(part, w) {
    const { wasm, memory } = module;
    const end = TARGET + STRIDE * (bits + 1);
    const u8 = new Uint8Array(memory.buffer).fill(0, TARGET, end + STRIDE);
    u8.set(toBytesLE(BigInt.asUintN(8 * bytes, part), bytes), PART);
    wasm.naf(TARGET, STRIDE, PART, w, TABLE, POINT);
    const words32 = new Int32Array(memory.buffer);
    expect(words32[end >> 2]).toBe(0);
    return Array.from({ length: bits + 1 }, (_, i) => {
      const reference = words32[(TARGET + STRIDE * i) >> 2];
      if (reference === 0) return 0;
      const value = (2 * ((reference & -2) - TABLE)) / POINT + 1;
      return reference & 1 ? -value : value;
    });
  }

  const most = (1n << BigInt(bits)) - 1n;
  const edges = [0n, 1n, 2n, 3n, most, most - 1n, most >> 1n, (most >> 1n) + 1n, most / 3n];
  for (let i = 1; i <= words; i++)
    edges.push(
      (1n << BigInt(64 * i)) - 1n,
      1n << BigInt(64 * i - 1),
      most - (most >> BigInt(64 * i)),
    );

  it.each([2, 3, 5, 13, 16])('has its value, and no two digits within %i places', (w) => {
    const random = randomIntegers(BigInt(w));
    const values = Array.from({ length: 200 }, (_, i) => {
      return (random() & most) >> BigInt(i % 2 ? Math.floor((i * bits) / 200) : 0);
    });
    // Zeros in the middle, over whole words.
    const sparse = values.map((k) => k & ((1n << 7n) | (most ^ (most >> 7n))));
    for (const size of [...edges, ...values, ...sparse]) {
      for (const part of [size, -size]) {
        const digits = digitsOf(part, w);
        const sum = digits.reduceRight((value, digit) => 2n * value + BigInt(digit), 0n);
        if (sum !== part) expect.fail(`${part} came back as ${sum}, w = ${w}`);
        compared();
        let last = -w;
        digits.forEach((digit, i) => {
          if (digit === 0) return;
          if (digit % 2 === 0 || Math.abs(digit) >= 2 ** (w - 1) || i - last < w)
            expect.fail(`${part}: digit ${digit} at ${i}, w = ${w}`);
          last = i;
        });
      }
    }
  });
});

describe.each([
  { name: 'p256', order: p256.order },
  { name: 'pallas', order: pallas.order },
  { name: 'wei25519', order: wei25519.order },
  { name: 'of-189-bits', order: (1n << 189n) - 25n },
  { name: 'of-127-bits', order: (1n << 127n) - 1n },
  { name: 'of-64-bits', order: (1n << 64n) - 59n },
])('arithmetic modulo the order, $name', ({ name, order }) => {
  const [A, B, TARGET, WORK] = [0, 4096, 8192, 16384];
  const random = randomIntegers(17n);
  const values = [1n, 2n, order - 1n, order >> 1n, ...Array.from({ length: 20 }, random)].map(
    (k) => (mod(k, order) === 0n ? 1n : mod(k, order)),
  );
  const others = [...values].reverse();
  const count = values.length;
  /** @type {Awaited<ReturnType<typeof load>>} */
  let module;
  beforeAll(async () => {
    const m = new ModuleBuilder(name);
    emitOrder(m, order, { staticBase: PAGE, staticEnd: 2 * PAGE });
    module = await load(m);
    const u8 = new Uint8Array(module.memory.buffer);
    values.forEach((k, i) => u8.set(toBytesLE(k, 32), A + 32 * i));
    others.forEach((k, i) => u8.set(toBytesLE(k, 32), B + 32 * i));
    u8.fill(0xa5, TARGET, WORK);
  });

  const read = (/** @type {number} */ i) =>
    fromBytesLE(new Uint8Array(module.memory.buffer, TARGET + 32 * i, 32));
  const all = () => values.map((_, i) => read(i));

  it('multiplies, divides, inverts and adds products', () => {
    const { wasm } = module;
    wasm.order_multiply(TARGET, A, B, count);
    expect(all()).toEqual(values.map((a, i) => (a * others[i]) % order));
    wasm.order_divide(TARGET, A, B + 32, count);
    expect(all()).toEqual(values.map((a) => (a * invert(others[1], order)) % order));
    wasm.order_invert(TARGET, A, count, WORK);
    expect(all()).toEqual(values.map((a) => invert(a, order)));
    wasm.order_dot(TARGET, A, B, count);
    expect(read(0)).toBe(values.reduce((sum, a, i) => (sum + a * others[i]) % order, 0n));
  });
});
