/**
 * How the objects that users hold behave in JavaScript programs: in consoles, in comparisons, as
 * messages to other threads, and when their methods are taken from them.
 */

/** The key of an object's description in Node's console, which Deno and Bun know too. */
export const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * The name of what deep equality compares of an object whose fields are private. A getter, so that
 * nothing is computed before somebody compares. No symbol: `assert.deepEqual` ignores those.
 */
const COMPARED = 'compared';

/**
 * Lets `assert.deepStrictEqual` and `toEqual` tell an object from others of its class.
 * @template Owner
 * @param {Owner} owner
 * @param {(this: Owner) => unknown} get
 */
export function provideCompared(owner, get) {
  Object.defineProperty(
    owner,
    COMPARED,
    /** @type {any} */ ({ __proto__: null, enumerable: true, get }),
  );
}

/**
 * The value of the first field of an object of data. A symbol is not cloned, so that structured
 * cloning and `postMessage` throw, and its description is in their error. Without it they would
 * make an empty object of one whose fields are private.
 */
export const SEND_BYTES = Symbol('objects of curvemill are not cloned: send toBytes()');

/** The same for objects that compute. */
const CREATE_THERE = Symbol(
  'objects of curvemill are not cloned: create an instance in each thread, and send bytes',
);

/**
 * Makes an object that computes ready for users: its methods work when they are taken from it, one
 * by one or all of them by `{ ...object }`, and it is not cloned. Called in the constructor of its
 * first class, as the methods of classes that extend it are known by then.
 * @type {(owner: object) => void}
 */
export function provideMethods(owner) {
  const define = (/** @type {string} */ name, /** @type {PropertyDescriptor} */ descriptor) =>
    Object.defineProperty(owner, name, /** @type {any} */ ({ __proto__: null, ...descriptor }));
  define('cloning', { value: CREATE_THERE, enumerable: true });
  let prototype = Object.getPrototypeOf(owner);
  for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      if (!own || !Object.hasOwn(own, 'value') || typeof own.value !== 'function') continue;
      // The nearest class comes first. Methods stay replaceable, as tests of programs replace them.
      if (name === 'constructor' || Object.hasOwn(owner, name)) continue;
      const value = own.value.bind(owner);
      define(name, { value, enumerable: true, writable: true, configurable: true });
    }
  }
}
