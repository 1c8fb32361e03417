import { describe, expect, it } from 'vitest';
import { byLane } from '../../proof/lanes.js';
import { evaluateClaim } from '../../proof/identities/evaluate.js';
import { Refused } from '../../proof/kernel/refused.js';
import {
  attempt,
  constant,
  functionNamed,
  insert,
  isConstant,
  isOp,
  labOf,
  proofsOf,
  provenBy,
  replace,
} from './support.js';

/** Proves points_decompress with other code in a function that it calls. */
function decompress(moduleName, name, code) {
  const { module, at, index } = functionNamed(moduleName, 'points_decompress');
  const called = functionNamed(moduleName, name);
  const [claim] = proofsOf(moduleName).claimsAbout(at);
  const functions = [...module.functions];
  functions[called.at] = { ...called.one, code: code(called.one.code) };
  const proven = new Map(provenBy(moduleName, at));
  proven.delete(called.index);
  return evaluateClaim(labOf(moduleName), { ...module, functions }, index, claim, proven);
}

const NAN = ({ op, value }) => op === 'f64.const' && value !== 0n;

describe('decompression of two points in lanes', () => {
  it('is evaluated', () => {
    expect(decompress('bn254-g1.fma', 'decompress_finish', (all) => all).runs).toBeGreaterThan(20);
  });

  it.each([
    ['the other root', replace(isOp('i32.ne'), { op: 'i32.eq' })],
    ['the other root, of the second one', replace(isOp('i32.ne'), { op: 'i32.eq' }, 1)],
    ['the sign of the second one for the first', replace(isConstant(255n), { value: 65280n })],
    ['a bit of the other one', replace(isConstant(2n), { value: 1n }, 1)],
    ['the test of the other one', constant(18600n, 18592n)],
    ['the sign of the other root', constant(18520n, 18512n)],
    ['another reason', replace(isConstant(1n), { value: 0n }, 1)],
    ['infinity that is a number', replace(NAN, { value: 0n })],
    ['x of the other one', replace(isOp('i8x16.shuffle'), { bytes: [...Array(16).keys()] })],
    ['a root times another row', constant(13696n, 13776n)],
    ['no sign', replace(isOp('v128.xor'), { op: 'v128.and' }, 2)],
  ])('%s is refused', (_, code) => {
    expect(() => decompress('bn254-g1.fma', 'decompress_finish', code)).toThrow(Refused);
  });

  it('of a lane that is read as another one is refused', () => {
    const code = (all) => replace(isConstant(8n), { value: 0n })(all);
    expect(() => decompress('bn254-g1.fma', 'decompress_read', code)).toThrow(Refused);
  });
});

describe('lanes', () => {
  const lanesOf = (module, name) => byLane(functionNamed(module, name).claim);

  it('are claimed one by one, and none, where they are independent', () => {
    const [first, second, none] = lanesOf('bn254-g1.fma', 'field_mul_sub');
    expect(first.inputs.map(({ name, offset }) => [name, offset])).toEqual([
      ['x', 0],
      ['y', 0],
      ['c', 0],
    ]);
    expect(second.inputs.map(({ offset }) => offset)).toEqual([8, 8, 8]);
    expect(second.outputs.map(({ formula }) => formula)).toEqual(['', 'x*y - c']);
    expect(none.inputs).toEqual([]);
    expect(lanesOf('bn254-g2.fma', 'extension_mul_sub')).toHaveLength(3);
    expect(lanesOf('bls12-381-g1.fma', 'double_e_b')).toHaveLength(1);
    expect(lanesOf('bls12-381.pairing.fma', 'extension_mul')).toHaveLength(1);
  });

  /** With a shuffle of the first digits of x. @param {number[]} from the lanes, of four */
  const shuffled = (from) => {
    const { one } = functionNamed('bn254-g1.fma', 'field_mul_sub');
    const index = one.type.params.length + one.locals.length;
    const bytes = from.flatMap((lane) => Array.from({ length: 8 }, (_, i) => 8 * lane + i));
    const more = [
      { op: 'local.tee', index },
      { op: 'local.get', index },
      { op: 'i8x16.shuffle', bytes },
    ];
    const isOfX = (all) => (one, i) => one.op === 'v128.load' && all[i - 1].index === 1;
    const code = (all) => insert(all, all.findIndex(isOfX(all)) + 1, more);
    return attempt('bn254-g1.fma', 'field_mul_sub', { code, locals: ['v128'] });
  };

  it('of which one takes a digit of the other are refused', () => {
    expect(shuffled([0, 3]).paths).toBe(3);
    expect(() => shuffled([1, 3])).toThrow(Refused);
    expect(() => shuffled([0, 2])).toThrow(Refused);
  });
});
