/** Functions that are made of calls: what evaluation refuses, and what only ranges can. */
import { describe, expect, it } from 'vitest';
import { Refused } from '../../proof/kernel/refused.js';
import { mutate, randomness } from './mutants.js';
import { attempt, functionNamed, insert, isOp, labOf, moduleNamed, replace } from './support.js';

const COUNT = Number(process.env.MUTANTS ?? 12);
const SEED = Number(process.env.SEED ?? 1);

/** Why a changed function is refused, or null. */
function refusal(moduleName, name, code) {
  try {
    attempt(moduleName, name, { code });
    return null;
  } catch (error) {
    if (error instanceof Refused || error instanceof RangeError) return error.message;
    throw error;
  }
}

/** The index of a function. */
function indexOf(moduleName, name) {
  const { module, names } = moduleNamed(moduleName);
  return names.indexOf(name) + module.imports.length;
}

describe('a sum that is not reduced, which has the right value, is refused by its range', () => {
  it.each([
    ['bls12-381-g1.limbs30', 'right_side', 'field_add', 'field_loose_sum'],
    ['pallas.limbs30', 'right_side', 'field_add', 'field_loose_sum'],
    ['bn254-g1.limbs30', 'right_side', 'field_add', 'field_loose_sum'],
  ])('%s %s: %s as %s', (moduleName, name, from, to) => {
    const [index, other] = [from, to].map((one) => indexOf(moduleName, one));
    const { one } = functionNamed(moduleName, name);
    const calls = one.code.flatMap(({ op, index: callee }, i) =>
      op === 'call' && callee === index ? [i] : [],
    );
    const reasons = calls.map((at) =>
      refusal(moduleName, name, (all) =>
        all.map((any, i) => (i === at ? { ...any, index: other } : any)),
      ),
    );
    // Where the sum is only an operand, its range may suffice.
    const refused = reasons.filter((reason) => reason !== null);
    expect(refused.length, `${calls.length} calls of ${from}`).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatch(/may lie in|is out of range/);
  });
});

const i32 = (value) => ({ op: 'i32.const', value });
const get = (index) => ({ op: 'local.get', index });
const op = (name, more = {}) => ({ op: name, ...more });

/** Whether the lowest digit of the element at a param is 1234567. */
const isRare = (param) => [get(param), op('i32.load', { offset: 0 }), i32(1234567n), op('i32.eq')];

/** Conditions, each combined with another that inputs are not likely to meet. */
const RARELY = [
  [
    'the sign of an addition',
    'bls12-381-g1.limbs30',
    'jacobian_add_affine',
    45,
    [...isRare(2), op('i32.xor')],
  ],
  [
    'which case a pair is',
    'bls12-381-g1.limbs30',
    'classify_pair',
    28,
    [...isRare(0), op('i32.or')],
  ],
  [
    'whether a point has an x',
    'secp256k1.limbs30',
    'jacobian_has_x',
    2,
    [...isRare(1), op('i32.or')],
  ],
  [
    'a check of an inverse',
    'bls12-381-g1.limbs30',
    'field_inv',
    17,
    [...isRare(1), op('i32.eqz'), op('i32.and')],
  ],
  [
    'how often a call squares',
    'bls12-381-g1.limbs30',
    'field_inverse_root_power',
    30,
    [i32(2368n), ...isRare(0).slice(1), op('i32.add')],
  ],
  [
    'a loop that goes on',
    'bls12-381-g1.limbs30',
    'field_inverse_root_power_square_times',
    4,
    goesOn(),
  ],
  ['a count of leading zeros', 'bls12-381-g1.limbs30', 'field_is_equal', -1, leadingZeros()],
];

/** z0 less 1, if the loop is not at its end. */
function goesOn() {
  const load = [get(0), op('i32.load', { offset: 0 })];
  const isOther = [get(2), i32(1n), op('i32.ne'), op('i32.and')];
  return [get(0), ...load, ...isRare(0), ...isOther, op('i32.sub'), op('i32.store', { offset: 0 })];
}

/** 1 more if the lowest digit is 1234567, by its distance. */
function leadingZeros() {
  const distance = [...isRare(0).slice(0, 3), op('i32.sub'), i32((1n << 30n) - 1n), op('i32.and')];
  const sum = [op('i64.extend_i32_u'), op('i64.const', { value: (1n << 63n) - 1n }), op('i64.add')];
  return [...distance, ...sum, op('i64.clz'), op('i32.wrap_i64'), op('i32.add')];
}

/** The lowest digit z, less 1 if it is 1234567. */
function differenceIfEqual(all) {
  const load = [i32(4224n), { op: 'i32.load', offset: 0 }];
  const difference = [...load, ...load, i32(1234567n), { op: 'i32.eq' }, { op: 'i32.sub' }];
  return insert(all, all.length - 1, [i32(4224n), ...difference, { op: 'i32.store', offset: 0 }]);
}

/** The lowest digits, or 1 in a lane that is 1234567. */
function chosenIfEqual(all) {
  const doubles = (one) => {
    const bytes = [...new Uint8Array(new Float64Array([one, one]).buffer)];
    return { op: 'v128.const', bytes };
  };
  const load = [i32(10528n), { op: 'v128.load', offset: 0 }];
  const isEqual = [...load, doubles(1234567), { op: 'f64x2.eq' }];
  const chosen = [doubles(1), ...load, ...isEqual, { op: 'v128.bitselect' }];
  return insert(all, all.length - 1, [i32(10528n), ...chosen, { op: 'v128.store', offset: 0 }]);
}

/** 1 also if the lowest digit of x is 1234567. */
const resultIfEqual = (all) =>
  insert(all, all.length - 1, [
    ...[
      { op: 'local.get', index: 0 },
      { op: 'i32.load', offset: 0 },
    ],
    ...[i32(1234567n), { op: 'i32.eq' }, { op: 'i32.or' }],
  ]);

describe('refuses', () => {
  const G1 = 'bls12-381-g1.limbs30';

  it('a branch that no input takes', () => {
    // `if` of what is 0 for all random inputs: the lowest 20 bits of a coordinate.
    const code = (all) =>
      insert(all, 0, [
        { op: 'local.get', index: 1 },
        { op: 'i32.load', offset: 0 },
        { op: 'i32.const', value: 0xfffffn },
        { op: 'i32.and' },
        { op: 'i32.eqz' },
        { op: 'if', result: null, end: 6, otherwise: -1 },
        { op: 'end' },
      ]);
    expect(refusal(G1, 'right_side', (all) => code(all))).toMatch(/.+/);
  });

  it.each([
    ['a difference that a comparison makes', G1, 'right_side', differenceIfEqual],
    ['a lane that a comparison chooses', 'secp256k1.fma', 'double_e_b', chosenIfEqual],
    ['a result that a digit decides', G1, 'field_is_equal', resultIfEqual],
  ])('%s, which no input is likely to meet', (_, moduleName, name, code) => {
    const change = (claim) => ({ ...claim, on: 'elements' });
    expect(() => attempt(moduleName, name, { change })).not.toThrow();
    expect(() => attempt(moduleName, name, { change, code })).toThrow(
      /depends on digits|no polynomial of elements/,
    );
  });

  it.each(RARELY)('%s, by a digit', (...given) => {
    const [, moduleName, name, at, more] = /** @type {any[]} */ (given);
    const code = (all) => insert(all, at < 0 ? all.length + at : at, more);
    expect(() => attempt(moduleName, name)).not.toThrow();
    expect(() => attempt(moduleName, name, { code })).toThrow(
      /depends on digits|no polynomial of elements/,
    );
  });

  it('an odd number, where what follows takes even ones', () => {
    // The lowest digit of W and 1, at its place.
    const one = op('f64.const', { value: BigInt(0x3ff) << 52n });
    const sum = [op('f64.load', { offset: 0 }), one, op('f64.add')];
    const more = [i32(21656n), i32(21656n), ...sum, op('f64.store', { offset: 0 })];
    const code = (all) => insert(all, all.length - 1, more);
    const change = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((all) => ({ ...all, formula: '?' })),
    });
    expect(() => attempt('bls12-381-g1.fma', 'double_d_z', { change, code })).toThrow(/odd|range/);
  });

  it('a number that is no polynomial of elements', () => {
    // The lowest digit without its last bit.
    const low = [i32(4224n), { op: 'i32.load', offset: 0 }, i32(-2n), { op: 'i32.and' }];
    const code = (all) =>
      insert(all, all.length - 1, [i32(4224n), ...low, { op: 'i32.store', offset: 0 }]);
    expect(refusal(G1, 'right_side', code)).toMatch(/is not|no polynomial/);
  });

  const lanes = { op: 'f64.const', value: BigInt(0x3ff) << 52n };
  it.each([
    ['that is compared with 1', replace(isOp('f64.const'), lanes)],
    [
      'without its last digit',
      replace(({ op, offset }) => op === 'f64.load' && offset === 64, { offset: 48 }),
    ],
    [
      'of which one digit is taken twice with a sign',
      replace(isOp('f64.abs'), { op: 'f64.neg' }, 1),
    ],
    ['that says of some others that they are 0', replace(isOp('f64.add'), { op: 'f64.sub' })],
  ])('a test of zero %s', (_, code) => {
    expect(() => attempt('secp256k1.fma', 'lane_is_zero')).not.toThrow();
    expect(() => attempt('secp256k1.fma', 'lane_is_zero', { code })).toThrow(Refused);
  });

  it('another formula', () => {
    const change = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({ ...one, formula: `${one.formula} + x` })),
    });
    expect(() => attempt(G1, 'right_side', { change })).toThrow(/z is not/);
  });

  it('a range that is too tight', () => {
    const change = (claim) => ({
      ...claim,
      outputs: claim.outputs.map((one) => ({ ...one, range: { least: 0n, most: 1n } })),
    });
    expect(() => attempt(G1, 'right_side', { change })).toThrow('is out of range');
  });

  it('a case that is left out', () => {
    const change = (claim) => ({
      ...claim,
      cases: claim.cases.filter(({ when }) => !when.includes('Y*Z = 0')),
    });
    expect(() => attempt(G1, 'jacobian_double', { change })).toThrow(Refused);
  });

  it('what is evaluated nowhere', () => {
    expect(labOf(G1).engine.module).toBe(moduleNamed(G1).module);
  });
});

describe('mutants are refused, or keep to their claim', () => {
  it.each([
    ['bls12-381-g1.limbs30', 'jacobian_double'],
    ['bls12-381-g1.wide64', 'right_side'],
    ['bn254-g2.limbs30', 'extension_mul'],
    ['bls12-381.pairing.limbs30', 'tower_mul6'],
    ['secp256k1.fma', 'double_x_c'],
    ['bls12-381-g1.fma', 'sum_points'],
    ['bls12-381-g2.limbs30', 'classify_pair'],
  ])('%s %s', (moduleName, name) => {
    const random = randomness(SEED);
    const { one } = functionNamed(moduleName, name);
    const reasons = new Map();
    for (let i = 0; i < COUNT; i++) {
      const mutant = mutate(one, random);
      const found = refusal(moduleName, name, () => mutant.one.code);
      const kind = found === null ? 'none' : found.replace(/\(.*|[-\d.]+/g, '').trim();
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
    console.log(moduleName, name, [...reasons].map(([kind, n]) => `${n}: ${kind}`).join('; '));
    expect(COUNT - (reasons.get('none') ?? 0)).toBeGreaterThan(COUNT / 2);
  });
});

it('a list that is inverted at once, and ends before its last row, leaves nothing to compare', () => {
  const lab = labOf('banderwagon.limbs30');
  const before = lab.seed;
  try {
    for (const seed of ['', '2', '3', '4']) {
      lab.seed = seed;
      expect(() => attempt('banderwagon.limbs30', 'points_from_model'), seed).not.toThrow();
    }
  } finally {
    lab.seed = before;
  }
});
