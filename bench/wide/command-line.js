/** The measurement in a runtime on the command line: prints the report. Its argument is part of the names of tasks. */
import { CHOICES } from './choices.js';
import { measure } from './measure.js';

console.log(JSON.stringify(await measure(CHOICES.bun, process.argv[2])));
