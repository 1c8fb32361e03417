/**
 * A search that lies: in place of each strategy one that proposes something wrong. What is right
 * stays true or is refused, and what is wrong is never proven.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { domainOf } from '../../proof/inputs.js';
import { round } from '../../proof/kernel/double.js';
import { Value, assume } from '../../proof/kernel/number.js';
import { Polynomial } from '../../proof/kernel/polynomial.js';
import { Contradiction, Refused } from '../../proof/kernel/refused.js';
import { prove } from '../../proof/prove.js';
import { SEARCH } from '../../proof/search/search.js';
import { linesOf } from '../../scripts/lib/source-facts.js';
import { isEquivalent, mutate, randomness, refusal } from './mutants.js';
import { shadow } from './shadow.js';
import { functionNamed } from './support.js';

const SEED = Number(process.env.SEED ?? 1);
const MUTANTS = Number(process.env.MUTANTS ?? 2);
const HONEST = { ...SEARCH };
afterEach(() => void Object.assign(SEARCH, HONEST));

/** Combinations of facts, changed. @param {(step: any, random: any, facts: any) => any} change */
const steps = (change) => (all, random, facts) =>
  all.map((one) => one.map((step) => ({ ...step, ...change(step, random, facts) })));
/** @type {[string, any][]} */
const COMBINATIONS = [
  ['none', () => []],
  ['another multiple', steps(({ t }) => ({ t: t + 1n }))],
  ['the opposite multiple', steps(({ t }) => ({ t: -t }))],
  ['a negative scale', steps(({ s }) => ({ s: -s }))],
  ['a larger scale', steps(({ s }) => ({ s: 2n * s + 1n }))],
  ['another fact', steps((_, random, facts) => ({ fact: random.below(facts.factCount + 1) }))],
  [
    'random ones',
    (_, random, facts) =>
      Array.from({ length: 2 }, () => [
        {
          fact: random.below(facts.factCount + 1),
          s: 1n + (random.next() & 7n),
          t: (random.next() & 255n) - 128n,
        },
      ]),
  ],
];

/** In a tree of cases, every list of combinations changed. */
function inTree(tree, change) {
  if (!('id' in tree)) return { combinations: change(tree.combinations) };
  return {
    ...tree,
    within: change(tree.within),
    cases: tree.cases.map((one) => inTree(one, change)),
  };
}

/**
 * Lies in place of a strategy, and functions in whose proofs it is used.
 * @param {string} name
 * @param {string[]} functions
 * @param {[string, any][]} changes
 * @param {(change: any, random: any) => any} wrap
 * @returns {[string, string, any, string[]][]}
 */
const liesOf = (name, functions, changes, wrap) =>
  changes.map(([text, change]) => [
    name,
    text,
    (/** @type {any} */ random) => wrap(change, random),
    functions,
  ]);

const LIES = [
  ...liesOf(
    'bound',
    ['bls12-381-g1.limbs30 field_sub', 'secp256k1.wide64 field_mul', 'banderwagon.fma field_mul'],
    COMBINATIONS,
    (change, random) => (facts, p, isInteger, depth, known) =>
      change(HONEST.bound(facts, p, isInteger, depth, known), random, facts),
  ),
  ...liesOf(
    'boundByCases',
    ['bls12-381-g1.limbs30 field_sub', 'bls12-381-g1.lists-fma step_plus'],
    COMBINATIONS,
    (change, random) => (facts, p, range) =>
      inTree(HONEST.boundByCases(facts, p, range), (all) => change(all, random, facts)),
  ),
  ...liesOf(
    'boundByCases',
    ['bls12-381-g1.limbs30 field_sub', 'bls12-381-g1.lists-fma step_plus'],
    [
      ['a case left out', (tree) => ({ ...tree, cases: (tree.cases ?? []).slice(1) })],
      ['cases of any variable', (tree, id) => ({ id, within: [], cases: [tree, tree] })],
    ],
    (change, random) => (facts, p, range) =>
      change(HONEST.boundByCases(facts, p, range), 1 + random.below(facts.variableCount - 1)),
  ),
  ...liesOf(
    'split',
    [
      'bls12-381-g1.limbs30 field_mul',
      'pallas.wide64 field_negated_sum',
      'bls12-381-g1.fma field_mul',
      'vesta.scalar digits',
    ],
    [
      ['a remainder and one', (_t, _w, { low, ...more }) => low && { ...more, low: low.plus(1n) }],
      ['a quotient and one', (_t, _w, { low, high }) => high && { low, high: high.plus(1n) }],
      ['another quotient', (_t, _w, { low, high }) => high && { low, high: high.times(2n) }],
      ['the number itself', (t) => ({ low: t, steps: [] })],
      ['no remainder', (t) => ({ low: t.domain.constant(0n), steps: [] })],
      [
        'no remainder after all replacements',
        (t) => ({
          low: t.domain.constant(0n),
          steps: Array.from({ length: t.domain.variableCount }, (_, id) => id).reverse(),
        }),
      ],
      ['a quotient of 0', (t) => ({ low: t, high: t.domain.constant(0n) })],
      ['an unknown remainder', (t, w) => ({ low: t.domain.input(0n, (1n << BigInt(w)) - 1n) })],
      [
        'a random remainder',
        (t, w, _found, random) => ({
          low: t.domain.constant(BigInt.asUintN(w, random.next())),
          steps: [1 + random.below(t.domain.variableCount - 1)],
        }),
      ],
      ['no replacements', (_t, _w, { low, high, steps: all }) => all && { low, high }],
      [
        'numbers of another path',
        () => ({ low: domainOf().constant(0n), high: domainOf().constant(0n) }),
      ],
      ['new variables', () => null],
    ],
    (change, random) => (t, w, isTable) =>
      change(t, w, HONEST.split(t, w, isTable) ?? {}, random) ?? null,
  ),
  ...liesOf(
    'round',
    ['bls12-381-g1.fma field_mul', 'secp256k1.fma sum_x'],
    [
      ['a number and one', (exact) => exact.plus(1n)],
      ['twice the number', (exact) => exact.times(2n)],
      ['no number', (exact) => exact.domain.constant(0n)],
      ['a number between others', (exact) => exact.domain.input(exact.low, exact.high)],
      ['the number as it is', (exact) => exact],
    ],
    (change) => change,
  ),
  ...liesOf(
    'residue',
    ['secp256k1.wide64 root_sign'],
    [
      ['nothing', () => null],
      ['any replacement', (random) => ({ constant: 0n, steps: [random.below(9)] })],
    ],
    (change, random) => () => change(random),
  ),
  ...liesOf(
    'parts',
    ['bls12-381-g1.scalar split'],
    [
      ['parts and one', ({ wholes, ...more }) => ({ ...more, wholes: wholes.map(plusOne) })],
      ['parts in another order', ({ wholes, ...more }) => ({ ...more, wholes: wholes.reverse() })],
      ['no parts', ({ wholes, steps: all }) => ({ wholes: wholes.map(() => ZERO), steps: all })],
      ['no replacements', ({ wholes }) => ({ wholes, steps: [] })],
    ],
    (change) => (facts, words, k, lattice) => change(HONEST.parts(facts, words, k, lattice)),
  ),
];
const ZERO = new Polynomial();
/** @param {Polynomial} p */
const plusOne = (p) => p.add(Polynomial.constant(1n));

/** A lie that may be the truth, and refuses nothing. */
const HARMLESS = new Set([
  'bound none',
  'boundByCases none',
  'split new variables',
  'split no replacements',
  'round the number as it is',
  'boundByCases a case left out',
  'boundByCases random ones',
  'bound another multiple',
  'boundByCases another multiple',
  'bound a larger scale',
  'boundByCases a larger scale',
]);

/** @type {(text: string) => [string, string]} */
const names = (text) => /** @type {any} */ (text.split(' '));

/** @param {() => unknown} run @returns {boolean} whether it is refused */
function isRefused(run) {
  try {
    run();
    return false;
  } catch (error) {
    if (error instanceof Refused) return true;
    throw error;
  }
}

it.each(LIES)(`a search that lies, %s: %s (seed ${SEED})`, (name, text, lie, functions) => {
  const random = randomness(SEED);
  let lies = 0;
  let refused = 0;
  /** A lie in so many proposals. @param {number} rate */
  const begin = (rate) => {
    SEARCH[name] = (...given) => {
      if (random.below(rate) > 0) return HONEST[name](...given);
      lies++;
      return lie(random)(...given);
    };
  };
  // Along the path of some inputs all numbers and bounds are true, as far as it is not refused.
  const pick = (low, high) => low + (BigInt(high - low) * (random.next() % 1025n)) / 1024n;
  for (const one of functions) {
    const { module, at, index, claim, one: code } = functionNamed(...names(one));
    for (const rate of [1, 12, 100]) {
      begin(rate);
      if (isRefused(() => shadow(module, index, claim, pick))) refused++;
      if (isRefused(() => prove(module, index, claim))) refused++;
      for (let i = 0; i < MUTANTS; i++) {
        const mutant = mutate(code, random);
        if (refusal(module, at, mutant.one, claim) !== null) continue;
        Object.assign(SEARCH, HONEST);
        // Of a sign there are no outputs to compare.
        const same = claim.sign
          ? refusal(module, at, mutant.one, claim) === null
          : isEquivalent(module, at, mutant.one, claim, random, 40);
        expect(same, `proven of ${one}, but different: ${mutant.text}`).toBe(true);
        begin(rate);
      }
    }
  }
  expect(lies).toBeGreaterThan(0);
  console.log(`${name}, ${text}: ${lies} lies, ${refused} of ${6 * functions.length} refused`);
  if (!HARMLESS.has(`${name} ${text}`)) expect(refused).toBeGreaterThan(0);
});

it(`bounds by any combination of facts hold (seed ${SEED})`, () => {
  const random = randomness(SEED);
  for (let i = 0; i < 300; i++) {
    const domain = domainOf();
    const [x, y] = [domain.input(0n, 20n), domain.input(-10n, 10n)];
    const pick = (n) => BigInt(random.below(2 * n + 1) - n);
    const all = [];
    for (let u = 0n; u <= 20n; u++) for (let v = -10n; v <= 10n; v++) all.push([u, v]);
    const at = all[random.below(all.length)];
    const form = () => /** @type {[bigint, bigint]} */ ([pick(9), pick(9)]);
    /** @type {(form: bigint[], point: bigint[]) => bigint} */
    const of = ([a, b], [u, v]) => a * u + b * v;
    const linear = (/** @type {[bigint, bigint]} */ [a, b]) => x.times(a).add(y.times(b));
    const facts = Array.from({ length: 3 }, form).map((one) => {
      const [low, high] = [of(one, at) - 5n, of(one, at) + 5n];
      assume(domain, linear(one).polynomial, low, high);
      return (point) => of(one, point) >= low && of(one, point) <= high;
    });
    const wanted = form();
    SEARCH.bound = () =>
      Array.from({ length: 3 }, () =>
        Array.from({ length: 1 + random.below(2) }, () => ({
          ...{ fact: random.below(3), s: 1n + BigInt(random.below(9)), t: pick(9) },
        })),
      );
    const { low, high } = linear(wanted).refine();
    const values = all.filter((point) => facts.every((holds) => holds(point)));
    expect(values.length).toBeGreaterThan(0);
    const found = values.map((point) => of(wanted, point));
    expect(found.filter((one) => one < low || one > high)).toEqual([]);
  }
});

describe('a search drops no path', () => {
  /** A copy, but of an even number if the lowest digit exceeds 7. */
  const proveWrong = () => {
    const { module, at, index, claim, one } = functionNamed('pallas.limbs30', 'field_copy');
    const load = (offset) => [
      { op: 'local.get', index: 1 },
      { op: 'i64.load32_u', offset },
    ];
    const store = (offset, value) => [
      { op: 'local.get', index: 0 },
      ...value,
      { op: 'i64.store32', offset },
    ];
    const long = (value) => ({ op: 'i64.const', value });
    const copy = Array.from({ length: 9 }, (_, i) => store(4 * i, load(4 * i))).flat();
    const test = [...copy, ...load(0), long(7n), { op: 'i64.gt_u' }];
    const even = store(0, [...load(0), long(0x1ffffffen), { op: 'i64.and' }]);
    const end = test.length + 1 + even.length;
    const branch = { op: 'if', end, otherwise: -1, result: null };
    const code = [...test, branch, ...even, { op: 'end' }, { op: 'end' }];
    const functions = [...module.functions];
    functions[at] = { ...one, code: /** @type {any} */ (code) };
    return prove({ ...module, functions }, index, claim);
  };
  it.each([
    [
      'by an error of its own',
      () => {
        throw new Contradiction();
      },
    ],
    ['by a number of an empty range', (domain) => domain.input(1n, 0n).refine()],
  ])('%s', (_, drop) => {
    SEARCH.split = (t, w, isTable) => {
      if (w === 1) drop(t.domain);
      return HONEST.split(t, w, isTable);
    };
    expect(proveWrong).toThrow(Refused);
    SEARCH.split = HONEST.split;
    expect(proveWrong).toThrow(/identity does not hold/);
  });

  it.each(['bound', 'split', 'round'])('and a contradiction in %s is a refusal', (name) => {
    SEARCH[name] = () => {
      throw new Contradiction();
    };
    const x = domainOf().input(0n, 1n << 60n);
    x.remember();
    const ask = {
      bound: () => x.times(1n).refine(),
      split: () => x.split(3),
      round: () => round(x.plus(1n)),
    };
    expect(ask[name]).toThrow(/drops a path/);
  });

  it('nor has it numbers of empty ranges', () => {
    expect(() => domainOf().input(5n, 4n)).toThrow(Refused);
  });
});

describe('a polynomial that is proposed', () => {
  it.each([
    ['a monomial of no variable', [[2 ** 17, 1n]]],
    ['a monomial out of order', [[1 + 2 * 2 ** 17, 1n]]],
    ['a negative key', [[-1, 1n]]],
    ['a zero', [[1, 0n]]],
    ['a coefficient that is no BigInt', [[1, { valueOf: () => 1n }]]],
  ])('has not %s', (_, terms) => {
    const domain = domainOf();
    domain.input(0n, 9n);
    domain.input(0n, 9n);
    const proposed = new Polynomial(new Map(/** @type {any} */ (terms)));
    expect(() => domain.number(proposed)).toThrow(/no polynomial/);
  });

  it('does not change with what it was made of', () => {
    const domain = domainOf();
    const [x, y] = [domain.input(0n, 100n), domain.input(0n, 100n)];
    const kept = new Map();
    SEARCH.split = (t) => {
      kept.clear();
      for (const [key, c] of t.polynomial.terms) kept.set(key, c);
      return { low: domain.number(new Polynomial(kept)), high: domain.constant(0n) };
    };
    const { low } = x.split(8);
    y.split(8);
    expect(low.isSame(x)).toBe(true);
    expect(() => Object.assign(x.polynomial, { exponent: 1 })).toThrow(TypeError);
  });
});

it('another number is not rounded instead', () => {
  const exact = domainOf().input(1n << 60n, (1n << 61n) - 1n);
  expect(round(exact).polynomial.equals(exact.polynomial)).toBe(false);
  SEARCH.round = (one) => one.plus(-1n);
  expect(() => round(exact.plus(1n))).toThrow(Refused);
});

it('a remainder is replaced only modulo what it is a remainder of', () => {
  const x = domainOf().input(0n, 1n << 40n);
  const { low } = x.split(8);
  const { id = 0 } = x.domain.single(low.polynomial) ?? {};
  const difference = low.polynomial.sub(x.polynomial);
  const isMultiple = (/** @type {number} */ w) => x.domain.isMultiple(difference, w, [id]);
  expect([7, 8, 9, 16].map(isMultiple)).toEqual([true, true, false, false]);
});

it('a case that is left out is a case', () => {
  const x = domainOf().input(0n, 11n);
  const excess = x.sub(x.cut(10n, true));
  const { id = 0 } = x.domain.single(excess.polynomial) ?? {};
  SEARCH.boundByCases = () => ({ id, within: [], cases: [{ combinations: [] }] });
  const { low, high } = excess.refineFor({ least: 0n, most: 0n });
  expect([low, high]).toEqual([0n, 1n]);
});

it('a run that follows choices comes to the same ones', () => {
  /** @type {any[]} */
  const pending = [];
  const others = (/** @type {any[]} */ paths) => void pending.push(...paths);
  /** @param {any[]} choices @param {number} w which a search may choose */
  const run = (choices, w) => {
    const x = domainOf({ choices, others }).input(0n, 15n);
    return x.domain.decide(x.split(w).high);
  };
  expect(run([], 2)).toBe(3n);
  expect(pending.map((choices) => run(choices, 2))).toEqual([0n, 1n, 2n]);
  for (const choices of pending) expect(() => run(choices, 3)).toThrow(/another way/);
});

it('cases are all that a number may be', () => {
  const x = domainOf({ choices: [], others: () => {} }).input(0n, 9n);
  expect(() => x.cases([[[0n, 4n]], [[6n, 9n]]])).toThrow(Refused);
  expect(() => x.cases([[[1n, 9n]]])).toThrow(Refused);
  expect(x.cases([[[0n, 4n]], [[5n, 9n]]])).toBe(1);
  expect([x.low, x.high]).toEqual([5n, 9n]);
});

describe('numbers', () => {
  it('are made by the kernel alone', () => {
    const domain = domainOf();
    const forge = () => new Value(Symbol('made'), domain, Polynomial.constant(1n), 0n, 0n, true);
    expect(forge).toThrow(/only the kernel/);
    const number = /** @type {any} */ (domain.input(0n, 9n));
    for (const name of ['low', 'high', 'polynomial', 'isInteger', 'part', 'zeros', 'domain'])
      expect(() => (number[name] = 1n), name).toThrow(TypeError);
    expect(() => number.that(Symbol('made'), { zeros: [] })).toThrow(/only the kernel/);
    const made = Symbol('made');
    expect(() => domain.variableIn(made, { kind: 'input', integer: true }, 0n, 0n)).toThrow();
    expect(() => domain.memo(made)).toThrow(/kernel/);
    expect([number.low, number.high]).toEqual([0n, 9n]);
  });

  it('and no others that look like them are rounded', () => {
    const exact = domainOf().input(1n << 60n, (1n << 61n) - 1n);
    SEARCH.round = ({ domain, polynomial, low, high }) => {
      const nearest = () => domain.constant(0n);
      return /** @type {any} */ ({ domain, polynomial, low, high, isSame: () => true, nearest });
    };
    expect(() => round(exact)).toThrow(TypeError);
  });

  it('and neither they nor a path take other properties', () => {
    const domain = domainOf();
    const x = domain.input(0n, 1n << 70n);
    const { high } = x.split(64);
    expect(() => Object.assign(high.part ?? {}, { isLow: true })).toThrow(TypeError);
    expect(() => Object.defineProperty(x, 'low', { value: 9n })).toThrow(TypeError);
    expect(() => (domain.memo = () => /** @type {any} */ ({}))).toThrow(TypeError);
  });

  it('have bounds by steps of exact multiples', () => {
    const x = domainOf().input(0n, 100n);
    x.remember();
    let n = 0;
    const s = /** @type {any} */ ({ valueOf: () => (n++ < 2 ? 1n : 1000n) });
    SEARCH.bound = () => [[{ fact: 0, t: 1n, s }]];
    expect(() => x.times(1n).refine()).toThrow(Refused);
  });

  it('and what is known of variables cannot be changed', () => {
    const domain = domainOf();
    const { low } = domain.input(0n, 1000n).split(3);
    low.remember();
    expect(domain.factCount).toBe(1);
    const [variable, fact] = /** @type {any[]} */ ([domain.variable(2), domain.fact(0)]);
    expect(() => (variable.bits = 4)).toThrow(TypeError);
    expect(() => (fact.high = 0n)).toThrow(TypeError);
  });
});

it('a person can read the kernel: it has at most 3,000 lines of code', () => {
  const { code } = linesOf('proof/kernel');
  expect(code).toBeGreaterThan(1000);
  expect(code).toBeLessThanOrEqual(3000);
});

describe('outside of the kernel', () => {
  const root = new URL('../../proof/', import.meta.url);
  const files = readdirSync(root, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.js') && !path.startsWith('kernel/'));
  it.each(files)('%s makes no numbers and assigns no ranges', (path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    expect(text).not.toMatch(/new Value\(|\bACCESS\b|facts\.js'(?!\s*\n?\s*\*)[^*]*;/);
    expect(text).not.toMatch(/\.terms\.(set|delete|clear)\(|\.(terms|exponent) = /);
    const mayAssume = ['zero-test.js'].includes(path);
    if (!mayAssume) expect(text).not.toMatch(/\bassume\(/);
    // What a search may keep for itself is not of the kernel.
    if (!path.startsWith('claims/') && !path.startsWith('identities/'))
      expect(text).not.toMatch(/\b(number|value|t|exact|low|high|domain|facts)\.(low|high) = /);
  });
});
