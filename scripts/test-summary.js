/**
 * Prints the closing line of a test run, `N passed, N failed`, from the JSON report of Vitest.
 * Nothing that went wrong may look like a pass: a file that could not be loaded, a missing report
 * and a runner that failed without a failing test each count as a failure.
 *
 * Usage: node scripts/test-summary.js REPORT TEST_STATUS OTHER_FAILURES
 */
import { readFileSync } from 'node:fs';

const [file, status, others] = process.argv.slice(2);
const { passed, failed } = readReport(file);
const failures = (Number(status) === 0 ? failed : Math.max(failed, 1)) + Number(others);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failures > 0 || passed === 0 ? 1 : 0;

/**
 * @param {string} path
 * @returns {{ passed: number, failed: number }}
 */
function readReport(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    const unloaded = report.testResults.filter(
      (/** @type {any} */ suite) =>
        suite.status === 'failed' && suite.assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
