import { describe, expect, it } from 'vitest';
import { checkModule, proveFunctions } from '../../proof/check-module.js';
import { isMadeOfCalls } from '../../proof/calls.js';
import { claimsOf } from '../../proof/claims/modules.js';
import { inverse } from '../../proof/domain/field-polynomial.js';
import { alone } from '../../proof/inputs.js';
import { lookupOf } from '../../proof/labels.js';
import { prove } from '../../proof/prove.js';
import { Refused } from '../../proof/refused.js';
import { holds, wordsOf } from './concrete.js';
import { randomness } from './mutants.js';
import { functionNamed, moduleNamed } from './support.js';

const COUNT = Number(process.env.MUTANTS ?? 20);
const SEED = Number(process.env.SEED ?? 1);

const picker = (random) => (low, high) => {
  const kind = random.below(8);
  if (kind < 2) return kind ? high : low;
  return low + (BigInt(high - low) * (random.next() & 0xffffffffffn)) / 0xffffffffffn;
};

/** A point of y² = x³ + b, of p that is 3 modulo 4. */
function pointOf(b, p) {
  for (let x = 1n; ; x++) {
    const y = powerOf(x ** 3n + b, (p + 1n) / 4n, p);
    if ((y * y - x ** 3n - b) % p === 0n) return new Map(Object.entries({ x, y }));
  }
}
/** @returns {bigint} */
const powerOf = (x, e, p) =>
  e === 0n ? 1n : (powerOf((x * x) % p, e >> 1n, p) * (e & 1n ? x : 1n)) % p;

/** Inputs of an addition in all its exceptional cases, and others. */
function specialInputs({ name, constants, inputs, field: { p } }, random) {
  if (/^(classify_(pair|lane)|batch_add_forward)$/.test(name)) {
    const [x, y, rest] = [0, 1, 2].map(() => BigInt(random.below(2 ** 40)) + 2n);
    // Of the first of two entries.
    const i = inputs.some((one) => one.name === 'xA0') ? '0' : '';
    const pair = (yB) =>
      new Map(Object.entries({ xA: x, xB: x, yA: y, yB }).map(([key, v]) => [key + i, v]));
    const isOf = (given) => (name === 'classify_pair' ? new Map([...given, ['d', 0n]]) : given);
    return [new Map(), isOf(pair(y)), isOf(pair(p - y)), isOf(pair(rest))];
  }
  if (name === 'points_on_curve' && constants.has('b')) {
    const point = pointOf(constants.get('b')[0], p);
    return [new Map(), new Map(inputs.map((one) => [one.name, point.get(one.name[0])]))];
  }
  if (name !== 'jacobian_add_affine') return [new Map()];
  const [X, Y, Z] = [0, 1, 2].map(() => BigInt(random.below(2 ** 40)) + 2n);
  const x = (X * inverse(Z * Z, p)) % p;
  const y = (Y * inverse(Z * Z * Z, p)) % p;
  const point = (x2, y2, Y1 = Y) => new Map(Object.entries({ X, Y: Y1, Z, x: x2, y: y2 }));
  return [new Map(), point(x, y), point(x, p - y), point(x, 1n), point(x, 0n, 0n)];
}

/** Some of many. */
const some = (all, random) =>
  all.length < 40 ? all : Array.from({ length: 30 }, () => random.pick(all));

/** Of lists with two elements a row, also of one that is alone. */
const holdsAlways = (module, index, claim, random) =>
  [claim, ...(claim.list?.second ? [alone(claim)] : [])].every((each) =>
    specialInputs(each, random).every((given) =>
      some(wordsOf(each), random).every((words) =>
        holds(module, index, each, picker(random), words, given),
      ),
    ),
  );

describe('claims of functions that are made of calls hold at concrete elements', () => {
  it.each([
    'bls12-381-g1.limbs30',
    'bls12-381-g2.limbs30',
    'secp256k1.wide64',
    'banderwagon.wide64',
    'secp256k1.fma',
    'bls12-381-g1.fma',
    'bn254-g2.fma',
    'banderwagon.fma',
  ])('%s', (moduleName) => {
    const random = randomness(SEED);
    const { names } = moduleNamed(moduleName);
    let count = 0;
    for (const name of names) {
      const { module, index, one } = functionNamed(moduleName, name);
      for (const claim of claimsOf(moduleName)(name, lookupOf(moduleNamed(moduleName)))) {
        // Its callers check what it finds.
        if (claim.isAssumed) continue;
        // Roots that a function looks for are no values here: decompression.test.js.
        if ([...(claim.parts?.values() ?? [])].some((part) => part.startsWith('root('))) continue;
        // Places of the module's memory, which other functions name: own-places.test.js.
        if ([...claim.inputs, ...claim.outputs].some(({ own }) => own)) continue;
        // Multiples of points, what is done several times, and signs: multiples.test.js,
        // powers.test.js and signs.test.js.
        if (claim.repeats || claim.field.p === 0n || claim.sign) continue;
        if (claim.on ? claim.on === 'digits' : !isMadeOfCalls(one.code)) continue;
        expect(holdsAlways(module, index, claim, random), name).toBe(true);
        count++;
      }
    }
    expect(count).toBeGreaterThan(4);
  });
});

const SAME_TYPE = (module, index) => {
  const imports = module.imports.length;
  const type = JSON.stringify(module.functions[index - imports].type);
  return module.functions.flatMap((one, i) =>
    JSON.stringify(one.type) === type ? [i + imports] : [],
  );
};

/** A function with another operand, address or called function somewhere. */
function mutant(module, one, random) {
  for (;;) {
    const at = random.below(one.code.length);
    const { op, value, index, offset } = one.code[at];
    const params = one.type.params.length + one.locals.length;
    const by = random.pick([-128n, -64n, -48n, -1n, 1n, 48n, 64n, 128n]);
    const change =
      op === 'i32.const'
        ? { value: BigInt(value) + by }
        : op === 'local.get' && params > 1
          ? { index: (index + 1 + random.below(params - 1)) % params }
          : op === 'call'
            ? { index: random.pick(SAME_TYPE(module, index)) }
            : offset !== undefined
              ? { offset: Math.max(0, offset + Number(by)) }
              : null;
    if (!change || ('index' in change && change.index === index)) continue;
    const code = one.code.map((each, i) => (i === at ? { ...each, ...change } : each));
    return {
      one: { ...one, code },
      text: `${at} ${op} ${JSON.stringify(change, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
    };
  }
}

describe('mutants', () => {
  it.each([
    ['secp256k1.limbs30', 'jacobian_add_affine'],
    ['secp256k1.limbs30', 'jacobian_double'],
    ['bls12-381-g1.wide64', 'jacobian_add_affine'],
    ['banderwagon.limbs30', 'jacobian_double'],
    ['bls12-381-g2.wide64', 'extension_mul'],
    ['bls12-381-g1.limbs30', 'classify_pair'],
    ['bls12-381-g1.limbs30', 'right_side'],
    ['bn254-g2.limbs30', 'endomorphism'],
    ['secp256k1.wide64', 'points_on_curve'],
    ['pallas.limbs30', 'points_to_affine'],
    ['bn254-g1.limbs30', 'points_from_affine'],
    ['bls12-381-g1.polynomials-limbs30', 'field_to_big_endian'],
    ['secp256k1.limbs30', 'jacobian_has_x'],
    ['banderwagon.limbs30', 'points_encode'],
    ['bn254-g1.wide64', 'points_decompress'],
    ['bn254-g2.wide64', 'points_endomorphism_squared'],
    ['banderwagon.limbs30', 'extended_add'],
    ['banderwagon.wide64', 'extended_double'],
    ['bls12-381-g1.fma', 'jacobian_add_affine'],
    ['secp256k1.fma', 'jacobian_double'],
    ['secp256k1.fma', 'jacobian_from_affine'],
    ['bls12-381-g1.fma', 'lane_is_zero'],
    ['bls12-381-g1.fma', 'invert_both'],
    ['secp256k1.fma', 'classify_lane'],
    ['bls12-381-g2.fma', 'finish_trivial_lane'],
    ['pallas.fma', 'set_denominators'],
    ['banderwagon.fma', 'is_same'],
    ['bls12-381-g2.fma', 'lane_from_two'],
    ['secp256k1.fma', 'gather_pair'],
    ['vesta.fma', 'batch_add_backward'],
    ['bn254-g2.fma', 'points_to_affine'],
    ['secp256k1.fma', 'points_on_curve'],
    ['bls12-381-g2.fma', 'points_endomorphism_squared'],
  ])('of %s %s are refused, or compute the same', (moduleName, name) => {
    const random = randomness(SEED);
    const { module, at, index, claim, one } = functionNamed(moduleName, name);
    const proven = proveFunctions(moduleNamed(moduleName)).provenBy(at);
    let refused = 0;
    for (let i = 0; i < COUNT; i++) {
      const { one: changed, text } = mutant(module, one, random);
      const functions = module.functions.map((each, j) => (j === at ? changed : each));
      const other = { ...module, functions };
      try {
        prove(other, index, claim, proven);
      } catch (error) {
        expect(error).toBeInstanceOf(Refused);
        refused++;
        continue;
      }
      expect(holdsAlways(other, index, claim, random), `proven: ${text}`).toBe(true);
    }
    expect(refused).toBeGreaterThan(COUNT / 2);
  });
});

describe('claims that do not hold', () => {
  const name = 'jacobian_add_affine';
  const moduleName = 'secp256k1.limbs30';
  const { at, index, module, claim } = functionNamed(moduleName, name);
  const proven = proveFunctions(moduleNamed(moduleName)).provenBy(at);
  const tried = (change) => () => prove(module, index, { ...claim, ...change }, proven);
  const { cases = [] } = claim;

  it('the claim as it is', () => expect(tried({})).not.toThrow());

  it('an exceptional case that is left out', () => {
    for (const i of cases.slice(0, -1).keys())
      expect(tried({ cases: cases.filter((_, j) => j !== i) }), `case ${i}`).toThrow(Refused);
  });

  it('another formula, flag or test', () => {
    const last = cases[cases.length - 1];
    const withLast = (change) => ({ cases: [...cases.slice(0, -1), { ...last, ...change }] });
    expect(tried(withLast({ outputs: new Map([['z3', 'Z*x']]) }))).toThrow(/z3 is not/);
    expect(tried(withLast({ flags: new Map([['the sum is infinite', 1n]]) }))).toThrow(/infinite/);
    const tested = { when: ['x*Z = 0'], flags: new Map() };
    expect(tried({ cases: [...cases.slice(0, 3), tested, ...cases.slice(3)] })).toThrow(
      /not tested/,
    );
  });

  it('operands of a called function out of its range', () => {
    const wide = claim.inputs.map((one) => ({
      ...one,
      range: { least: 0n, most: 8n * claim.field.p },
    }));
    expect(tried({ inputs: wide })).toThrow(/may lie in/);
    const short = claim.outputs.map((one) => ({
      ...one,
      range: { least: 0n, most: claim.field.p },
    }));
    expect(tried({ outputs: short })).toThrow(/may lie in/);
  });

  it('with a called function that is not proven', () => {
    expect(() => prove(module, index, claim, new Map())).toThrow(Refused);
    const refused = checkModule(moduleNamed(moduleName), (one) => one === name);
    expect(refused.map((one) => one.refused)).toEqual([null]);
  });
});
