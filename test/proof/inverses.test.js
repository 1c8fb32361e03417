import { describe, expect, it } from 'vitest';
import { proveFunctions } from '../../proof/check-module.js';
import { FieldPolynomial, inverse } from '../../proof/domain/field-polynomial.js';
import { evaluate } from '../../proof/formula.js';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/refused.js';
import { interpret } from './interpreter.js';
import { mutate, randomness } from './mutants.js';
import { prepare } from './shadow.js';
import { functionNamed, moduleNamed } from './support.js';

/** Claims that are proven of the functions that one calls. */
const callees = new Map();

/** Proves a claim after changes of it or of the code. */
function attempt(
  moduleName,
  name,
  { change = (claim) => claim, one = functionNamed(moduleName, name).one } = {},
) {
  const { module, at, index, claim } = functionNamed(moduleName, name);
  const key = `${moduleName} ${name}`;
  const proven = callees.get(key) ?? proveFunctions(moduleNamed(moduleName)).provenBy(at);
  callees.set(key, proven);
  const functions = module.functions.map((other, i) => (i === at ? one : other));
  return prove({ ...module, functions }, index, change(claim), proven);
}
const withFormula = (formula) => (claim) => ({
  ...claim,
  outputs: claim.outputs.map((one) => ({ ...one, formula })),
});

describe('inverses of elements', () => {
  const p = 1009n;
  const [x, y] = ['x', 'y'].map((name) => FieldPolynomial.variable(p, name));
  const constant = (c) => FieldPolynomial.constant(p, c);

  it('of constants, products, and sums', () => {
    expect(constant(0n).inverse().isZero()).toBe(true);
    expect(
      constant(7n)
        .inverse()
        .equals(constant(inverse(7n, p))),
    ).toBe(true);
    const product = x.mul(y).mul(y).scale(5n);
    const parts = x.inverse().mul(y.inverse()).mul(y.inverse());
    expect(product.inverse().equals(parts.scale(inverse(5n, p)))).toBe(true);
    expect(product.inverse().inverse().equals(product)).toBe(true);
    const sum = x.add(y.scale(3n));
    expect(sum.scale(4n).inverse().scale(4n).equals(sum.inverse())).toBe(true);
    expect(sum.inverse().equals(x.add(y).inverse())).toBe(false);
    expect(sum.inverse().equals(x.sub(y.scale(3n)).inverse())).toBe(false);
  });

  it('1/0 is 0, so that x/x is not 1', () => {
    expect(x.mul(x.inverse()).equals(constant(1n))).toBe(false);
  });

  it('in formulas', () => {
    const elements = new Map(Object.entries({ x, y }));
    expect(evaluate('x/y^2', elements).equals(x.mul(y.mul(y).inverse()))).toBe(true);
    expect(evaluate('1/x*y', elements).equals(x.inverse().mul(y))).toBe(true);
  });
});

describe('inversion by another function', () => {
  const wide = 'secp256k1.wide64';

  it('is proven, of 0 as well', () => {
    expect(attempt(wide, 'field_inv').paths).toBeGreaterThan(3);
    for (const formula of ['x', '1/x + x', 'x*x'])
      expect(() => attempt(wide, 'field_inv', { change: withFormula(formula) }), formula).toThrow(
        Refused,
      );
  });

  it('code that leaves out the test of 0 is refused', () => {
    const { one } = functionNamed(wide, 'field_inv');
    const at = one.code.findIndex(({ op }) => op === 'i64.eqz');
    const code = one.code.map((instruction, i) => (i === at ? { op: 'i64.ne' } : instruction));
    const zero = { op: 'i64.const', value: 0n };
    for (const changed of [
      { ...one, code: [...code.slice(0, at), zero, ...code.slice(at)] },
      { ...one, code: one.code.map((i) => (i.op === 'i64.eqz' ? { op: 'nop' } : i)) },
    ])
      expect(() => attempt(wide, 'field_inv', { one: changed })).toThrow(Refused);
  });

  it('mutants are refused, or compute the same', () => {
    const random = randomness(4);
    const { module, at, index, claim, one } = functionNamed(wide, 'field_inv');
    let refused = 0;
    for (let i = 0; i < Number(process.env.MUTANTS ?? 12); i++) {
      const mutant = mutate(one, random);
      try {
        attempt(wide, 'field_inv', { one: mutant.one });
      } catch (error) {
        expect(error).toBeInstanceOf(Refused);
        refused++;
        continue;
      }
      const functions = module.functions.map((other, k) => (k === at ? mutant.one : other));
      for (let j = 0; j < 4; j++) {
        const pick = (low, high) =>
          j === 0 ? low : low + (BigInt(high - low) * BigInt(random.below(2 ** 30))) / 2n ** 30n;
        const { memory, given, base } = prepare(module, claim, pick);
        const results = [module.functions, functions].map((all) => {
          const view = new DataView(memory.buffer.slice(0));
          interpret({ ...module, functions: all }, index, given, view, () => {});
          return [0, 8, 16, 24].map((o) => view.getBigUint64((base.get('z') ?? 0) + o, true));
        });
        expect(results[1], mutant.text).toEqual(results[0]);
      }
    }
    console.log(`${wide} field_inv: ${refused} refused`);
    expect(refused).toBeGreaterThan(5);
  });

  it('a point is made affine by 1/Z, not by another', () => {
    const g2 = 'bn254-g2.wide64';
    expect(attempt(g2, 'jacobian_to_affine').paths).toBe(2);
    const swapped = ({ cases, ...claim }) => ({
      ...claim,
      cases: cases.map((one) => ({
        ...one,
        outputs: one.outputs && new Map([...one.outputs].map(([k, v]) => [k, `${v}/Z`])),
      })),
    });
    expect(() => attempt(g2, 'jacobian_to_affine', { change: swapped })).toThrow(/is not/);
  });
});

describe('rows of two elements', () => {
  const rows = 'bn254-g1.polynomials-fma';
  /** @returns {(claim: any) => any} */
  const range = (/** @type {bigint} */ thousandths) => (/** @type {any} */ claim) => ({
    ...claim,
    outputs: claim.outputs.map((one) => ({
      ...one,
      range: {
        ...one.range,
        least: (-1n * claim.field.p * thousandths) / 1000n,
        most: (claim.field.p * thousandths) / 1000n,
      },
    })),
  });

  it('sums are less a multiple of p, in every case of its limits', () => {
    expect(() => attempt(rows, 'step_sum', { change: range(940n) })).not.toThrow();
    expect(() => attempt(rows, 'step_sum', { change: range(920n) })).toThrow(/z may lie in/);
    expect(() => attempt(rows, 'step_sum', { change: withFormula('x - y') })).toThrow(/identity/);
  });

  it('one of degree 3 that is another is refused', () => {
    const other = ({ outputs, ...claim }) => ({
      ...claim,
      outputs: outputs.map((one) => ({ ...one, formula: one.formula.replace('*s', '*t') })),
    });
    expect(() => attempt(rows, 'step_quarters', { change: other })).toThrow(
      /identity|nothing here/,
    );
  });

  it('lists end with the last row, whether it is full or not', () => {
    expect(attempt(rows, 'list_scale').paths).toBe(5);
    const single = ({ list, ...claim }) => ({ ...claim, list: { ...list, perRow: 1n } });
    expect(() => attempt(rows, 'list_scale', { change: single })).toThrow(Refused);
    const { one } = functionNamed(rows, 'list_scale');
    for (const value of [1n, 3n, 4n]) {
      const code = one.code.map((instruction) =>
        instruction.op === 'i32.const' && instruction.value === 2n
          ? { ...instruction, value }
          : instruction,
      );
      expect(() => attempt(rows, 'list_scale', { one: { ...one, code } }), `${value}`).toThrow(
        Refused,
      );
    }
  });
});
