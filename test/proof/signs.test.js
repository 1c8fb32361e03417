import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/kernel/refused.js';
import { attempt, constant, insert, isOp, replace } from './support.js';

/** The lowest word of (p − 1)/2. */
const LOWEST = -7057063601214947677n;

const replaceAll = (from, op) => (all) =>
  all.map((one) => (one.op === from ? { ...one, op } : one));
const other = (sign) => (claim) => ({ ...claim, sign });

describe('signs of roots', () => {
  it.each([
    ['secp256k1.wide64', 2],
    ['pallas.limbs30', 2],
    ['pallas.fma', 2],
    ['bls12-381-g1.limbs30', 3],
    ['bls12-381-g1.wide64', 4],
    // Word by word, from the last one that is not that of (p − 1)/2.
    ['bn254-g1.fma', 16],
    ['banderwagon.fma', 16],
    ['bn254-g2.fma', 64],
  ])('of %s are proven', (module, paths) => {
    expect(attempt(module, 'root_sign').paths).toBe(paths);
  });

  it.each([
    ['another bit', 'pallas.wide64', { code: constant(1n, 2n) }],
    ['the other sign', 'pallas.limbs30', { change: other('larger') }],
    ['the other bit of a lane', 'secp256k1.fma', { code: constant(1n, 2n) }],
    ['the other sign, of a lane', 'vesta.fma', { change: other('larger') }],
    ['the other sign, of a comparison', 'bls12-381-g1.limbs30', { change: other('odd') }],
    ['the opposite', 'bls12-381-g1.wide64', { code: replaceAll('i64.ne', 'i64.eq') }],
    [
      'a number that is compared with another one',
      'bls12-381-g1.wide64',
      {
        code: (all) =>
          all.map((one) =>
            one.op === 'i64.const' && one.value === 936899308823769933n
              ? { ...one, value: one.value - 1n }
              : one,
          ),
      },
    ],
    ['the opposite, of a lane', 'bn254-g1.fma', { code: replaceAll('i64.gt_u', 'i64.lt_u') }],
    [
      'that (p − 1)/2 is larger',
      'bn254-g1.fma',
      { code: replace(isOp('i64.gt_u'), { op: 'i64.ge_u' }) },
    ],
    [
      'that (p + 1)/2 is not larger',
      'bn254-g1.fma',
      { code: constant(LOWEST, LOWEST + 1n, 'i64') },
    ],
    [
      'words of a lane in another order',
      'bn254-g1.fma',
      { code: replace(isOp('i64.load'), { offset: 16 }, 3) },
    ],
    [
      'that of the first coefficient, if the second is not 0',
      'bn254-g2.fma',
      {
        code: (all) => {
          const at = all.findIndex(isOp('i64.eqz'));
          return insert(all, at, [{ op: 'i64.const', value: 0n }, { op: 'i64.ne' }], 1);
        },
      },
    ],
    [
      'that of the first coefficient, if all words of the second but one are 0',
      'bn254-g2.fma',
      { code: replace(isOp('i64.or'), { op: 'drop' }, 3) },
    ],
    ['which of two coefficients is odd', 'bn254-g2.fma', { change: other('odd') }],
    [
      'the number before it is reduced',
      'pallas.limbs30',
      {
        code: (all) => {
          const calls = all.flatMap(({ op }, i) => (op === 'call' ? [i] : []));
          return all.map((one, i) => (i === calls[1] ? { op: 'drop' } : one));
        },
      },
    ],
  ])('%s is refused', (_, module, changes) => {
    expect(() => attempt(module, 'root_sign', changes)).toThrow(Refused);
  });

  it('of two coefficients are those of one of them', () => {
    expect(attempt('bls12-381-g2.limbs30', 'extension_root_sign').paths).toBe(4);
    const first = (claim) => ({
      ...claim,
      cases: [{ when: ['y is odd'], result: 1n }, claim.cases[1]],
    });
    expect(() => attempt('bls12-381-g2.limbs30', 'extension_root_sign', { change: first })).toThrow(
      /the result is/,
    );
    const swapped = (claim) => ({
      ...claim,
      cases: claim.cases.map((one, i) => ({ ...one, result: BigInt(i) })),
    });
    expect(() =>
      attempt('bls12-381-g2.limbs30', 'extension_root_sign', { change: swapped }),
    ).toThrow(/the result is/);
  });
});
