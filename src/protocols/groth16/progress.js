/** Progress of a call that is made of parts. */

/** @import { Task } from '../../input/tasks.js' */

/** Of a whole; its end is reported by the call alone. */
export const TOTAL = 1000;

/**
 * Parts that may run at the same time: reports of the whole, of which each part is a share.
 * @param {Task['onProgress']} onProgress
 * @returns {(from: number, to: number) => Task['onProgress']} reports of a part, as of its share
 */
export function partOf(onProgress) {
  let all = 0;
  return (from, to) => {
    let own = 0;
    return (
      onProgress &&
      (({ phase, done, total }) => {
        const share = ((to - from) * done) / total;
        all += share - own;
        own = share;
        return phase === 'done'
          ? undefined
          : onProgress({ phase, done: TOTAL * all, total: TOTAL });
      })
    );
  };
}
