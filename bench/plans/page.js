/** The measurement in a browser: the driver waits for `report`. */
import { measure } from './measure.js';

globalThis.report = fetch('/data.json')
  .then((response) => response.json())
  .then(({ choices, counts }) => measure(choices, counts));
