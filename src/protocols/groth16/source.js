/**
 * Files as they come: whole, or piece by piece from a Blob, a Response, a stream or any iterable of
 * bytes. Each byte is read once; a file that is whole is not copied. Nothing is believed about
 * lengths: memory is taken for what has arrived. Bytes and Blobs have random access.
 */
import { InputError } from '../../errors.js';
import { allocate, isBuffer, isBytes, joined, readBytes } from '../../input/bytes.js';
import { describe } from '../../input/describe.js';
import { readingOf } from '../../input/lists.js';
import { eventLoop } from '../../port/slices.js';
import { ContentError } from './content-error.js';

/**
 * A file, as users pass it. A `Blob` may be anything with its `size`, `stream` and `slice`, such as
 * a file that a server sends by ranges.
 * @typedef {Uint8Array | ArrayBuffer | Blob | Response | ReadableStream<Uint8Array>
 *   | AsyncIterable<Uint8Array>} FileSource
 */

const EXPECTED = 'a Uint8Array, ArrayBuffer, Blob, Response, stream or async iterable of bytes';

/** Bytes that are taken at first for what an unknown length announces. */
const FIRST_BYTES = 2 ** 20;

/** Bytes of a piece of what is whole, under a millisecond, and of pieces between turns. */
const [PIECE, TURN] = [2 ** 20, 2 ** 23];

/** @type {(value: unknown, name: string) => boolean} */
const methodOf = (value, name) =>
  readingOf('file', undefined, () => typeof (/** @type {any} */ (value)?.[name]) === 'function');

/**
 * A file that is open: its length where that is known, and what iterates over its bytes from a
 * position on. Without random access there is one iterator, from the beginning.
 * @typedef {{ length: number | undefined, hasRandomAccess: boolean,
 *   from: (position: number) => AsyncIterator<unknown> }} Opened
 */

/**
 * @param {unknown} value
 * @param {string} what the argument, for messages
 * @returns {Opened}
 */
function open(value, what) {
  if (isBytes(value)) return whole(readBytes(value, what));
  if (isBuffer(value)) {
    return whole(readBytes(viewOf(value, what), what));
  }
  if (methodOf(value, 'getReader')) return once(ofStream(value, what));
  if (methodOf(value, 'stream') || methodOf(value, 'arrayBuffer')) {
    return ofBody(/** @type {any} */ (value), what);
  }
  const iterate = readingOf(what, undefined, () => {
    const iterable = /** @type {any} */ (value);
    return typeof iterable === 'object' && iterable?.[Symbol.asyncIterator];
  });
  if (typeof iterate !== 'function') {
    throw new InputError(`${what}: expected ${EXPECTED}, got ${describe(value)}`);
  }
  const iterator = readingOf(what, undefined, () => iterate.call(value));
  if (!methodOf(iterator, 'next')) {
    throw new InputError(`${what}: expected ${EXPECTED}, got one without an iterator`);
  }
  return once(iterator);
}

/** @type {(iterator: AsyncIterator<unknown>) => Opened} */
const once = (iterator) => ({ length: undefined, hasRandomAccess: false, from: () => iterator });

/** @type {(buffer: unknown, what: string) => Uint8Array<ArrayBuffer>} */
const viewOf = (buffer, what) =>
  readingOf(what, undefined, () => new Uint8Array(/** @type {ArrayBuffer} */ (buffer)));

/** @type {(bytes: Uint8Array) => Opened} */
function whole(bytes) {
  const { length } = bytes;
  const from = (/** @type {number} */ position) => {
    let at = position;
    /** @type {AsyncIterator<unknown>} */
    const iterator = {
      async next() {
        if (at >= length) return { done: true, value: undefined };
        // Whoever copies the pieces shares the thread.
        if (at > position && (at - position) % TURN === 0) await eventLoop();
        const value = bytes.subarray(at, (at += PIECE));
        // Views of a buffer that was transferred meanwhile are empty.
        if (value.length === 0) throw new InputError('file: expected bytes, got a detached buffer');
        return { done: false, value };
      },
    };
    return iterator;
  };
  return { length, hasRandomAccess: true, from };
}

/** @type {(value: any, what: string) => Opened} a Blob or a Response */
function ofBody(value, what) {
  return readingOf(what, undefined, () => {
    if (methodOf(value, 'stream')) {
      const { size } = value;
      const length = Number.isSafeInteger(size) && size >= 0 ? size : undefined;
      if (length === undefined || !methodOf(value, 'slice')) {
        return { ...once(ofStream(value.stream(), what)), length };
      }
      /** @type {Opened['from']} */
      const from = (position) =>
        readingOf(what, undefined, () => {
          const part = position === 0 ? value : value.slice(position, length);
          return ofStream(part.stream(), what);
        });
      return { length, hasRandomAccess: true, from };
    }
    if (value.ok === false) {
      throw new InputError(`${what}: expected a successful response, got status ${value.status}`);
    }
    if (!value.body) throw new InputError(`${what}: expected a response with a body, got none`);
    return once(ofStream(value.body, what));
  });
}

/** @type {(stream: any, what: string) => AsyncIterator<unknown>} */
function ofStream(stream, what) {
  const reader = readingOf(what, undefined, () => stream.getReader());
  return {
    next: () => reader.read(),
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** A file that is read from a position on, by default its beginning, to its end. */
export class Source {
  #from;
  #iterator;
  #signal;
  /** Arrived, but not read. @type {Uint8Array} */
  #piece = new Uint8Array();
  #what;
  #isOver = false;
  /** Bytes read, or left out. */
  position;

  /**
   * @param {unknown} value
   * @param {string} what the argument, for messages
   * @param {AbortSignal} [signal]
   * @param {number} [position] where reading begins, of a file with random access
   * @throws {InputError} nothing to read from
   */
  constructor(value, what, signal, position = 0) {
    const { from, length, hasRandomAccess } = open(value, what);
    this.#from = from;
    this.#iterator = from(position);
    this.position = position;
    /** Whether another source of the same file can begin anywhere. @readonly */
    this.hasRandomAccess = hasRandomAccess;
    this.#signal = signal;
    this.#what = what;
    /** Of the file, where it is known. @type {number | undefined} @readonly */
    this.length = length;
  }

  /** Whether nothing is left. @returns {Promise<boolean>} */
  async isAtEnd() {
    while (this.#piece.length === 0 && !this.#isOver) await this.#next();
    return this.#piece.length === 0;
  }

  /**
   * The next bytes, as a copy.
   * @param {number} length
   * @param {string} part of the file, for messages
   * @param {ArrayBuffer} [spare] a buffer to copy to, from its beginning on, if it is large enough
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   * @throws {InputError} the file ends before
   */
  async read(length, part, spare) {
    this.#refuseLonger(length, part);
    const known = this.length === undefined ? FIRST_BYTES : length;
    // A detached buffer has no bytes.
    const isEnough = spare !== undefined && spare.byteLength >= length;
    let bytes = isEnough ? new Uint8Array(spare, 0, length) : allocate(Math.min(length, known));
    let filled = 0;
    for await (const piece of this.pieces(length, part)) {
      if (filled + piece.length > bytes.length) {
        const more = Math.max(filled + piece.length, 2 * bytes.length);
        const larger = allocate(Math.min(length, more));
        larger.set(bytes.subarray(0, filled));
        bytes = larger;
      }
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return bytes;
  }

  /**
   * All bytes that are left, as a copy.
   * @param {number} most
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   * @throws {InputError} more
   */
  async rest(most) {
    /** @type {Uint8Array[]} */
    const copies = [];
    for await (const piece of this.remaining()) {
      if (this.position > most) {
        throw new InputError(`${this.#what}: expected at most ${most} bytes, got more`);
      }
      copies.push(piece.slice());
    }
    return joined(copies);
  }

  /**
   * All bytes that are left, as views that may change after the turn.
   * @returns {AsyncGenerator<Uint8Array, void, void>}
   */
  async *remaining() {
    while (!(await this.isAtEnd())) yield* this.pieces(this.#piece.length, 'piece');
  }

  /**
   * The next bytes, as views that may change after the turn.
   * @param {number} length
   * @param {string} part of the file, for messages
   * @returns {AsyncGenerator<Uint8Array, void, void>}
   * @throws {InputError} the file ends before
   */
  async *pieces(length, part) {
    this.#refuseLonger(length, part);
    for (let left = length; left > 0;) {
      if (await this.isAtEnd()) {
        const got = length - left;
        throw new ContentError(`${this.#what}: ${part}: expected ${length} bytes, got ${got}`);
      }
      const piece = this.#piece.subarray(0, left);
      this.#piece = this.#piece.subarray(piece.length);
      this.position += piece.length;
      left -= piece.length;
      yield piece;
    }
  }

  /**
   * Leaves the next bytes out, without reading them where that can be avoided.
   * @param {number} length
   * @param {string} part of the file, for messages
   */
  async skip(length, part) {
    if (this.hasRandomAccess && length > this.#piece.length + PIECE) {
      this.#refuseLonger(length, part);
      this.close();
      this.position += length;
      this.#iterator = this.#from(this.position);
      this.#piece = new Uint8Array();
      this.#isOver = false;
      return;
    }
    const pieces = this.pieces(length, part);
    while (!(await pieces.next()).done);
  }

  /** Ends the reading of what comes piece by piece. */
  close() {
    if (this.#isOver) return;
    this.#isOver = true;
    // Nobody waits for a source that is given up.
    (async () => this.#iterator.return?.())().catch(() => {});
  }

  /** @type {(length: number, part: string) => void} */
  #refuseLonger(length, part) {
    if (this.length === undefined || length <= this.length - this.position) return;
    const got = this.length - this.position;
    throw new ContentError(`${this.#what}: ${part}: expected ${length} bytes, got ${got}`);
  }

  async #next() {
    const what = `${this.#what}: a piece`;
    const given = readingOf(what, undefined, () => this.#iterator.next());
    const result = await untilAborted(given, this.#signal);
    if (typeof result !== 'object' || result === null) {
      throw new InputError(`${what}: expected the result of an iterator, got ${describe(result)}`);
    }
    const [isOver, piece] = readingOf(what, undefined, () => [result.done, result.value]);
    if (isOver) this.#isOver = true;
    else this.#piece = readBytes(piece, what);
  }
}

/**
 * A promise that rejects as soon as the signal aborts: a network may never answer.
 * @template T
 * @param {PromiseLike<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function untilAborted(promise, signal) {
  if (!signal) return promise;
  /** @type {() => void} */
  let abort = () => {};
  const aborted = new Promise((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
  try {
    return await /** @type {Promise<T>} */ (Promise.race([promise, aborted]));
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
