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
  if (hasMeasured && narrow.matches) {
    if (isFirst) panel.append(settings);
  } else if (!isFirst) panel.prepend(settings);
}
narrow.addEventListener('change', arrange);

/** The one of the two Start buttons that the focus came from. */
let starter = 'start';

/**
 * Gives the focus from Start to Cancel and back, when something begins or ends to be measured.
 * @param {boolean} isRunning
 */
export function arrangeFor(isRunning) {
  // A browser removes the focus from hidden, disabled or moved elements, but only later.
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const { id } = focused;
  const losesFocus = isRunning ? ['start', 'start-top'].includes(id) : id === 'cancel';
  if (isRunning && losesFocus) starter = id;
  hasMeasured ||= isRunning;
  arrange();
  // Focus would scroll the results away.
  if (losesFocus || focused === document.body)
    byId(isRunning ? 'cancel' : starter).focus({ preventScroll: true });
  else if (focused !== document.activeElement) focused.focus({ preventScroll: true });
}
