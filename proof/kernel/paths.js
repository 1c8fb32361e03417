/**
 * All paths of a run: every case distinction is followed to its end, each path by a run of its own.
 */
import { Contradiction, Refused } from './refused.js';

/** @import { Choice, Path } from './facts.js' */

const MOST_RUNS = 3000;

/**
 * @template T
 * @param {(path: Path) => T} run
 * @returns {{ results: T[], impossible: number }} of every path that inputs can take
 */
export function allPaths(run) {
  /** @type {Choice[][]} */
  const pending = [[]];
  /** @param {Choice[][]} paths */
  const others = (paths) => void pending.push(...paths);
  const results = [];
  let impossible = 0;
  for (let runs = 0; pending.length > 0; runs++) {
    if (runs === MOST_RUNS) throw new Refused('too many paths');
    try {
      results.push(run({ choices: pending.pop() ?? [], others }));
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error;
      impossible++;
    }
  }
  if (results.length === 0) throw new Refused('no input takes any path');
  return { results, impossible };
}
