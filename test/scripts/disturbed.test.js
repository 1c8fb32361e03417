/** Measurements beside other work: rounds are repeated, and at last there are no figures. */
import { describe, expect, test } from 'vitest';
import { contest, FULL, QUICK } from '../../bench/compare/contest.js';
import { othersOf, readLoad } from '../../bench/harness/load.js';
import { DISTURBED, renderSuite, SMOKE } from '../../bench/harness/report.js';
import { isSteady, repeatRounds, takeTurns } from '../../bench/harness/turns.js';

/**
 * Readings of a machine of two processors, of which we use one: others use `shares` of it, one
 * share between each reading and the next; the last goes on.
 * @param {number[]} shares
 * @param {number} [ms] between readings
 */
function loadOf(shares, ms = 1000) {
  let [i, wall, busy, own] = [-1, 0, 0, 0];
  return () => {
    if (i >= 0) {
      wall += ms;
      own += ms;
      busy += ms + 2 * ms * shares[Math.min(i, shares.length - 1)];
    }
    i++;
    return { wall, busy, own, processors: 2 };
  };
}

const loop = () => 3;

describe('the share of others', () => {
  const readings = (/** @type {number[]} */ shares, /** @type {number} */ ms) => {
    const load = loadOf(shares, ms);
    return Array.from({ length: shares.length + 1 }, load);
  };

  test('is what neither we used nor nobody', () => {
    const [first, second, third] = othersOf(readings([0, 0.5, 0.04], 1000));
    expect([first, second]).toEqual([0, 0.5]);
    expect(third).toBeCloseTo(0.04, 10);
  });

  test('is that of neighbours, too, where rounds are short', () => {
    const shares = othersOf(readings([0, 0, 0.5, 0, 0, 0, 0, 0], 150));
    expect(shares[2]).toBeCloseTo(0.5 / 3, 10);
    expect(shares[1]).toBeCloseTo(0.5 / 3, 10);
    expect(shares.at(-1)).toBe(0);
  });

  test('is not known of rounds that are too short altogether, nor without readings', () => {
    expect(othersOf(readings([0.5, 0.5], 50))).toEqual([0, 0]);
    expect(othersOf([null, null, null])).toEqual([0, 0]);
  });

  test('is read on Linux, and counts this process as its own', () => {
    const [before, until] = [readLoad(), performance.now() + 100];
    while (performance.now() < until);
    const after = readLoad();
    expect(after === null).toBe(process.platform !== 'linux');
    if (!before || !after) return;
    expect(after.own - before.own).toBeGreaterThan(0);
    expect(after.busy).toBeGreaterThan(before.busy);
    expect(after.processors).toBeGreaterThan(0);
  });
});

describe('rounds', () => {
  const steady = () => true;
  const made = async (/** @type {any} */ patience, judge = steady) => {
    let count = 0;
    const found = await repeatRounds({ loop, rounds: 3, ...patience }, judge, async () => {
      count++;
    });
    return { ...found, count };
  };

  test('as many as asked for, on an idle machine', async () => {
    const quiet = [true, true, true];
    expect(await made({ load: loadOf([0]) })).toEqual({ count: 3, isDisturbed: false, quiet });
  });

  test('are repeated if others worked meanwhile', async () => {
    const found = await made({ load: loadOf([0.5, 0, 0, 0]) });
    expect(found).toEqual({ count: 4, isDisturbed: false, quiet: [false, true, true, true] });
  });

  test('are repeated if our loop took longer', async () => {
    const times = [3, 3, 3, 4, 3];
    const found = await made({ load: () => null, loop: () => times.shift() ?? 3 });
    expect(found).toEqual({ count: 4, isDisturbed: false, quiet: [true, false, true, true] });
  });

  test.each([
    [0.04, false],
    [0.06, true],
    [0.5, true],
  ])('beside others with %d of the machine: disturbed is %s', async (share, isDisturbed) => {
    const found = await made({ load: loadOf([share]) });
    expect(found.isDisturbed).toBe(isDisturbed);
    expect(found.count).toBe(isDisturbed ? 6 : 3);
  });

  test('are disturbed if their samples differ to the last', async () => {
    const found = await made({ load: loadOf([0]) }, () => false);
    expect(found).toMatchObject({ count: 6, isDisturbed: true });
  });

  test('without repetition: half of them must be quiet', async () => {
    const of = (/** @type {number[]} */ shares) => made({ tries: 1, load: loadOf(shares) });
    expect(await of([0.5, 0, 0])).toMatchObject({ count: 3, isDisturbed: false });
    expect(await of([0.5, 0.5, 0])).toMatchObject({ count: 3, isDisturbed: true });
  });

  test.each([
    [[100, 100, 100, 100], true],
    [[95, 98, 100, 102, 105], true],
    [[90, 94, 100, 106, 110], false],
  ])('%j: steady is %s', (samples, expected) => expect(isSteady(samples)).toBe(expected));

  test('of contestants: the turns say it', async () => {
    const contestants = [{ run: () => 1 }, { run: () => 2 }];
    const turns = await takeTurns(contestants, { rounds: 2, load: loadOf([0.3]), loop });
    expect(turns).toMatchObject({ isDisturbed: true, quiet: [false, false, false, false] });
    expect(turns.samples.map(({ length }) => length)).toEqual([4, 4]);
  });
});

describe('reports', () => {
  const origin = { device: 'EPYC', engine: 'Node', commit: 'abc', date: '2026-11-30' };
  const page = (/** @type {boolean} */ isDisturbed, /** @type {boolean} */ quick) => {
    const cells = [{ name: 'curvemill', ms: { low: 1, median: 1.5, high: 2 }, bracket: null }];
    const rows = [{ name: 'sum', cells, quiet: 0, rounds: 4, isDisturbed }];
    const table = { id: 'a', title: 'Sums', about: 'About.', head: 'call', rows };
    const tables = [{ ...table, unit: /** @type {const} */ ('ms') }];
    return renderSuite('Page', { origin, backend: 'fma', notes: [], tables, quick }, 'command');
  };

  test('have no figures of a disturbed row, except in smoke runs', () => {
    expect(page(false, false)).toContain('| sum | 1.50 ± 33.3 % |');
    expect(page(true, false)).toContain(`| sum | ${DISTURBED} |`);
    expect(page(true, false)).not.toContain(SMOKE);
    expect(page(true, true)).toContain('| sum | 1.50 ± 33.3 % |');
    expect(page(true, true)).toContain(SMOKE);
  });

  /** A program whose runs all take a millisecond. */
  const program = () => ({
    ask: async (/** @type {string} */ line) =>
      line.startsWith('load') ? 'ready' : line.startsWith('run') ? 'ab 1' : '',
    end() {},
  });
  const programs = new Map([
    ['curvemill', program()],
    ['other', program()],
  ]);
  const field = { programs, versions: {}, ours: program(), pinned: '', end: async () => {} };
  const entrants = ['curvemill', 'other'].map((system) => ({ system, task: 'sum' }));

  test.each([
    ['idle', FULL, 0, false, 11],
    ['loaded', FULL, 0.5, true, 22],
    ['loaded, a smoke run', QUICK, 0.5, false, 3],
  ])('of a contest on a machine that is %s', async (_, pace, share, isDisturbed, samples) => {
    const watched = { ...pace, load: loadOf([share]), loop };
    const { entries } = await contest(field, entrants, 'file', watched, () => 0);
    expect(entries.map((entry) => [entry.isDisturbed, entry.samplesMs.length])).toEqual([
      [isDisturbed, samples],
      [isDisturbed, samples],
    ]);
  });
});
