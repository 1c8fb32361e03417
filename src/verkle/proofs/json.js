/**
 * `JSON.parse` in steps: a document of megabytes would keep the event loop for longer than a frame.
 * Only structure is read here. Strings, numbers and words go to `JSON.parse` one by one, so what
 * they may contain is what it says. Nothing recurses.
 *
 * Values that the reader will not look at are parsed but not kept: the collection of what a hostile
 * document would leave behind takes longer than a frame, too.
 *
 * Objects have no prototype: a key is only what the document says. Of equal keys the last counts.
 */

/** @import { Progress } from '../../port/engine.js' */

/**
 * The parts of a value that are kept. `true`: all of it. `false`: a string, number or word, and of
 * a container only its kind. `[shape]`: an array, of whose items each has this shape.
 * `{ key: shape }`: an object, of which these keys are kept.
 * @typedef {boolean | readonly [any] | { readonly [key: string]: any }} Shape
 */

/** Values and keys of a step, a millisecond or less. */
const STEP = 2 ** 12;

/** Containers within each other. */
const MOST_LEVELS = 2 ** 10;

/** Characters of a number or word, and of a string with escapes: a millisecond or less. */
const MOST_CHARACTERS = 2 ** 16;

/** @type {Progress} */
const PARSING = { phase: 'witness', done: 0, total: 1 };

const SPACE = /[ \t\n\r]*/y;
const WORD = /[-+.\w]{1,65536}/y;

const BACKSLASH = '\\';

/**
 * Parses a document.
 * @type {(text: string, shape: Shape) => Generator<Progress, unknown, void>}
 * @throws {SyntaxError} it is not JSON, has more than 1024 levels, or tokens of more than 2^16
 *   characters that are not plain strings
 */
export function* parseInSteps(text, shape) {
  const tokens = new Tokens(text);
  /**
   * The containers around the next value, outermost first, each with the shape of its contents, and
   * its key at hand, undefined for an array.
   * @type {Array<{ container: any, inner: any, key: string | undefined }>}
   */
  const open = [];
  /** Of the next value; undefined: it is not kept. @type {Shape | undefined} */
  let next = shape;
  for (let count = 1; ; count++) {
    if (count % STEP === 0) yield PARSING;
    const token = tokens.value();
    /** @type {unknown} */
    let value;
    if (token === '[' || token === '{') {
      const isList = token === '[';
      const container = next === undefined ? undefined : isList ? [] : Object.create(null);
      if (!tokens.takes(isList ? ']' : '}')) {
        if (open.length === MOST_LEVELS) throw tokens.error('fewer levels');
        const inner = next === true || Array.isArray(next) === isList ? next : undefined;
        const key = isList ? undefined : tokens.key();
        open.push({ container, inner, key });
        next = innerShape(inner, key);
        continue;
      }
      value = container;
    } else value = JSON.parse(token);
    // Puts the value into its container, and closes those that end after it.
    for (;;) {
      const around = open.at(-1);
      if (around === undefined) {
        tokens.end();
        return value;
      }
      const { container, inner, key } = around;
      if (next !== undefined) {
        if (key === undefined) container.push(value);
        else container[key] = value;
      }
      if (tokens.takes(',')) {
        if (key !== undefined) around.key = tokens.key();
        next = innerShape(inner, around.key);
        break;
      }
      tokens.expect(key === undefined ? ']' : '}');
      value = container;
      open.pop();
      const outer = open.at(-1);
      next = outer ? innerShape(outer.inner, outer.key) : shape;
      if (++count % STEP === 0) yield PARSING;
    }
  }
}

/**
 * The shape of what stands in a container.
 * @param {any} shape of the container
 * @param {string | undefined} key undefined in an array
 * @returns {Shape | undefined}
 */
function innerShape(shape, key) {
  if (shape === true || shape === undefined) return shape;
  if (key === undefined) return shape[0];
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
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
    if (!WORD.test(this.#text)) throw this.error('a value');
    const start = this.#at;
    this.#at = WORD.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  /** A key and its colon. @returns {string} */
  key() {
    this.#skip();
    if (this.#text[this.#at] !== '"') throw this.error('a key');
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
    if (!this.takes(character)) throw this.error(character);
  }

  end() {
    this.#skip();
    if (this.#at < this.#text.length) throw this.error('the end');
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
      if (end < 0) throw this.error('the end of a string');
      let before = end - 1;
      while (end - before <= MOST_CHARACTERS && this.#text[before] === BACKSLASH) before--;
      const isEnd = (end - 1 - before) % 2 === 0;
      const string = isEnd ? this.#text.slice(start, end + 1) : BACKSLASH;
      if (end - start >= MOST_CHARACTERS && string.includes(BACKSLASH)) {
        throw this.error('fewer escapes');
      }
      if (isEnd) {
        this.#at = end + 1;
        return string;
      }
    }
  }

  /** @param {string} expected */
  error(expected) {
    return new SyntaxError(`JSON at ${this.#at}: expected ${expected}`);
  }
}
