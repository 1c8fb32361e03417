/**
 * The field kernel on primes so small that every pair of representatives can be tried, with limbs
 * so small that all the machinery of large primes (several limbs, carries inside rows, estimates
 * from the top limbs) is at work.
 */

import { beforeAll, describe, expect, it } from 'vitest';

import { fieldParameters } from '../../wasm-gen/field/limbs30/parameters.js';
import { fieldModule } from './field-module.js';
import { compared } from '../support/compared.js';
import { some } from '../support/extent.js';

/** @import { FieldModule } from './field-module.js' */

/** @type {Array<{ p: number, w: number, carryEvery?: number, loosePairs?: boolean }>} */
const shapes = [
  { p: 509, w: 4 },
  { p: 509, w: 5, carryEvery: 1 },
  { p: 503, w: 5, carryEvery: 2 },
  { p: 509, w: 3, carryEvery: 3 },
  { p: 251, w: 4, loosePairs: true },
  { p: 251, w: 4, carryEvery: 1, loosePairs: true },
  { p: 251, w: 3, carryEvery: 2, loosePairs: true },
  { p: 257, w: 4, carryEvery: 2 },
];

/** In Montgomery form, and folded where that is possible and the default. */
const fields = shapes.flatMap((shape) => [
  { ...shape, form: /** @type {const} */ ('montgomery') },
  ...(shape.carryEvery === undefined ? [shape] : []),
]);

describe.each(some(fields, 3, 'exhaustive'))(
  'p = $p, w = $w, carryEvery = $carryEvery, $form',
  (options) => {
    const { p, w, carryEvery, form } = /** @type {typeof options & { form?: 'montgomery' }} */ (
      options
    );
    /** @type {FieldModule} */
    let field;
    /** The address of each integer up to 4p, then of results. @type {(value: number) => number} */
    let at;
    /** @type {number} */
    let out;
    /** @type {number} */
    let R;

    beforeAll(async () => {
      field = await fieldModule(BigInt(p), { debug: true, w, carryEvery, form });
      R = Number(field.parameters.R);
      at = field.slot;
      for (let value = 0; value <= 4 * p; value++) field.write(value, BigInt(value));
      out = 4 * p + 1;
      field.write(out, 0n);
    });

    /** The result as an integer; its limbs must be in range, and the spare words untouched. */
    function result() {
      const { n, slotBytes } = field.parameters;
      const index = at(out) >> 2;
      let value = 0;
      for (let j = n - 1; j >= 0; j--) {
        if (field.u32[index + j] >= 2 ** w) return -1;
        value = value * 2 ** w + field.u32[index + j];
      }
      for (let j = n; j < slotBytes / 4; j++) if (field.u32[index + j] !== field.guard) return -2;
      return value;
    }

    /**
     * Tries an operation of two elements on all pairs in [0, limit].
     * @param {string} name
     * @param {number} limit
     * @param {number} resultLimit
     * @param {(z: number, x: number, y: number) => number} difference ≡ 0 mod p exactly if z is
     *   right
     */
    function allPairs(name, limit, resultLimit, difference) {
      const operation = field.wasm[name];
      for (let x = 0; x <= limit; x++) {
        for (let y = 0; y <= limit; y++) {
          operation(at(out), at(x), at(y));
          const z = result();
          if (z < 0 || z > resultLimit || difference(z, x, y) % p !== 0)
            expect.fail(`${name}(${x}, ${y}) = ${z}`);
        }
      }
      compared();
    }

    /**
     * @param {string} name
     * @param {number} limit
     * @param {number} resultLimit
     * @param {(z: number, x: number) => number} difference
     */
    function allElements(name, limit, resultLimit, difference) {
      for (let x = 0; x <= limit; x++) {
        field.wasm[name](at(out), at(x));
        const z = result();
        if (z < 0 || z > resultLimit || difference(z, x) % p !== 0)
          expect.fail(`${name}(${x}) = ${z}`);
      }
      compared();
    }

    const lazy = 2 * p - 1;
    const loose = 4 * p;

    it('has at least three limbs, and carries where it should', () => {
      expect(field.parameters.n).toBeGreaterThanOrEqual(3);
      expect(/** @type {any} */ (field.parameters).carryEvery).toBe(
        carryEvery ?? fieldParameters(BigInt(p), { w }).carryEvery,
      );
    });

    it('multiplies all pairs', () => {
      const limit = options.loosePairs ? loose : lazy;
      allPairs('field_mul', limit, lazy, (z, x, y) => z * R - x * y);
    });

    it('squares all elements', () => {
      allElements('field_sqr', loose, lazy, (z, x) => z * R - x * x);
    });

    it('adds and subtracts all pairs', () => {
      allPairs('field_add', lazy, lazy, (z, x, y) => z - x - y);
      allPairs('field_sub', lazy, lazy, (z, x, y) => z - x + y);
    });

    it('forms loose sums and differences of all pairs, without reduction', () => {
      const limit = Math.min(lazy, 400);
      allPairs('test_looseSum', limit, loose, (z, x, y) => (z === x + y ? 0 : 1));
      allPairs('test_difference', limit, loose, (z, x, y) => (z === x - y + 2 * p ? 0 : 1));
      allPairs('test_negatedSum', limit, loose, (z, x, y) => (z === 4 * p - x - y ? 0 : 1));
    });

    it('subtracts two', () => {
      const step = Math.max(1, Math.floor(p / 20));
      const values = [p - 1, p, p + 1, lazy - 1, lazy];
      for (let value = 0; value < lazy; value += step) values.push(value);
      for (const x of values) {
        for (const y of values) {
          for (const u of values) {
            field.wasm.test_subtractTwo(at(out), at(x), at(y), at(u));
            const z = result();
            if (z < 0 || z > lazy || (z - x + y + u) % p !== 0)
              expect.fail(`${x} − ${y} − ${u} = ${z}`);
          }
        }
      }
      compared();
    });

    it('compares all pairs', () => {
      for (let x = 0; x <= lazy; x++) {
        for (let y = 0; y <= lazy; y++) {
          if (field.wasm.field_is_equal(at(x), at(y)) !== Number((x - y) % p === 0))
            expect.fail(`field_is_equal(${x}, ${y})`);
        }
        if (field.wasm.field_is_zero(at(x)) !== Number(x % p === 0))
          expect.fail(`field_is_zero(${x})`);
      }
      compared();
    });

    it('negates, reduces and copies all elements', () => {
      allElements('field_neg', lazy, lazy, (z, x) => z + x);
      allElements('field_reduce', lazy, p - 1, (z, x) => z - x);
      allElements('field_copy', lazy, lazy, (z, x) => (z === x ? 0 : 1));
    });

    it('inverts all elements', () => {
      const one = R % p;
      allElements('field_inv', lazy, lazy, (z, x) => {
        return x % p === 0 ? z : z * x - one * one;
      });
    });

    it('inverts lists that hold all elements', () => {
      const { wasm, slot } = field;
      const values = Array.from({ length: lazy + 1 }, (_, x) => x).filter((x) => x % p !== 0);
      const from = out + 1;
      const to = from + values.length;
      values.forEach((x, i) => field.write(from + i, BigInt(x)));
      values.forEach((_, i) => field.write(to + i, 0n));
      wasm.field_batch_inv(slot(to), slot(from), values.length);
      const one = R % p;
      values.forEach((x, i) => {
        const z = Number(field.read(to + i));
        if (z > lazy || (z * x - one * one) % p !== 0) expect.fail(`1/${x} = ${z}`);
      });
      compared();
    });

    it(p % 4 === 3 ? 'finds the roots of all squares' : 'has no square root', () => {
      const { wasm } = field;
      if (p % 4 !== 3) {
        expect(wasm.field_sqrt).toBeUndefined();
        return;
      }
      // x stands for x/R; it is a square exactly if some z²/R is x.
      const squares = new Set(Array.from({ length: p }, (_, z) => (z * z) % p));
      for (let x = 0; x <= lazy; x++) {
        field.write(out, 1n);
        const isSquare = wasm.field_sqrt(at(out), at(x));
        const z = result();
        if (isSquare !== Number(squares.has((x * R) % p))) expect.fail(`field_sqrt(${x})`);
        if (isSquare ? z > lazy || (z * z - x * R) % p !== 0 : z !== 1)
          expect.fail(`field_sqrt(${x}) = ${z}`);
      }
      compared();
    });

    it('reads and writes all bytes', () => {
      const { wasm, u8, parameters } = field;
      const { bytes } = parameters;
      const target = at(out + 1);
      const view = new DataView(u8.buffer);
      for (let x = 0; x <= loose; x++) {
        wasm.field_to_bytes(target, at(x));
        const value = view.getUint32(target, true);
        if (value >= p || (value * R - x) % p !== 0) expect.fail(`field_to_bytes(${x}) = ${value}`);
        for (let i = 4; i < bytes; i++) if (u8[target + i] !== 0) expect.fail(`byte ${i} of ${x}`);
      }
      u8.fill(0, target, target + bytes);
      for (let value = 0; value < 2 ** 16; value++) {
        view.setUint32(target, value, true);
        field.write(out, 1n);
        const accepted = wasm.field_from_bytes(at(out), target);
        const z = result();
        if (accepted !== Number(value < p)) expect.fail(`field_from_bytes(${value})`);
        if (accepted ? z > lazy || (z - value * R) % p !== 0 : z !== 1)
          expect.fail(`field_from_bytes(${value}) = ${z}`);
      }
      // Any bit beyond is refused, whatever stands below.
      for (let bit = 10; bit < 8 * bytes; bit++) {
        u8.fill(0, target, target + bytes);
        u8[target] = 3;
        u8[target + (bit >> 3)] |= 1 << (bit & 7);
        if (wasm.field_from_bytes(at(out), target)) expect.fail(`bit ${bit} was accepted`);
      }
      compared();
    });
  },
);
