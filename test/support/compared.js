import { expect } from 'vitest';

/**
 * Counts a comparison of the running test, as `expect` does: for loops of a million cases, which
 * compare by `if` and `expect.fail`, since an `expect` takes longer than a case. Called after the
 * comparisons, where nothing can go round them. The state is changed in place, as `expect.setState`
 * copies all of it, which takes longer than most cases.
 */
export function compared() {
  expect.getState().assertionCalls++;
}
