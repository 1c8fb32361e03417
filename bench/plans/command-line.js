/** The measurement in a runtime on the command line: reads what to measure from stdin, prints the report. */
import { readFileSync } from 'node:fs';
import { measure } from './measure.js';

const { choices, counts } = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(await measure(choices, counts)));
