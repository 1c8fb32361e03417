import { describe, expect, it } from 'vitest';
import { unlisted } from '../../proof/records.js';
import { reasonOf } from '../../proof/reasons.js';

describe('what is not proven', () => {
  it('has a reason by its name', () => {
    expect(reasonOf('bls12-381-g1.limbs30', 'pair_up')).toMatch(/^sorts, plans/);
    expect(reasonOf('bls12-381-g1.limbs30', 'batch_add')).toMatch(/not proven yet: additions/);
    expect(reasonOf('bls12-381-g1.scalar', 'split')).toMatch(/^integers/);
    expect(reasonOf('secp256k1.scalar', 'field_mul')).toMatch(/^integers/);
  });

  it('a function of no class is reported, unless it is proven', () => {
    const one = /** @type {any} */ ({
      ...{ module: 'bls12-381-g1.limbs30', name: 'another', statements: [] },
    });
    expect(unlisted([one])).toEqual([
      'bls12-381-g1.limbs30 another is neither proven nor listed in reasons.js',
    ]);
    expect(unlisted([{ ...one, statements: [{}] }])).toEqual([]);
  });
});
