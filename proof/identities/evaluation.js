/**
 * One evaluation of a function: by a plain interpreter that has the engine run what the function
 * calls, and by the engine itself. Both must leave the same memory, nothing but outputs may have
 * changed, and these must have the values of the claim's formulas.
 */
import { ANY, casesOf, sizesOf } from '../calls.js';
import { bytesOfFlag } from '../flags.js';
import { paramOf } from '../inputs.js';
import { Refused } from '../kernel/refused.js';
import { areSteps, countOf } from '../repeats.js';
import { wordOfSign } from '../signs.js';
import { interpret } from './interpreter.js';
import { alone } from './lists.js';
import {
  isIn,
  isQuotient,
  readFlag,
  readPlace,
  spansOf,
  valueOf,
  writeFlag,
  writePlace,
} from './places.js';
import { casesThatMay } from './ranges.js';
import { Randomness } from './residue.js';
import { ANY_CASE, evaluated, rowOf } from './rows.js';
import { wordsOf } from './words.js';

/**
 * @import { Case, Claim, Flag, Place } from '../claims/claim.js'
 * @import { Module } from '../kernel/wasm/decode.js'
 * @import { Engine } from './engine.js'
 * @import { Residue } from './residue.js'
 * @import { Known, Row } from './rows.js'
 */

/** The address of an output that is somewhere in the module's memory. */
export const ANYWHERE = -1;
/** Where static memory ends, behind which operands are. */
const ARENA = 3 << 16;
const LEAST = 1024;
const GUARD = 64;
const [MOST_ATTEMPTS, FEW_ATTEMPTS] = [10, 6];

/**
 * @typedef {object} Plan what is evaluated once
 * @property {Claim} claim
 * @property {string[]} same params that are the output
 * @property {number} count of a list
 * @property {boolean} [isOutside] where the claim says nothing: only branches are of interest
 * @property {Wanted[]} wanted of its rows, in turn
 * A case, further conditions that hold (or, by their names, elements that are 0), and which of the
 * elements is changed first so that conditions hold. `near`: an input that is another one or its
 * negative, or differs from it, or from 0, in its highest digit only.
 * @typedef {{ name: string, to: string | null, isSame: boolean }} Near
 * @typedef {{ words: Map<string, bigint>, one: Case, first: number,
 *   also?: string[], near?: Near }} Wanted
 */

/**
 * The means of an evaluation: an engine with the module, and what random numbers depend on.
 * @typedef {{ engine: Engine, seed: string }} Lab
 */

/** Evaluations of one claim. */
export class Evaluation {
  /**
   * @param {Lab} lab
   * @param {Module} module that of the engine; or another one, of which the function is interpreted
   * @param {number} index
   * @param {Claim} claim
   * @param {ReadonlyMap<number, unknown>} proven
   */
  constructor({ engine, seed }, module, index, claim, proven) {
    this.engine = engine;
    this.module = module;
    this.index = index;
    this.claim = { ...claim, cases: casesOf(claim), isZero: undefined };
    this.proven = proven;
    this.random = new Randomness(`${seed} ${claim.name} ${claim.title} ${claim.outputs.length}`);
    /** Which way branches went. @type {Set<string>} */
    this.outcomes = new Set();
    /** Where elements may be that are somewhere. @type {Map<string, number[]>} */
    this.owned = new Map();
    this.calls = 0;
    /** Copies of the memory, which a run would take longer to allocate than to make. */
    this.before = engine.memory.slice();
    this.after = engine.memory.slice();
  }

  /** @param {string[]} same @param {number} rows @param {bigint} by */
  #regions(same, rows, by) {
    const { claim, random } = this;
    const { list } = claim;
    const sizes = sizesOf(claim);
    /** @type {Map<string, number>} */
    const starts = new Map();
    let at = ARENA + GUARD + 16 * Number(random.below(4n));
    const [output] = claim.outputs.filter(({ address }) => address === undefined);
    for (const param of claim.params) {
      if (same.includes(param)) continue;
      starts.set(param, at);
      const stride = Number(this.#strideOf(param, by));
      const size = Math.max(
        ...[...sizes].map(([one, bytes]) => (one === param || same.includes(one) ? bytes : 0)),
      );
      // What is no input and no output is room for two numbers of each.
      at += Math.ceil((size + Math.abs(stride) * rows * (size ? 1 : 2) + GUARD) / 64) * 64;
      at += 16 * Number(random.below(4n));
    }
    for (const param of same) starts.set(param, starts.get(paramOf(output)) ?? 0);
    if (at > this.engine.memory.length) throw new Error(`${claim.name}: too much memory`);
    return { starts, end: at, isList: list !== undefined };
  }
  /** @param {string} param @param {bigint} by */
  #strideOf(param, by) {
    const { list } = this.claim;
    return list?.by?.has(param) ? by : (list?.strides.get(param) ?? 0n);
  }

  /** Runs a plan; says what is wrong. @param {Plan} plan */
  run({ claim, same, count, wanted, isOutside = false }) {
    const { engine, random } = this;
    const { view } = engine;
    const { field, list } = claim;
    const perRow = Number(list?.perRow ?? 1n);
    const rows = list ? Math.ceil(count / perRow) : 1;
    const by = (list?.by && (list.strides.get([...list.by.keys()][0]) ?? 0n) + 64n) || 0n;
    const { starts, end } = this.#regions(same, rows, by);
    for (let i = ARENA; i < end; i += 8) view.setBigUint64(i, random.next(), true);
    if (claim.outputs.some(({ address }) => address === ANYWHERE)) this.#scramble();
    /** @param {{ param?: string, name: string, offset?: number, address?: number }} place */
    const addressOf = (place, /** @type {number} */ i) => {
      const { address, offset = 0 } = place;
      if (address !== undefined) return address;
      const param = paramOf(place);
      const stride = Number(this.#strideOf(param, by));
      const step = stride < 0 ? (rows - 1 - i) * -stride : i * stride;
      return (starts.get(param) ?? 0) + offset + step;
    };
    /** @type {Map<string, Known>} */
    const known = new Map();
    /** @type {Map<string, { place: Place, at: number, values: Residue[] | null,
     *   formula: string }>} */
    const left = new Map();
    /** @type {{ flag: Flag, at: number, value: bigint }[]} */
    const flagsLeft = [];
    /** @type {[number, number][]} */
    const mayChange = [];
    /** @type {Row[]} */
    const all = [];
    for (const [param, stride] of list?.strides ?? [])
      if (![...claim.inputs, ...claim.outputs].some((place) => paramOf(place) === param))
        mayChange.push([starts.get(param) ?? 0, 2 * rows * Number(stride)]);
    let stopped = -1;
    for (let i = 0; i < rows && stopped < 0; i++) {
      const isShort = i === rows - 1 && count % perRow !== 0 && list?.second !== undefined;
      const each = isShort ? alone(claim) : claim;
      const keyOf = (/** @type {Place} */ place) => {
        const at = addressOf(place, i);
        return `${at === ANYWHERE ? place.name : at} ${place.layout.shape}`;
      };
      const inside = isOutside ? { ...each, nonZero: [] } : each;
      const row = this.#rowOf(inside, wanted[i % wanted.length], {
        ...{ keyOf, known, hasNext: i < rows - 1 },
        keyOfFlag: (flag) => `${addressOf(flag, i)}`,
      });
      if (!row) return null;
      all.push(row);
      for (const place of each.inputs) {
        const numbers = row.numbers.get(place.name);
        if (!numbers) continue;
        writePlace(view, place, addressOf(place, i), numbers);
        const values = row.elements.get(place.name) ?? [];
        known.set(keyOf(place), { values, numbers });
      }
      for (const flag of each.flags ?? []) {
        const at = addressOf(flag, i);
        const value = row.words.get(` ${flag.name}`);
        // In the last row of a record that has room for one, there is nothing else.
        const isLast = each.room?.get(flag.param) === flag.offset + 16;
        if (flag.isOutput) mayChange.push([at, isLast ? 16 : bytesOfFlag(flag)]);
        else if (value !== undefined) writeFlag(view, flag, at, value);
      }
      for (const [name, formula] of row.one.inverses ?? [])
        row.elements.set(
          name,
          evaluated(`1/(${formula})`, each.outputs[0].layout, row.elements, each),
        );
      for (let k = 1; k < count && claim.repeats; k++) this.#again(row, claim.repeats);
      for (const place of each.outputs) {
        const at = addressOf(place, i);
        const formula = row.one.outputs?.get(place.name);
        for (const [o, size] of spansOf(place.layout)) mayChange.push([at + o, size]);
        const isUnsaid = formula === undefined || row.one.stops;
        const values =
          isUnsaid || formula === ANY ? null : evaluated(formula, place.layout, row.elements, each);
        if (isUnsaid) left.delete(keyOf(place));
        else left.set(keyOf(place), { place, at, values, formula });
        if (values) known.set(keyOf(place), { values, numbers: null });
        else known.delete(keyOf(place));
      }
      for (const [name, value] of row.one.flags ?? []) {
        const flag = each.flags?.find((one) => one.name === name && one.isOutput);
        if (flag) flagsLeft.push({ flag, at: addressOf(flag, i), value });
      }
      if (!row.one.stops) continue;
      stopped =
        i * perRow * Number(list?.codes ?? 1n) + Number(row.one.stops === true ? 0 : row.one.stops);
      // A list that is inverted at once is written after its last row: nothing is said of any.
      if (claim.cases?.some(({ inverses }) => inverses)) {
        left.clear();
        flagsLeft.length = 0;
      }
    }
    const operands = claim.params.map((param) => {
      const start = starts.get(param) ?? 0;
      const sign = all[0]?.words.get(`${param} is negative`) ?? 0n;
      const form = claim.signs?.get(param);
      if (form === 'mask') return [0, 1].map(() => BigInt.asUintN(64, wordOfSign(form, sign)));
      if (form) return BigInt.asUintN(64, wordOfSign(form, sign));
      const number = claim.numbers?.get(param);
      if (number !== undefined) return BigInt.asUintN(32, number);
      if (areSteps(claim, param)) return by;
      if (countOf(claim) === param) return BigInt(count);
      return BigInt(start + Number(sign));
    });
    if (isOutside) return this.#visit(operands);
    const results = this.#call(operands);
    for (const { flag, at, value } of flagsLeft)
      if (readFlag(view, flag, at) !== value) return `${flag.name} is not ${value}`;
    for (const { place, at, values, formula } of left.values()) {
      if (place.address === ANYWHERE) {
        if (values) this.#find(place, values);
        continue;
      }
      const numbers = readPlace(view, place, at);
      if (numbers.some((one) => !isIn(place.range, one))) return `${place.name} is out of range`;
      const { quotientOf } = place;
      if (quotientOf) {
        const owner = claim.outputs.find(({ name }) => name === quotientOf);
        const from = owner && at + (owner.offset ?? 0) - (place.offset ?? 0);
        const factors = owner && from !== undefined ? readPlace(view, owner, from) : [];
        if (
          !numbers.every((one, k) => factors[k] !== undefined && isQuotient(field, factors[k], one))
        )
          return `${place.name} is no quotient of ${quotientOf}`;
        continue;
      }
      if (values && numbers.some((one, k) => !valueOf(field, place, one).equals(values[k])))
        return `${place.name} is not ${formula}`;
    }
    const one = all[0]?.one;
    const result = list
      ? stopped >= 0
        ? list.end === undefined
          ? undefined
          : BigInt(stopped)
        : list.end
      : one?.result;
    const is = typeof result === 'string' ? BigInt(starts.get(result) ?? 0) : result;
    if (is !== undefined && results[0] !== BigInt.asUintN(32, is))
      return `the result is ${results}`;
    return this.#changed(mayChange) ? 'it writes what is no output' : null;
  }

  /**
   * @param {Claim} claim
   * @param {Wanted} wanted
   * @param {{ keyOf: (place: Place) => string, known: Map<string, Known>, hasNext: boolean,
   *   keyOfFlag: (flag: Flag) => string }} more
   */
  #rowOf(claim, { words, one, first, also = [], near }, more) {
    const { random } = this;
    // Of a row that is short there are other cases.
    const isShort = claim.list !== this.claim.list;
    const most = near || also.length > 0 ? FEW_ATTEMPTS : MOST_ATTEMPTS;
    for (let i = 0; i < most; i++) {
      const given = isShort ? random.pick(wordsOf(claim, more.keyOfFlag)) : words;
      const wanted = isShort ? random.pick(casesThatMay(claim, given)) : one;
      if (wanted.when.includes('goes on') && !more.hasNext) continue;
      // A row of a list may be in another case, if none is found soon.
      const those = claim.list && i > 2 ? { when: ANY_CASE } : wanted;
      const row = rowOf(claim, given, those, random, { ...more, also, near, first: first + i });
      if (row) return row;
    }
    return null;
  }
  /**
   * Elements for the next time that a function does what it does.
   * @param {Row} row
   * @param {NonNullable<Claim['repeats']>} repeats
   */
  #again({ elements, one }, { next }) {
    const { claim } = this;
    const values = claim.inputs.map((place) => {
      const param = next.get(paramOf(place)) ?? paramOf(place);
      const from = claim.outputs.find(
        (output) => paramOf(output) === param && (output.offset ?? 0) === (place.offset ?? 0),
      );
      const formula = from && one.outputs?.get(from.name);
      return formula ? evaluated(formula, place.layout, elements, claim) : null;
    });
    claim.inputs.forEach(({ name }, i) => values[i] && elements.set(name, values[i]));
  }
  /** Whatever was left in static memory, but data, is not what a run leaves. */
  #scramble() {
    const { random, engine } = this;
    const { memory, view, module } = engine;
    for (let at = LEAST; at < ARENA; at += 8) view.setBigUint64(at, random.next(), true);
    for (const { offset, bytes } of module.data) memory.set(bytes, offset);
  }
  /** Runs it for its branches alone, unless it traps. @param {any[]} operands */
  #visit(operands) {
    const { outcomes } = this;
    this.outcomes = new Set(outcomes);
    try {
      this.#call(operands);
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof WebAssembly.RuntimeError))
        throw error;
      this.outcomes = outcomes;
    }
    return null;
  }
  /** @param {any[]} operands @returns {bigint[]} */
  #call(operands) {
    const { engine, index, module, outcomes, proven } = this;
    const { memory, view } = engine;
    const { list } = this.claim;
    this.calls++;
    this.before.set(memory);
    const type = module.functions[index - module.imports.length].type;
    const numeric = (/** @type {any[]} */ given, /** @type {string[]} */ types) =>
      given.map((one, i) => (types[i] === 'i32' ? Number(one) : one));
    const unsigned = (/** @type {any} */ found, /** @type {string[]} */ types) =>
      types.map((one) => BigInt.asUintN(one === 'i32' ? 32 : 64, BigInt(found)));
    // A list has loops, of which no branches are counted.
    if (list && module === engine.module)
      return unsigned(engine.call(index, numeric(operands, type.params)), type.results);
    const results = interpret(module, index, operands, view, () => {}, {
      branch: (at, pc, isTaken) => void outcomes.add(`${at} ${pc} ${isTaken}`),
      call: (callee, given) => {
        const { type } = module.functions[callee - module.imports.length];
        const isPlain = [...type.params, ...type.results].every((one) => /^i/.test(one));
        const at = callee - module.imports.length;
        const isSame = module.functions[at] === engine.module.functions[at];
        if (!isPlain || !isSame || !proven.has(callee)) return null;
        return unsigned(engine.call(callee, numeric(given, type.params)), type.results);
      },
    });
    if (module !== engine.module || type.params.includes('v128')) return results;
    this.after.set(memory);
    memory.set(this.before);
    const found = unsigned(engine.call(index, numeric(operands, type.params)), type.results);
    if (Buffer.compare(this.after, memory) !== 0 || String(found) !== String(results))
      throw new Refused('the engine does something else');
    return results;
  }
  /** Whether anything else has changed. @param {[number, number][]} but */
  #changed(but) {
    const { memory, module } = this.engine;
    const { before, after } = this;
    after.set(memory);
    for (const [at, size] of but) if (at >= ARENA) after.set(before.subarray(at, at + size), at);
    return (
      Buffer.compare(after.subarray(ARENA), before.subarray(ARENA)) !== 0 ||
      module.data.some(({ offset, bytes }) =>
        Buffer.compare(memory.subarray(offset, offset + bytes.length), bytes),
      )
    );
  }
  /** Where static memory holds an element that was written. */
  #find(/** @type {Place} */ place, /** @type {Residue[]} */ values) {
    const { memory, view } = this.engine;
    const { before } = this;
    const { field } = this.claim;
    const isThere = (/** @type {number} */ at) => {
      try {
        const numbers = readPlace(view, place, at);
        return numbers.every(
          (one, i) => isIn(place.range, one) && valueOf(field, place, one).equals(values[i]),
        );
      } catch (error) {
        if (error instanceof Refused) return false;
        throw error;
      }
    };
    /** @type {number[]} */
    const found = [];
    for (let at = LEAST; at < ARENA - place.layout.bytes; at += 8)
      if (Buffer.compare(memory.subarray(at, at + 16), before.subarray(at, at + 16)) !== 0)
        if (isThere(at)) found.push(at);
    const known = this.owned.get(place.name) ?? found;
    const left = known.filter((at) => found.includes(at));
    if (left.length === 0) throw new Refused(`${place.name} is nowhere`);
    this.owned.set(place.name, left);
  }
}
