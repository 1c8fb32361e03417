/**
 * The steps of a round of ./inversion.js: a loop on two words a and b, which begin as those of
 * which f and g are found, as far as w bits say. After k halvings |f| ≤ 2^(k + 1) (2^0 in the
 * beginning), |g| ≤ 2^k, the determinant is ±2^k, and modulo 2^w
 *   2^k·a ≡ f·(a, b) and 2^k·b ≡ g·(a, b) of the beginning;
 * a is even, but for the beginning, and b odd. f is one word, f0 + 2^32·f1, so a sum of multiples
 * of f and g is that of their words; which one it is shows all of this, by four small integers. In
 * the end, k = w: then g is 2^z·g' of k − z < w halvings, so that g is even and g·(a, b)/2^w odd.
 */
import { allPaths } from './paths.js';
import { Domain } from './domain/domain.js';
import { magnitude } from './domain/integers.js';
import { split } from './domain/split.js';
import { UNKNOWN } from './loops.js';
import { Machine } from './machine/machine.js';
import { Refused } from './refused.js';

/**
 * @import { Value } from './domain/value.js'
 * @import { Operand } from './machine/machine.js'
 * @import { Instruction } from './wasm/decode.js'
 *
 * Locals: of words, a with its sign, and 2^(w − k).
 * @typedef {{ a: number, b: number, f: number, g: number, signed: number, end: number }} Roles
 *
 * Instructions: `round` where a round begins, `steps` and `found` before and after the loop of
 * steps, `cofactors` before u and v, `after` the last round.
 * @typedef {{ round: number, steps: number, found: number, cofactors: number, after: number }} Cuts
 */

/** Of approximations: 32 bits above w. */
const TOP_BITS = 32;

/** @param {boolean} holds @param {string} text */
function expect(holds, text) {
  if (!holds) throw new Refused(`steps: ${text}`);
}

/** @param {Instruction[]} code @returns {Cuts} */
export function cutsOf(code) {
  /** Loops and blocks around an instruction, the innermost last. @param {number} pc */
  const around = (pc) =>
    code.flatMap(({ op, end = -1 }, start) =>
      (op === 'loop' || op === 'block') && start < pc && pc < end ? [{ op, start, end }] : [],
    );
  const open = around(code.findIndex(({ op }) => op === 'i64.ctz'));
  const [outer, block, steps] = open.slice(-3);
  expect(outer?.op === 'loop' && block?.op === 'block' && steps?.op === 'loop', 'no such loops');
  const inner = code.findIndex(({ op }, pc) => op === 'loop' && pc > outer.start);
  let last = steps.end;
  for (let pc = block.end; pc < outer.end; pc++)
    if (code[pc].op === 'end' && around(pc).every(({ start }) => start <= outer.start)) last = pc;
  const { end, start } = { end: block.end, start: steps.start };
  return {
    ...{ round: inner + 1, steps: start + 1, found: end + 1 },
    ...{ cofactors: last + 1, after: outer.end + 1 },
  };
}

/**
 * Which locals are what, where the steps begin: f = (1, 0), g = (0, 1), a and b by their low bits.
 * @param {Instruction[]} code
 * @param {Cuts} cuts
 * @param {Operand[]} locals
 * @param {{ a: Value, b: Value }} low limbs
 * @param {number} w
 * @returns {Roles}
 */
export function stepRoles(code, { steps }, locals, low, w) {
  const count = code.findIndex(({ op }) => op === 'i64.ctz');
  const [signed, end] = [3, 2].map((back) => code[count - back].index ?? -1);
  /** @param {(value: Value) => boolean} is */
  const holders = (is) =>
    locals.flatMap((one, k) => (one.type === 'i64' && is(one.value) ? [k] : []));
  /** @param {bigint} c */
  const constant = (c) => holders((value) => value.constant() === c);
  /** @param {Value} limb */
  const beginning = (limb) =>
    holders((value) => {
      if (value.constant() !== null) return false;
      const { low: least, high } = value.refine();
      if (least < 0n || high >> BigInt(w + TOP_BITS)) return false;
      return split(value, w).low.polynomial.equals(limb.polynomial);
    });
  const used = new Set(code.slice(steps, code[steps - 1].end).map(({ index }) => index));
  /** @param {number[]} all @param {string} name */
  const only = (all, name) => {
    const [one, ...more] = all.filter((k) => used.has(k));
    expect(one !== undefined && more.length === 0, `${name} is in no local, or in several`);
    return one;
  };
  const roles = {
    ...{ signed, end, f: only(constant(1n), 'f'), g: only(constant(1n << 32n), 'g') },
    a: only(
      beginning(low.a).filter((k) => k !== signed),
      'a',
    ),
    b: only(beginning(low.b), 'b'),
  };
  const word = (/** @type {number} */ k) => wordOf(locals, k);
  expect(word(end).constant() === 1n << BigInt(w), 'another number of halvings');
  expect(word(signed).polynomial.equals(word(roles.a).polynomial), 'a differs');
  return roles;
}

/** @param {Operand[]} locals @param {number} k */
function wordOf(locals, k) {
  const local = locals[k];
  if (local?.type !== 'i64') throw new Refused('steps: a word is missing');
  return local.value;
}

/** @type {Set<string>} loops that are proven, by their text */
const PROVEN = new Set();

/**
 * The loop of steps, by its code alone: it reads and writes nothing but locals.
 * @param {Instruction[]} code
 * @param {Cuts} cuts
 * @param {Roles | null} roles
 * @param {number} w
 */
export function provesSteps(code, { steps, found }, roles, w) {
  if (!roles) throw new Refused('the steps are not reached');
  const block = code.slice(steps - 2, found);
  const isBlock = block[0].op === 'block' && block[0].end === found - 1 && block[1].op === 'loop';
  expect(isBlock && block.every(({ op }) => op !== 'call'), 'more than a loop in a block');
  const key = JSON.stringify([roles, w, block.map(({ value, ...one }) => [one, `${value}`])]);
  if (PROVEN.has(key)) return;
  const body = block.map(({ end, ...one }) => ({
    ...one,
    ...(end !== undefined && { end: end - steps + 2 }),
  }));
  const type = { params: [], results: [] };
  const functions = [{ code: [...body, { op: 'end' }], locals: [], type }];
  const module = /** @type {any} */ ({ functions, imports: [], data: [] });
  allPaths((path) => runSteps(module, new Domain(path), roles, w));
  PROVEN.add(key);
}

/** @param {any} module @param {Domain} domain @param {Roles} roles @param {number} w */
function runSteps(module, domain, roles, w) {
  const machine = new Machine(module, domain);
  const most = 1n << BigInt(w + TOP_BITS - 1);
  // k, or −1 in the beginning, if a is odd.
  const options = Array.from({ length: w + 1 }, (_, i) => BigInt(i - 1));
  const chosen = domain.choose(options, () => 0n);
  const k = chosen < 0n ? 0n : chosen;
  const isOdd = chosen < 0n;
  const a = domain
    .input(0n, most - 1n)
    .times(2n)
    .plus(isOdd ? 1n : 0n);
  const b = domain
    .input(0n, most - 1n)
    .times(2n)
    .plus(1n);
  const [f, g] = [0, 1].map(() => domain.input(-(1n << 63n), (1n << 63n) - 1n));
  const sizes = [isOdd ? 1n : 2n << k, 1n << k];
  const sign = domain.choose([1n, -1n], () => 1n);
  /** @type {Operand[]} */
  const start = Array(64).fill(UNKNOWN);
  for (const [local, value] of /** @type {const} */ ([
    ...[
      [roles.a, a],
      [roles.b, b],
      [roles.f, f],
      [roles.g, g],
    ],
    ...[
      [roles.signed, a.times(sign)],
      [roles.end, domain.constant(1n << (BigInt(w) - k))],
    ],
  ]))
    start[/** @type {number} */ (local)] = { type: 'i64', value: /** @type {Value} */ (value) };
  /** @param {boolean} isEnd */
  const arrive = (isEnd) => (/** @type {Operand[]} */ locals) => {
    const word = (/** @type {number} */ one) => wordOf(locals, one);
    const end = word(roles.end).constant() ?? 0n;
    const next = BigInt(w - (end.toString(2).length - 1));
    expect(end === 1n << (BigInt(w) - next) && isEnd === (end === 1n), 'another end');
    expect(next >= k && (next > k || isOdd), 'no halving');
    /** The multiples of f and g in a word. @param {number} one */
    const multiples = (one) => {
      const { polynomial } = word(one);
      const [m, n] = [f, g].map((of) =>
        BigInt.asIntN(64, polynomial.terms.get([...of.polynomial.terms.keys()][0]) ?? 0n),
      );
      const rest = polynomial.sub(f.polynomial.scale(m)).sub(g.polynomial.scale(n));
      expect(
        [...rest.terms.values()].every((c) => BigInt.asUintN(64, c) === 0n),
        'no multiples',
      );
      return [m, n];
    };
    const rows = [multiples(roles.f), multiples(roles.g)];
    const [[m, n], [i, j]] = rows;
    expect(magnitude(m * j - n * i) === 1n << (next - k), 'another determinant');
    const size = rows.map(([x, y]) => magnitude(x) * sizes[0] + magnitude(y) * sizes[1]);
    expect(size[0] <= (isEnd ? 1n : 2n) << next && size[1] <= 1n << next, 'too large factors');
    rows.forEach(([x, y], row) => {
      if (isEnd && row === 1) return;
      const wanted = a.polynomial.scale(x << k).add(b.polynomial.scale(y << k));
      const found = word(row ? roles.b : roles.a)
        .closed()
        .scale(1n << next);
      expect(found.equals(domain.closed(wanted)), `another ${'ab'[row]}`);
    });
    // g is 2^z·g', z > 0, and g' as it was.
    if (isEnd) {
      expect(i === 0n && j === 1n << (next - k) && next > k, 'g');
      return null;
    }
    const after = [word(roles.a), word(roles.b)].map((value) => value.refine());
    expect(
      after.every(({ low, high }) => low >= 0n && high < 2n * most),
      'too large',
    );
    expect(split(after[0], 1).low.constant() === 0n, 'a may be odd');
    expect(split(after[1], 1).low.constant() === 1n, 'b may be even');
    const signed = word(roles.signed).polynomial;
    const isSame = [1n, -1n].some((s) => signed.equals(after[0].polynomial.scale(s)));
    expect(isSame, 'a and its sign differ');
    return null;
  };
  const length = module.functions[0].code.length;
  machine.cuts = new Map([
    [2, arrive(false)],
    [length - 1, arrive(true)],
  ]);
  machine.call(0, [], {
    pc: 2,
    locals: (locals) => {
      locals.push(...start);
    },
  });
  expect(machine.hasNext, 'ends elsewhere');
}
