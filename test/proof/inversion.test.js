import { describe, expect, it } from 'vitest';
import { Domain } from '../../proof/domain/domain.js';
import { Machine } from '../../proof/machine/machine.js';
import { Refused } from '../../proof/refused.js';
import { interpret } from './interpreter.js';
import { mutate, randomness, refusal } from './mutants.js';
import { Evaluator, prepare } from './shadow.js';
import { functionNamed, proveNamed } from './support.js';

/** More at night: MUTANTS=1000 npx vitest run test/proof/inversion.test.js */
const COUNT = Number(process.env.MUTANTS ?? 8);
const SEED = Number(process.env.SEED ?? 1);
const [scalar, name] = ['secp256k1.scalar', 'field_inv'];
const MOST_STEPS = 60_000;

/** With another instruction in place of the first that fits. */
const replaced = (code, fits, change) => {
  const at = code.findIndex(fits);
  return code.map((one, i) => (i === at ? { ...one, ...change } : one));
};
const refused = (fits, change) => {
  const { module, at, claim, one } = functionNamed(scalar, name);
  return refusal(module, at, { ...one, code: replaced(one.code, fits, change) }, claim);
};
/** The instruction before which a loop over 64 bits begins. */
const after = (op) => (_, i, code) => code[i - 1]?.op === op;

/** Runs a function; the number at z, or null if it does not end. */
function invert(module, index, claim, pick) {
  const { memory, given, base } = prepare(module, claim, pick);
  let steps = 0;
  const read = (param) => {
    let number = 0n;
    for (let i = 8; i >= 0; i--)
      number = (number << 29n) + BigInt(memory.getUint32((base.get(param) ?? 0) + 4 * i, true));
    return number;
  };
  const x = read('x');
  try {
    interpret(module, index, given, memory, () => {
      if (++steps > MOST_STEPS) throw new RangeError('too many steps');
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { x, z: null };
  }
  return { x, z: read('z') };
}
const picker =
  ({ below }) =>
  (low, high) => {
    const kind = below(6);
    if (kind < 2) return kind ? high : low;
    return low + (BigInt(high - low) * BigInt(below(2 ** 30))) / 2n ** 30n;
  };

describe('inversion', () => {
  it('is proven, of 0 as well', () => {
    const { paths } = proveNamed(scalar, name);
    expect(paths).toBeGreaterThan(40);
    const { module, index, claim } = functionNamed(scalar, name);
    const random = picker(randomness(SEED));
    for (const pick of [random, random, random, () => 0n]) {
      const { x, z } = invert(module, index, claim, pick);
      const { p, R } = claim.field;
      expect(((z ?? 0n) * x) % p).toBe(x % p === 0n ? 0n : (R * R) % p);
    }
  });

  it.each([
    ['of many more rounds', (claim) => ({ ...claim, rounds: 3000 })],
    [
      'of a smaller range',
      ({ outputs: [z], ...claim }) => ({
        ...claim,
        outputs: [{ ...z, range: { least: 0n, most: claim.field.p } }],
      }),
    ],
    ['of another R', ({ field, ...claim }) => ({ ...claim, field: { ...field, R: 2n * field.R } })],
    ['of another p', ({ field, ...claim }) => ({ ...claim, field: { ...field, p: field.p + 2n } })],
    [
      'of larger numbers',
      ({ inputs: [x], ...claim }) => ({
        ...claim,
        inputs: [{ ...x, range: { least: 0n, most: 9n * claim.field.p } }],
      }),
    ],
  ])('a claim %s is refused', (_, change) => {
    expect(() => proveNamed(scalar, name, change)).toThrow(Refused);
  });

  it.each([
    [
      'with one step less',
      ({ value }) => value === 1n << 29n,
      { value: 1n << 28n },
      /another number/,
    ],
    [
      'with another f',
      ({ op, value }) => op === 'i64.const' && value === 1n,
      { value: 3n },
      /in no/,
    ],
    ['that halves once more', after('i64.ctz'), { op: 'nop' }, /./],
    ['that compares the other way', ({ op }) => op === 'i64.lt_s', { op: 'i64.gt_s' }, /./],
    [
      'that ends too early',
      (one, i, code) => one.op === 'br_if' && i > 900 && code[i - 1].op === 'i64.ne',
      { op: 'drop' },
      /a is/,
    ],
    ['that goes on', ({ op }, i) => op === 'i64.ne' && i > 900, { op: 'i64.eq' }, /a is not 0/],
  ])('code %s is refused', (_, fits, change, message) => {
    expect(refused(fits, change)).toMatch(message);
  });

  it('mutants are refused, or invert where they end', () => {
    const random = randomness(SEED);
    const { module, at, index, claim, one } = functionNamed(scalar, name);
    const { p, R } = claim.field;
    let count = 0;
    for (let i = 0; i < COUNT; i++) {
      const mutant = mutate(one, random);
      if (refusal(module, at, mutant.one, claim) !== null) {
        count++;
        continue;
      }
      const functions = module.functions.map((other, k) => (k === at ? mutant.one : other));
      for (let j = 0; j < 6; j++) {
        const { x, z } = invert({ ...module, functions }, index, claim, picker(random));
        if (z !== null && x % p !== 0n) expect((z * x - R * R) % p, mutant.text).toBe(0n);
      }
    }
    console.log(`${scalar} ${name}: ${count} of ${COUNT} refused`);
    expect(count).toBeGreaterThan(COUNT / 2);
  });
});

/** Instructions of a function of i64, of one number. */
const functionOf = (code) => ({
  functions: [
    {
      type: { params: ['i64'], results: ['i64'] },
      locals: [],
      code: [...code, { op: 'end' }],
    },
  ],
  imports: [],
  data: [],
});
const get = { op: 'local.get', index: 0 };
const constant = (value) => ({ op: 'i64.const', value });

describe('rules of zeros and of shifts by unknown counts', () => {
  const count = [get, constant(32n), { op: 'i64.or' }, { op: 'i64.ctz' }];
  it.each([
    ['ctz', count],
    ['a shift by it', [get, ...count, { op: 'i64.shr_u' }]],
    ['the parity then', [get, ...count, { op: 'i64.shr_u' }, constant(1n), { op: 'i64.and' }]],
  ])('%s', (_, code) => {
    const module = functionOf(code);
    for (const factor of [1n, 2n])
      for (let number = 0n; number < 200n; number++) {
        const domain = new Domain(undefined, (actual) => actual((p) => evaluator.integer(p)));
        const evaluator = new Evaluator(domain, () => number);
        const machine = new Machine(/** @type {any} */ (module), domain);
        const value = domain.input(0n, 1n << 40n).times(factor);
        const [result] = machine.call(0, [{ type: 'i64', value }]);
        const [wanted] = interpret(
          module,
          0,
          [factor * number],
          new DataView(new ArrayBuffer(8)),
          () => {},
        );
        const found = result.type === 'i64' ? evaluator.integer(result.value.polynomial) : null;
        expect(BigInt.asUintN(64, found ?? -1n), `${number}`).toBe(wanted);
      }
  });

  it('of constants', () => {
    for (const [op, number, wanted] of /** @type {const} */ ([
      ['i64.clz', 0n, 64n],
      ['i64.clz', 1n, 63n],
      ['i64.clz', -1n, 0n],
      ['i64.ctz', 0n, 64n],
      ['i64.ctz', 48n, 4n],
    ])) {
      const module = functionOf([get, { op }]);
      const domain = new Domain();
      const machine = new Machine(/** @type {any} */ (module), domain);
      const [result] = machine.call(0, [{ type: 'i64', value: domain.constant(number) }]);
      expect(result.type === 'i64' && result.value.constant()).toBe(wanted);
      const word = BigInt.asUintN(64, number);
      expect(interpret(module, 0, [word], new DataView(new ArrayBuffer(8)), () => {})).toEqual([
        wanted,
      ]);
    }
  });

  it('unknown zeros and an unknown count say nothing', () => {
    const domain = new Domain();
    const call = (code) => {
      const machine = new Machine(/** @type {any} */ (functionOf(code)), domain);
      const [result] = machine.call(0, [{ type: 'i64', value: domain.input(0n, 1n << 40n) }]);
      return result.type === 'i64' ? [result.value.low, result.value.high] : [];
    };
    expect(call([get, { op: 'i64.clz' }])).toEqual([0n, 64n]);
    const [low, high] = call([get, get, { op: 'i64.clz' }, { op: 'i64.shl' }]);
    expect(low <= 0n && high >= (1n << 64n) - 1n).toBe(true);
    expect(() => call([get, { op: 'i64.ctz' }])).toThrow(Refused);
  });
});
