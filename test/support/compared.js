import { expect } from 'vitest';

/**
 * Counts a comparison of the running test, as `expect` does: for loops of a million cases, which
 * compare by `if` and `expect.fail`, since an `expect` takes longer than a case. Called after the
 * comparisons, where nothing can go round them.
 */
export function compared() {
  const { assertionCalls } = expect.getState();
  expect.setState({ assertionCalls: assertionCalls + 1 });
}
