/**
 * The parts that tests of `Object.prototype` share.
 *
 * Members that a program adds to `Object.prototype`, or that somebody's JSON adds to it: no record
 * of the library takes them for its own. A getter stands there for each word of the sources and for
 * indices, and notes who reads it in the middle of calls of every kind, the first ones of instances
 * included, which fill caches; and values of all kinds stand there, and change no result.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** Members that a program is trusted with: how promises, iterators and descriptors work. */
const LANGUAGE = [
  'then',
  'return',
  'get',
  'set',
  'value',
  'writable',
  'enumerable',
  'configurable',
];

/** Members looked for on an object of the caller's. */
const ASKED = ['Fp'];

/** Words of the sources, but for those that every object has. */
function wordsOfSources() {
  const words = new Set();
  const files = readdirSync(sources, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of files) {
    if (!name.endsWith('.js') || /generated|reference/.test(parentPath)) continue;
    const text = readFileSync(`${parentPath}/${name}`, 'utf8');
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);
  }
  for (const own of [...Object.getOwnPropertyNames(Object.prototype), ...LANGUAGE, ...ASKED])
    words.delete(own);
  return words;
}

/** Indices: of lists that end before, or that have holes; and what else is made of numbers. */
const INDICES = [
  ...Array.from({ length: 604 }, (_, i) => String(i - 3)),
  ...['NaN', 'undefined', 'null', 'true', 'false', 'Infinity', ''],
];

const words = [...wordsOfSources(), ...INDICES];

/** Values that look like something of the library. @type {Record<string, () => unknown>} */
const VALUES = {
  'lines of nothing': () => ({ point: [] }),
  'an empty field': () => ({ bytes: [], ends: [] }),
  'a number': () => 7,
  'a bigint': () => 7n,
  'a function': () => () => true,
  bytes: () => new Uint8Array(96),
  true: () => true,
};

/**
 * The result of a call while all words have a value, as merged JSON would set it. What it awaits
 * goes on without them: the runtime itself does not work with them.
 * @param {unknown} value
 * @param {() => any} call
 */
function merged(value, call) {
  const { prototype } = Object;
  // Node reads this one for each listener.
  const names = words.filter((word) => word !== 'signal');
  for (const word of names) {
    const member = { value, writable: true, enumerable: true, configurable: true };
    /** @type {PropertyDescriptor} */
    const bare = Object.assign(Object.create(null), member);
    Object.defineProperty(prototype, word, bare);
  }
  try {
    return call();
  } finally {
    for (const word of names) delete prototype[word];
  }
}

/**
 * Who reads what while a call runs.
 * @param {() => any} call
 * @returns {Promise<{ result: any, reads: string[] }>}
 */
async function watched(call) {
  const reads = new Set();
  let isBusy = false;
  const limit = Error.stackTraceLimit;
  const note = (/** @type {string} */ word) => {
    if (isBusy) return;
    isBusy = true;
    Error.stackTraceLimit = 5;
    const frames = /** @type {string} */ (new Error().stack).split('\n').slice(3);
    Error.stackTraceLimit = limit;
    // A method of the language reads for whoever calls it.
    const line = frames.find((frame) => !frame.includes('<anonymous>')) ?? '';
    // It reads `{ length }`, for a function that ignores what it read.
    const isCount = frames[0]?.includes('Function.from (<anonymous>)');
    if (line.includes('/src/') && !isCount) reads.add(`${word} ${line.replace(/.*\/src\//, '')}`);
    isBusy = false;
  };
  const { prototype } = Object;
  for (const word of words) {
    Object.defineProperty(prototype, word, {
      configurable: true,
      get: () => void note(word),
      set(value) {
        Object.defineProperty(this, word, {
          ...{ __proto__: null, value },
          ...{ writable: true, enumerable: true, configurable: true },
        });
      },
    });
  }
  try {
    return { result: await call(), reads: [...reads] };
  } finally {
    for (const word of words) delete prototype[word];
  }
}

/** Text of a result. @type {(value: any) => any} */
const hex = (/** @type {any} */ value) =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('hex')
    : Array.isArray(value)
      ? value.map(hex)
      : (value?.toHex?.() ?? value);

/**
 * Calls by kind, the last of which opens something: of fresh instances, which are added to a list.
 * @typedef {(backend: 'portable' | 'auto', kept: any[]) => Promise<Record<string, () => any>>}
 *   OpenCalls
 */

/**
 * The results of all calls. What they import has then arrived: loaders read Object.prototype.
 * @param {OpenCalls} open
 * @param {'portable' | 'auto'} backend
 */
async function expectedOf(open, backend) {
  const results = [];
  for (const call of Object.values(await open(backend, []))) results.push(hex(await call()));
  return results;
}

/** @param {OpenCalls} open */
export function testPrototype(open) {
  const backends = /** @type {const} */ (['portable', 'auto']);

  it.each(backends)('is not read, from the creation of instances on [%s]', async (backend) => {
    const expected = await expectedOf(open, backend);
    const { result, reads } = await watched(async () => {
      const results = [];
      /** @type {any[]} */
      const instances = [];
      for (const call of Object.values(await open(backend, instances))) {
        results.push(await call());
      }
      for (const instance of instances) instance.dispose();
      return results;
    });
    expect(reads).toEqual([]);
    expect(hex(result)).toEqual(expected);
  });

  it('changes no result, whatever is there', async () => {
    const expected = await expectedOf(open, 'auto');
    for (const [kind, make] of Object.entries(VALUES)) {
      const calls = Object.entries(await open('auto', [])).slice(0, -1);
      for (const [i, [name, call]] of calls.entries()) {
        const result = await merged(make(), call);
        expect(hex(result), `${name}, ${kind}`).toEqual(expected[i]);
      }
    }
  });
}
