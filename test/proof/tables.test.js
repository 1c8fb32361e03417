import { describe, expect, it } from 'vitest';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/kernel/refused.js';
import { randomness } from './mutants.js';
import { functionNamed } from './support.js';

/** With another byte of data. */
function damaged(module, at, by) {
  const data = module.data.map((one) => {
    if (at < one.offset || at >= one.offset + one.bytes.length) return one;
    const bytes = [...one.bytes];
    bytes[at - one.offset] ^= by;
    return { ...one, bytes };
  });
  return { ...module, data };
}

/** Bytes of data that a run of the interpreter may read by an unknown index. */
function tableOf(one) {
  const constants = one.code.filter(({ op, value }) => op === 'i32.const' && value > 4096n);
  return Number(constants[0].value);
}

describe('words of a table by an unknown index', () => {
  it.each([
    ['bls12-381-g1.wide64', 'field_add'],
    ['bls12-381-g1.wide64', 'field_sum_8'],
    ['banderwagon.wide64', 'field_sub2'],
    ['bn254.pairing.wide64', 'tower_sum_1_9i1'],
  ])('%s %s takes one path, and none with a damaged table', (moduleName, name) => {
    const { module, index, claim, one } = functionNamed(moduleName, name);
    expect(prove(module, index, claim).paths).toBe(1);
    const { layout } = claim.outputs[0];
    const row = layout.base?.bytes ?? layout.bytes;
    const table = tableOf(one);
    const random = randomness(5);
    for (let i = 0; i < 12; i++) {
      // The row of the multiple −1 or −2 and around: it is read for some inputs.
      const changed = damaged(module, table - row + random.below(row), 1 << random.below(8));
      expect(() => prove(changed, index, claim), `byte ${i}`).toThrow(Refused);
    }
  });
});
