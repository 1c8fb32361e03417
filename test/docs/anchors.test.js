/** Other libraries one by one, as docs/speed.md has them: made of the tables of the reports. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { comparisons, comparisonsOf, renderAnchors, verdictOf } from '../../scripts/lib/anchors.js';
import { tablesOf } from '../../scripts/lib/recorded.js';

const ORIGIN = 'AMD EPYC, 2 cores; core 1; Node 26.10.0 (V8 14); fma; commit abc1234; 2026-11-30.';
const PAGE = `# Page

## (a) Sums

About them.

${ORIGIN} Peers: blst 1.

| n (ms) | curvemill | blst | noble | curvemill is slower than |
| --- | ---: | ---: | ---: | ---: |
| 2^2 | 2 ± 1.0 % | 1 ± 1.0 % (0.50) | – | **blst (0.50)** |
| 2^3 | 4 | 4.2 ± 1.0 % (1.05) | 400 (100.00) |  |

one by one:

| n (ms) | curvemill | blst | curvemill is slower than |
| --- | ---: | ---: | ---: |
| 2^2 | 1 | 3 (3.00) |  |

| n (ms) | curvemill | blst |
| --- | ---: | ---: |
| without a name | 1 | 9 |

<details><summary>MSM and one by one, every system</summary>

| n | system | MSM / curvemill's | one by one / curvemill's |
| --- | --- | ---: | ---: |
| 2^2 | curvemill | 1.00 | 1.00 |
| 2^2 | blst | 0.50 | **0.60: slower** |
| 2^2 | noble | 3.00 | – |

</details>
`;

const tables = tablesOf(PAGE);

describe('tables of a page', () => {
  test('have their section, a name after the first, and their origin', () => {
    expect(
      tables.map(({ section, title, name, isFirst }) => [section, title, name, isFirst]),
    ).toEqual([
      ['a', 'Sums', '', true],
      ['a', 'Sums', 'one by one', false],
      ['a', 'Sums', '', false],
      ['a', 'Sums', 'MSM and one by one, every system', false],
    ]);
    for (const { origin } of tables) expect(origin).toContain('commit abc1234; 2026-11-30');
  });
});

describe('comparisons', () => {
  test('of each library with a figure, in every table with a name', () => {
    const found = tables.flatMap((table) => comparisonsOf(table));
    expect(found.map(({ library, work, row, ratio }) => [library, work, row, ratio])).toEqual([
      ['blst', 'Sums', '2^2', 0.5],
      ['blst', 'Sums', '2^3', 1.05],
      ['noble', 'Sums', '2^3', 100],
      ['blst', 'Sums, one by one', '2^2', 3],
      ['blst', 'Sums, one by one', '2^2', 0.6],
    ]);
  });

  test('with another column of ours, or with memory', () => {
    const [table] = tables;
    const with16 = { ...table, head: ['n (ms)', 'curvemill@16', 'blst', 'key open', ''] };
    expect(() => comparisonsOf(with16)).toThrow("'' is no library");
    const renamed = { ...table, head: ['n (ms)', 'curvemill@64', 'blst', 'curvemill@16', 'mcl'] };
    const rows = [['5', '1', '8', '4', '2']];
    expect(comparisonsOf({ ...renamed, rows })).toEqual([
      { library: 'blst', work: 'Sums, 16 MiB', row: '5', ratio: 2 },
      { library: 'mcl', work: 'Sums, 16 MiB', row: '5', ratio: 0.5 },
    ]);
    expect(comparisonsOf({ ...renamed, rows }, 'mcl').map(({ ratio }) => ratio)).toEqual([4, 1]);
  });

  test('refuse a column that nobody knows', () => {
    const table = { ...tables[0], head: ['n', 'curvemill', 'fastlib', 'noble', ''] };
    expect(() => comparisonsOf(table)).toThrow("'fastlib' is no library");
  });
});

test.each([
  [0.5, 'behind'],
  [0.944, 'behind'],
  [0.946, 'level'],
  [1, 'level'],
  [1.054, 'level'],
  [1.056, 'ahead'],
  [30, 'ahead'],
])('a ratio of %d is %s', (ratio, verdict) => expect(verdictOf(ratio)).toBe(verdict));

describe('sections', () => {
  const about = { device: 'EPYC', engine: 'Node 26', commit: 'abc', date: '2026-11-30' };
  const of = (/** @type {string} */ library, /** @type {number[]} */ ratios) =>
    ratios.map((ratio, i) => ({
      ...{ library, work: 'Sums', row: `2^${i}`, ratio },
      ...{ file: 'page.md', about },
    }));

  test('have a line for each verdict, each row behind, and the bounds of many ahead', () => {
    const text = renderAnchors([...of('noble', [9]), ...of('blst', [0.5, 0.7, 1, 4, 3, 2, 1.5])]);
    const [blst, noble] = text.split('### ').slice(1);
    const source = 'EPYC, Node 26, abc, [2026-11-30](../bench/results/page.md)';
    expect(blst).toContain('Of 7 rows, curvemill is behind in 2, level in 1, ahead in 4.');
    expect(blst).toContain(`| **behind**: Sums | 2^0: 0.50 · 2^1: 0.70 | ${source} |`);
    expect(blst).toContain(`| **level**: Sums | 2^2: 1.00 | ${source} |`);
    expect(blst).toContain(`| **ahead**: Sums | 4 rows, 1.50 (2^6) to 4.0 (2^3) | ${source} |`);
    expect(noble).toContain(`| **ahead**: Sums | 2^0: 9.0 | ${source} |`);
  });

  test('name every row in which a report says that we are slower', () => {
    const page = readFileSync(
      new URL('../../bench/results/compare-native.md', import.meta.url),
      'utf8',
    );
    const ours = comparisons().filter(({ file }) => file === 'compare-native.md');
    let count = 0;
    for (const { section, title, name, head, rows } of tablesOf(page)) {
      if (head.at(-1) !== 'curvemill is slower than') continue;
      const work = [title, name].filter(Boolean).join(', ');
      for (const cells of rows) {
        for (const [, library, ratio] of cells.at(-1)?.matchAll(/\*\*([\w-]+) \(([\d.]+)\)/g) ??
          []) {
          const found = ours.find(
            (one) => one.library === library && one.work === work && one.row === cells[0],
          );
          expect(found?.ratio, `${section} ${cells[0]} ${library}`).toBeCloseTo(Number(ratio), 1);
          expect(verdictOf(found?.ratio ?? 2)).not.toBe('ahead');
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(5);
  });
});
