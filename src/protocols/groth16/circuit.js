/**
 * Witnesses by the module of a circuit, as circom 2 writes it: it takes the values of its input
 * signals, each by a hash of its name, and computes those of all wires when it has the last one.
 *
 * The module is code of the user's choice. It gets a memory of its own and four functions; what it
 * says is checked. Nothing ends it while it runs: whose circuit is not known runs it in a worker of
 * their own. Its memory is overwritten in the end.
 */
import { InputError, ResourceError } from '../../errors.js';
import { SCALAR_BYTES, fromBytesLE } from '../../math/integers.js';
import { inSteps } from '../../port/steps.js';
import { viewOf } from './sections.js';

/** @import { Progress } from '../../port/engine.js' */

/** Words of a value, of 32 bits. */
const WORDS = SCALAR_BYTES / 4;

/** Wires that are read in a step, a millisecond or less. */
const STEP = 2 ** 12;

/** Bytes of a page of memory; pages that are overwritten in a step, a millisecond or less. */
const [PAGE_BYTES, PAGES] = [2 ** 16, 16];

/**
 * Bytes that are overwritten unseen. Beyond, pages that were never used are left alone: writing to
 * one takes memory for it, and some modules begin with 2000 of them.
 */
const UNSEEN_BYTES = 2 ** 24;

/** Characters that are kept of a module's own messages. */
const MOST_CHARACTERS = 500;

/** Sentences for the numbers of a module's errors. @type {ReadonlyMap<number, string>} */
const ERRORS = new Map([
  [1, 'expected the name of an input signal of the circuit, got another'],
  [2, 'expected as many values as the circuit has input signals, got more'],
  [3, 'expected one value at each place, got a second one'],
  [4, 'expected values that its assertions allow, got some that break one'],
  [5, 'expected memory for its components, got none'],
  [6, 'expected as many values as the signal has, got more'],
  [7, 'expected indices inside of its arrays, got one beyond'],
]);

/** A module at work, for one witness. */
export class Circuit {
  /** @type {any} */
  #exports;
  /** The signal whose values are being set. */
  #signal = '';
  /** An error that the module has reported. @type {Error | undefined} */
  #failure;
  #text = '';

  /**
   * @param {WebAssembly.Module} module of `compileCircuit`
   * @returns {Promise<Circuit>} whose memory must be overwritten
   * @throws {InputError} it fails as it begins
   * @throws {ResourceError} no memory for it
   */
  static async start(module) {
    const circuit = new Circuit();
    const refuse = (/** @type {number} */ code) => {
      throw (circuit.#failure ??= circuit.#errorOf(code));
    };
    const runtime = {
      exceptionHandler: refuse,
      printErrorMessage() {
        circuit.#text = `${circuit.#text}${circuit.#message()}`.slice(0, MOST_CHARACTERS);
      },
      // What a circuit logs may be secret.
      writeBufferMessage: () => void circuit.#message(),
      showSharedRWMemory() {},
    };
    try {
      const instance = await WebAssembly.instantiate(module, { runtime });
      circuit.#exports = instance.exports;
    } catch (cause) {
      if (circuit.#failure) throw circuit.#failure;
      if (cause instanceof RangeError) {
        const message = 'circuit: expected memory for its module, got none';
        throw new ResourceError(message, { cause });
      }
      throw trapped(cause);
    }
    return circuit;
  }

  /**
   * The values of all wires.
   * @param {ReadonlyMap<string, readonly bigint[]>} signals values below the order
   * @param {{ name: string, r: bigint }} curve
   * @param {(wires: number) => Uint8Array} place gives the bytes to write to, 32 for each wire
   * @returns {Generator<Progress, void, void>}
   * @throws {InputError} another field; signals that the circuit has not, lacks, or does not allow;
   *   whatever else the module reports
   */
  *calculateSteps(signals, { name, r }, place) {
    const version = this.#optional('getVersion') ?? 2;
    if (version !== 2) {
      throw new InputError(`circuit: expected a module of circom 2, got one of circom ${version}`);
    }
    const words = this.#call('getFieldNumLen32');
    if (words === WORDS) this.#call('getRawPrime');
    if (words !== WORDS || fromBytesLE(this.#read(new Uint8Array(SCALAR_BYTES))) !== r) {
      throw new InputError(`circuit: expected values of the field of ${name}, got another field`);
    }
    this.#call('init', 1);
    yield* this.#set(signals);
    const wires = this.#call('getWitnessSize') >>> 0;
    // Each has a place in the module's memory.
    const most = this.#memory.buffer.byteLength / 4;
    if (wires < 1 || wires > most) {
      throw new InputError(`circuit: expected 1 to ${most} wires, got ${wires}`);
    }
    const values = place(wires);
    yield* inSteps(wires, { phase: 'witness', first: STEP, most: STEP }, (start, end) => {
      for (let i = start; i < end; i++) {
        this.#call('getWitness', i);
        this.#read(values.subarray(i * SCALAR_BYTES, (i + 1) * SCALAR_BYTES));
      }
    });
  }

  /**
   * @type {(signals: ReadonlyMap<string, readonly bigint[]>) => Generator<Progress, void, void>}
   */
  *#set(signals) {
    const wanted = this.#optional('getInputSize');
    let done = 0;
    for (const [name, values] of signals) {
      this.#signal = name;
      const [high, low] = hashOf(name);
      const size = this.#optional('getInputSignalSize', high, low);
      // For a signal that does not exist, some modules return 0, others −1.
      if (size !== undefined && size <= 0) throw this.#errorOf(1);
      if (size !== undefined && size !== values.length) {
        throw new InputError(
          `circuit: signal '${shown(name)}': expected ${size} values, got ${values.length}`,
        );
      }
      for (const [i, value] of values.entries()) {
        for (let j = 0; j < WORDS; j++) {
          this.#call('writeSharedRWMemory', j, Number((value >> BigInt(32 * j)) & 0xffffffffn));
        }
        this.#call('setInputSignal', high, low, i);
        if (++done % STEP === 0) yield { phase: 'witness', done: 0, total: 1 };
      }
    }
    this.#signal = '';
    if (wanted !== undefined && done < wanted) {
      const names = [...signals].map(([name, { length }]) => `'${name}' (${length})`).join(', ');
      throw new InputError(
        `input: expected ${wanted} values of input signals, got ${done}: ${shown(names) || 'none'}; ` +
          'the names of other signals are not in the module',
      );
    }
  }

  /**
   * Overwrites the module's memory. Closed before its end, it goes on to it at once.
   * @returns {Generator<undefined, void, void>}
   */
  *overwriteSteps() {
    const { buffer } = this.#memory;
    let at = 0;
    const next = () => {
      const page = new Int32Array(buffer, at, PAGE_BYTES / 4);
      if (at < UNSEEN_BYTES || !isZero(page)) page.fill(0);
      at += PAGE_BYTES;
    };
    try {
      while (at < buffer.byteLength) {
        for (let i = 0; i < PAGES && at < buffer.byteLength; i++) next();
        yield;
      }
    } finally {
      while (at < buffer.byteLength) next();
    }
  }

  /** @returns {WebAssembly.Memory} */
  get #memory() {
    return this.#exports.memory;
  }

  /** @param {string} name of what every module exports @param {number[]} values */
  #call(name, ...values) {
    try {
      const result = this.#exports[name](...values);
      // A module may catch what its imports throw.
      if (this.#failure) throw this.#failure;
      if (result === undefined || typeof result === 'number') return result;
      throw new TypeError(`${name}: expected a number of 32 bits, got another value`);
    } catch (error) {
      throw this.#failure ?? trapped(error);
    }
  }

  /**
   * @param {string} name of what a module may lack
   * @param {number[]} values
   * @returns {number | undefined} undefined: it lacks it
   */
  #optional(name, ...values) {
    return typeof this.#exports[name] === 'function' ? this.#call(name, ...values) : undefined;
  }

  /** The value in the module's shared words. @param {Uint8Array} target */
  #read(target) {
    const view = viewOf(target);
    for (let j = 0; j < WORDS; j++) view.setInt32(4 * j, this.#call('readSharedRWMemory', j), true);
    return target;
  }

  /** A message of the module, of as many characters as are kept. */
  #message() {
    let text = '';
    for (let i = 0; i < MOST_CHARACTERS; i++) {
      const code = this.#exports?.getMessageChar?.();
      if (!code) break;
      text += String.fromCharCode(code);
    }
    return `${text} `;
  }

  /** @type {(code: number) => Error} */
  #errorOf(code) {
    const where = this.#signal ? `circuit: signal '${shown(this.#signal)}'` : 'circuit';
    const said = this.#text.trim();
    const what = ERRORS.get(code) ?? `expected no error, got its error ${code}`;
    const message = `${where}: ${what}${said && ` (${said})`}`;
    return code === 5 ? new ResourceError(message) : new InputError(message);
  }
}

/** @param {Int32Array} words a multiple of 4 */
function isZero(words) {
  let any = 0;
  for (let i = 0; i < words.length; i += 4) {
    any |= words[i] | words[i + 1] | words[i + 2] | words[i + 3];
  }
  return any === 0;
}

/** A name in messages. @type {(name: string) => string} */
const shown = (name) => (name.length > 100 ? `${name.slice(0, 100)}...` : name);

/** @param {unknown} cause */
const trapped = (cause) =>
  new InputError('circuit: expected a witness, got an error of its module', { cause });

/**
 * FNV-1a of a name, by which a module knows a signal.
 * @type {(name: string) => [high: number, low: number]}
 */
function hashOf(name) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(name)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return [Number(hash >> 32n), Number(hash & 0xffffffffn)];
}
