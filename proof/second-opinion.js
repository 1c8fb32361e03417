/**
 * A second opinion on products: the trace of a function, printed as linear integer arithmetic in
 * SMT-LIB, and checked by z3. Own semantics of its few instructions, none of the checker's domain.
 *
 *   node proof/second-opinion.js                 products of limbs30, all fields
 *   node proof/second-opinion.js --print NAME    the text for one module, for another solver
 *   node proof/second-opinion.js --seconds 600   how long z3 may take for each (default: 120)
 *
 * A product of two digits is an unknown in its range, a shift or mask by w bits a pair h, l with
 * t = 2^w·h + l, and a product by a constant that wraps has a multiple of 2^64 less. First z3
 * shows for each quotient q of Montgomery's reduction that the low digit which is dropped is 0,
 * then, with these, that R·z = x·y + p·Σ q_i·2^(30i). Ranges are left to the checker. It exits with
 * 1 if z3 finds a counterexample; where it does not finish, or a function is of another kind, that
 * is said.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { helpIfAsked } from '../scripts/lib/help.js';
import { F254, F255, F381, PALLAS_FIELD, R254_FIELD, VESTA_FIELD } from './claims/fields.js';
import { GENERATED, readModule } from './labels.js';

/** @import { Instruction } from './kernel/wasm/decode.js' */
/** @import { Field } from './claims/fields.js' */

helpIfAsked(import.meta.url);

const { values } = parseArgs({
  options: { print: { type: 'string' }, seconds: { type: 'string', default: '120' } },
});

/** @type {[module: string, field: Field][]} */
const PRODUCTS = [
  ['bls12-381-g1.limbs30', F381.limbs30],
  ['bn254-g1.limbs30', F254.limbs30],
  ['bn254-g1.lists-limbs30', R254_FIELD.limbs30],
  ['banderwagon.limbs30', F255.limbs30],
  ['pallas.limbs30', PALLAS_FIELD.limbs30],
  ['vesta.limbs30', VESTA_FIELD.limbs30],
];
const TWO64 = 1n << 64n;

/**
 * A number of the trace: its name in SMT-LIB, or its value, and its range.
 * @typedef {{ text: string, low: bigint, high: bigint, by?: bigint, of?: Term }} Term
 */

/** How far back a query about a low digit goes, in equations. */
const DEPTH = 6;

class Trace {
  constructor() {
    /** @type {Map<string, { low: bigint, high: bigint }>} ranges by name */
    this.names = new Map();
    /** @type {Map<string, string[]>} equations by the names that they say something of */
    this.equations = new Map();
    /** @type {Map<string, Term>} */
    this.products = new Map();
    /** @type {Map<string, { low: Term, high: Term }>} */
    this.splits = new Map();
    /** Of shifts. @type {{ low: Term, high: Term }[]} */
    this.dropped = [];
    /** With what they are the low digit of. @type {{ low: Term, high: Term, word: Term }[]} */
    this.quotients = [];
  }
  /** @param {bigint} low @param {bigint} high @returns {Term} */
  unknown(low, high) {
    const text = `w${this.names.size}`;
    this.names.set(text, { low, high });
    return { text, low, high };
  }
  /** @param {Term[]} terms @param {string} equation */
  relate(terms, equation) {
    for (const { text } of terms)
      this.equations.set(text, [...(this.equations.get(text) ?? []), equation]);
  }
  /** @param {string} text @param {bigint} low @param {bigint} high @returns {Term} */
  define(text, low, high) {
    const term = this.unknown(low, high);
    this.relate([term], `(= ${term.text} ${text})`);
    return term;
  }
  /** Equations from which a number comes. @param {string} name */
  coneOf(name) {
    const found = new Set();
    let names = new Set([name]);
    for (let depth = 0; depth < DEPTH; depth++) {
      const next = new Set();
      for (const one of names)
        for (const equation of this.equations.get(one) ?? []) {
          found.add(equation);
          for (const [other] of equation.matchAll(/w\d+/g)) next.add(other);
        }
      names = next;
    }
    return [...found];
  }
  /** @param {string[]} equations @param {'Int' | 'Real'} type @param {boolean} hasRanges */
  declare(equations, type, hasRanges) {
    const names = new Set(equations.flatMap((one) => one.match(/w\d+/g) ?? []));
    return [...names].flatMap((name) => {
      const { low, high } = this.names.get(name) ?? { low: 0n, high: 0n };
      const range = `(assert (<= ${literal(low)} ${name} ${literal(high)}))`;
      return [`(declare-const ${name} ${type})`, ...(hasRanges ? [range] : [])];
    });
  }
  /** @param {'QF_LIA' | 'QF_LRA'} logic @param {string[]} equations @param {string} claim */
  query(logic, equations, claim) {
    const isInteger = logic === 'QF_LIA';
    const asserts = [...equations, `(not ${claim})`].map((one) => `(assert ${one})`);
    return [
      `(set-logic ${logic})`,
      ...this.declare([...equations, claim], isInteger ? 'Int' : 'Real', isInteger),
      ...asserts,
      '(check-sat)',
      '(reset)',
      '',
    ].join('\n');
  }
  /** The word of a number. @param {string} text @param {bigint} low @param {bigint} high */
  word(text, low, high) {
    if (low >= 0n && high < TWO64) return this.define(text, low, high);
    const wraps = this.unknown(low / TWO64 - 1n, high / TWO64);
    return this.define(`(- ${text} (* ${TWO64} ${wraps.text}))`, 0n, TWO64 - 1n);
  }
  /** @param {Term} a @param {Term} b */
  multiply(a, b) {
    const [constant, other] = a.low === a.high ? [a, b] : [b, a];
    if (constant.low === constant.high) {
      const c = constant.low;
      const word = this.word(`(* ${c} ${other.text})`, c * other.low, c * other.high);
      return { ...word, by: c, of: other };
    }
    const key = [a.text, b.text].sort().join();
    const product = this.products.get(key) ?? this.unknown(a.low * b.low, a.high * b.high);
    if (product.high >= TWO64) throw new Error('a product that wraps');
    this.products.set(key, product);
    return product;
  }
  /** t = 2^w·high + low. @param {Term} t @param {bigint} w */
  split(t, w) {
    const key = `${w} ${t.text}`;
    const known = this.splits.get(key);
    if (known) return known;
    const unit = 1n << w;
    const low = this.unknown(0n, unit - 1n);
    const high = this.unknown(0n, t.high >> w);
    this.relate([low, high], `(= ${t.text} (+ (* ${unit} ${high.text}) ${low.text}))`);
    const halves = { low, high };
    this.splits.set(key, halves);
    return halves;
  }
}

/** @param {bigint} n */
const literal = (n) => (n < 0n ? `(- ${-n})` : `${n}`);

/**
 * The trace of a function without branches.
 * @param {Instruction[]} code
 * @param {Field} field
 */
function traceOf(code, { layout, p }) {
  const trace = new Trace();
  const { bits = 0 } = layout.digit ?? {};
  const w = BigInt(bits);
  const unit = 1n << w;
  let mu = 1n;
  for (let i = 0n; i < w; i++) mu = (mu * (2n + mu * p)) % unit;
  /** @type {Map<string, Term>} */
  const memory = new Map();
  /** @type {Map<number, any>} */
  const locals = new Map([
    [0, 'z'],
    [1, 'x'],
    [2, 'y'],
  ]);
  /** @type {any[]} */
  const stack = [];
  /** @type {Set<string>} splits of which the low digit is used */
  const usedLows = new Set();
  /** @param {Term} t */
  const shift = (t) => {
    const halves = trace.split(t, w);
    trace.dropped.push(halves);
    return halves.high;
  };
  for (const { op, index = 0, value = 0n, offset = 0 } of code) {
    if (op === 'local.get') stack.push(locals.get(index));
    else if (op === 'local.set') locals.set(index, stack.pop());
    else if (op === 'i64.const') stack.push({ text: literal(value), low: value, high: value });
    else if (op === 'i64.load32_u') {
      const key = `${stack.pop()}${offset}`;
      const limb = memory.get(key) ?? trace.unknown(0n, unit - 1n);
      memory.set(key, limb);
      stack.push(limb);
    } else if (op === 'i64.store32') {
      const limb = stack.pop();
      memory.set(`${stack.pop()}${offset}`, limb);
    } else if (op === 'end') break;
    else {
      /** @type {Term[]} */
      const [b, a] = [stack.pop(), stack.pop()];
      if (op === 'i64.mul') stack.push(trace.multiply(a, b));
      else if (op === 'i64.add')
        stack.push(trace.word(`(+ ${a.text} ${b.text})`, a.low + b.low, a.high + b.high));
      else if (op === 'i64.sub') {
        const word = trace.word(`(- ${a.text} ${b.text})`, a.low - b.high, a.high - b.low);
        stack.push(a.high === 0n ? { ...word, by: -1n } : word);
      } else if (op === 'i64.and' && b.low === unit - 1n) {
        const { low, high } = trace.split(a, w);
        if (a.by !== undefined && BigInt.asUintN(bits, a.by) === mu)
          trace.quotients.push({ low, high, word: a });
        usedLows.add(low.text);
        stack.push(low);
      } else if (op === 'i64.shr_u' && b.low === w) stack.push(shift(a));
      else throw new Error(`there is no rule for ${op}`);
    }
  }
  const zeros = trace.dropped.filter(({ low }) => !usedLows.has(low.text));
  return { trace, memory, zeros, w, mu };
}

/** @param {Instruction[]} code @param {Field} field @returns {string} SMT-LIB */
function textOf(code, field) {
  const { trace, memory, zeros, w, mu } = traceOf(code, field);
  const { word = 4, bits = 0 } = field.layout.digit ?? {};
  const n = field.layout.bytes / word;
  /** @param {string} name @param {number} i */
  const limb = (name, i) => memory.get(`${name}${word * i}`)?.text ?? '0';
  /** @param {number} i */
  const unit = (i) => 1n << BigInt(bits * i);
  const indices = Array.from({ length: n }, (_, i) => i);
  const z = indices.map((i) => `(* ${field.R * unit(i)} ${limb('z', i)})`);
  const products = indices.flatMap((i) =>
    indices.map((j) => {
      const key = [limb('x', i), limb('y', j)].sort().join();
      return `(* ${unit(i + j)} ${trace.products.get(key)?.text ?? '0'})`;
    }),
  );
  const multiples = trace.quotients.map(({ low }, i) => `(* ${field.p * unit(i)} ${low.text})`);
  const identity = `(= (+ ${z.join(' ')}) (+ ${[...products, ...multiples].join(' ')}))`;
  const all = [...new Set([...trace.equations.values()].flat())];
  const lemmas = zeros.map((zero, i) => zeroText(trace, zero, i, { p: field.p, w, mu }));
  const areZero = zeros.map(({ low }) => `(= ${low.text} 0)`);
  return [...lemmas, trace.query('QF_LRA', [...all, ...areZero], identity)].join('');
}

/**
 * That a low digit l is 0. With t = t' + 2^w·g, q = μ·t' − 2^w·h and t + q·p_0 = l + 2^w·r, it is
 * 2^w·m, m = (1 + μ·p_0)/2^w·t' + g − p_0·h − r: that helps the solver, which checks it.
 * @param {Trace} trace @param {{ low: Term, high: Term }} zero
 * @param {number} i @param {{ p: bigint, w: bigint, mu: bigint }} digits
 */
function zeroText(trace, { low, high }, i, { p, w, mu }) {
  const unit = 1n << w;
  const { of } = trace.quotients[i]?.word ?? {};
  const claim = `(= ${low.text} 0)`;
  if (!of) return trace.query('QF_LIA', trace.coneOf(low.text), claim);
  const { high: h } = trace.quotients[i];
  const g = [...trace.splits.values()].find((one) => one.low.text === of.text)?.high.text ?? '0';
  const p0 = p % unit;
  const k = (1n + mu * p0) / unit;
  const m = trace.unknown(-unit * unit * unit, unit * unit * unit);
  const sum = `(= ${m.text} (- (+ (* ${k} ${of.text}) ${g}) (* ${p0} ${h.text}) ${high.text}))`;
  const multiple = `(= ${low.text} (* ${unit} ${m.text}))`;
  return (
    trace.query('QF_LRA', [...trace.coneOf(low.text), sum], multiple) +
    trace.query('QF_LIA', [multiple], claim)
  );
}

let failures = 0;
for (const [name, field] of PRODUCTS) {
  if (values.print && values.print !== name) continue;
  const { module, names } = readModule(GENERATED, name);
  const text = textOf(module.functions[names.indexOf('field_mul')].code, field);
  if (values.print) {
    process.stdout.write(text);
    continue;
  }
  const began = performance.now();
  const { stdout } = spawnSync('z3', ['-in', `-T:${values.seconds}`], {
    input: text,
    encoding: 'utf8',
  });
  if (stdout === null) {
    console.error('z3 is not installed');
    process.exit(1);
  }
  const answers = stdout.trim().split('\n');
  const proven = answers.filter((one) => one === 'unsat').length;
  const asked = text.split('(check-sat)').length - 1;
  if (answers.includes('sat')) failures++;
  const verdict =
    proven === asked
      ? 'proven'
      : answers.includes('sat')
        ? 'a counterexample'
        : `not finished: ${answers.at(-1)}`;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name} field_mul: ${verdict}, ${proven} of ${asked} queries, ${seconds} s`);
}
if (failures > 0) process.exitCode = 1;
