/** Functions that compute something else, made to slip through one rule of the checker each. */
import { describe, expect, it } from 'vitest';
import { proveFunctions } from '../../proof/check-module.js';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/refused.js';
import { attempt, constant, moduleNamed } from './support.js';

const get = (index) => ({ op: 'local.get', index });
const set = (index) => ({ op: 'local.set', index });
const number = (value) => ({ op: 'i32.const', value: BigInt(value) });
const call = (index) => ({ op: 'call', index });
const [add, nop, end] = ['i32.add', 'nop', 'end'].map((op) => ({ op }));

/** Code with other instructions in place of some, and the ends of its blocks moved. */
function insert(code, at, more, removed = 0) {
  const n = more.length - removed;
  const moved = (one) => {
    const { end: last = -1, otherwise = -1 } = one;
    const move = (to) => (to >= at + removed ? to + n : to);
    return { ...one, end: move(last), otherwise: move(otherwise) };
  };
  return [...code.slice(0, at).map(moved), ...more, ...code.slice(at + removed).map(moved)];
}

/** A block that begins at some place. @param {number} at @param {any[]} inside */
const when = (at, inside) => [
  { op: 'if', end: at + 1 + inside.length, otherwise: -1, result: null },
  ...inside,
  end,
];

/** A function of a module with what it calls proven, and its claims with other code. */
function functionOf(moduleName, name) {
  const read = moduleNamed(moduleName);
  const { module, names } = read;
  const all = proveFunctions(read);
  const at = names.indexOf(name);
  const imports = module.imports.length;
  const one = module.functions[at];
  const proveWith = (code, change = (claim) => claim) => {
    const functions = [...module.functions];
    functions[at] = { ...one, locals: [...one.locals, 'i32'], code };
    const proven = all.provenBy(at);
    return all
      .claimsAbout(at)
      .map((claim) => prove({ ...module, functions }, at + imports, change(claim), proven));
  };
  const free = one.type.params.length + one.locals.length;
  return { all, at, code: one.code, free, imports, module, proveWith };
}

describe('what is read before a loop is of the first element', () => {
  it('a flag', () => {
    const { code, proveWith, free } = functionOf('pallas.limbs30', 'points_endomorphism');
    expect(proveWith(code).length).toBeGreaterThan(0);
    const early = [get(1), { op: 'i32.load', offset: 36 }, set(free)];
    const used = insert(code, 11, [get(free), nop], 2);
    expect(() => proveWith(insert(used, 6, early))).toThrow(/before the loop/);
  });

  it('an address', () => {
    const { code, proveWith, free } = functionOf('pallas.limbs30', 'batch_add_backward');
    expect(proveWith(code).length).toBeGreaterThan(0);
    const last = [get(0), get(1), number(12), { op: 'i32.mul' }, add, number(12)];
    const early = [...last, { op: 'i32.sub' }, { op: 'i32.load', offset: 4 }, set(free)];
    expect(() => proveWith(insert(code, 0, early))).toThrow(Refused);
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
    const { all, at, imports, module } = functionOf('bn254.pairing.limbs30', 'tower_scale');
    const { proofs } = all.proveOne(at);
    const code = [get(0), get(1), get(2), call(at + imports), end];
    const functions = [...module.functions, { ...module.functions[at], locals: [], code }];
    const proveWith = (apart) =>
      prove(
        { ...module, functions },
        functions.length - 1 + imports,
        { ...all.claimsAbout(at)[0], name: 'one', apart },
        new Map([[at + imports, proofs]]),
      );
    expect(proveWith(['s']).paths).toBeGreaterThan(0);
    expect(() => proveWith(undefined)).toThrow(Refused);
  });

  it('or overlap in part, where a call shifts them', () => {
    const { all, at, imports, module } = functionOf('bls12-381-g2.limbs30', 'extension_add');
    const { proofs } = all.proveOne(at);
    const [claim] = all.claimsAbout(at);
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
    const { all, at, code, proveWith } = functionOf('secp256k1.wide64', 'points_decompress');
    const signs = all.claimsAbout(at)[0].params.indexOf('signs');
    const loop = code.findIndex(({ op }) => op === 'loop');
    const inside = [number(-1), { op: 'return' }];
    const test = [get(signs), number(1), { op: 'i32.and' }, ...when(loop + 4, inside)];
    expect(proveWith(code).length).toBeGreaterThan(0);
    expect(() => proveWith(insert(code, loop + 1, test))).toThrow(/an address/);
  });
});

it('a result of which nothing is said is any number', () => {
  const { all, at, imports, module } = functionOf('pallas.limbs30', 'field_copy');
  const [{ claim, ...proof }] = all.proveOne(at).proofs;
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
