/**
 * Expressions of WebAssembly text, type-checked as they are built.
 *
 * An error names the operation, the expected and the actual type, and the line of the generator.
 */

/** @typedef {'i32' | 'i64' | 'f64' | 'v128'} ValueType */
/** @typedef {ValueType | 'pair'} ResultType  a pair is two i64: the low word, then the high one */
/**
 * @typedef {Expression | number | bigint} Operand  a number is a constant of the expected type
 */

/** Thrown for every error in a generator. */
export class EmitError extends Error {
  /**
   * @param {string} operation
   * @param {string} expected
   * @param {string} got
   */
  constructor(operation, expected, got) {
    super(`${operation}: expected ${expected}, got ${got} (at ${callSite()})`);
    this.name = 'EmitError';
  }
}

/**
 * One node: an instruction with its operands. `type` is null if it leaves nothing on the stack.
 */
export class Expression {
  /**
   * @param {string} op the WAT mnemonic
   * @param {ResultType | null} type
   * @param {Expression[]} operands
   * @param {string[]} immediates written between the instruction and its operands
   */
  constructor(op, type, operands = [], immediates = []) {
    this.op = op;
    this.type = type;
    this.operands = operands;
    this.immediates = immediates;
  }
}

/** @typedef {Expression | Block | string} Item  of a function; a string is a comment */

/** A structured instruction, which contains its items. */
export class Block {
  /**
   * @param {'block' | 'loop' | 'if'} kind
   * @param {string} label
   * @param {Item[]} items
   * @param {Expression} [condition]
   * @param {Item[]} [otherwise]
   */
  constructor(kind, label, items, condition, otherwise) {
    this.kind = kind;
    this.label = label;
    this.items = items;
    this.condition = condition;
    this.otherwise = otherwise;
  }
}

/**
 * Returns an operand as an expression; a plain number becomes a constant.
 * @param {string} operation for the error message
 * @param {ValueType} type the expected type
 * @param {Operand} operand
 * @param {string} [role] names the operand in the error message
 * @returns {Expression}
 */
export function operandOf(operation, type, operand, role = 'operand') {
  if (operand instanceof Expression) {
    if (operand.type !== type) {
      throw new EmitError(
        operation,
        `${role} of type ${type}`,
        `${operand.op} of type ${operand.type ?? 'nothing'}`,
      );
    }
    return operand;
  }
  if (type === 'i32' || type === 'i64') return integer(operation, type, operand, role);
  if (type === 'f64' && typeof operand === 'number') {
    return new Expression('f64.const', 'f64', [], [floatText(operand)]);
  }
  throw new EmitError(operation, `${role} of type ${type}`, `${typeof operand} ${String(operand)}`);
}

/**
 * @param {string} operation
 * @param {'i32' | 'i64'} type
 * @param {unknown} value signed or unsigned; must fit in the bits of the type
 * @param {string} role
 */
function integer(operation, type, value, role) {
  const bits = type === 'i32' ? 32n : 64n;
  const whole =
    typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  if (!whole)
    throw new EmitError(operation, `${role} of type ${type}`, `${typeof value} ${String(value)}`);
  const big = BigInt(/** @type {number | bigint} */ (value));
  if (big < -(1n << (bits - 1n)) || big >= 1n << bits) {
    throw new EmitError(operation, `${role} of ${bits} bits`, String(value));
  }
  return new Expression(`${type}.const`, type, [], [String(BigInt.asIntN(Number(bits), big))]);
}

/** @type {(value: number) => string} */
export function floatText(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The first stack frame outside the emitter: the generator's own line. */
function callSite() {
  const frames = (new Error().stack ?? '')
    .split('\n')
    .map((line) => line.match(/([^\s(]+:\d+:\d+)\)?$/)?.[1]);
  const place = frames.find((frame) => frame?.includes('/') && !frame.includes('/wasm-gen/emit/'));
  return place?.replace(/^.*\/(?=(?:wasm-gen|test)\/)/, '') ?? 'an unknown line';
}
