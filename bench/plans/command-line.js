/**
 * Command-line entry point of the measurement: reads the request from stdin, prints the report.
 */
import { readFileSync } from 'node:fs';
import { measure } from './measure.js';

const { choices, counts, extent } = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(await measure(choices, counts, extent)));
