/**
 * Random cases of every area on every backend, for as long as asked. A case is made from the seed,
 * its area, backend and number alone, so that one command repeats it.
 */
import { areas } from './areas/index.js';
import { backendNames, createContext } from './context.js';
import { Random } from './random.js';

/** @import { Context } from './context.js' */

/**
 * An area. A case is plain data. `reduce` gives smaller cases, tried when a case fails.
 * @typedef {{ name: string, backends?: readonly string[],
 *   generate: (random: Random, context: Context) => any,
 *   check: (input: any, context: Context) => Promise<void>,
 *   reduce?: (input: any) => any[] }} Area
 */

/**
 * @typedef {{ area: string, backend: string, number: number, message: string, input: any }}
 *   Failure
 */

/** How long a failing case is made smaller. */
const REDUCE_MS = 10_000;

/**
 * Runs cases in turn, areas and backends with equal times.
 * @param {{ seed: string, seconds: number, only?: string, backend?: string, number?: number,
 *   report?: (text: string) => void }} options `only`: an area; `number`: one case
 */
export async function fuzz({ seed, seconds, only, backend, number, report = console.log }) {
  const chosen = areas.filter(({ name }) => !only || only.split(',').includes(name));
  const backends = (await backendNames()).filter((name) => !backend || name === backend);
  if (chosen.length === 0 || backends.length === 0)
    throw new Error(
      `expected an area of ${areas.map(({ name }) => name)}, and a backend of ${await backendNames()}`,
    );
  const contexts = new Map();
  for (const name of backends) contexts.set(name, await createContext(name));
  const turns = chosen.flatMap((area) =>
    backends
      .filter((name) => area.backends?.includes(name) ?? true)
      .map((name) => ({ area, backend: name, spent: 0, cases: 0 })),
  );
  /** @type {Failure[]} */
  const failures = [];
  const ends = performance.now() + 1000 * seconds;
  do {
    const turn = turns.reduce((least, next) => (next.spent < least.spent ? next : least));
    const context = contexts.get(turn.backend);
    const began = performance.now();
    const which = number ?? turn.cases;
    const make = () =>
      turn.area.generate(new Random(`${seed} ${turn.area.name} ${turn.backend} ${which}`), context);
    const input = make();
    const message = await failureOf(turn.area, input, context);
    if (message !== null) {
      const small = await reduced(turn.area, input, context);
      const failure = {
        area: turn.area.name,
        backend: turn.backend,
        number: which,
        message,
        input: small,
      };
      failures.push(failure);
      report(describe(failure, seed));
      if (failures.length >= 10) break;
    }
    turn.cases++;
    turn.spent += performance.now() - began;
    // Each has one, however slow the machine is.
  } while (
    (number === undefined && performance.now() < ends) ||
    turns.some(({ cases }) => cases === 0)
  );
  return { failures, turns };
}

/**
 * @param {Area} area
 * @param {any} input
 * @param {Context} context
 * @returns {Promise<string | null>}
 */
async function failureOf(area, input, context) {
  try {
    await area.check(input, context);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/**
 * The smallest failing case that halving finds.
 * @param {Area} area
 * @param {any} input
 * @param {Context} context
 */
async function reduced(area, input, context) {
  const ends = performance.now() + REDUCE_MS;
  let best = input;
  for (let found = true; found && performance.now() < ends;) {
    found = false;
    for (const smaller of area.reduce?.(best) ?? []) {
      if (performance.now() > ends) break;
      if ((await failureOf(area, smaller, context)) === null) continue;
      [best, found] = [smaller, true];
      break;
    }
  }
  return best;
}

/**
 * Lists without their first half, their second half, or one item.
 * @template T
 * @param {readonly T[]} list
 */
export function parts(list) {
  const middle = list.length >> 1;
  const halves = list.length > 1 ? [list.slice(0, middle), list.slice(middle)] : [];
  return [
    ...halves,
    ...(list.length <= 12 ? list.map((_, i) => list.filter((__, j) => j !== i)) : []),
  ];
}

/** @param {Failure} failure @param {string} seed */
function describe({ area, backend, number, message, input }, seed) {
  const show = (/** @type {string} */ _, /** @type {any} */ value) => {
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  };
  return [
    `FAILED ${area} [${backend}]: ${message}`,
    `  again: npm run fuzz -- --only ${area} --backend ${backend} --seed ${seed} --case ${number}`,
    `  case: ${JSON.stringify(input, show)?.slice(0, 3000)}`,
  ].join('\n');
}
