/**
 * How much of the machine others used while something was measured, where the system tells: in Node
 * on Linux. Elsewhere, and in pages, nothing is known, and a round is judged by its loop alone.
 */

/**
 * Milliseconds since some moment: `wall` of time; `busy` of all processors together; `own` of this
 * process and those that it started.
 * @typedef {{ wall: number, busy: number, own: number, processors: number }} Reading
 */

/** A tick of the system's counters, 1/100 s. */
const TICK_MS = 10;

/**
 * Shorter rounds are judged together with their neighbours: counters are off by a tick for each
 * processor and end, which is 5 % of this, half of it too much on average.
 */
const LEAST_MS = 400;

/** A module of Node. @param {string} name @returns {any} */
const builtin = (name) => globalThis.process?.getBuiltinModule?.(name);

/** Fields of /proc/PID/stat after the name: user and system time, then those of its children. */
const [USER, CHILDREN_SYSTEM] = [11, 14];

/**
 * Processor time of a process, of what it started, and of such processes that ended.
 * @param {any} fs
 * @param {string} pid
 * @returns {number} milliseconds
 */
function timeOf(fs, pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    let ticks = 0;
    for (const field of fields.slice(USER, CHILDREN_SYSTEM + 1)) ticks += Number(field);
    let total = TICK_MS * ticks;
    for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
      const children = fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
      for (const child of children.split(' ').filter(Boolean)) total += timeOf(fs, child);
    }
    return total;
  } catch (error) {
    // It ended in the meantime, and its parent's count has it.
    if (pid !== 'self') return 0;
    throw error;
  }
}

/** @returns {Reading | null} null where the system does not tell */
export function readLoad() {
  const [os, fs] = [builtin('node:os'), builtin('node:fs')];
  if (os?.platform() !== 'linux') return null;
  const processors = os.cpus();
  let busy = 0;
  for (const { times } of processors) busy += times.user + times.nice + times.sys + times.irq;
  const own = timeOf(fs, 'self');
  return { wall: performance.now(), busy, own, processors: processors.length };
}

/**
 * The share of the machine that others used in each round.
 * @param {readonly (Reading | null)[]} readings before the first round, and after each
 * @returns {number[]} 0 where nothing is known
 */
export function othersOf(readings) {
  const known = readings.flatMap((reading) => reading ?? []);
  const rounds = readings.length - 1;
  if (known.length <= rounds) return Array.from({ length: rounds }, () => 0);
  return Array.from({ length: rounds }, (_, round) => {
    let [first, last] = [round, round + 1];
    const wall = () => known[last].wall - known[first].wall;
    while (wall() < LEAST_MS && last - first < rounds)
      [first, last] = [Math.max(0, first - 1), Math.min(rounds, last + 1)];
    if (wall() < LEAST_MS) return 0;
    const [from, to] = [known[first], known[last]];
    const others = to.busy - from.busy - (to.own - from.own);
    return Math.max(0, others) / (wall() * to.processors);
  });
}
