/**
 * The extent of a run. `npm test` runs the short list, for which $CURVEMILL_TESTS is 'short';
 * `npm run test:all`, or Vitest by itself, runs everything. The short list has every official
 * vector, every public member, every kind of error and each kernel's functions. It leaves out
 * further backends, sizes and repetitions of the same tests, drawn from a printed seed.
 */

/** Whether this run is of all tests. */
export const isWhole = process.env.CURVEMILL_TESTS !== 'short';

/** The seed of draws, which is printed. */
const seed = Number(process.env.CURVEMILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!isWhole) console.info(`short list: CURVEMILL_SEED=${seed}`);

/**
 * A generator of integers below a bound: Numerical Recipes' one, of which the high bits are drawn.
 * @param {string} key
 */
function drawing(key) {
  let state = seed >>> 0;
  const next = (/** @type {number} */ more) =>
    (state = (Math.imul(state ^ more, 1664525) + 1013904223) >>> 0);
  for (const letter of key) next(letter.charCodeAt(0));
  return (/** @type {number} */ bound) => Math.floor((next(0) / 2 ** 32) * bound);
}

/**
 * All of a list, or so many of it in the short list, drawn without repetition, in their order.
 * @template Item
 * @param {readonly Item[]} list
 * @param {number} count
 * @param {string} key another one gives other draws by the same seed
 * @returns {Item[]}
 */
export function some(list, count, key) {
  if (isWhole || list.length <= count) return [...list];
  const below = drawing(key);
  const left = list.map((_, i) => i);
  const drawn = Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]);
  return drawn.sort((a, b) => a - b).map((i) => list[i]);
}

/**
 * How often a test with random values repeats: a quarter of the whole list's number in the short
 * list.
 * @param {number} count in the whole list
 */
export const rounds = (count) => (isWhole ? count : Math.ceil(count / 4));
