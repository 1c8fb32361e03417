import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { domainOf } from '../../proof/inputs.js';
import { Lane } from '../../proof/kernel/double.js';
import { inUnits } from '../../proof/prove.js';
import { Refused } from '../../proof/kernel/refused.js';
import { functionNamed, proveNamed } from './support.js';

const g1 = 'bls12-381-g1.limbs30';

/** @param {string} name @param {(range: any, p: bigint) => any} change */
const withInput = (name, change) => (claim) => ({
  ...claim,
  inputs: claim.inputs.map((input) =>
    input.name === name ? { ...input, range: change(input.range, claim.field.p) } : input,
  ),
});
const upTo = (factor) => (_, /** @type {bigint} */ p) => ({ least: 0n, most: (p * factor) / 10n });
const both = (factor) => (claim) =>
  withInput('y', upTo(factor))(withInput('x', upTo(factor))(claim));

describe('claims that hold', () => {
  it.each([
    [g1, 'field_mul', '1.0254p'],
    ['banderwagon.limbs30', 'field_mul', '1.2265p'],
    ['secp256k1.limbs30', 'field_mul', '1.0001p'],
    ['bls12-381-g1.wide64', 'field_mul', '1.9452p'],
    ['bls12-381-g2.fma', 'field_mul', '0.501p'],
  ])('%s %s is at most %s', (module, name, most) => {
    const { bound, claim } = proveNamed(module, name);
    expect(inUnits(bound, claim.field.p).split(' to ')[1]).toBe(most);
  });

  it('says how operands may coincide', () => {
    for (const name of ['field_mul', 'field_sub2'])
      expect(proveNamed(g1, name).aliases).toEqual([{ same: [], late: [] }]);
  });
});

describe('claims that do not hold', () => {
  it.each(['x*y + x', '2x*y', 'x*x', 'x + y'])('%s is not the product', (formula) => {
    const change = (claim) => ({ ...claim, outputs: [{ ...claim.outputs[0], formula }] });
    expect(() => proveNamed(g1, 'field_mul', change)).toThrow(Refused);
  });

  it('a range that is too tight', () => {
    const to = (most) => (claim) => ({
      ...claim,
      outputs: [{ ...claim.outputs[0], range: { least: 0n, most } }],
    });
    const { p } = functionNamed(g1, 'field_mul').claim.field;
    expect(() => proveNamed(g1, 'field_mul', to((p * 103n) / 100n))).not.toThrow();
    expect(() => proveNamed(g1, 'field_mul', to((p * 102n) / 100n))).toThrow(/z may lie in/);
    expect(() => proveNamed(g1, 'field_sub', to(p))).toThrow(Refused);
    expect(() => proveNamed(g1, 'field_reduce', to(p - 2n))).toThrow(Refused);
  });

  it.each([
    [g1, 220n, 320n],
    ['banderwagon.limbs30', 80n, 110n],
    ['secp256k1.limbs30', 40n, 1_000_000n],
  ])('factors of %s that are too large', (module, holds, fails) => {
    expect(() => proveNamed(module, 'field_mul', both(holds))).not.toThrow();
    expect(() => proveNamed(module, 'field_mul', both(fails))).toThrow(Refused);
  });

  it.each(
    /** @type {[string, [bigint, bigint], [bigint, bigint]][]} */ ([
      ['bls12-381-g1.fma', [4n, 1n], [4n, 2n]],
      ['banderwagon.fma', [2n, 1n], [2n, 2n]],
      ['secp256k1.fma', [2n, 1n], [2n, 2n]],
    ]),
  )('digits of %s that are too large', (module, holds, fails) => {
    const digits =
      ([a, b]) =>
      (claim) =>
        withInput('y', (range) => ({ ...range, digit: b << 40n }))(
          withInput('x', (range) => ({ ...range, digit: a << 40n }))(claim),
        );
    expect(() => proveNamed(module, 'field_mul', digits(holds))).not.toThrow();
    expect(() => proveNamed(module, 'field_mul', digits(fails))).toThrow(Refused);
  });

  it('zero tests of another number, or of a larger range', () => {
    const more = withInput('x', (_, p) => ({ least: 0n, most: 2n * p }));
    expect(() => proveNamed(g1, 'field_is_zero', more)).toThrow(/does not say that/);
    const other = (claim) => ({ ...claim, field: { ...claim.field, p: claim.field.p + 2n } });
    expect(() => proveNamed(g1, 'field_is_zero', other)).toThrow(Refused);
  });

  it('a refusal reads as the one in docs/proofs.md', () => {
    const page = readFileSync(new URL('../../docs/proofs.md', import.meta.url), 'utf8');
    const [, text] = /REFUSED bls12-381-g1.limbs30 field_sub: z = x - y in 0p to 1p:\s+(.*)/.exec(
      page,
    ) ?? ['', ''];
    const [range, place] = text.split(' (');
    const { p } = functionNamed(g1, 'field_sub').claim.field;
    const tight = (claim) => ({
      ...claim,
      outputs: [{ ...claim.outputs[0], range: { least: 0n, most: p } }],
    });
    const refused = () => proveNamed(g1, 'field_sub', tight);
    expect(refused).toThrow(range);
    expect(refused).toThrow(place);
  });

  it('a function that writes what is no output', () => {
    const { module, index, claim } = functionNamed(g1, 'field_add');
    const swapped = { ...claim, params: ['x', 'z', 'y'] };
    expect(() => proveNamed(g1, 'field_add', () => swapped)).toThrow(/reads z|writes x/);
    expect(index).toBeLessThan(module.functions.length);
  });
});

describe('rows of two lanes', () => {
  it.each([
    ['bls12-381-g1.fma', 'gather_difference', ['xA0', 'xB0'], /the identity does not hold/],
    ['bn254-g1.fma', 'gather_step', ['signA1', 'signB0'], /the identity does not hold/],
    ['bls12-381-g2.fma', 'extension_mul_sub', ['c1', 'x1'], /the identity does not hold/],
    ['secp256k1.fma', 'sum_x', ['l1', 'l0'], /the identity does not hold/],
  ])('%s %s, another formula is refused', (moduleName, name, [from, to], message) => {
    const change = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({ ...one, formula: one.formula.replace(from, to) })),
    });
    expect(() => proveNamed(moduleName, name)).not.toThrow();
    expect(() => proveNamed(moduleName, name, change)).toThrow(message);
  });

  it('a lane of which nothing is known takes part in no result', () => {
    const longer = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({ ...one, layout: claim.inputs[0].layout })),
    });
    expect(() => proveNamed('banderwagon.fma', 'gather_difference', longer)).toThrow(Refused);
    const domain = domainOf();
    expect(() => new Lane(domain, {}).double()).toThrow(/nothing is known/);
    expect(() => new Lane(domain, {}).word()).toThrow(/nothing is known/);
  });

  it('columns that may be too large are refused', () => {
    const change = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({
        ...one,
        range: { ...one.range, digit: one.range.digit / 2n },
      })),
    });
    expect(() => proveNamed('bn254-g2.fma', 'columns', change)).toThrow(/column \d is too large/);
  });
});
