import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/kernel/refused.js';
import { attempt, constant, functionNamed, isOp, replace } from './support.js';

const MODULE = 'banderwagon.fma';

describe('sums in extended coordinates on two lanes', () => {
  it.each([
    ['extended_multiply_two', 3],
    ['extended_add_sums', 3],
    ['extended_double_sums', 3],
    ['extended_finish', 1],
    ['extended_double', 1],
    ['extended_join', 1],
    ['extended_to_digits', 1],
  ])('%s is proven', (name, paths) => {
    expect(attempt(MODULE, name).paths).toBe(paths);
  });

  it.each([
    ['extended_add_sums', 'Z + C', constant(18368n, 18288n)],
    ['extended_add_sums', '4 times A', replace(isOp('i64x2.shl'), { op: 'i64x2.add' })],
    [
      'extended_double_sums',
      'a sum for a difference',
      replace(isOp('f64x2.add'), { op: 'f64x2.sub' }),
    ],
    ['extended_finish', 'the products of others', constant(18208n, 18368n)],
    ['extended_double', 'another product', constant(18448n, 18368n)],
    [
      'extended_join',
      'one lane twice',
      replace(isOp('i8x16.shuffle'), { bytes: [...Array(16).keys()] }),
    ],
    [
      'extended_sum_one',
      'the other lane',
      replace(isOp('i8x16.shuffle'), { bytes: [...Array(16).keys()] }),
    ],
    ['extended_finish_one', 'F and H as they are', constant(19264n, 19904n)],
    ['extended_to_digits', 'another lane', constant(19192n, 19184n)],
  ])('%s of %s is refused', (name, _, code) => {
    expect(() => attempt(MODULE, name, { code })).toThrow(Refused);
  });

  it('outside of their ranges are refused', () => {
    const { claim } = functionNamed(MODULE, 'extended_double_sums');
    const range = { ...claim.inputs[0].range, most: 2n * claim.inputs[0].range.most };
    const change = (all) => ({ ...all, inputs: all.inputs.map((one) => ({ ...one, range })) });
    expect(() => attempt(MODULE, 'extended_double_sums', { change })).toThrow(/may lie in/);
  });
});
