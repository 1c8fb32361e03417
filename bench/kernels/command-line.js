/**
 * Command-line entry point of the measurement: reads the tasks from stdin, prints the report.
 */
import { readFileSync } from 'node:fs';
import { measure } from './measure.js';

const { tasks, rounds } = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(await measure(tasks, rounds)));
