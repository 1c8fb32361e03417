import { describe, expect, it } from 'vitest';
import { proveFunctions } from '../../proof/check-module.js';
import { FieldPolynomial, inverse } from '../../proof/domain/field-polynomial.js';
import { evaluate } from '../../proof/formula.js';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/refused.js';
import { functionNamed, insert, moduleNamed } from './support.js';

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

describe('inverses that are checked', () => {
  const withoutTraps = (claim) => ({ ...claim, mayTrap: false });
  const nop = (fits) => (one) => ({
    ...one,
    code: one.code.map((instruction, i) =>
      fits(instruction, i, one.code) ? { op: 'nop' } : instruction,
    ),
  });

  it.each([
    ['pallas.limbs30', 'field_inv'],
    ['secp256k1.wide64', 'field_inv'],
    ['bn254-g1.fma', 'invert_both'],
  ])('of %s %s are proven, and no other formula is', (moduleName, name) => {
    expect(attempt(moduleName, name).paths).toBeGreaterThan(0);
    for (const formula of ['x', '1/x + x', 'x*x'].map((one) =>
      name === 'invert_both' ? one.replaceAll('x', 'x0') : one,
    ))
      expect(() => attempt(moduleName, name, { change: withFormula(formula) }), formula).toThrow(
        Refused,
      );
    expect(() => attempt(moduleName, name, { change: withoutTraps })).toThrow(/may trap/);
  });

  it.each([
    ['pallas.limbs30', 'field_inv'],
    ['secp256k1.wide64', 'field_inv'],
    ['bn254-g1.fma', 'invert_both'],
  ])('of %s %s are refused without the trap, and with a call less', (moduleName, name) => {
    const { one } = functionNamed(moduleName, name);
    const withoutTrap = nop(({ op }) => op === 'unreachable')(one);
    expect(() => attempt(moduleName, name, { one: withoutTrap })).toThrow(/is not 1\/x/);
    const { names } = moduleNamed(moduleName);
    const branch = one.code.findIndex(({ op }) => op === 'if');
    let calls = 0;
    one.code.forEach((instruction, at) => {
      const { module } = functionNamed(moduleName, name);
      if (instruction.op !== 'call') return;
      const { params, results } = module.functions[instruction.index - module.imports.length].type;
      // What only the search for an inverse takes does not matter: it may find anything.
      const isTaken = names[instruction.index - module.imports.length] !== 'limbs_from_lane';
      // And where the product is not 1, that x is not 0 is known.
      const isBeside = at > branch && at < (one.code[branch].end ?? 0);
      if (results.length > 0 || !isTaken || isBeside) return;
      calls++;
      // Its operands are dropped instead.
      const drops = params.map(() => ({ op: 'drop' }));
      const changed = { ...one, code: insert(one.code, at, drops, 1) };
      expect(() => attempt(moduleName, name, { one: changed }), `${at}`).toThrow(Refused);
    });
    expect(calls).toBeGreaterThan(3);
  });

  it.each([
    ['pallas.limbs30', 'take_limbs'],
    ['bls12-381-g1.wide64', 'take_words'],
  ])('of %s %s refuses code that leaves out the comparison', (moduleName, name) => {
    expect(attempt(moduleName, name).paths).toBeGreaterThan(0);
    const { one } = functionNamed(moduleName, name);
    const withoutTrap = nop(({ op }) => op === 'unreachable')(one);
    expect(() => attempt(moduleName, name, { one: withoutTrap })).toThrow(/may lie in/);
  });
});

describe('inverses in formulas', () => {
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
