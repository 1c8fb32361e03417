/** Additions in batches that also make the other sum, or keep the entry for another batch. */
import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, insert, isConstant, isOp, replace } from './support.js';

describe('both sums of each entry', () => {
  const of = (name, nth) => (code, change) =>
    attempt('pallas.limbs30', name, { code, change, nth });
  const [backward, whole] = [of('batch_add_backward', 1), of('batch_add_both', 0)];

  it('are proven', () => {
    expect(backward().paths).toBe(32);
    expect(whole().paths).toBe(2);
  });

  it.each([
    ['kept with the same sign', replace(isOp('i32.xor'), { op: 'i32.or' }, 0)],
    ['kept with another target', replace(isConstant(96n), { value: 48n }, 2)],
    [
      'kept in another order',
      replace((one) => one.op === 'i32.store' && one.offset === 4, { offset: 8 }),
    ],
    ['kept two entries further', replace(isConstant(12n), { value: 24n }, 2)],
    ['never kept', replace(isOp('i32.gt_u'), { op: 'i32.lt_u' }, 2)],
    ['the same sum twice', replace(isOp('i32.xor'), { op: 'i32.or' }, 2)],
    ['one pass for both', replace(isOp('i32.gt_u'), { op: 'i32.lt_u' }, 1)],
  ])('backward, %s is refused', (_, code) => {
    expect(() => backward(code)).toThrow(Refused);
  });

  it('an entry that is read after another may have been kept in its place is refused', () => {
    const code = (all) => {
      const at = all.findLastIndex(({ op }) => op === 'i32.store');
      const read = [{ op: 'local.get', index: 0 }, { op: 'i32.load', offset: 0 }, { op: 'drop' }];
      return insert(all, at + 1, read);
    };
    expect(() => backward(code)).toThrow(/after what is kept, which may be it/);
  });

  it('a target that may be A is refused, and false claims', () => {
    const mayBe = (claim) => ({
      ...claim,
      pointers: claim.pointers.map((one) => ({ ...one, mayBe: undefined })),
    });
    expect(() => backward(undefined, mayBe)).toThrow(Refused);
    const withCases = (change) => (claim) => ({ ...claim, cases: claim.cases.map(change) });
    const dropped = withCases((one) => ({ ...one, keeps: undefined }));
    expect(() => backward(undefined, dropped)).toThrow(/keeps it/);
    expect(() => whole(undefined, dropped)).toThrow(/keeps it/);
    const kept = withCases((one) => ({ ...one, keeps: true }));
    expect(() => backward(undefined, kept)).toThrow(/does not keep it/);
    expect(() => whole(undefined, kept)).toThrow(/does not keep it/);
  });

  it.each([
    ['another end of the list', replace(isConstant(12n), { value: 24n })],
    ['another count of what is kept', replace(isConstant(12n), { value: 6n }, 1)],
    [
      'the whole list again',
      replace((one) => one.op === 'local.get' && one.index === 4, { index: 0 }),
    ],
    ['one sum only', replace(isConstant(1n), { value: 0n })],
    ['nothing more', (code) => [...code.slice(0, -10), ...code.slice(-1)]],
  ])('%s is refused', (_, code) => {
    expect(() => whole(code)).toThrow(Refused);
  });
});
