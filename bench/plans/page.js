/** Browser entry point of the measurement; the driver waits for `report`. */
import { measure } from './measure.js';

globalThis.report = fetch('/data.json')
  .then((response) => response.json())
  .then(({ choices, counts, extent }) => measure(choices, counts, extent));
