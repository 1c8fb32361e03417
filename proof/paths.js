/**
 * All paths of a run: every case distinction is followed to its end, each path by a run of its own.
 */
import { Contradiction, NeedChoice, Refused } from './refused.js';

const MOST_RUNS = 3000;

/**
 * @template T
 * @param {(choices: readonly bigint[]) => T} run
 * @returns {{ results: T[], impossible: number }} of every path that inputs can take
 */
export function allPaths(run) {
  /** @type {bigint[][]} */
  const pending = [[]];
  const results = [];
  let impossible = 0;
  for (let runs = 0; pending.length > 0; runs++) {
    if (runs === MOST_RUNS) throw new Refused('too many paths');
    const choices = pending.pop() ?? [];
    try {
      results.push(run(choices));
    } catch (error) {
      if (error instanceof NeedChoice)
        for (const option of error.options) pending.push([...choices, option]);
      else if (error instanceof Contradiction) impossible++;
      else throw error;
    }
  }
  if (results.length === 0) throw new Refused('no input takes any path');
  return { results, impossible };
}
