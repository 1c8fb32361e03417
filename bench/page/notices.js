/** Notices above the results. */
import { byId, create } from './dom.js';

/**
 * @param {string} text
 * @param {string} [kind] a class: `bad` for what ended a measurement
 */
export function notify(text, kind = '') {
  byId('notices').append(create('p', { class: `notice ${kind}` }, text));
}

/** Removes all notices. */
export function clearNotices() {
  byId('notices').replaceChildren();
}

/**
 * WebAssembly is refused, mostly by a policy: says by which, and what remains.
 * @param {string} reason
 * @param {() => void} onAccept measures without it
 */
export function offerBigint(reason, onAccept) {
  clearNotices();
  notify(`WebAssembly cannot be used here: ${reason}`, 'bad');
  const button = create('button', { type: 'button', id: 'use-bigint' }, 'Measure without it');
  button.addEventListener('click', () => {
    onAccept();
    button.remove();
  });
  byId('notices').append(button);
}
