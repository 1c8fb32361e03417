import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/refused.js';
import { attempt, functionNamed, isConstant, isOp, replace } from './support.js';

describe('additions in batches, two entries at a time', () => {
  const pallas = 'pallas.fma';
  const [forward, backward] = ['batch_add_forward', 'batch_add_backward'];
  const inPallas = (name, changes) => () => attempt(pallas, name, changes);
  const calledThere = (name) => (one) =>
    one.op === 'call' && one.index === functionNamed(pallas, name).index;
  const callsThere = (name) => ({ index: functionNamed(pallas, name).index });
  const field = functionNamed(pallas, 'field_mul').claim.field;

  it('are proven by one pair, for all exceptions and signs', () => {
    expect(inPallas(forward)().paths).toBeGreaterThan(100);
    expect(inPallas(backward)().paths).toBeGreaterThan(100);
  });

  it.each([
    ['the second entry in place of the first', replace(isConstant(12n), { value: 0n })],
    ['another step of the entries', replace(isConstant(24n), { value: 12n })],
    ['another step of the memory', replace(isConstant(176n), { value: 192n })],
    ['a product that begins with another number', replace(isConstant(8240n), { value: 8256n })],
    ['no search for a d of 0', replace(isOp('v128.any_true'), { op: 'nop' })],
    ['states of both that are exchanged', replace(isConstant(160n), { value: 164n })],
    ['both in need of no arithmetic too early', replace(isOp('i32.and'), { op: 'i32.or' }, 6)],
    ['a square for a product', replace(calledThere('field_mul'), callsThere('field_mul_sub'))],
  ])('forward, %s is refused', (_, code) => {
    expect(inPallas(forward, { code })).toThrow(Refused);
  });

  it.each([pallas, 'bls12-381-g2.fma'])('nothing else has the address of the zeros, %s', (name) => {
    const { claim, module, at } = functionNamed(name, backward);
    const zeros = claim.inputs.filter(({ name: one }) => one.endsWith('O'));
    expect(zeros.length).toBe(2);
    const from = Number(zeros[0].address);
    const to = Number(zeros[1].address) + zeros[1].layout.bytes;
    const isThere = ({ op, value = 0n }) => op === 'i32.const' && value >= from && value < to;
    const users = module.functions.flatMap(({ code }, i) => (code.some(isThere) ? [i] : []));
    expect(users).toEqual([at]);
  });

  it('forward, digits of x that may be as large as those of −x are refused', () => {
    const change = (claim) => ({
      ...claim,
      inputs: claim.inputs.map((place) =>
        place.name.startsWith('x')
          ? { ...place, range: { ...place.range, isBelow: false } }
          : place,
      ),
    });
    expect(inPallas(forward, { change })).toThrow(Refused);
  });

  it.each([
    ['targets that are exchanged', replace(isOp('i32.load'), { offset: 12 })],
    ['a lone entry that has a target', replace(isOp('i32.and'), { op: 'i32.or' })],
    ['another end', replace(isOp('i32.shr_u'), { op: 'i32.shl' })],
    ['the wrong product', replace(calledThere('field_mul'), callsThere('field_square'), 1)],
    ['doublings that are left out', replace(isOp('i64.ne'), { op: 'i64.eq' }, 1)],
  ])('backward, %s is refused', (_, code) => {
    expect(inPallas(backward, { code })).toThrow(Refused);
  });

  it('backward, false claims are refused', () => {
    const withFormula = (name, formula) => (claim) => ({
      ...claim,
      cases: claim.cases.map((one) =>
        one.outputs?.has(name) ? { ...one, outputs: new Map(one.outputs).set(name, formula) } : one,
      ),
    });
    for (const name of ['rest0', 'rest1', 'x30', 'y31'])
      expect(inPallas(backward, { change: withFormula(name, 'rest0') })).toThrow(/is not rest0/);
    const tight = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({ ...one, range: { least: 0n, most: field.p } })),
    });
    expect(inPallas(backward, { change: tight })).toThrow(/may lie in/);
    // A target that may be a point of the other entry.
    const other = (claim) => ({
      ...claim,
      pointers: claim.pointers.map((one) => ({
        ...one,
        ...(one.mayBe && { mayBe: ['A1', 'B1'] }),
      })),
    });
    expect(inPallas(backward, { change: other })).toThrow(/which may be it/);
    const unlike = (claim) => ({
      ...claim,
      flags: claim.flags.map((one) => ({ ...one, like: undefined })),
    });
    expect(inPallas(backward, { change: unlike })).toThrow(Refused);
  });
});
