/**
 * The order of settings and results, and the focus. Where both stand below each other, results come
 * first once there are some: in the document, so that the tab key follows what is seen.
 */
import { byId } from './dom.js';

const narrow = matchMedia('(max-width: 820px)');
let hasMeasured = false;

/** Puts results before settings, or after them. */
function arrange() {
  const [panel, settings] = [byId('panel'), byId('settings-panel')];
  const isFirst = panel.firstElementChild === settings;
  const areBelow = hasMeasured && narrow.matches;
  byId('to-settings').hidden = !areBelow;
  if (areBelow) {
    if (isFirst) panel.append(settings);
  } else if (!isFirst) panel.prepend(settings);
}
narrow.addEventListener('change', arrange);

/**
 * Gives the focus from Start to Cancel and back, when something begins or ends to be measured.
 * @param {boolean} isRunning
 */
export function arrangeFor(isRunning) {
  // A browser removes the focus from hidden, disabled or moved elements, but only later.
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const { id } = focused;
  const losesFocus = id === (isRunning ? 'start' : 'cancel');
  hasMeasured ||= isRunning;
  arrange();
  // Focus would scroll the results away.
  if (losesFocus || focused === document.body)
    byId(isRunning ? 'cancel' : 'start').focus({ preventScroll: true });
  else if (focused !== document.activeElement) focused.focus({ preventScroll: true });
}
