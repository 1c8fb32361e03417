/**
 * Measures one row: all contestants load the same input, must return the same result, warm up, and
 * then take turns.
 */
import { median, quantile } from '../../scripts/lib/stats.js';

/** @import { Field, Program } from './programs.js' */

/**
 * @typedef {{ system: string, task: string }} Entrant  `system` may have a parameter: curvemill@16
 * @typedef {Entrant & { samplesMs: number[], medianMs: number, minMs: number, spread: number,
 *   note: string }} Entry
 *   milliseconds of one run; spread is half of the interquartile range, relative to the median
 * @typedef {Entrant & { reason: string }} Absence
 * @typedef {{ warmUpMs: number, sampleMs: number, rounds: number, leastRounds: number,
 *   budgetMs: number, longestMs: number }} Pace
 *   `rounds` samples per contestant, fewer if these would exceed the budget
 */

/** @type {Pace} */
export const FULL = {
  warmUpMs: 300,
  sampleMs: 20,
  rounds: 11,
  leastRounds: 3,
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
    await takeTurns(seats, pace);
  } finally {
    for (const { program, id } of seats) await program.ask(`drop ${id}`);
  }
  return { entries: seats.map(summarise), absences };
}

/**
 * @typedef {{ entrant: Entrant, program: Program, id: string, note: string, times: number,
 *   rounds: number, result: string, samples: number[] }} Seat
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
  for (let round = 0; round < pace.rounds; round++) {
    for (const seat of seats) {
      if (round < seat.rounds) seat.samples.push(await sample(seat));
    }
  }
}

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
 * @param {Seat} seat
 * @returns {Entry}
 */
function summarise({ entrant, note, samples }) {
  const middle = median(samples);
  return {
    ...entrant,
    note,
    samplesMs: samples.map((ms) => Number(ms.toPrecision(6))),
    medianMs: middle,
    minMs: Math.min(...samples),
    spread: (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2 / middle,
  };
}
