/** Which root y a sign selects: of y and −y in [0, p) the odd one, or the larger one. */
import { upTo } from './claim.js';
import { within } from './digits.js';
import { pair, shapes } from './layouts.js';

/**
 * @import { Case, Sign } from './claim.js'
 * @import { Field } from './fields.js'
 */

/**
 * @param {Field} field @param {Sign} sign @param {boolean} [isExtension] whether lanes are of Fp²
 * @returns {import('./modules.js').Claims}
 */
export function signClaims(field, sign, isExtension = false) {
  const { layout, extension, most, R, p, bytes } = field;
  const place = { name: 'y', layout, range: upTo(most) };
  const title = `1 if y is ${sign === 'odd' ? 'odd' : 'more than (p − 1)/2'}, else 0`;
  /** @type {Case[]} */
  const cases = [
    { when: [`y is ${sign}`], result: 1n },
    { when: [], result: 0n },
  ];
  const common = { field, params: ['y'], outputs: [], title, cases, sign, isDisjoint: true };
  return (name, lookup) => {
    if (name === 'extension_root_sign' || name === 'is_odd')
      return [{ ...common, name, usesScratch: true, inputs: [{ ...place, layout: extension }] }];
    if (name !== 'root_sign') return [];
    const address = lookup?.rows(name).at(-1);
    if (most === 0n) {
      // The integer itself, in a lane; its bytes are left there.
      const below = { ...within(p, 1000n), least: 1n - p, most: p - 1n };
      const lane = { ...place, layout: shapes(field, isExtension).lane, range: below, scale: 1n };
      const both = isExtension ? pair(bytes, bytes.bytes) : bytes;
      const encoded = { name: 'n', address, layout: both, range: upTo(p - 1n), scale: 1n };
      return [
        {
          ...{ ...common, name, on: 'digits', usesScratch: true, isLazy: true, inputs: [lane] },
          outputs: [{ ...encoded, formula: 'y' }],
        },
      ];
    }
    // limbs30 reduces it there, and wide64 afterwards.
    const range = layout.bytes % 8 ? upTo(p - 1n) : place.range;
    const plain = { ...place, name: 'n', address, range, scale: 1n, formula: 'y' };
    return [
      {
        ...{ ...common, name, on: 'digits', usesScratch: true, inputs: [place] },
        outputs: R === 1n ? [] : [plain],
      },
    ];
  };
}
