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
   * Errors outside of tests, such as rejections that nobody handles, come from other processes, as
   * plain objects. The test that ran meanwhile is not always the one that began the work.
   * @param {readonly unknown[]} _modules @param {readonly any[]} errors
   */
  onTestRunEnd(_modules, errors) {
    for (const error of errors) {
      const { message, stack, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error ?? {};
      const frames = String(stack ?? '').match(/^ *at .*$/gm) ?? [];
      const what = `outside of tests: ${message ?? 'an error'}`;
      this.#write('failed', `${what}, while ${path} > ${test} ran, ${frames.slice(0, 6).join()}`);
    }
  }

  /** @param {string} state @param {string} name */
  #write(state, name) {
    if (this.#file) appendFileSync(this.#file, `${state} ${name.replace(/\s+/g, ' ')}\n`);
  }
}
