import { appendFileSync } from 'node:fs';

/**
 * A reporter for Vitest: writes a line for each test as soon as it has ended, `passed …`, `failed
 * …` or `skipped …`, to the file that $CURVEMILL_TEST_LOG names, so that even a stopped run leaves
 * a record (scripts/test-summary.js).
 */
export default class TestLog {
  #file = process.env.CURVEMILL_TEST_LOG;

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state } = test.result();
    this.#write(state, `${test.module.relativeModuleId} > ${test.fullName}`);
  }

  /**
   * Reports a file that could not be loaded, or whose hooks failed: none of its tests does.
   * @param {import('vitest/node').TestModule} module
   */
  onTestModuleEnd(module) {
    const suites = [module, ...module.children.allSuites()];
    for (const suite of suites) {
      if (suite.errors().length > 0) this.#write('failed', module.relativeModuleId);
    }
  }

  /**
   * Errors outside of tests come from other processes, as plain objects.
   * @param {readonly unknown[]} _modules @param {readonly any[]} errors
   */
  onTestRunEnd(_modules, errors) {
    for (const error of errors)
      this.#write('failed', `outside of tests: ${error?.message ?? 'an error'}`);
  }

  /** @param {string} state @param {string} name */
  #write(state, name) {
    if (this.#file) appendFileSync(this.#file, `${state} ${name.replace(/\s+/g, ' ')}\n`);
  }
}
