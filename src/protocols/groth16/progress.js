/** Progress of a call that is made of parts. */

/** @import { Task } from '../../input/tasks.js' */

/** Of a whole; its end is reported by the call alone. */
export const TOTAL = 1000;

/**
 * @param {Task['onProgress']} onProgress
 * @returns {(from: number, to: number) => Task['onProgress']} reports of a part, as of its share
 */
export const partOf = (onProgress) => (from, to) =>
  onProgress &&
  (({ phase, done, total }) => {
    if (phase === 'done') return undefined;
    return onProgress({ phase, done: TOTAL * (from + ((to - from) * done) / total), total: TOTAL });
  });
