import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, constant } from './support.js';

const polynomials = 'pallas.polynomials-limbs30';

describe('numbers from bytes', () => {
  it('big-endian, are proven', () => {
    expect(attempt(polynomials, 'step_read').paths).toBe(3);
    expect(attempt('bls12-381-g1.map.limbs30', 'read_half').paths).toBe(1);
    expect(attempt('bls12-381-g1.map.limbs30', 'read_uniform').paths).toBe(1);
  });

  it.each([
    ['two bytes that stay where they are', { code: constant(8n, 0n, 'i64') }],
    ['another rotation', { code: constant(32n, 24n, 'i64') }],
    ['another mask', { code: constant(0xffff0000ffffn, 0xffff0000fffen, 'i64') }],
    [
      'an order of words',
      { code: (all) => all.map((one) => (one.offset === 24 ? { ...one, offset: 16 } : one)) },
    ],
    [
      'a claim that they are little-endian',
      {
        change: (claim) => ({
          ...claim,
          inputs: claim.inputs.map((one) => ({ ...one, layout: claim.field.bytes })),
        }),
      },
    ],
  ])('%s is refused', (_, changes) => {
    expect(() => attempt(polynomials, 'step_read', changes)).toThrow(Refused);
  });
});
