/** Functions that compute something else, made to slip through one rule of the checker each. */
import { describe, expect, it } from 'vitest';
import { checkModule } from '../../proof/check-module.js';
import { domainOf } from '../../proof/inputs.js';
import { and, xor } from '../../proof/kernel/machine/integers.js';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/kernel/refused.js';
import {
  attempt,
  constant,
  functionNamed,
  insert,
  labOf,
  moduleNamed,
  proofsOf,
} from './support.js';

const get = (index) => ({ op: 'local.get', index });
const set = (index) => ({ op: 'local.set', index });
const number = (value) => ({ op: 'i32.const', value: BigInt(value) });
const call = (index) => ({ op: 'call', index });
const [add, end] = ['i32.add', 'end'].map((op) => ({ op }));

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

describe('operands may be the same', () => {
  it.each([
    [0, 1],
    [1, 2],
  ])('and so may be addresses that are compared: %i and %i', (a, b) => {
    const test = [get(a), get(b), { op: 'i32.eq' }, ...when(3, [{ op: 'return' }])];
    const change = (code) => insert(code, 0, test);
    expect(() => attempt('pallas.limbs30', 'field_add', { code: change })).toThrow(Refused);
  });

  it('also all three, where one is only looked at if two are', () => {
    const { one } = functionNamed('pallas.limbs30', 'field_add');
    const free = 3 + one.locals.length;
    const load = (param, to) => [get(param), { op: 'i64.load32_u', offset: 0 }, set(to)];
    const store = (...value) => [get(0), ...value, { op: 'i64.store32', offset: 0 }];
    const inside = [
      ...[...load(0, free), ...load(2, free + 1)],
      ...[...store({ op: 'i64.const', value: 5n }), ...load(2, free + 2), ...store(get(free))],
      ...[get(free + 1), get(free + 2), { op: 'i64.ne' }],
    ];
    const all = [...inside, ...when(4 + inside.length, [{ op: 'return' }])];
    const code = [get(0), get(1), { op: 'i32.eq' }, ...when(3, all)];
    const change = (given) => insert(given, 0, code);
    const locals = ['i64', 'i64', 'i64'];
    expect(() => attempt('pallas.limbs30', 'field_add', { code: change, locals })).toThrow(Refused);
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
        labOf('bn254.pairing.limbs30'),
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
        labOf('bls12-381-g2.limbs30'),
      );
    expect(proveWith(true).paths).toBeGreaterThan(0);
    expect(() => proveWith(false)).toThrow(Refused);
  });
});

describe('addresses wrap at 2^32', () => {
  const kernel = 'pallas.limbs30';
  const most = number(2 ** 31 - 1);
  const early = (test) => [...test, ...when(test.length + 1, [{ op: 'return' }])];
  const zero = [get(1), number(3 << 16), { op: 'i32.sub' }];
  const far = [get(1), most, add, most, add, number(2), add];
  const load = [{ op: 'i64.load32_u', offset: 2 ** 31 }, { op: 'drop' }];

  it.each([
    ['and may be 0', early([...zero, { op: 'i32.eqz' }])],
    ['and may be no condition', [...zero, { op: 'br_if', index: 0 }, { op: 'return' }]],
    ['and be the same', early([...far, get(1), { op: 'i32.eq' }])],
    ['but not with an offset', [get(1), number(-(2 ** 31)), add, ...load]],
  ])('%s', (_, more) => {
    const block = { op: 'block', end: more.length + 1, otherwise: -1, result: null };
    const code = (all) => insert(all, 0, [block, ...more, end]);
    expect(() => attempt(kernel, 'field_add', { code })).toThrow(Refused);
  });
});

describe('what is known of a word', () => {
  it('of 64 bits, that it is 0, is not known of its lower half', () => {
    const code = (all) => {
      const at = all.findIndex(({ op }) => op === 'i64.eqz');
      return insert(all, at, [{ op: 'i32.wrap_i64' }, { op: 'i32.eqz' }], 1);
    };
    expect(() => attempt('pallas.wide64', 'field_is_zero', { code })).toThrow(Refused);
  });

  it('of a digit is not known of another number with the same lower half', () => {
    const kernel = 'pallas.limbs30';
    const { at, imports, module, proofs, claims } = provenOf(kernel, 'field_is_zero');
    const { p } = claims[0].field;
    const claim = { ...claims[0], isZero: undefined };
    const cases = [
      { when: ['x = 0'], result: 1n },
      { when: [], result: 0n },
    ];
    const tests = (upper) =>
      [0n, p].flatMap((zero, i) => {
        const value = upper + BigInt.asUintN(29, zero);
        const test = [get(0), { op: 'i64.load32_u', offset: 0 }, { op: 'i64.const', value }];
        const found = [get(0), call(at + imports), { op: 'return' }];
        return [...test, { op: 'i64.eq' }, ...when(9 * i + 4, found)];
      });
    const proveWith = (upper) => {
      const code = [...tests(upper), number(0), end];
      const functions = [...module.functions, { ...module.functions[at], code }];
      return prove(
        { ...module, functions },
        functions.length - 1 + imports,
        { ...claim, name: 'one', on: 'elements', testsDigits: true, cases },
        new Map([[at + imports, proofs]]),
        labOf(kernel),
      );
    };
    expect(proveWith(0n).paths).toBeGreaterThan(0);
    expect(() => proveWith(2n ** 32n)).toThrow(Refused);
  });
});

it('halves of 128 bits are no others', () => {
  const kernel = 'pallas.wide64';
  const { one } = functionNamed(kernel, 'field_copy');
  const free = one.type.params.length + one.locals.length;
  const long = (value) => ({ op: 'i64.const', value });
  const halves = (bits) => [
    ...[set(free), get(free), long((1n << bits) - 1n), { op: 'i64.and' }],
    ...[get(free), long(bits), { op: 'i64.shr_u' }, long(0n), long(0n)],
    ...[{ op: 'i64.add128' }, { op: 'drop' }],
  ];
  const at = one.code.findIndex(({ op }) => op === 'i64.load') + 1;
  const code = (all) => insert(all, at, halves(30n));
  expect(() => attempt(kernel, 'field_copy', { code, locals: ['i64'] })).toThrow(Refused);
});

it('a word that is not 0 may have no bit in common with another', () => {
  const domain = domainOf({ choices: [], others: () => {} });
  domain.isLazy = true;
  const [bit, word] = [1n, 3n].map((most) => domain.input(0n, most));
  expect(and(bit, bit.times(1n)).pending).not.toBe(null);
  expect(and(bit, word).pending).toBe(null);
});

describe('a word of 32 bits', () => {
  const i64 = (value) => ({ op: 'i64.const', value });
  const load = [get(1), { op: 'i64.load32_u', offset: 0 }];
  const minusBit = [i64(0n), ...load, i64(1n), { op: 'i64.and' }, { op: 'i64.sub' }];

  it('is the same word as -1 and as 2^32 - 1', () => {
    const word = domainOf().input(-1n, 0n);
    for (const mask of [-1n, 2n ** 32n - 1n, 2n ** 64n - 1n]) {
      const complement = xor(word, word.domain.constant(mask), 32);
      expect(complement.isSame(word.times(-1n).plus(-1n))).toBe(true);
    }
    const [difference] = xor(word, word.domain.constant(2n ** 32n - 2n), 32).zeros ?? [];
    expect(difference.isSame(word.plus(2n))).toBe(true);
  });

  it('is tested for 0 as such', () => {
    const all = [number(-1), number(0), { op: 'i32.or' }];
    const test = [...minusBit, { op: 'i32.wrap_i64' }, ...all, { op: 'i32.xor' }];
    const early = [...test, { op: 'i32.eqz' }, ...when(test.length + 1, [{ op: 'return' }])];
    const code = (given) => insert(given, 0, early);
    expect(() => attempt('pallas.limbs30', 'field_copy', { code })).toThrow(Refused);
  });

  it('that is extended is no exclusive or of 64 bits', () => {
    const free = 2 + functionNamed('pallas.limbs30', 'field_copy').one.locals.length;
    const half = (op) => [{ op: 'i32.wrap_i64' }, get(free + 1), { op: 'i32.wrap_i64' }, { op }];
    const test = [
      ...[...minusBit, set(free), get(1), { op: 'i64.load32_u', offset: 4 }, set(free + 1)],
      ...[get(free), ...half('i32.xor'), { op: 'i64.extend_i32_u' }],
      ...[get(free), { op: 'i64.xor' }, get(free + 1), { op: 'i64.ne' }],
    ];
    const code = (given) => insert(given, 0, [...test, ...when(test.length, [{ op: 'return' }])]);
    const locals = ['i64', 'i64'];
    expect(() => attempt('pallas.limbs30', 'field_copy', { code, locals })).toThrow(Refused);
  });
});

it('of two zeros the larger has the sign of the first', () => {
  const lanes = (top) => ({ op: 'v128.const', bytes: [...top, ...top] });
  const double = [{ op: 'i64.load32_u', offset: 0 }, { op: 'f64.convert_i64_s' }];
  const minusOne = lanes([0, 0, 0, 0, 0, 0, 0xf0, 0xbf]);
  const test = [
    ...[get(1), ...double, { op: 'f64x2.splat' }, minusOne, { op: 'f64x2.mul' }],
    ...[lanes(Array(8).fill(0)), { op: 'f64x2.pmax' }, { op: 'i64x2.extract_lane', lane: 0 }],
    ...[{ op: 'i64.const', value: 0n }, { op: 'i64.ne' }],
  ];
  const code = (all) => insert(all, 0, [...test, ...when(test.length, [{ op: 'return' }])]);
  expect(() => attempt('pallas.limbs30', 'field_copy', { code })).toThrow(/pattern of a double/);
});

describe('what is done again and again', () => {
  const of = /** @type {const} */ (['pallas.wide64', 'field_root_square_times']);
  const free = 3;
  const [and, eq] = ['i32.and', 'i32.eq'].map((op) => ({ op }));
  const odd = [get(2), number(1), and];
  const early = (test) => [...test, ...when(1 + test.length, [{ op: 'return' }])];
  it.each([
    ['with the first operand', [get(1)], [get(free), set(1)]],
    ['by a bit of the first count', odd, early([get(free), ...odd, { op: 'i32.ne' }])],
    [
      'by whether the first count is 7',
      [get(2), number(7), eq],
      early([get(free), get(2), number(3), eq, and]),
    ],
  ])('%s', (_, before, inside) => {
    const code = (all) => insert(insert(all, 1, inside), 0, [...before, set(free)]);
    expect(attempt(...of).paths).toBeGreaterThan(0);
    expect(() => attempt(...of, { code, locals: ['i32'] })).toThrow(Refused);
  });
});

it('what is exported is the function whose claim says so', () => {
  const read = moduleNamed('pallas.limbs30');
  const { exports } = read.module;
  const [a, b] = ['double', 'toAffine'];
  const swapped = new Map([...exports, [a, exports.get(b)], [b, exports.get(a)]]);
  const wanted = (name) => name.startsWith('jacobian_');
  const refusalsOf = (exports) =>
    checkModule({ ...read, module: { ...read.module, exports } }, wanted).flatMap(
      ({ name, refused }) => (refused === null ? [] : `${name}: ${refused}`),
    );
  expect(refusalsOf(exports)).toEqual([]);
  expect(refusalsOf(swapped)).toEqual([
    `jacobian_double: it is exported as ${b}`,
    `jacobian_to_affine: it is exported as ${a}`,
  ]);
});

it('a function has as many operands as the claim says', () => {
  const { module, at, index, claim, one } = functionNamed('pallas.limbs30', 'field_add');
  const moved = one.code.map(({ index = -1, ...rest }) => ({
    ...{ ...rest, index: rest.op.startsWith('local.') && index > 2 ? index + 1 : index },
  }));
  const test = [get(3), { op: 'i64.const', value: 0n }, { op: 'i64.ne' }];
  const code = insert(moved, 0, [...test, ...when(3, [{ op: 'return' }])]);
  const functions = [...module.functions];
  const type = { params: ['i32', 'i32', 'i32', 'i64'], results: [] };
  functions[at] = { type, locals: [...one.locals, 'i64'], code };
  expect(() => prove({ ...module, functions }, index, claim)).toThrow(/operands/);
});

describe('memory', () => {
  it('of callers is no scratch', () => {
    const prove = (to) =>
      attempt('pallas.limbs30', 'start_odd_multiples', { code: constant(4064n, to) });
    expect(prove(4064n).paths).toBeGreaterThan(0);
    expect(() => prove(400_000n)).toThrow(Refused);
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
  expect(() =>
    prove({ ...module, functions }, index + 1, change, given, labOf('pallas.limbs30')),
  ).toThrow(Refused);
});
