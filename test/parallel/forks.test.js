/** Steps that fork: results and errors of the work come back to them, so that they free memory. */
import { describe, expect, it } from 'vitest';
import { Lifetime } from '../../src/port/lifetime.js';
import { runSteps } from '../../src/port/slices.js';
import { forked, reporting, runNow } from '../../src/port/steps.js';

/** Both ways to run steps. @type {Record<string, (steps: any) => Promise<any>>} */
const RUNNERS = {
  'at once': async (steps) => runNow(steps),
  'in slices': (steps) => runSteps(steps, /** @type {any} */ ({ lifetime: new Lifetime() })),
};

describe.each(Object.keys(RUNNERS))('%s', (name) => {
  const run = RUNNERS[name];

  /** @param {() => unknown} work @param {string[]} events */
  function* holding(work, events) {
    try {
      yield undefined;
      return yield* forked(work, async () => work());
    } catch (error) {
      events.push('caught');
      throw error;
    } finally {
      events.push('freed');
    }
  }

  it('a result comes back', async () => {
    const events = /** @type {string[]} */ ([]);
    expect(await run(holding(() => 7, events))).toBe(7);
    expect(events).toEqual(['freed']);
  });

  it('an error comes back, and is that of the whole', async () => {
    const events = /** @type {string[]} */ ([]);
    const wrong = new Error('of the work');
    const fails = () => {
      throw wrong;
    };
    await expect(run(holding(fails, events))).rejects.toBe(wrong);
    expect(events).toEqual(['caught', 'freed']);
  });

  it('steps that others report are closed with them', async () => {
    const events = /** @type {string[]} */ ([]);
    function* inner() {
      try {
        yield 1;
        yield 2;
        return 3;
      } finally {
        events.push('freed');
      }
    }
    const outer = reporting(inner(), (done) => ({ phase: 'work', done, total: 2 }));
    expect(outer.next().value).toEqual({ phase: 'work', done: 1, total: 2 });
    outer.return(0);
    expect(events).toEqual(['freed']);
    expect(await run(reporting(inner(), () => undefined))).toBe(3);
  });
});
