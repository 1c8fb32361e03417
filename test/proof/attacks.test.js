/** Functions that compute something else, made to slip through one rule of the checker each. */
import { describe, expect, it } from 'vitest';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/refused.js';
import { attempt, constant, functionNamed, insert, proofsOf } from './support.js';

const get = (index) => ({ op: 'local.get', index });
const set = (index) => ({ op: 'local.set', index });
const number = (value) => ({ op: 'i32.const', value: BigInt(value) });
const call = (index) => ({ op: 'call', index });
const [add, nop, end] = ['i32.add', 'nop', 'end'].map((op) => ({ op }));

/** A block that begins at some place. @param {number} at @param {any[]} inside */
const when = (at, inside) => [
  { op: 'if', end: at + 1 + inside.length, otherwise: -1, result: null },
  ...inside,
  end,
];

/** A function, its claims and their proofs. @param {string} moduleName @param {string} name */
function provenOf(moduleName, name) {
  const { at, module } = functionNamed(moduleName, name);
  const all = proofsOf(moduleName);
  const { proofs } = all.proveOne(at);
  return { at, imports: module.imports.length, module, proofs, claims: all.claimsAbout(at) };
}

describe('what is read before a loop is of the first element', () => {
  const kernel = 'pallas.limbs30';
  const locals = ['i32'];
  const freeOf = (name) => {
    const { one } = functionNamed(kernel, name);
    return one.type.params.length + one.locals.length;
  };

  it('a flag', () => {
    const free = freeOf('points_endomorphism');
    const early = [get(1), { op: 'i32.load', offset: 36 }, set(free)];
    const code = (all) => insert(insert(all, 11, [get(free), nop], 2), 6, early);
    expect(attempt(kernel, 'points_endomorphism').paths).toBeGreaterThan(0);
    expect(() => attempt(kernel, 'points_endomorphism', { code, locals })).toThrow(
      /before the loop/,
    );
  });

  it('an address', () => {
    const last = [get(0), get(1), number(12), { op: 'i32.mul' }, add, number(12)];
    const load = [{ op: 'i32.sub' }, { op: 'i32.load', offset: 4 }];
    const early = [...last, ...load, set(freeOf('batch_add_backward'))];
    const code = (all) => insert(all, 0, early);
    expect(attempt(kernel, 'batch_add_backward').paths).toBeGreaterThan(0);
    expect(() => attempt(kernel, 'batch_add_backward', { code, locals })).toThrow(Refused);
  });
});

describe('operands may be the same', () => {
  it.each([
    [0, 1],
    [1, 2],
  ])('and so may be addresses that are compared: %i and %i', (a, b) => {
    const test = [get(a), get(b), { op: 'i32.eq' }, ...when(3, [{ op: 'return' }])];
    const change = (code) => insert(code, 0, test);
    expect(() => attempt('pallas.limbs30', 'field_add', { code: change })).toThrow(Refused);
  });

  it('of a function that calls one whose operands must not be', () => {
    const { at, imports, module, proofs, claims } = provenOf(
      'bn254.pairing.limbs30',
      'tower_scale',
    );
    const code = [get(0), get(1), get(2), call(at + imports), end];
    const functions = [...module.functions, { ...module.functions[at], locals: [], code }];
    const proveWith = (apart) =>
      prove(
        { ...module, functions },
        functions.length - 1 + imports,
        { ...claims[0], name: 'one', apart },
        new Map([[at + imports, proofs]]),
      );
    expect(proveWith(['s']).paths).toBeGreaterThan(0);
    expect(() => proveWith(undefined)).toThrow(Refused);
  });

  it('or overlap in part, where a call shifts them', () => {
    const { at, imports, module, proofs, claims } = provenOf(
      'bls12-381-g2.limbs30',
      'extension_add',
    );
    const [claim] = claims;
    const slot = claim.outputs[0].layout.stride ?? 0;
    const code = [get(0), number(slot), add, get(1), get(2), call(at + imports), end];
    const functions = [...module.functions, { ...module.functions[at], locals: [], code }];
    const outputs = [{ ...claim.outputs[0], param: 'z', offset: slot }];
    const proveWith = (isDisjoint) =>
      prove(
        { ...module, functions },
        functions.length - 1 + imports,
        { ...claim, name: 'one', on: 'elements', outputs, isDisjoint },
        new Map([[at + imports, proofs]]),
      );
    expect(proveWith(true).paths).toBeGreaterThan(0);
    expect(() => proveWith(false)).toThrow(Refused);
  });
});

describe('memory', () => {
  it('of callers is no scratch', () => {
    const prove = (to) =>
      attempt('pallas.limbs30', 'start_odd_multiples', { code: constant(3952n, to) });
    expect(prove(3952n).paths).toBeGreaterThan(0);
    expect(() => prove(400_000n)).toThrow(Refused);
  });

  it('of a list of bytes is at odd addresses, too', () => {
    const of = /** @type {const} */ (['secp256k1.wide64', 'points_decompress']);
    const signs = functionNamed(...of).claim.params.indexOf('signs');
    const code = (all) => {
      const loop = all.findIndex(({ op }) => op === 'loop');
      const inside = [number(-1), { op: 'return' }];
      const test = [get(signs), number(1), { op: 'i32.and' }, ...when(loop + 4, inside)];
      return insert(all, loop + 1, test);
    };
    expect(attempt(...of).paths).toBeGreaterThan(0);
    expect(() => attempt(...of, { code })).toThrow(/an address/);
  });
});

it('a result of which nothing is said is any number', () => {
  const { at, imports, module, proofs } = provenOf('pallas.limbs30', 'field_copy');
  const [{ claim, ...proof }] = proofs;
  const copy = module.functions[at];
  const two = [...copy.code.slice(0, -1), number(2), end];
  const returns = { ...copy, type: { ...copy.type, results: ['i32'] }, code: two };
  const index = module.functions.length + imports;
  const store = [get(0), number(7), { op: 'i32.store', offset: 0 }];
  const code = [get(0), get(1), call(index), number(1), { op: 'i32.gt_u' }, ...when(5, store), end];
  const other = { type: { params: ['i32', 'i32'], results: [] }, locals: [], code };
  const functions = /** @type {any} */ ([...module.functions, returns, other]);
  const given = new Map([[index, [{ ...proof, claim }]]]);
  const change = /** @type {any} */ ({ ...claim, name: 'other', on: 'elements' });
  expect(() => prove({ ...module, functions }, index + 1, change, given)).toThrow(Refused);
});
