/**
 * The extension field over limbs30 against the reference: every operation, on edge values
 * and random ones.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { quadraticField } from '../../src/reference/field.js';
import { invert, mod } from '../../src/math/modular.js';
import { staticMemory } from '../../wasm-gen/static-memory.js';
import { bls12381G2 } from '../../src/curves/bls12-381.js';
import { ModuleBuilder } from '../../wasm-gen/emit/module.js';
import { emitExtension } from '../../wasm-gen/field/extension/index.js';
import { emitField } from '../../wasm-gen/field/limbs30/index.js';
import { limbsOf } from '../../wasm-gen/field/limbs30/parameters.js';
import { checksOf } from '../support/exports.js';
import { instantiate } from '../support/instantiate.js';
import { randomPrime, randomStream } from './field-module.js';

const STATIC = { staticBase: 1024, staticEnd: 64 * 1024 };
const random = randomStream(2n);
const otherPrime = randomPrime(254, 3n, random);

/** Operations that the kernel keeps for itself, exported for tests. */
const INTERNAL = ['difference', 'negatedSum', 'looseSum', 'subtractTwo'];

/** The field alone in a module, with BigInt access. @param {bigint} p @param {boolean} debug */
async function extensionModule(p, debug) {
  const m = new ModuleBuilder('extension');
  const reserve = staticMemory(m, STATIC.staticBase, STATIC.staticEnd);
  const base = emitField(m, p, { reserve, debug, form: 'montgomery', largestFactor: 8 });
  const field = emitExtension(m, base);
  for (const name of INTERNAL) {
    const ids = ['z', 'x', 'y', ...(name === 'subtractTwo' ? ['u'] : [])];
    const params = Object.fromEntries(ids.map((id) => [id, /** @type {const} */ ('i32')]));
    m.func(`test_${name}`, { params, exported: true }, (f, locals) =>
      f.emit(/** @type {any} */ (field)[name].call(...Object.values(locals))),
    );
  }
  const sign = field.rootSign('larger');
  m.func('test_sign', { params: { x: 'i32' }, result: 'i32', exported: true }, (f, { x }) =>
    f.result(sign.call(x)),
  );
  const isZeroDifference = field.isZeroDifference();
  m.func(
    'test_is_zero_difference',
    { params: { d: 'i32' }, result: 'i32', exported: true },
    (f, { d }) => f.result(isZeroDifference.call(d)),
  );
  const memory = new WebAssembly.Memory({ initial: 4 });
  const wasm = await instantiate({ module: m, messages: field.checks.messages }, memory);
  const { parameters } = base;
  const { slotBytes, n, w, R } = parameters;
  const [u32, u8] = [new Uint32Array(memory.buffer), new Uint8Array(memory.buffer)];
  const at = (/** @type {number} */ i) => STATIC.staticEnd + 2 * slotBytes * i;
  const inverseR = invert(R, p);
  const readRaw = (/** @type {number} */ address) => {
    let value = 0n;
    for (let j = n - 1; j >= 0; j--) {
      const limb = u32[address / 4 + j];
      if (limb >= 2 ** w) throw new Error(`limb ${j} is not normalised`);
      value = (value << BigInt(w)) | BigInt(limb);
    }
    return value;
  };
  /** The element of raw coefficients. @param {[bigint, bigint]} raw */
  const valueOf = ([r0, r1]) => ({ c0: mod(r0 * inverseR, p), c1: mod(r1 * inverseR, p) });
  const { equals } = quadraticField(p);
  /**
   * Elements as representatives of their coefficients, those of results at most so large.
   * @param {bigint} [most] that of lazy elements, or of loose ones
   */
  const elements = (most = 2n * p - 1n) => ({
    ...{ layout: 'element', bytes: 2 * slotBytes, blanks: [[5n, 7n]] },
    /** @param {number} address @param {[bigint, bigint]} raw */
    write: (address, raw) =>
      raw.forEach((value, c) =>
        limbsOf(value, parameters).forEach((limb, j) => {
          u32[(address + c * slotBytes) / 4 + j] = Number(limb);
        }),
      ),
    /** @param {number} address @returns {{ c0: bigint, c1: bigint }} */
    read(address) {
      const raw = [readRaw(address), readRaw(address + slotBytes)];
      if (raw.some((value) => value > most)) throw new Error('out of range');
      return valueOf(/** @type {[bigint, bigint]} */ (raw));
    },
    isRight: equals,
  });
  return {
    ...{ wasm, at, u8, valueOf, elements, bytes: parameters.bytes },
    check: checksOf(wasm, () => u8, at),
    /**
     * The raw coefficients of an element.
     * @param {{ c0: bigint, c1: bigint }} a
     * @returns {[bigint, bigint]}
     */
    rawOf: ({ c0, c1 }) => [mod(c0 * R, p), mod(c1 * R, p)],
  };
}

const primes = [
  { name: 'BLS12-381', p: bls12381G2.p },
  { name: 'another prime, 254 bits', p: otherPrime },
];
const builds = primes.flatMap((prime) =>
  ['debug', 'release'].map((build) => ({ ...prime, build })),
);

describe.each(builds)('extension of $name, $build', ({ p, build }) => {
  /** @type {Awaited<ReturnType<typeof extensionModule>>} */
  let module;
  const field = quadraticField(p);
  /** @type {(name: string, raws: [bigint, bigint][], expected: any, most?: bigint) => void} */
  let writes;
  /** @type {(name: string, raws: [bigint, bigint][], expected: boolean) => void} */
  let returns;
  beforeAll(async () => {
    module = await extensionModule(p, build === 'debug');
    const { check, elements: kindOf } = module;
    const [lazy, loose] = [kindOf(), kindOf(4n * p)];
    writes = (name, raws, expected, most = 2n * p - 1n) =>
      check.writes(
        name,
        most > 2n * p ? loose : lazy,
        raws.map((raw) => [lazy, raw]),
        expected,
      );
    returns = (name, raws, expected) =>
      check.returns(
        name,
        raws.map((raw) => [lazy, raw]),
        Number(expected),
      );
  });

  /**
   * Representatives below a multiple of p: edges and random ones.
   * @param {bigint} multiple
   * @param {number} count
   */
  const coefficients = (multiple, count) => {
    const top = multiple * p - (multiple === 4n ? 0n : 1n);
    const edges = [0n, 1n, p - 1n, p, p + 1n, 2n * p - 1n, top, top - 1n];
    const bits = p.toString(2).length + 8;
    return [
      ...edges.filter((value) => value <= top),
      ...Array.from({ length: count }, () => random(bits) % (top + 1n)),
    ];
  };
  /**
   * All pairs of edges, and random pairs.
   * @param {bigint} multiple
   * @returns {Array<[bigint, bigint]>}
   */
  const elements = (multiple) => {
    const list = coefficients(multiple, 3);
    return list.flatMap((c0) => list.map((c1) => /** @type {[bigint, bigint]} */ ([c0, c1])));
  };

  it('multiplies and squares loose elements, in place, too', () => {
    const { valueOf } = module;
    const list = elements(4n);
    list.forEach((x, i) => {
      const X = valueOf(x);
      writes('extension_sqr', [x], field.square(X));
      for (const y of [list[(7 * i + 1) % list.length], list[list.length - 1 - i], x])
        writes('extension_mul', [x, y], field.multiply(X, valueOf(y)));
    });
  });

  it('multiplies elements of the largest limbs', () => {
    const { valueOf } = module;
    const w = BigInt(p.toString(2).length > 300 ? 30 : 29);
    const ones = (/** @type {bigint} */ value) => {
      const low = value & -(1n << w);
      return low === 0n ? value : low - 1n;
    };
    const largest = [
      4n * p,
      ones(4n * p),
      ones(3n * p),
      (1n << BigInt((4n * p).toString(2).length - 1)) - 1n,
    ];
    for (const a of largest)
      for (const b of largest)
        for (const c of [...largest, 0n])
          for (const d of [...largest, 0n])
            writes(
              'extension_mul',
              [
                [a, c],
                [b, d],
              ],
              field.multiply(valueOf([a, c]), valueOf([b, d])),
            );
  });

  it('sums and differences of lazy elements', () => {
    const { valueOf } = module;
    const list = elements(2n);
    list.forEach((x, i) => {
      const y = list[(5 * i + 3) % list.length];
      const u = list[(11 * i + 4) % list.length];
      const [X, Y, U] = [x, y, u].map(valueOf);
      writes('extension_add', [x, y], field.add(X, Y));
      writes('extension_sub', [x, y], field.subtract(X, Y));
      writes('test_difference', [x, y], field.subtract(X, Y), 4n * p);
      writes('test_looseSum', [x, y], field.add(X, Y), 4n * p);
      writes('test_negatedSum', [x, y], field.negate(field.add(X, Y)), 4n * p);
      writes('test_subtractTwo', [x, y, u], field.subtract(field.subtract(X, Y), U));
      writes('extension_neg', [x], field.negate(X));
      writes('extension_copy', [x], X);
      returns('extension_is_zero', [x], field.isZero(X));
      returns('extension_is_equal', [x, y], field.equals(X, Y));
      returns('test_sign', [x], field.isLarger(X));
      returnsOfDifference(x, y);
      const same = /** @type {[bigint, bigint]} */ (x.map((raw) => (raw >= p ? raw - p : raw + p)));
      returns('extension_is_equal', [x, same], true);
      returnsOfDifference(x, same);
    });
  });

  /** Whether a difference, as an export leaves it, is zero. @type {(x: any, y: any) => void} */
  function returnsOfDifference(x, y) {
    const { wasm, at, elements: kindOf, valueOf } = module;
    const { write } = kindOf();
    write(at(0), x);
    write(at(1), y);
    wasm.test_difference(at(4), at(0), at(1));
    expect(wasm.test_is_zero_difference(at(4))).toBe(Number(field.equals(valueOf(x), valueOf(y))));
  }

  it('signs at the border between the roots', () => {
    const half = (p - 1n) / 2n;
    for (const c1 of [0n, 1n, half, half + 1n, p - 1n])
      for (const c0 of [0n, 1n, half, half + 1n, p - 1n])
        returns('test_sign', [module.rawOf({ c0, c1 })], field.isLarger({ c0, c1 }));
  });

  it('inverts, alone and many at once', () => {
    const { wasm, at, elements: kindOf, valueOf } = module;
    const { write, read } = kindOf();
    const list = elements(2n).filter((x) => !field.isZero(valueOf(x)));
    for (const x of list) writes('extension_inv', [x], field.invert(valueOf(x)));
    list.forEach((x, i) => write(at(i), x));
    wasm.extension_batch_inv(at(list.length), at(0), list.length);
    list.forEach((x, i) => expect(read(at(list.length + i))).toEqual(field.invert(valueOf(x))));
  });

  it('takes roots of squares, and refuses everything else', () => {
    const { wasm, at, elements: kindOf, rawOf } = module;
    const { write, read } = kindOf();
    const small = [0n, 1n, 2n, 3n, p - 1n, p - 2n, p - 3n];
    const list = small.flatMap((c0) => small.map((c1) => ({ c0, c1 })));
    for (let i = 0; i < 40; i++) list.push({ c0: random(400) % p, c1: random(400) % p });
    let roots = 0;
    for (const a of list) {
      for (const x of [a, field.square(a)]) {
        const expected = field.squareRoot(x);
        write(at(0), rawOf(x));
        write(at(1), [5n, 7n]);
        const found = wasm.extension_sqrt(at(1), at(0));
        expect(found).toBe(expected === null ? 0 : 1);
        if (found) expect(field.square(read(at(1)))).toEqual(x);
        else expect(read(at(1))).toEqual(module.valueOf([5n, 7n]));
        roots += found;
      }
    }
    expect(roots).toBeGreaterThan(list.length);
    expect(roots).toBeLessThan(2 * list.length);
  });

  it('reads and writes canonical bytes, and refuses coefficients that are not below p', () => {
    const { wasm, at, u8, bytes, elements: kindOf } = module;
    const { read } = kindOf();
    const place = at(50);
    const put = (/** @type {bigint} */ value, /** @type {number} */ to) => {
      for (let i = 0; i < bytes; i++) u8[to + i] = Number((value >> BigInt(8 * i)) & 0xffn);
    };
    for (const c0 of [0n, 1n, p - 1n, p, p + 1n])
      for (const c1 of [0n, 1n, p - 1n, p, p + 1n]) {
        put(c0, place);
        put(c1, place + bytes);
        const valid = c0 < p && c1 < p;
        expect(wasm.extension_from_bytes(at(0), place)).toBe(Number(valid));
        if (!valid) continue;
        expect(read(at(0))).toEqual({ c0, c1 });
        wasm.extension_to_bytes(place + 4 * bytes, at(0));
        const written = u8.slice(place + 4 * bytes, place + 6 * bytes);
        expect(written).toEqual(u8.slice(place, place + 2 * bytes));
      }
  });
});
