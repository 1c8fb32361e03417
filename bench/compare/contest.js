/**
 * Measures one row: all contestants load the same input, must return the same result, warm up, and
 * then take turns.
 */
import { median, quantile } from '../../scripts/lib/stats.js';
import { isSteady, repeatRounds } from '../harness/turns.js';

/** @import { Field, Program } from './programs.js' */
/** @import { Patience } from '../harness/turns.js' */

/**
 * @typedef {{ system: string, task: string }} Entrant  `system` may have a parameter: curvemill@16
 * @typedef {Entrant & { samplesMs: number[], medianMs: number, minMs: number, spread: number,
 *   isDisturbed: boolean, note: string }} Entry
 *   milliseconds of one run; spread is half of the interquartile range, relative to the median;
 *   `isDisturbed`: measured beside other work
 * @typedef {Entrant & { reason: string }} Absence
 * @typedef {{ warmUpMs: number, sampleMs: number, rounds: number, leastRounds: number,
 *   tries: number, budgetMs: number, longestMs: number } & Patience} Pace
 *   `rounds` samples per contestant, fewer if these would exceed the budget; `tries` times as many
 *   at most, until enough were taken in rounds that nothing disturbed
 */

/** @type {Pace} */
export const FULL = {
  warmUpMs: 300,
  sampleMs: 20,
  rounds: 11,
  leastRounds: 3,
  tries: 2,
  budgetMs: 1500,
  longestMs: 10_000,
};

/**
 * In a page the optimising compiler shares the core with the measured code: with a shorter warm-up,
 * parts of a kernel still ran unoptimised.
 * @type {Pace}
 */
export const FULL_IN_PAGE = { ...FULL, warmUpMs: 800 };

/** @type {Pace} */
export const QUICK = {
  warmUpMs: 40,
  sampleMs: 2,
  rounds: 3,
  leastRounds: 1,
  tries: 1,
  budgetMs: 30,
  longestMs: 500,
};

/**
 * Runs one row. The first entrant is this library: the others must match its result, and the row is
 * skipped without it.
 * @param {Field} field
 * @param {readonly Entrant[]} entrants
 * @param {string} file
 * @param {Pace} pace
 * @param {(entrant: Entrant) => number} expectedMs duration of a run estimated from earlier rows; 0
 *   if unknown
 * @returns {Promise<{ entries: Entry[], absences: Absence[] }>}
 */
export async function contest(field, entrants, file, pace, expectedMs) {
  /** @type {Array<Seat>} */
  const seats = [];
  /** @type {Absence[]} */
  const absences = [];
  try {
    for (const [i, entrant] of entrants.entries()) {
      const reason = await enter(field, entrant, `t${i}`, file, pace, expectedMs, seats);
      if (reason) absences.push({ ...entrant, reason });
      if (seats.length === 0) return { entries: [], absences };
    }
    const { quiet } = await takeTurns(seats, pace);
    const judged = pace.tries > 1;
    return { entries: seats.map((seat) => summarise(seat, quiet, judged)), absences };
  } finally {
    for (const { program, id } of seats) await program.ask(`drop ${id}`);
  }
}

/**
 * @typedef {{ entrant: Entrant, program: Program, id: string, note: string, times: number,
 *   rounds: number, result: string, samples: { round: number, ms: number }[] }} Seat
 */

/**
 * Loads, verifies and warms up.
 * @param {Field} field
 * @param {Entrant} entrant
 * @param {string} id
 * @param {string} file
 * @param {Pace} pace
 * @param {(entrant: Entrant) => number} expectedMs
 * @param {Seat[]} seats the contestants so far; a new one is added
 * @returns {Promise<string>} the reason why it is left out, or an empty string
 */
async function enter(field, entrant, id, file, pace, expectedMs, seats) {
  const { system, task } = entrant;
  const program = field.programs.get(system.split('@')[0]);
  if (!program) return 'not there';
  if (expectedMs(entrant) > pace.longestMs) return 'too slow';
  const [answer, ...note] = (await program.ask(`load ${id} ${system} ${task} ${file}`)).split(' ');
  if (answer !== 'ready') return 'lacking';
  /** @type {Seat} */
  const seat = {
    entrant,
    program,
    id,
    note: note.join(' '),
    times: 1,
    rounds: pace.rounds,
    result: '',
    samples: [],
  };
  seats.push(seat);
  let milliseconds = await sample(seat);
  if (seat.result !== seats[0].result) {
    throw new Error(`${task}: ${system} and ${seats[0].entrant.system} differ`);
  }
  for (let total = milliseconds; total < pace.warmUpMs;) {
    seat.times = Math.max(1, Math.ceil(pace.sampleMs / milliseconds));
    milliseconds = await sample(seat);
    total += milliseconds * seat.times;
  }
  seat.times = Math.max(1, Math.ceil(pace.sampleMs / milliseconds));
  const affordable = Math.floor(pace.budgetMs / (milliseconds * seat.times));
  seat.rounds = Math.min(pace.rounds, Math.max(pace.leastRounds, affordable));
  return '';
}

/**
 * @param {readonly Seat[]} seats
 * @param {Pace} pace
 */
async function takeTurns(seats, pace) {
  const isFull = (/** @type {Seat} */ seat, /** @type {boolean[]} */ quiet) =>
    quietOf(seat, quiet).length >= seat.rounds && isSteady(quietOf(seat, quiet));
  const judge = (/** @type {boolean[]} */ quiet) => seats.every((seat) => isFull(seat, quiet));
  return repeatRounds(pace, judge, async (round, quiet) => {
    for (const seat of seats) {
      const most = pace.tries * seat.rounds;
      const isDone = seat.samples.length >= most || (round >= seat.rounds && isFull(seat, quiet));
      if (!isDone) seat.samples.push({ round, ms: await sample(seat) });
    }
  });
}

/** The samples of quiet rounds. @param {Seat} seat @param {readonly boolean[]} quiet */
const quietOf = ({ samples }, quiet) =>
  samples.filter(({ round }) => quiet[round]).map(({ ms }) => ms);

/**
 * @param {Seat} seat
 * @returns {Promise<number>} milliseconds of one run
 */
async function sample(seat) {
  const [result, milliseconds] = (await seat.program.ask(`run ${seat.id} ${seat.times}`)).split(
    ' ',
  );
  seat.result ||= result;
  if (result !== seat.result) throw new Error(`${seat.entrant.system}: the result changed`);
  return Number(milliseconds);
}

/**
 * Of quiet rounds, or of all if too few were.
 * @param {Seat} seat
 * @param {readonly boolean[]} quiet
 * @param {boolean} judged whether a disturbed one is refused: not in smoke runs
 * @returns {Entry}
 */
function summarise(seat, quiet, judged) {
  const { entrant, note, rounds } = seat;
  const counted = quietOf(seat, quiet);
  const isMany = counted.length >= rounds;
  const samples = isMany ? counted : seat.samples.map(({ ms }) => ms);
  const middle = median(samples);
  return {
    ...entrant,
    note,
    isDisturbed: judged && (!isMany || !isSteady(samples)),
    samplesMs: samples.map((ms) => Number(ms.toPrecision(6))),
    medianMs: middle,
    minMs: Math.min(...samples),
    spread: (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2 / middle,
  };
}
