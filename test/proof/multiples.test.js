import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { FieldPolynomial } from '../../proof/domain/field-polynomial.js';
import { attempt, constant } from './support.js';

const map = 'bls12-381-g2.map.wide64';

describe('multiples of points', () => {
  it('are proven over the integers', () => {
    expect(attempt(map, 'times_seed').paths).toBe(1);
    expect(attempt(map, 'double_times').paths).toBe(2);
    const three = FieldPolynomial.variable(0n, 'P').scale(3n);
    expect(three.sub(three.scale(1n << 400n)).terms.get('P')).toBe(3n - 3n * (1n << 400n));
  });

  it.each([
    ['another multiple', { code: constant(32n, 31n) }],
    [
      'another factor in the claim',
      { change: (claim) => ({ ...claim, constants: new Map([['seed', [5n]]]) }) },
    ],
    [
      'a sum that is left out',
      {
        code: (all) => {
          const calls = all.flatMap(({ op }, i) => (op === 'call' ? [i] : []));
          return all.map((one, i) => (i === calls[2] ? all[calls[0]] : one));
        },
      },
    ],
    [
      'a point that is where the result is',
      {
        code: (all) =>
          all.map((one) =>
            one.index === 1 && one.op === 'local.get' ? { ...one, index: 0 } : one,
          ),
      },
    ],
  ])('%s is refused', (_, changes) => {
    expect(() => attempt(map, 'times_seed', changes)).toThrow(Refused);
  });
});
