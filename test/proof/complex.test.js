import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/kernel/refused.js';
import { attempt, constant, insert, isOp, replace } from './support.js';

const MAP = 'bls12-381-g2.map.fma';

/** Without the nth call of three operands. @param {number} n */
const withoutCall = (n) => (all) => {
  const at = all.flatMap(({ op }, i) => (op === 'call' ? [i] : []))[n];
  const drops = Array.from({ length: 3 }, () => ({ op: 'drop' }));
  return insert(all, at, drops, 1);
};

/** The first coefficient in place of the second, 48 bytes behind it. */
const alwaysTheFirst = (all) => {
  const [{ value }] = all.filter(({ op }) => op === 'i32.const');
  return constant(value + 48n, value)(all);
};

describe('coefficients of Fp² in lanes', () => {
  it.each([
    'jacobian_add_affine',
    'isogenous_add',
    'swu_finish',
    'root_decide',
    'power_both',
    'is_odd',
  ])('%s is shown', (name) => {
    expect(attempt(MAP, name).paths).toBeGreaterThan(0);
  });

  it.each([
    ['is_odd', 'the first coefficient, if it is 0', alwaysTheFirst],
    ['is_odd', 'the first coefficient, by 5 words', replace(isOp('i64.or'), { op: 'drop' }, 4)],
    ['is_odd', 'another bit', replace(isOp('i32.load8_u'), { offset: 1 })],
    [
      'power_both',
      'the other number',
      replace(isOp('i8x16.shuffle'), { bytes: [...Array(16).keys()] }),
    ],
    ['power_both', 'a sum for a mask', replace(isOp('v128.and'), { op: 'v128.or' })],
    ['root_finish', 'a root that is not checked', replace(isOp('i32.eqz'), { op: 'nop' })],
    ['root_decide', 'the sum of another one', withoutCall(0)],
    ['jacobian_double', 'a sum less', withoutCall(3)],
    ['endomorphism', 'no conjugate', constant(144n, 288n)],
  ])('%s of %s is refused', (name, _, code) => {
    expect(() => attempt(MAP, name, { code })).toThrow(Refused);
  });

  it('a number in Fp has zeros behind it', () => {
    const change = (claim) => ({
      ...claim,
      inputs: claim.inputs.map(({ is: _, ...one }) => one),
    });
    expect(() => attempt(MAP, 'root_finish', { change })).toThrow(Refused);
  });
});
