/** The measurement in a browser: the driver waits for `report`. */
import { CHOICES } from './choices.js';
import { measure } from './measure.js';

globalThis.report = fetch('/data.json')
  .then((response) => response.json())
  .then(({ only }) => measure(CHOICES.chromium, only));
