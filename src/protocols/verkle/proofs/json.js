/**
 * `JSON.parse` in steps: a document of megabytes would keep the event loop for longer than a frame.
 * Only structure is read here. Strings, numbers and words go to `JSON.parse` one by one, so what
 * they may contain is what it says. Nothing recurses, however deep a document is nested.
 *
 * Objects have no prototype: a key is only what the document says. Of equal keys the last counts.
 */

/** @import { Progress } from '../../../port/engine.js' */

/** Values and keys of a step, a millisecond or less. */
const STEP = 2 ** 12;

/** @type {Progress} */
const PARSING = { phase: 'witness', done: 0, total: 1 };

const SPACE = /[ \t\n\r]*/y;
const WORD = /[-+.\w]+/y;

const BACKSLASH = '\\';

/**
 * Parses a document.
 * @param {string} text
 * @returns {Generator<Progress, unknown, void>}
 * @throws {SyntaxError} it is not JSON
 */
export function* parseInSteps(text) {
  const tokens = new Tokens(text);
  /** The containers around the next value, outermost first. @type {Array<unknown[] | object>} */
  const open = [];
  /** Their keys at hand; undefined for an array. @type {Array<string | undefined>} */
  const keys = [];
  for (let count = 1; ; count++) {
    if (count % STEP === 0) yield PARSING;
    const token = tokens.value();
    /** @type {unknown} */
    let value;
    if (token === '[' || token === '{') {
      const container = token === '[' ? [] : Object.create(null);
      if (!tokens.takes(token === '[' ? ']' : '}')) {
        open.push(container);
        keys.push(token === '[' ? undefined : tokens.key());
        continue;
      }
      value = container;
    } else value = JSON.parse(token);
    // Puts the value into its container, and closes those that end after it.
    for (;;) {
      const container = open.at(-1);
      if (container === undefined) {
        tokens.end();
        return value;
      }
      const isList = Array.isArray(container);
      if (isList) container.push(value);
      else /** @type {any} */ (container)[/** @type {string} */ (keys.at(-1))] = value;
      if (tokens.takes(',')) {
        if (!isList) keys[keys.length - 1] = tokens.key();
        break;
      }
      tokens.expect(isList ? ']' : '}');
      value = container;
      open.pop();
      keys.pop();
      if (++count % STEP === 0) yield PARSING;
    }
  }
}

/** The tokens of a text, from its start. */
class Tokens {
  #text;
  #at = 0;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /** A string, number or word as it is written, or the bracket that opens a container. */
  value() {
    this.#skip();
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === '[' || first === '{') {
      this.#at++;
      return first;
    }
    WORD.lastIndex = this.#at;
    if (!WORD.test(this.#text)) throw this.#error('a value');
    const start = this.#at;
    this.#at = WORD.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  /** A key and its colon. @returns {string} */
  key() {
    this.#skip();
    if (this.#text[this.#at] !== '"') throw this.#error('a key');
    const key = JSON.parse(this.#string());
    this.expect(':');
    return key;
  }

  /** Whether a character is next, which is then taken. @param {string} character */
  takes(character) {
    this.#skip();
    const isNext = this.#text[this.#at] === character;
    if (isNext) this.#at++;
    return isNext;
  }

  /** @param {string} character */
  expect(character) {
    if (!this.takes(character)) throw this.#error(character);
  }

  end() {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#error('the end');
  }

  #skip() {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
  }

  /** A string with its quotes: it ends at the first quote after an even number of backslashes. */
  #string() {
    const start = this.#at;
    for (let end = start; ;) {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) throw this.#error('the end of a string');
      let before = end - 1;
      while (this.#text[before] === BACKSLASH) before--;
      if ((end - 1 - before) % 2 === 0) {
        this.#at = end + 1;
        return this.#text.slice(start, end + 1);
      }
    }
  }

  /** @param {string} expected */
  #error(expected) {
    return new SyntaxError(`JSON at ${this.#at}: expected ${expected}`);
  }
}
