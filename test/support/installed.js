/** Tests that need a program which may not be installed. */
import { describe, expect, it } from 'vitest';

/**
 * Defines tests that need a program. Without it they are skipped, loudly; in CI they fail.
 * @param {string} title
 * @param {unknown} program anything that is falsy where it is missing
 * @param {string} install what to install
 * @param {() => void} define
 */
export function describeWith(title, program, install, define) {
  if (program) {
    describe(title, define);
    return;
  }
  console.warn(`NOT TESTED: ${title} (not installed: ${install}).`);
  describe(title, () => {
    it.skipIf(!process.env.CI)('is installed', () => expect.fail(`install ${install}`));
  });
}
