import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, constant, isOp, replace } from './support.js';

const polynomials = 'pallas.polynomials-fma';
const lists = 'pallas.lists-fma';

const STEPS = [
  [polynomials, 'step_fold'],
  [polynomials, 'step_split'],
  [polynomials, 'step_forward_neighbours'],
  [polynomials, 'step_backward_neighbours'],
  [lists, 'step_shift'],
  [lists, 'step_read_le'],
  [lists, 'step_write_le'],
  [lists, 'list_read_le'],
  [lists, 'list_write_le'],
  [lists, 'list_shift'],
];

/** With the outputs of a claim changed. */
const withOutputs = (of) => (claim) => ({ ...claim, outputs: claim.outputs.map(of) });

describe('lists of fma, where lanes of a row meet', () => {
  it.each(STEPS)('%s %s is proven, and false claims are refused', (module, name) => {
    expect(attempt(module, name).paths).toBeGreaterThan(0);
    const wrong = withOutputs((one, i) =>
      i === 1 ? { ...one, formula: `2*(${one.formula})` } : one,
    );
    expect(() => attempt(module, name, { change: wrong })).toThrow(Refused);
    const swapped = (claim) => {
      const [first, second] = claim.outputs.map(({ formula }) => formula);
      return withOutputs((one, i) => ({ ...one, formula: [second, first][i] ?? one.formula }))(
        claim,
      );
    };
    expect(() => attempt(module, name, { change: swapped })).toThrow(Refused);
    const tight = withOutputs((one) => ({
      ...one,
      range: { ...one.range, most: one.range.most / 3n },
    }));
    expect(() => attempt(module, name, { change: tight })).toThrow(Refused);
  });

  it.each([
    ['list_read_le', 'the second encoding of a last one that is alone', constant(1n, 0n)],
    ['list_read_le', 'another step of the encodings', constant(64n, 32n)],
    ['list_write_le', 'another step of the rows', constant(80n, 160n)],
    ['list_write_le', 'no factor', replace(isOp('call'), { op: 'drop' })],
    ['list_shift', 'a loop that is left out', replace(isOp('i32.eqz'), { op: 'nop' })],
    ['step_shift', 'a lane of the same row', replace(isOp('v128.load'), { offset: 0 }, 1)],
    [
      'step_write_le',
      'a choice that is exchanged',
      replace(isOp('v128.bitselect'), { op: 'v128.xor' }),
    ],
  ])('%s with %s is refused', (name, _, code) => {
    expect(() => attempt(lists, name, { code })).toThrow(Refused);
  });
});
