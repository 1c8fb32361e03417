/**
 * Deadlines in waking time of the caller's thread: it hears nothing while it is busy, its process
 * is stopped, or the machine sleeps.
 */
import { now } from '../port/steps.js';

/**
 * Calls a function again and again with the waking time since the last call. A longer one than two
 * periods was not spent awake.
 * @param {number} limitMs of the deadlines: it sets the period
 * @param {(elapsedMs: number) => void} look
 * @returns {{ end: () => void, timer: any }}
 */
export function everyWhile(limitMs, look) {
  const period = Math.max(20, limitMs / 20);
  let last = now();
  const timer = setInterval(() => {
    const elapsed = Math.min(now() - last, 2 * period);
    last = now();
    look(elapsed);
  }, period);
  return { end: () => clearInterval(timer), timer };
}

/**
 * @param {number} ms
 * @param {() => void} onLate
 * @returns {() => void} calls the deadline off
 */
export function deadline(ms, onLate) {
  let left = ms;
  const { end } = everyWhile(ms, (elapsed) => {
    left -= elapsed;
    if (left > 0) return;
    end();
    onLate();
  });
  return end;
}
