/**
 * Runs a function symbolically along one path: locals, stack and control (specification, §4.4.8 to
 * §4.4.10). The rules of all other instructions are in tables, one to a kind of instruction.
 */
import { Lane } from '../double.js';
import { Refused, Trap } from '../refused.js';
import { ADDRESS_RULES } from './addresses.js';
import { operandType } from './blocks.js';
import { compare, isInside } from './comparisons.js';
import { DOUBLE_RULES } from './doubles.js';
import { INTEGER_RULES } from './integers.js';
import { MASK_RULES } from './masks.js';
import { Memory } from './memory.js';
import { MEMORY_RULES } from './transfers.js';
import { VECTOR_RULES } from './vectors.js';

/**
 * @import { Domain } from '../number.js'
 * @import { Value } from '../number.js'
 * @import { Polynomial } from '../polynomial.js'
 * @import { Instruction, Module, WasmFunction } from '../wasm/decode.js'
 * @import { Range } from '../layouts.js'
 * @import { Region } from './memory.js'
 */

/**
 * Values of the stack. An i32 is an integer, or an address: an integer from the start of a region.
 * @typedef {{ type: 'i32', region: string | null, value: Value }} I32
 * @typedef {{ type: 'i64', value: Value }} I64
 * @typedef {{ type: 'f64', lane: Lane }} F64
 * @typedef {{ type: 'v128', lanes: Lane[] }} V128
 * @typedef {I32 | I64 | F64 | V128} Operand
 * @typedef {{ isLoop: boolean, start: number, end: number }} Extent
 * @typedef {Extent & { height: number, result: string | null, loop?: Loop | null }} Label
 * @typedef {(machine: Machine, instruction: Instruction) => void} Rule
 * Of a loop that does the same n times: how often it still does, and where it begins again.
 * @typedef {{ left: Value, check: (locals: Operand[]) => void }} Loop
 * @typedef {(machine: Machine, index: number, operands: Operand[]) => Operand[] | null} CallRule
 */

/** @type {Map<string, Rule>} */
const RULES = new Map([
  ...INTEGER_RULES,
  ...ADDRESS_RULES,
  ...DOUBLE_RULES,
  ...VECTOR_RULES,
  ...MASK_RULES,
  ...MEMORY_RULES,
]);
const MOST_STEPS = 2_000_000;
const MOST_CALLS = 20;

/** One run. */
export class Machine {
  /**
   * @param {Module} module
   * @param {Domain} domain
   * @param {CallRule} [callRule] what a call does, or null to run the called function
   */
  constructor(module, domain, callRule = () => null) {
    this.module = module;
    this.domain = domain;
    this.memory = new Memory(domain, module.data);
    this.callRule = callRule;
    this.steps = 0;
    this.depth = 0;
    /**
     * Called at the head of the first loop of the first function, if that does something n times.
     * @type {((machine: Machine, body: Instruction[], locals: Operand[]) => Loop) | null}
     */
    this.loopRule = null;
    /** @type {Loop | null} */
    this.loop = null;
    /** Whether the run ended where the loop begins again. */
    this.hasNext = false;
    /**
     * Digits of elements that a call left, by the first of them, with their range.
     * @type {Map<any, { digits: any[], number: Polynomial, range: Range, shape: string }>}
     */
    this.placed = new Map();
    /** Of variables that are such digits, and those of inputs: at which values they are taken. */
    this.digits = new Map();
    /** Numbers and words that calls were passed, and which of their cases they took, in turn. */
    this.passed = /** @type {string[]} */ ([]);
    /** Whether they may be no polynomials of elements. */
    this.isSampled = false;
    /** Whether its claim is about what it returns, if it does. */
    this.mayTrap = false;
    /**
     * The ways of branches and selections: function, instruction, whether they were taken.
     * @type {string[]}
     */
    this.outcomes = [];
    /** @type {Operand[]} of the function that runs */
    this.stack = [];
    /** Where it is, for reports. */
    this.at = { index: 0, pc: 0, op: '' };
    /** @type {number | null} the first instruction that took a word that has wrapped */
    this.wrapped = null;
    /** @type {((pc: number, machine: Machine) => void) | null} after each instruction */
    this.watch = null;
  }

  /** @param {Value} value @param {string | null} [region] */
  pushI32(value, region = null) {
    this.stack.push({ type: 'i32', region, value });
  }
  /** @param {boolean} flag */
  pushFlag(flag) {
    this.pushI32(this.domain.constant(flag ? 1n : 0n));
  }
  /** @param {Value} value */
  pushI64(value) {
    this.stack.push({ type: 'i64', value });
  }
  /** @param {Lane} lane */
  pushF64(lane) {
    this.stack.push({ type: 'f64', lane });
  }
  /** @param {Lane[]} lanes */
  pushV128(lanes) {
    this.stack.push({ type: 'v128', lanes });
  }
  /** @template {Operand['type']} T @param {T} type @returns {Extract<Operand, { type: T }>} */
  pop(type) {
    const top = this.stack.pop();
    if (top?.type !== type) throw new Refused(`an operand of type ${type} is missing`);
    return /** @type {Extract<Operand, { type: T }>} */ (top);
  }
  popI64() {
    return this.pop('i64').value;
  }
  /** An integer, no address. */
  popI32() {
    const { region, value } = this.pop('i32');
    if (region !== null) throw new Refused('computes with an address');
    return value;
  }
  popF64() {
    return this.pop('f64').lane;
  }
  popV128() {
    return this.pop('v128').lanes;
  }
  /** A count that must be constant, of a shift. @param {Value} value */
  count(value) {
    const constant = value.constant();
    if (constant === null) throw new Refused('a shift whose count is unknown');
    return constant;
  }
  /** Whether a condition holds; a case distinction if it is unknown. Operands are not at 0. */
  popCondition() {
    const top = this.pop('i32');
    if (top.region !== null) return isInside(this, top);
    if (top.value.pending) return top.value.pending();
    if (top.value.high - top.value.low > 80n)
      return compare('ne', top.value, null, 32, top.value.low < 0n);
    this.stack.push(top);
    return BigInt.asUintN(32, this.domain.decide(this.popI32())) !== 0n;
  }

  /**
   * Calls a function of the module: the rule for calls decides, or it runs.
   * @param {number} index
   * @param {Operand[]} operands
   * @returns {Operand[]} its results
   */
  call(index, operands) {
    const one = this.module.functions[index - this.module.imports.length];
    if (!one) throw new Refused('calls an import');
    if (++this.depth > MOST_CALLS) throw new Refused('calls too deeply');
    const { params } = one.type;
    const isOf = params.every((type, i) => operands[i]?.type === operandType(type));
    if (!isOf || params.length !== operands.length) throw new Refused('operands of other types');
    const caller = { stack: this.stack, at: this.at };
    this.at = { index, pc: 0, op: '' };
    this.stack = [];
    this.#run(one, [...operands, ...one.locals.map((type) => this.#zero(type))]);
    if (this.hasNext) return [];
    const types = [...one.type.results].reverse();
    const results = types.map((type) => this.pop(operandType(type))).reverse();
    this.stack = caller.stack;
    // After the whole run, the place of its end is what reports name.
    if (--this.depth > 0) this.at = caller.at;
    return results;
  }
  /** @param {string} type @returns {Operand} */
  #zero(type) {
    const zero = this.domain.constant(0n);
    const lane = new Lane(this.domain, { word: zero });
    if (type === 'i32') return { type, region: null, value: zero };
    if (type === 'i64') return { type, value: zero };
    if (type === 'f64') return { type, lane };
    return { type: 'v128', lanes: [lane, lane] };
  }

  /** @param {WasmFunction} one @param {Operand[]} locals */
  #run({ code }, locals) {
    /** @type {Label[]} */
    const labels = [];
    for (let pc = 0; pc < code.length;) {
      if (++this.steps > MOST_STEPS) throw new Refused('too many steps');
      this.at.pc = pc;
      this.at.op = code[pc].op;
      const next = this.#step(code, pc, locals, labels);
      if (this.domain.hasWrapped && this.wrapped === null) this.wrapped = pc;
      this.watch?.(pc, this);
      pc = next;
    }
  }
  /**
   * @param {Instruction[]} code
   * @param {number} pc
   * @param {Operand[]} locals
   * @param {Label[]} labels
   */
  #step(code, pc, locals, labels) {
    const one = code[pc];
    const { index = 0, end = -1, result = null } = one;
    const height = this.stack.length;
    switch (one.op) {
      case 'block':
      case 'loop':
        labels.push({ isLoop: one.op === 'loop', start: pc, end, height, result });
        if (one.op === 'loop' && this.depth === 1 && this.loopRule && !this.loop) {
          this.loop = this.loopRule(this, code.slice(pc, end), locals);
          labels[labels.length - 1].loop = this.loop;
        }
        return pc + 1;
      case 'if': {
        const isTaken = this.#goes(pc);
        const otherwise = one.otherwise ?? -1;
        if (!isTaken && otherwise < 0) return end + 1;
        labels.push({ isLoop: false, start: pc, end, height: height - 1, result });
        return (isTaken ? pc : otherwise) + 1;
      }
      case 'else':
        // The end of the first half.
        return end;
      case 'end': {
        const label = labels.pop();
        if (label && this.stack.length !== label.height + (label.result ? 1 : 0))
          throw new Refused('a block leaves another number of values');
        return pc + 1;
      }
      case 'br':
        return this.#branch(labels, index, code.length, locals);
      case 'br_if':
        return this.#goes(pc) ? this.#branch(labels, index, code.length, locals) : pc + 1;
      case 'return':
        return code.length;
      case 'call':
        this.#callFrom(index);
        return pc + 1;
      case 'local.get':
      case 'local.set':
      case 'local.tee':
        this.#local(one.op, locals, index);
        return pc + 1;
      case 'drop':
        if (this.stack.pop() === undefined) throw new Refused('an operand is missing');
        return pc + 1;
      case 'select':
        this.#select(pc);
        return pc + 1;
      case 'nop':
        return pc + 1;
      case 'unreachable':
        if (!this.mayTrap) throw new Refused('it may trap');
        throw new Trap();
    }
    const rule = RULES.get(one.op);
    if (!rule) throw new Refused('there is no rule for this instruction');
    rule(this, one);
    return pc + 1;
  }
  /**
   * @param {Label[]} labels
   * @param {number} depth
   * @param {number} length of the code
   * @param {Operand[]} locals
   */
  #branch(labels, depth, length, locals) {
    if (depth === labels.length) return length;
    const label = labels[labels.length - 1 - depth];
    if (!label) throw new Refused('branches to no block');
    if (label.loop) {
      label.loop.check(locals);
      this.hasNext = true;
      return length;
    }
    const kept = label.result && !label.isLoop ? [this.pop(operandType(label.result))] : [];
    if (this.stack.length < label.height) throw new Refused('an operand is missing');
    this.stack.length = label.height;
    this.stack.push(...kept);
    labels.length -= label.isLoop ? depth : depth + 1;
    return (label.isLoop ? label.start : label.end) + 1;
  }
  /** Which way a branch goes. @param {number} pc */
  #goes(pc) {
    const isTaken = this.popCondition();
    this.outcomes.push(`${this.at.index} ${pc} ${isTaken}`);
    return isTaken;
  }
  /** @param {string} op @param {Operand[]} locals @param {number} index */
  #local(op, locals, index) {
    const local = locals[index];
    if (!local) throw new Refused('an unknown local');
    if (op === 'local.get') return void this.stack.push(local);
    const operand = this.pop(local.type);
    locals[index] = operand;
    if (op === 'local.tee') this.stack.push(operand);
  }
  /** @param {number} pc */
  #select(pc) {
    const isFirst = this.#goes(pc);
    const [second, first] = [this.stack.pop(), this.stack.pop()];
    if (!first || first.type !== second?.type) throw new Refused('selects of different types');
    this.stack.push(isFirst ? first : second);
  }
  /** @param {number} index */
  #callFrom(index) {
    const type = this.module.functions[index - this.module.imports.length]?.type;
    if (!type) throw new Refused('calls an import');
    const types = [...type.params].reverse();
    const operands = types.map((one) => this.pop(operandType(one))).reverse();
    this.stack.push(...(this.callRule(this, index, operands) ?? this.call(index, operands)));
  }

  /**
   * The memory at an address.
   * @param {I32} address
   * @param {number} offset
   * @param {boolean} [isReference] whose sign may be unknown
   * @returns {{ region: Region, at: number }}
   */
  locate({ region, value }, offset, isReference = false) {
    const isSign = isReference && region !== null && value.low >= 0n && value.high <= 1n;
    if (isSign && value.constant() === null)
      return { region: this.memory.named(region), at: offset };
    const at = region === null ? BigInt.asUintN(32, this.domain.decide(value)) : value.constant();
    if (at === null) throw new Refused('an address that is not constant');
    // Before the offset is added, which does not wrap (§4.4.7.1), it may have.
    if (region !== null) isInside(this, { region, value });
    return { region: this.memory.named(region), at: Number(at) + offset };
  }
}
