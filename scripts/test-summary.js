/**
 * Prints the closing line of a test run, `N passed, N failed`, from the log that
 * scripts/lib/test-log.js wrote, and before it the failed tests, and the number of skipped ones by
 * file. Nothing that went wrong may look like a pass: a file that could
 * not be loaded, a missing log and a runner that failed or was stopped without a failing test each
 * count as a failure.
 *
 * Usage: node scripts/test-summary.js LOG TEST_STATUS OTHER_FAILURES
 */
import { readFileSync } from 'node:fs';
import { helpIfAsked } from './lib/help.js';

helpIfAsked(import.meta.url);

const [file, status, others] = process.argv.slice(2);
const lines = readLog(file);
const failed = lines.filter((line) => line.startsWith('failed '));
const passed = lines.filter((line) => line.startsWith('passed ')).length;
const failures =
  (Number(status) === 0 ? failed.length : Math.max(failed.length, 1)) + Number(others);
for (const line of failed) console.log(line);
for (const [path, count] of skippedByFile()) console.log(`skipped ${count} in ${path}`);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failures > 0 || passed === 0 ? 1 : 0;

function skippedByFile() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const line of lines) {
    const [, path] = /^skipped (.*?) > /.exec(line) ?? [];
    if (path) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function readLog(path) {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
