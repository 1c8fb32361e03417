/**
 * The order of files, for a run that keeps all cores busy to its end. Files that drive other
 * programs wait for them most of their time, so they are spread among those that compute; small
 * files that take long come early. The others stay as Vitest has them, the largest first.
 */
import { BaseSequencer } from 'vitest/node';

/** Tests that wait for browsers, bundlers and runtimes. */
const WAITING = /\/test\/(consumers|engines|page|package)\//;

/** Short files that take 10 seconds and more. */
const LONG =
  /\/test\/(fuzz\/fuzz|group\/structured\/|hostile\/threads|curves\/primes|scripts\/help)/;

/** So many files that compute for each that waits. */
const SPACING = 6;

export class Order extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const matching = (/** @type {RegExp} */ pattern) =>
      sorted.filter(({ moduleId }) => pattern.test(moduleId));
    const [waiting, long] = [matching(WAITING), matching(LONG)];
    const others = sorted.filter((file) => !waiting.includes(file) && !long.includes(file));
    const spread = [...long, ...others].flatMap((file, i) =>
      i % SPACING === 0 ? [...waiting.splice(0, 1), file] : [file],
    );
    return [...spread, ...waiting];
  }
}
