/** Costs of work, in measures that neither a busy machine nor a stop of the process changes. */

/** Smaller times are noise. */
const LEAST_MS = 0.5;

/** Milliseconds of processor time of this process. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The least processor time of a few runs.
 * @param {() => () => unknown} prepare returns the work, made anew for each run
 */
function leastTime(prepare) {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    const run = prepare();
    const began = processorMs();
    run();
    least = Math.min(least, processorMs() - began);
  }
  return Math.max(LEAST_MS, least);
}

/**
 * How many times as long one piece of work takes as another: the least ratio of some tries, as
 * collections of garbage and compilation count, too. It ends with the first below a limit.
 * @param {() => () => unknown} more
 * @param {() => () => unknown} less
 * @param {number} limit
 */
export function ratioOf(more, less, limit) {
  let least = Infinity;
  for (let i = 0; i < 5 && least >= limit; i++) {
    least = Math.min(least, leastTime(more) / leastTime(less));
  }
  return least;
}

/**
 * Notes what a clock shows at each turn of the event loop.
 * @param {() => number} clock
 * @returns {() => number} ends it, and gives the longest time without a turn
 */
export function watchTurns(clock) {
  const turns = [clock()];
  let isOver = false;
  const turn = () => {
    turns.push(clock());
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return Math.max(...turns.slice(1).map((time, i) => time - turns[i]));
  };
}
