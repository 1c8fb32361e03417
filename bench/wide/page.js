/** The measurement in a browser: the driver waits for `report`. */
import { measure } from './measure.js';

globalThis.report = measure();
