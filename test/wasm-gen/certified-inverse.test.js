/** A wrong inverse does not leave a module, and inverses of 0 are 0. */
import { describe, expect, it } from 'vitest';
import { isWhole } from '../support/extent.js';
import { fieldModule, randomStream } from './field-module.js';
import { fmaModule } from './fma-module.js';
import { shippedPrimes } from './shipped-primes.js';

/** More at night: MUTANTS=1000. */
const COUNT = Number(process.env.MUTANTS ?? (isWhole ? 6 : 2));
const fields = shippedPrimes.flatMap(({ name, p }) =>
  /** @type {const} */ (['limbs30', 'wide64', 'fma']).map((kernel) => ({ name, p, kernel })),
);

/** Instructions of the same type in place of others. */
const OTHERS = new Map([
  ['i64.add', 'i64.sub'],
  ['i64.sub', 'i64.add'],
  ['i64.mul', 'i64.xor'],
  ['i64.shr_s', 'i64.shr_u'],
  ['i64.and', 'i64.xor'],
]);

/**
 * A kernel with a changed text, and its inversion of an integer in [0, p).
 * @param {typeof fields[number]} field @param {(text: string) => string} [change]
 */
async function inversion({ p, kernel }, change) {
  if (kernel === 'fma') {
    const { wasm, parameters, slot, values } = await fmaModule(p, { debug: false, change });
    /** @param {bigint} x @param {bigint} [other] in the second lane */
    const invert = (x, other = 1n) => {
      const lanes = [x, other].map((value) => [value > p / 2n ? value - p : value]);
      values.write(slot(1), lanes);
      wasm.invert_both(slot(0), slot(1));
      return values.read(slot(0))[0][0];
    };
    return { invert, R: parameters.R };
  }
  const { wasm, parameters, slot, write, read } = await fieldModule(p, { kernel, change });
  return {
    invert: (/** @type {bigint} */ x) => {
      write(0, 0n);
      write(1, x);
      wasm.field_inv(slot(0), slot(1));
      return read(0);
    },
    R: parameters.R,
  };
}

/**
 * Where the inversion computes with u and v, which says what the result is, and not when its loop
 * ends: after the loop that negates b.
 * @param {string} text
 */
function placesOf(text) {
  const begin = text.indexOf('(func $invert_limbs ');
  const end = text.indexOf('\n  (func', begin);
  const loops = [...text.slice(begin, end).matchAll(/\(loop /g)];
  const from = text.indexOf('(br_if', begin + (loops.at(-2)?.index ?? 0));
  return [...text.slice(from, end).matchAll(/i64\.(add|sub|mul|shr_s|and)\b/g)].map(
    ({ 0: op, index }) => ({ op, at: from + index }),
  );
}

describe.each(fields)('inversion modulo $name, $kernel', (field) => {
  const { p } = field;

  it('inverts, and gives 0 for 0', async () => {
    const { invert, R } = await inversion(field);
    const random = randomStream(7n);
    for (const x of [1n, 2n, p - 1n, R % p, ...Array.from({ length: 20 }, () => random(600) % p)])
      expect((((invert(x) * x - R * R) % p) + p) % p, `1/${x}`).toBe(0n);
    expect(invert(0n) % p).toBe(0n);
    expect(invert(0n, 5n) % p, 'with another element in the second lane').toBe(0n);
  });

  it('traps where the result is wrong', async () => {
    /** @type {string[]} */
    const survivors = [];
    let traps = 0;
    const random = randomStream(11n);
    const inputs = [p - 1n, ...Array.from({ length: 4 }, () => random(600) % p)];
    let count = 1;
    for (let i = 0; i < Math.min(COUNT, count); i++) {
      let name = '';
      const { invert, R } = await inversion(field, (text) => {
        const places = placesOf(text);
        count = places.length;
        const { op, at } = places[Math.floor((i * count) / Math.min(COUNT, count))];
        name = `${op} at ${at}`;
        return text.slice(0, at) + OTHERS.get(op) + text.slice(at + op.length);
      });
      let trapped = 0;
      for (const x of inputs)
        try {
          const z = invert(x);
          expect((((z * x - R * R) % p) + p) % p, `${name}: 1/${x} gave ${z}`).toBe(0n);
        } catch (error) {
          if (!(error instanceof WebAssembly.RuntimeError)) throw error;
          expect(error.message).toBe('unreachable');
          trapped++;
        }
      if (trapped > 0) traps++;
      else survivors.push(name);
    }
    console.log(`${field.name} ${field.kernel}: ${traps} trap, equal: ${survivors.join(', ')}`);
    expect(traps).toBeGreaterThanOrEqual(COUNT / 2);
  });

  it('traps where nothing is found', async () => {
    const { invert } = await inversion(field, (text) =>
      text.replace(/\(call \$invert_limbs .*\)\n/, '(nop)\n'),
    );
    expect(() => invert(3n)).toThrow(/unreachable/);
  });
});
