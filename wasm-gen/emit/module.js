/**
 * A wasm module under construction: imports, data, functions. Reads like the WAT it writes.
 *
 * ```js
 * const m = new ModuleBuilder('example');
 * m.func('triple', { params: { x: 'i64' }, result: 'i64', exported: true }, (f, { x }) => {
 *   const t = f.local('t', 'i64');
 *   f.set(t, i64.add(x, x));
 *   f.result(i64.add(t, x));
 * });
 * m.toWat();
 * ```
 */

import { Block, EmitError, Expression, operandOf } from './expression.js';
import { assertNonePending, placed, statement } from './pending.js';
import { printModule } from './print.js';

/** @import { Item, Operand, ValueType } from './expression.js' */

/** A variable of a function, usable as an operand. */
export class Local extends Expression {
  /**
   * @param {string} name
   * @param {ValueType} type
   * @param {FunctionBuilder} owner
   */
  constructor(name, type, owner) {
    super('local.get', type, [], [`$${name}`]);
    this.name = name;
    this.owner = owner;
  }
}

/**
 * @typedef {object} Signature
 * @property {Record<string, ValueType>} [params] in order
 * @property {ValueType | null} [result]
 * @property {boolean} [exported] under the function's name
 * @property {string} [doc] printed above the function: its effect, and the ranges of its inputs and
 *   outputs
 */

/** One function's body. */
export class FunctionBuilder {
  /**
   * @param {string} name
   * @param {Signature} signature
   */
  constructor(name, signature) {
    this.name = name;
    this.params = Object.entries(signature.params ?? {}).map(
      ([id, type]) => new Local(id, type, this),
    );
    this.resultType = signature.result ?? null;
    /** @type {string | undefined} */
    this.exportName = signature.exported ? name : undefined;
    this.doc = signature.doc ?? '';
    /** @type {Local[]} */
    this.locals = [];
    /** @type {Item[]} */
    this.items = [];
    /** @type {Item[]} where new items go */
    this.open = this.items;
    /** @type {Map<string, number>} */
    this.names = new Map(this.params.map((param) => [param.name, 1]));
    this.labels = 0;
  }

  /**
   * A new local; a second one of the same name gets a number.
   * @param {string} name
   * @param {ValueType} type
   * @param {Operand} [initial]
   */
  local(name, type, initial) {
    const count = this.names.get(name) ?? 0;
    this.names.set(name, count + 1);
    const local = new Local(count ? `${name}_${count}` : name, type, this);
    this.locals.push(local);
    if (initial !== undefined) this.set(local, initial);
    return local;
  }

  /** @type {(name: string, type: ValueType, count: number) => Local[]} */
  localArray(name, type, count) {
    return Array.from({ length: count }, (_, i) => this.local(`${name}${i}`, type));
  }

  /** @type {(local: Local, value: Operand) => void} */
  set(local, value) {
    this.#push(this.#assignment('local.set', null, local, value));
  }

  /**
   * Sets two locals to the words of a pair.
   * @type {(low: Local, high: Local, pair: Expression) => void}
   */
  setPair(low, high, pair) {
    this.#own('local.set', low);
    this.#own('local.set', high);
    const bad = [low, high].find(({ type }) => type !== 'i64');
    if (bad)
      throw new EmitError('setPair', 'locals of type i64', `$${bad.name} of type ${bad.type}`);
    if (!(pair instanceof Expression) || pair.type !== 'pair')
      throw new EmitError('setPair', 'a pair', pair?.op ?? String(pair));
    // Folded: the words of the pair are popped from the stack, the high word first.
    const inner = new Expression('local.set', null, [pair], [`$${high.name}`]);
    this.#push(new Expression('local.set', null, [inner], [`$${low.name}`]));
  }

  /**
   * Sets a local and returns its value.
   * @param {Local} local
   * @param {Operand} value
   */
  tee(local, value) {
    return this.#assignment('local.tee', local.type, local, value);
  }

  /** Places statements. @type {(...statements: Expression[]) => void} */
  emit(...statements) {
    for (const expression of statements) {
      if (!(expression instanceof Expression) || expression.type !== null) {
        throw new EmitError('emit', 'a statement', expression?.op ?? String(expression));
      }
      placed(expression);
      this.#push(expression);
    }
  }

  /** The function's value; must come last. @type {(value: Operand) => void} */
  result(value) {
    if (!this.resultType) throw new EmitError(`result of $${this.name}`, 'nothing', 'a value');
    this.#push(operandOf(`result of $${this.name}`, this.resultType, value));
  }

  /** Leaves the function early. @type {(value?: Operand) => void} */
  return(value) {
    const operands = this.resultType
      ? [operandOf('return', this.resultType, /** @type {Operand} */ (value))]
      : [];
    this.#push(new Expression('return', null, operands));
  }

  /** Traps: for states that no input leads to. */
  unreachable() {
    this.#push(new Expression('unreachable', null));
  }

  /** @type {(text: string) => void} */
  comment(text) {
    this.#push(text);
  }

  /**
   * Repeats while the body branches to the given label.
   * @type {(body: (label: string) => void) => void}
   */
  loop(body) {
    this.#block('loop', body);
  }

  /**
   * A branch to the given label leaves the block.
   * @type {(body: (label: string) => void) => void}
   */
  block(body) {
    this.#block('block', body);
  }

  /** @type {(condition: Operand, then: () => void, otherwise?: () => void) => void} */
  if(condition, then, otherwise) {
    const test = operandOf('if', 'i32', condition, 'condition');
    const items = this.#collect(then);
    this.#push(new Block('if', '', items, test, otherwise && this.#collect(otherwise)));
  }

  /**
   * Interleaves the instructions of independent bodies, so that a processor with a short look-ahead
   * finds work from all of them.
   * @type {(bodies: ReadonlyArray<() => void>) => void}
   */
  interleave(bodies) {
    const lists = bodies.map((body) => this.#collect(body));
    const longest = Math.max(...lists.map((items) => items.length));
    for (let i = 0; i < longest; i++) {
      for (const items of lists) {
        const end = Math.ceil(((i + 1) * items.length) / longest);
        for (let at = Math.ceil((i * items.length) / longest); at < end; at++)
          this.#push(items[at]);
      }
    }
  }

  /** @type {(label: string) => void} */
  br(label) {
    this.#push(new Expression('br', null, [], [label]));
  }

  /** @type {(label: string, condition: Operand) => void} */
  brIf(label, condition) {
    this.#push(
      new Expression('br_if', null, [operandOf('br_if', 'i32', condition, 'condition')], [label]),
    );
  }

  /** @type {(item: Item) => void} */
  #push(item) {
    this.open.push(item);
  }

  /** @type {(kind: 'loop' | 'block', body: (label: string) => void) => void} */
  #block(kind, body) {
    const label = `$${kind}${this.labels++}`;
    this.#push(
      new Block(
        kind,
        label,
        this.#collect(() => body(label)),
      ),
    );
  }

  /** @param {() => void} body */
  #collect(body) {
    const outer = this.open;
    /** @type {Item[]} */
    const items = [];
    this.open = items;
    body();
    this.open = outer;
    return items;
  }

  /**
   * @type {(operation: string, result: Expression['type'], local: Local,
   *   value: Operand) => Expression}
   */
  #assignment(operation, result, local, value) {
    this.#own(operation, local);
    const immediate = `$${local.name}`;
    const type = /** @type {ValueType} */ (local.type);
    const operand = operandOf(`${operation} ${immediate}`, type, value, 'value');
    return new Expression(operation, result, [operand], [immediate]);
  }

  /** @type {(operation: string, local: Local) => void} */
  #own(operation, local) {
    if (!(local instanceof Local)) throw new EmitError(operation, 'a local', String(local));
    if (local.owner !== this) {
      throw new EmitError(
        operation,
        `a local of $${this.name}`,
        `$${local.name} of $${local.owner.name}`,
      );
    }
  }
}

/**
 * A function that can be called.
 * @typedef {{ name: string, call: (...operands: Operand[]) => Expression }} Callable
 */

/** The module; `toWat` writes it. */
export class ModuleBuilder {
  /**
   * @param {string} name
   * @param {string} [doc] printed at the top of the text
   */
  constructor(name, doc = '') {
    this.name = name;
    this.doc = doc;
    /** @type {FunctionBuilder[]} */
    this.functions = [];
    /** @type {Array<{ module: string, field: string, name: string, params: ValueType[] }>} */
    this.imports = [];
    /** @type {Array<{ name: string, value: number }>} */
    this.constants = [];
    /** @type {Array<{ offset: number, bytes: Uint8Array }>} */
    this.data = [];
    /** Where its static memory ends, if it has any. @type {number | undefined} */
    this.staticEnd = undefined;
  }

  /**
   * @type {(name: string, signature: Signature, build: (f: FunctionBuilder, params: Record<string,
   *   Local>) => void) => Callable}
   */
  func(name, signature, build) {
    if (this.functions.some((f) => f.name === name))
      throw new EmitError('func', 'a new name', name);
    const f = new FunctionBuilder(name, signature);
    this.functions.push(f);
    build(f, Object.fromEntries(f.params.map((param) => [param.name, param])));
    const types = f.params.map((param) => /** @type {ValueType} */ (param.type));
    return { name, call: caller(name, types, f.resultType) };
  }

  /**
   * Imports a function that returns nothing.
   * @type {(module: string, field: string, params: ValueType[]) => Callable}
   */
  importFunc(module, field, params) {
    this.imports.push({ module, field, name: field, params });
    return { name: field, call: caller(field, params, null) };
  }

  /**
   * An exported constant that tells the host about the module's layout.
   * @type {(name: string, value: number) => void}
   */
  exportConstant(name, value) {
    this.constants.push({ name, value });
  }

  /**
   * Bytes that instantiation writes into the imported memory.
   * @type {(offset: number, bytes: Uint8Array) => void}
   */
  dataAt(offset, bytes) {
    this.data.push({ offset, bytes });
  }

  /**
   * The same module with its exports under other names, or without them: the functions that only
   * these called are left out as well (reachable.js).
   * @param {(name: string) => string | undefined} nameOf of an exported function or constant
   */
  withExports(nameOf) {
    for (const f of this.functions) if (f.exportName) f.exportName = nameOf(f.name);
    this.constants = this.constants.flatMap(({ name, value }) => {
      const exportName = nameOf(name);
      return exportName ? [{ name: exportName, value }] : [];
    });
    return this;
  }

  /** Names of the exports, each after its kind. */
  exports() {
    const functions = this.functions.flatMap(({ exportName }) => exportName ?? []);
    return [
      ...functions.map((name) => `function ${name}`),
      ...this.constants.map(({ name }) => `global ${name}`),
    ];
  }

  /** @type {() => string} */
  toWat() {
    assertNonePending(`module ${this.name}`);
    return printModule(this);
  }
}

/**
 * @param {string} name
 * @param {ValueType[]} types
 * @param {ValueType | null} result
 */
function caller(name, types, result) {
  return (/** @type {Operand[]} */ ...operands) => {
    const op = `call $${name}`;
    if (operands.length !== types.length)
      throw new EmitError(op, `${types.length} operand(s)`, `${operands.length}`);
    const checked = types.map((type, i) => operandOf(op, type, operands[i], `operand ${i + 1}`));
    const expression = new Expression('call', result, checked, [`$${name}`]);
    return result === null ? statement(expression) : expression;
  };
}
