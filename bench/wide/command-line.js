/** The measurement in a runtime on the command line: prints the report. */
import { measure } from './measure.js';

console.log(JSON.stringify(await measure()));
