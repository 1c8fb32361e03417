/**
 * Inversion by the binary GCD of ePrint 2020/972, for all inputs but for the number of rounds,
 * which is that paper's. Symbols: f = (f0, f1) and g are rows of integers, |f| = |f0| + |f1|, and
 * (a, b), (u, v) columns. A round finds f and g with f·(a, b) and g·(a, b) multiples of 2^w, |f|
 * and |g| at most 2^w, and determinant ±2^w; then a' = ±f·(a, b)/2^w, b' = ±g·(a, b)/2^w, and of
 * the same signs u' ≡ ±f·(u, v)/2^w and v' modulo p. From that follows what is not computed here:
 *
 * - a·s ≡ u·x and b·s ≡ v·x modulo p, as in the beginning: a = x, b = p, u = s, v = 0.
 * - A divisor of a' and b' divides a and b, by the determinant: in the end, with a = 0, b = 1 and v
 *   ≡ s/x, if x is not 0 modulo p.
 * - A and b do not grow: |f·(a, b)| ≤ |f|·max(a, b). Likewise |u'| ≤ max(|u|, |v|) + p/2, so that
 *   after i rounds |u| and |v| are at most (i/2 + 1)·p.
 *
 * The code is cut where a round begins, before and after the loop that finds f and g, before u and
 * v, and after the last round. Each segment begins with all states that its cut allows, and what it
 * leaves must be one of those of the cut where it ends. So cuts may be found by the form of the
 * code.
 */
import { allPaths } from './paths.js';
import { bounds } from './domain/bounds.js';
import { Domain } from './domain/domain.js';
import { Polynomial } from './domain/polynomial.js';
import { assumeMultiple } from './domain/split.js';
import { begin } from './inputs.js';
import { UNKNOWN } from './loops.js';
import { STATIC } from './machine/memory.js';
import { located } from './prove.js';
import { Rows, expect } from './inversion-rows.js';
import { cutsOf, provesSteps, stepRoles } from './inversion-steps.js';

/**
 * @import { Claim } from './claims/claim.js'
 * @import { Cuts } from './inversion-steps.js'
 * @import { Value } from './domain/value.js'
 * @import { Machine, Operand } from './machine/machine.js'
 * @import { Run } from './inputs.js'
 * @import { Proof } from './prove.js'
 * @import { Module } from './wasm/decode.js'
 */

/** @param {Module} module @param {number} index @param {Claim} claim @returns {Proof} */
export function proveInversion(module, index, claim) {
  const { code } = module.functions[index - module.imports.length];
  const isKept = code.every(({ op, index }) => index !== 0 || !/^local\.(set|tee)$/.test(op));
  expect(isKept, 'the address of z changes');
  const prover = new Inversion(module, index, claim, cutsOf(code));
  const runs = [prover.first(), prover.rounds(), prover.cofactors(), prover.last()];
  const [{ range }] = claim.inputs;
  const zeros = [];
  for (let zero = 0n; !claim.nonZero && zero <= range.most; zero += claim.field.p)
    zeros.push(prover.zero(zero));
  const all = [...runs, ...zeros];
  provesSteps(code, prover.cuts, prover.roles, prover.w);
  const { least, most } = claim.outputs[0].range;
  return {
    claim,
    paths: all.reduce((sum, { results }) => sum + results.length, 0),
    impossible: all.reduce((sum, { impossible }) => sum + impossible, 0),
    steps: Math.max(...all.flatMap(({ results }) => results.map(({ steps }) => steps))),
    terms: Math.max(...all.flatMap(({ results }) => results.map(({ terms }) => terms))),
    bound: [least, most],
    aliases: [{ same: [], late: [] }],
    scratch: all.flatMap(({ results }) => results.flatMap(({ scratch }) => scratch)),
  };
}

/** The segments of one function. */
class Inversion extends Rows {
  /** @param {Module} module @param {number} index @param {Claim} claim @param {Cuts} cuts */
  constructor(module, index, claim, cuts) {
    super(claim);
    this.module = module;
    this.index = index;
    this.cuts = cuts;
    this.code = module.functions[index - module.imports.length].code;
    /** As found where the steps begin. @type {ReturnType<typeof stepRoles> | null} */
    this.roles = null;
    /** Locals that hold ±f0, ±f1, ±g0, ±g1 before u and v. @type {Map<string, Set<number>>} */
    this.factors = new Map();
  }

  /**
   * All paths of a segment.
   * @param {number | null} pc where it begins, or null at the start of the function
   * @param {(run: Run, locals: Operand[]) => void} prepare
   * @param {(run: Run) => [number, (locals: Operand[]) => number | null][]} cuts where it ends
   * @param {(run: Run) => void} [finish] at the end of the function
   * @param {bigint | null} [zero] the number x, if it is one of those
   */
  segment(pc, prepare, cuts, finish, zero = null) {
    return allPaths((path) => {
      const range = zero === null ? null : { least: zero, most: zero };
      const inputs = this.claim.inputs.map((one) => ({ ...one, range: range ?? one.range }));
      const run = begin(this.module, { ...this.claim, inputs }, new Domain(path), []);
      const { machine } = run;
      machine.cuts = new Map(
        cuts(run).map(([at, arrive]) => [
          at,
          (locals) => {
            checkUnwritten(machine);
            return arrive(locals);
          },
        ]),
      );
      const from = { pc: pc ?? 0, locals: (/** @type {Operand[]} */ all) => prepare(run, all) };
      located(machine, () => {
        machine.call(this.index, run.operands, from);
        expect(machine.hasNext === (finish === undefined), 'ends elsewhere');
        finish?.(run);
      });
      const { memory, steps, domain } = machine;
      const scratch = [...memory.named(STATIC).written].map(([at, size]) => ({ at, size }));
      return { steps, terms: domain.largest, scratch };
    });
  }

  /** From the start to the first round. */
  first() {
    const { cuts } = this;
    const arrive = (/** @type {Run} */ run) => (/** @type {Operand[]} */ locals) => {
      this.places = this.placesOf(run, locals);
      const { a, b, u, v } = this.places;
      const { machine, elements } = run;
      const { domain } = machine;
      const [x] = elements.get('x') ?? [];
      const isSame = [...domain.closed(this.number(machine, a)).sub(x).terms.values()];
      expect(
        isSame.every((c) => c % this.p === 0n),
        'a is not x',
      );
      const [, most] = bounds(domain, domain.closed(this.number(machine, a)), true, 2);
      expect(most < 2n * this.p, 'a may be 2p or more');
      expect(this.number(machine, b).constant() === this.p, 'b is not p');
      const { R } = this.claim.field;
      const start = this.number(machine, u).constant();
      expect(start !== null && start >= 0n && start <= this.p, 'u is out of range');
      expect(((start ?? 0n) - R * R) % this.p === 0n, 'u is not R² in the beginning');
      expect(this.number(machine, v).constant() === 0n, 'v is not 0 in the beginning');
      for (const row of [a, b, u, v]) this.checkLimbs(machine, row, this.n);
      return null;
    };
    return this.segment(
      null,
      () => {},
      (run) => [[cuts.round, arrive(run)]],
    );
  }

  /** A round, but for u and v: a and b have limbs up to any. */
  rounds() {
    const { cuts, n } = this;
    const highest = (/** @type {Domain} */ domain) =>
      Number(
        domain.choose(
          Array.from({ length: n - 1 }, (_, i) => BigInt(i + 1)),
          () => 0n,
        ),
      );
    const state = { a: new Polynomial(), b: new Polynomial(), t: 0 };
    /** @type {(Polynomial)[]} */
    let factors = [];
    return this.segment(
      cuts.round,
      ({ machine }, locals) => {
        const t = highest(machine.domain);
        const { a, b, top } = this.known();
        forgetAll(locals);
        locals[top] = i32(machine.domain.constant(BigInt(8 * t)));
        Object.assign(state, {
          t,
          a: this.place(machine, a, t),
          b: this.place(machine, b, t, true),
        });
      },
      ({ machine }) => [
        [cuts.round, (locals) => this.checkRound(machine, locals)],
        [
          cuts.steps,
          (locals) => {
            const low = (/** @type {number} */ at) => this.limb(machine, at);
            const { a, b, top } = this.known();
            const roles = stepRoles(this.code, cuts, locals, { a: low(a), b: low(b) }, this.w);
            const isSame = JSON.stringify(roles) === JSON.stringify(this.roles ?? roles);
            expect(isSame, 'locals of the steps differ');
            this.roles = roles;
            factors = this.found(machine, locals, roles, state, top);
            return cuts.found;
          },
        ],
        [cuts.cofactors, (locals) => this.checkValues(machine, locals, factors, state)],
      ],
    );
  }

  /**
   * After the steps: f and g as they may be, g even.
   * @param {Machine} machine
   * @param {Operand[]} locals
   * @param {ReturnType<typeof stepRoles>} roles
   * @param {{ a: Polynomial, b: Polynomial, t: number }} state
   * @param {number} top
   */
  found({ domain, memory }, locals, { f, g }, { a, b, t }, top) {
    const { w } = this;
    const unit = 1n << BigInt(w);
    const [f0, f1] = [0, 1].map(() => domain.input(-unit, unit));
    const [g0, g1] = [0, 1].map(() => domain.input(-unit / 2n, unit / 2n).times(2n));
    const kept = locals[top];
    forgetAll(locals);
    locals[top] = kept;
    const packed = (/** @type {Value} */ low, /** @type {Value} */ high) =>
      /** @type {Operand} */ ({ type: 'i64', value: low.add(high.times(1n << 32n)) });
    locals[f] = packed(f0, f1);
    locals[g] = packed(g0, g1);
    const [lowA, lowB] = ['a', 'b'].map((row) =>
      this.limb({ memory }, this.known()[/** @type {'a' | 'b'} */ (row)]),
    );
    const most = (1n << BigInt(w * (t + 1))) - 1n;
    for (const [k, l, isOdd] of /** @type {const} */ ([
      [f0, f1, false],
      [g0, g1, true],
    ])) {
      assumeMultiple(k.mul(lowA).add(l.mul(lowB)), w, isOdd);
      const whole = k.polynomial.mul(a).add(l.polynomial.mul(b));
      domain.constrain(whole.shift(-w), -most, most);
    }
    return [f0, f1, g0, g1].map(({ polynomial }) => polynomial);
  }

  /**
   * Before u and v: a' and b' are ±f·(a, b)/2^w and ±g·(a, b)/2^w, and not negative.
   * @param {Machine} machine
   * @param {Operand[]} locals
   * @param {Polynomial[]} factors
   * @param {{ a: Polynomial, b: Polynomial, t: number }} state
   */
  checkValues(machine, locals, factors, { a, b, t }) {
    const { domain } = machine;
    const places = this.known();
    this.checkTop(machine, locals, t);
    [places.a, places.b].forEach((at, row) => {
      const [k, l] = factors.slice(2 * row);
      const sum = k.mul(a).add(l.mul(b));
      const after = domain.closed(this.number(machine, at)).scale(1n << BigInt(this.w));
      const sign = [1n, -1n].find((s) => after.equals(domain.closed(sum.scale(s))));
      expect(sign !== undefined, `${'ab'[row]} is not ${'fg'[row]}·(a, b)`);
      [k, l].forEach((factor, i) => {
        const wanted = factor.scale(sign ?? 1n);
        const holders = locals.flatMap((one, at) =>
          one.type === 'i64' && one.value.polynomial.equals(wanted) ? [at] : [],
        );
        const name = `${'fg'[row]}${i}`;
        const before = this.factors.get(name) ?? new Set(holders);
        this.factors.set(name, new Set(holders.filter((at) => before.has(at))));
      });
    });
    return null;
  }

  /** u and v: with any f, g, u and v, up to the next round, or to the end if a is 0. */
  cofactors() {
    const { cuts, w, n, p } = this;
    const unit = 1n << BigInt(w);
    const places = this.known();
    const state = { u: new Polynomial(), v: new Polynomial() };
    /** @type {Polynomial[]} */
    let factors = [];
    /** @type {Operand | null} */
    let kept = null;
    /** @param {Machine} machine @param {Operand[]} locals @param {boolean} isEnd */
    const arrive = (machine, locals, isEnd) => {
      const { domain } = machine;
      expect(isEnd || locals[places.top] === kept, 'the highest limb changes');
      this.checkWritten(machine, [places.u, places.v]);
      [places.u, places.v].forEach((at, row) => {
        const [k, l] = factors.slice(2 * row);
        const sum = domain.closed(k.mul(state.u).add(l.mul(state.v)));
        const after = domain.closed(this.number(machine, at)).scale(unit);
        const rest = after.sub(sum);
        expect(
          [...rest.terms.values()].every((c) => c % p === 0n),
          `the identity of ${'uv'[row]}`,
        );
        const terms = new Map([...rest.terms].map(([key, c]) => [key, c / p]));
        const quotient = new Polynomial(terms, rest.exponent);
        decideBits(domain, quotient);
        const [least, most] = bounds(domain, quotient, false, 1);
        expect(least >= -unit / 2n && most <= unit / 2n, `${'uv'[row]} may grow by more than p/2`);
        this.checkLimbs(machine, at, n - 1);
      });
      for (let i = 0; isEnd && i < n; i++) {
        const { low, high } = this.limb(machine, places.a + 8 * i).refine();
        expect(low === 0n && high === 0n, 'ends where a is not 0');
      }
      return null;
    };
    return this.segment(
      cuts.cofactors,
      ({ machine }, locals) => {
        const { domain } = machine;
        kept = i32(domain.input(0n, BigInt(8 * (n - 1))));
        forgetAll(locals);
        locals[places.top] = kept;
        factors = ['f0', 'f1', 'g0', 'g1'].map((name) => {
          const [at] = this.factors.get(name) ?? [];
          expect(at !== undefined, `${name} is in no local`);
          const value = domain.input(-unit, unit);
          locals[at] = { type: 'i64', value };
          return value.polynomial;
        });
        this.place(machine, places.a, n - 1);
        state.u = this.placeSigned(machine, places.u);
        state.v = this.placeSigned(machine, places.v);
      },
      ({ machine }) => [
        [cuts.round, (locals) => arrive(machine, locals, false)],
        [cuts.after, (locals) => arrive(machine, locals, true)],
      ],
    );
  }

  /** After the last round: z = v modulo p, in its range. */
  last() {
    const { claim, p, cuts } = this;
    let v = new Polynomial();
    const [output] = claim.outputs;
    return this.segment(
      cuts.after,
      ({ machine }, locals) => {
        for (const { cells } of machine.memory.regions.values()) cells.clear();
        forgetAll(locals);
        v = this.placeSigned(machine, this.known().v);
      },
      () => [],
      ({ machine, locate }) => {
        const { domain } = machine;
        const { region, at } = locate(output);
        const [{ number }] = output.layout.read(machine, region, at, output.range);
        const closed = domain.closed(number);
        const rest = [...closed.sub(v).terms.values()];
        expect(
          rest.every((c) => c % p === 0n),
          'z is not v',
        );
        const [least, most] = bounds(domain, domain.resolve(closed), true, 2);
        const isWithin = least >= output.range.least && most <= output.range.most;
        expect(isWithin, `z may lie in ${least} to ${most}`);
      },
    );
  }

  /** Of x = 0, the whole function. @param {bigint} zero 0 or p */
  zero(zero) {
    const [output] = this.claim.outputs;
    const finish = (/** @type {Run} */ { machine, locate }) => {
      const { region, at } = locate(output);
      const [{ number }] = output.layout.read(machine, region, at, output.range);
      const constant = number.constant() ?? 1n;
      expect(constant % this.p === 0n && constant <= output.range.most, 'z is not 0 if x is');
    };
    return this.segment(
      null,
      () => {},
      () => [],
      finish,
      zero,
    );
  }
}

/**
 * Cases of bits that a polynomial is made with: the highest one of a quotient, which it centres.
 * @param {Domain} domain
 * @param {Polynomial} polynomial
 */
function decideBits(domain, polynomial) {
  const known = polynomial.variables();
  domain.variables.forEach(({ kind, closed, low, high }, id) => {
    const ids = closed ? [...closed.variables()] : [];
    if (
      kind === 'quotient' &&
      high - low === 1n &&
      ids.length > 0 &&
      ids.every((of) => known.has(of))
    )
      domain.decide(domain.value(Polynomial.variable(id), low, high));
  });
}

/** Nothing is written but memory of the module. @param {Machine} machine */
function checkUnwritten({ memory }) {
  for (const { name, written } of memory.regions.values())
    if (name !== STATIC) expect(written.size === 0, `writes ${name}`);
}

/** @param {Value} value @returns {Operand} */
const i32 = (value) => ({ type: 'i32', region: null, value });

/** All but the first param, an address. @param {Operand[]} locals */
function forgetAll(locals) {
  for (let k = 1; k < locals.length; k++) locals[k] = UNKNOWN;
}
