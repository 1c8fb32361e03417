import { describe, expect, it } from 'vitest';
import { markParts } from '../../proof/check-module.js';
import { unlisted } from '../../proof/records.js';
import { reasonOf } from '../../proof/reasons.js';

describe('what is not proven', () => {
  it('has a reason by its name', () => {
    expect(reasonOf('bls12-381-g1.limbs30', 'pair_up')).toMatch(/^sorts, plans/);
    expect(reasonOf('bls12-381-g1.limbs30', 'batch_add')).toMatch(/^additions in batches/);
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
    // It has a claim now, which would not be missed by its class.
    const lost = { ...one, name: 'jacobian_double', refused: null };
    expect(unlisted([lost])[0]).toMatch(/ jacobian_double is neither .* unproven.json/);
    expect(unlisted([{ ...lost, refused: 'why' }])).toEqual([]);
    expect(unlisted([lost], true)).toEqual([]);
    expect(unlisted([{ ...lost, name: 'pair_up' }])).toEqual([]);
  });

  it('a function that only proven ones call is a part of these', () => {
    // 0 calls 1, which calls 2; 3 is exported and calls 4 and 5, and 0 calls 5 too.
    const calls = [[1, 5], [2], [], [4, 5], [], []];
    const functions = calls.map((all) => ({ code: all.map((index) => ({ op: 'call', index })) }));
    const verdicts = calls.map((_, i) => ({
      ...{ statements: i === 0 ? [{}] : [], refused: null, isPart: false },
    }));
    const exports = new Map([['f', 3]]);
    markParts(
      /** @type {any} */ ({ functions, imports: [], exports }),
      /** @type {any} */ (verdicts),
    );
    expect(verdicts.map(({ isPart }) => isPart)).toEqual([false, true, true, false, false, false]);
  });
});
