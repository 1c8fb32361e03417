/** The strip that stays in view while something is measured: progress, the time left, Cancel. */
import { byId } from './dom.js';

/** Before this share is done, the time left would be a guess. */
const ENOUGH = 0.08;

let startMs = 0;

/** Shows the strip, empty, and brings it and the results into view where they are not. */
export function beginProgress() {
  startMs = performance.now();
  byId('progress').hidden = false;
  showProgress(0, 'loading');
  const { top } = byId('panel-top').getBoundingClientRect();
  if (top > innerHeight / 2 || top < 0) byId('panel-top').scrollIntoView({ block: 'start' });
}

/** Hides the strip. */
export function endProgress() {
  byId('progress').hidden = true;
}

/**
 * @param {number} fraction done
 * @param {string} step what is done now
 */
export function showProgress(fraction, step) {
  /** @type {HTMLProgressElement} */ (byId('bar')).value = fraction;
  byId('step').textContent = step;
  const elapsed = (performance.now() - startMs) / 1000;
  byId('left').textContent =
    fraction < ENOUGH ? '' : wordsFor((elapsed * (1 - fraction)) / fraction);
}

/** @param {number} seconds */
function wordsFor(seconds) {
  if (seconds < 2) return 'a moment left';
  if (seconds < 90) return `about ${Math.round(seconds)} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
