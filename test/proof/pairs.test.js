import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/kernel/refused.js';
import { attempt, constant, isConstant, isOp, replace } from './support.js';

const pallas = 'pallas.fma';
const image = 'points_endomorphism';
const test = 'points_on_curve';
const points = 96n;

describe('lists of points, two in lanes', () => {
  it.each([pallas, 'bls12-381-g1.fma', 'bn254-g2.fma'])('are evaluated, %s', (module) => {
    expect(attempt(module, image).runs).toBeGreaterThan(12);
    expect(attempt(module, test).runs).toBeGreaterThan(12);
    expect(attempt(module, 'points_to_affine').runs).toBeGreaterThan(4);
  });

  it.each([
    ['a second target that is the first', replace(isConstant(points), { value: 0n })],
    ['a second source that is the first', replace(isConstant(points), { value: 0n }, 1)],
    ['one of a pair that is alone too early', replace(isConstant(1n), { value: 2n })],
    ['a last point that is not alone', replace(isConstant(1n), { value: 0n })],
    ['another step of the sources', replace(isConstant(2n * points), { value: points }, 1)],
    ['a loop that is left out', replace(isOp('local.get'), { index: 4 })],
    ['an infinity that is lost', replace(isOp('f64.store'), { offset: 8 })],
    ['two steps of the index', replace(isConstant(2n), { value: 3n })],
  ])('images with %s are refused', (_, code) => {
    expect(() => attempt(pallas, image, { code })).toThrow(Refused);
  });

  it.each([
    ['the index of another point', replace(isConstant(1n), { value: 0n }, 1)],
    ['both indices exchanged', replace(isConstant(0n), { value: 1n }, 1)],
    ['points that are not tested', replace(isOp('i32.eqz'), { op: 'nop' }, 2)],
    ['another result', constant(-1n, -2n)],
  ])('a test of points with %s is refused', (_, code) => {
    expect(() => attempt(pallas, test, { code })).toThrow(Refused);
  });

  it('false claims are refused', () => {
    const withCases = (of) => (claim) => ({ ...claim, cases: claim.cases.map(of) });
    const swapped = withCases((one) => ({
      ...one,
      outputs: new Map([...one.outputs].map(([name, text]) => [name, text.replace(/0/, '1')])),
    }));
    expect(() => attempt(pallas, image, { change: swapped })).toThrow(/beta\*X[01]/);
    const second = withCases((one) => ({ ...one, ...(one.stops === 1 && { stops: true }) }));
    expect(() => attempt(pallas, test, { change: second })).toThrow(/the result is/);
    const next = (by) => (claim) => ({
      ...claim,
      list: {
        ...claim.list,
        second: new Map([...claim.list.second].map(([p, at]) => [p, at + by])),
      },
    });
    expect(() => attempt(pallas, image, { change: next(8) })).toThrow(Refused);
    // Without it, a last point that is alone would have to be two.
    const both = (claim) => ({ ...claim, list: { ...claim.list, second: undefined } });
    expect(() => attempt(pallas, image, { change: both })).toThrow(Refused);
    const tight = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({ ...one, range: { ...one.range, least: 0n } })),
    });
    expect(() => attempt(pallas, image, { change: tight })).toThrow(/is out of range/);
  });

  it('a factor, or none', () => {
    const change = (claim) => ({ ...claim, result: 'factor' });
    expect(attempt(pallas, 'factor_row').paths).toBe(1);
    expect(() => attempt(pallas, 'factor_row', { change })).toThrow(Refused);
    const code = replace(isOp('local.get'), { index: 0 }, 1);
    expect(() => attempt(pallas, 'factor_row', { code })).toThrow(/the result is/);
  });
});
