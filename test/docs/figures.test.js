/**
 * The figures of the README: each is in the file that the text names, and no number stands in it
 * that claims something without one.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderBadges } from '../../scripts/lib/badges.js';
import { renderJobs, renderSpeed, renderSpeedChart } from '../../scripts/lib/readme-speed.js';
import { recorded } from '../../scripts/lib/recorded.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const readme = read('README.md');
/** The README, and the pages that it leads to first. */
const words = ['README.md', 'docs/speed.md', 'docs/interface.md', 'docs/coming-from.md']
  .map(read)
  .join('\n');

const between = (name, page = readme) => {
  const [, text] =
    new RegExp(`<!-- ${name}: begin -->\n([^]*?)\n<!-- ${name}: end`).exec(page) ?? [];
  return text ?? '';
};

/** The width of a column of text on a phone of 390 px, on GitHub. */
const COLUMN = 358;

describe('the first screen', () => {
  test('has at most 900 words', () => {
    expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
  });

  test.each(['speed', 'badges'])('%s.svg: text of at least 11 px on a phone', (name) => {
    const image = read(`docs/images/${name}.svg`);
    const [, width] = /<svg [^>]*width="(\d+)"/.exec(image) ?? [];
    const sizes = [...image.matchAll(/font(?:-size)?: (?:\d+ )?(\d+)px/g)].map(([, px]) =>
      Number(px),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.min(...sizes) * Math.min(1, COLUMN / Number(width))).toBeGreaterThanOrEqual(11);
  });
});

const rowsOf = (table) => table.split('\n').filter((line) => /^\| \w/.test(line));

/** The table of jobs, and the generated part of docs/speed.md. */
const [jobs, works] = [between('speed'), between('speed', read('docs/speed.md'))];

describe('the table of speed', () => {
  test('and the chart are made of bench/results: node scripts/readme-speed.js', () => {
    expect(jobs).toBe(renderJobs());
    expect(works).toBe(renderSpeed());
    expect(read('docs/images/speed.svg')).toBe(renderSpeedChart());
    expect(read('docs/images/badges.svg')).toBe(renderBadges());
  });

  /** A time, ratios beside it, the file that has them, and where it says it was measured. */
  const cells = [
    ...rowsOf(works.split('## Times')[1]).map((line) => {
      const [, , ours, source] = line.split('|').map((cell) => cell.trim());
      const [, file] = /bench\/results\/([\w-]+\.md)/.exec(source) ?? [];
      const [device, engine, commit] = source.split(', ');
      return { ours, others: '', file, about: [device.replace(/^Intel /, ''), engine, commit] };
    }),
    ...rowsOf(jobs).flatMap((line) => {
      const [, work, node, page, ...ratios] = line.split('|').map((cell) => cell.trim());
      const [head] = jobs.split('\n');
      const [, , own, browser, ...names] = head.split('|').map((cell) => cell.trim());
      const engine = own.replace('curvemill, ', '');
      const others = names
        .map((name, i) => [name, ratios[i].replace('×', '')])
        .filter(([, ratio]) => ratio)
        .map((pair) => pair.join(' '))
        .join(' · ');
      const [, device, ofOurs, ofPage, ofProof, ownCommit] =
        /^On (.*), [\d-]+ \(.* (\w+);\s.* (\w+)\)\.\s\[Groth16\]\S+ on (.*), commit (\w+)\.$/m.exec(
          jobs,
        ) ?? [];
      if (work.startsWith('Groth16'))
        return [
          {
            ours: node,
            others,
            file: 'groth16.md',
            about: [ofProof.replace(/^Intel /, ''), engine, ownCommit],
          },
        ];
      const processor = device.replace(/^Intel /, '');
      return [
        { ours: node, others, file: 'jobs.md', about: [processor, engine, ofOurs] },
        {
          ...{ ours: page, others: '', file: 'jobs-chromium.md' },
          about: [processor, browser.replace('curvemill, ', ''), ofPage],
        },
      ];
    }),
  ];

  test.each(cells)(
    'the file that a row names has it: $file, $ours, $others',
    ({ ours, others, file, about }) => {
      const page = read(`bench/results/${file}`);
      for (const word of about) expect(page).toContain(word);
      // Some row of the file has the time, and beside it every ratio, both to the digits shown.
      const time = Number.parseFloat(ours) * (ours.endsWith('µs') ? 1 : 1000);
      const unit = (head) => (/µs/.test(head) ? 1 : /\bns\b/.test(head) ? 0.001 : 1000);
      const near = (value, wanted) => Math.abs(value / wanted - 1) < 0.04; // two digits
      let head = '';
      const own = page.split('\n').flatMap((row) => {
        if (/^\| [^|]*\((ms|µs)\)|ns per point|ready, ms/.test(row)) head = row;
        const cells = row.split('|').map((cell) => Number.parseFloat(cell));
        return cells.filter((cell) => near(cell * unit(head), time));
      });
      expect(own.length).toBeGreaterThan(0);
      for (const [, ratio] of others.matchAll(/ (\d+(?:\.\d+)?)(?= ·|$)/g)) {
        // Above 1 or below, as the page counts; or a quotient of two of its times.
        const half = ratio.includes('.') ? 0.05 * 10 ** (2 - ratio.replace('.', '').length) : 0.5;
        const numbers = [...page.matchAll(/\d+(\.\d+)?/g)].map(([text]) => Number(text));
        const isIt = (value) => Math.abs(value - Number(ratio)) <= 1.2 * half;
        expect(
          numbers.some((n) => isIt(n) || isIt(1 / n) || own.some((of) => isIt(n / of))),
          ratio,
        ).toBe(true);
      }
    },
  );
});

/**
 * Figures beside the jobs: those of rows of the table of speed.
 * @type {[words: string, file: string, holds: () => boolean][]}
 */
const JOBS = [
  [
    '15 µs per BIP-340 signature in batches of 1024, 15× the throughput of tiny-secp256k1,',
    'per signature in a batch of 1024 (others: one by one) | 15 µs | 16 µs | 79× | 15× |',
  ],
  [
    '28 ms with a precomputed table, 2.1× as fast as native c-kzg',
    'KZG commitment to a blob, table of 10 MiB | 28 ms | 29 ms |||| 14× || 2.1× |',
  ],
  ['Banderwagon: 29× as fast as noble', 'MSM, BLS12-381 G1, 2^14 points | 111 ms | 113 ms | 29× |'],
  [
    '15× means that the other library takes 15 times as long. Below 1×, the other library is faster',
    '| | curvemill, Node 26.10 | curvemill, Chromium 156.0 | noble |',
  ],
].map(([claim, row]) => [claim, 'README.md', () => jobs.replaceAll('\u00a0', ' ').includes(row)]);

/**
 * Sentences that claim a figure: the words of the README, the file that holds it, and what is
 * there, as text or as a condition.
 * @type {[words: string, file: string, holds: string | (() => boolean)][]}
 */
const CLAIMS = [
  ...JOBS,
  [
    'with the key in memory, 13× as fast as snarkjs',
    'bench/results/groth16.md',
    () => {
      const { figure } = recorded('groth16.md', 'r');
      const ours = figure('chain13, fma', 'key open').value;
      return ours === 202 && (figure('chain13, fma', 'snarkjs').value / ours).toFixed(0) === '13';
    },
  ],
  ['0 dependencies, types included', 'docs/images/badges.svg', '0 dependencies, types included'],
  [
    'Five operations compared with other libraries',
    'docs/images/speed.svg',
    'Five operations on one thread',
  ],
  [
    'Threads help from about 2^10 points of G1',
    'bench/results/engines.md',
    () => {
      const { figure } = recorded('engines.md', 't');
      return figure('2^10', 'two threads').value < figure('2^10', 'one thread').value;
    },
  ],
  [
    'an MSM of 2^12 points of G1 1.7 times as fast as one thread, and an MSM of 2^16 points 1.9 times',
    'bench/results/threads.md',
    () => {
      const gain = (/** @type {number} */ log) =>
        recorded('threads.md', 'n').figure(`bls12-381-g1, sum of 2^${log}`, 'gain').value;
      return gain(12) >= 1.7 && gain(16) >= 1.9;
    },
  ],
  [
    "MSM of 2^16 points of BLS12-381 G1 1.9 times as fast, montgomery's 1.59 times, and the MSM of ffjavascript on BN254 1.83 times",
    'bench/results/threads.md',
    () => /G1,\s1\.59;.*\sbn254\sG1,\s1\.83/s.test(read('bench/results/threads.md')),
  ],
  ['lists of fewer than 128 points to decode', 'src/parallel/plan.js', 'FEWEST_SENT = 128;'],
  [
    '(400 kB) in `code`, and the points for proofs of cells (786 kB) with',
    'src/trusted-setup.js',
    () => /393 kB; `verification`, 7 kB; `cells`,\s+\* 786 kB/.test(read('src/trusted-setup.js')),
  ],
  [
    'on the first call, which takes 6 s with relaxed SIMD',
    'src/protocols/kzg/kzg.js',
    'in 6 s with',
  ],
  ['the points for verification alone (7 kB)', 'src/trusted-setup.js', '`verification`, 7 kB'],
  ['accepted, 20 by default', 'src/protocols/groth16/groth16.js', '[64, 10, 63, 20]'],
  ['in bytes (32 MiB by default)', 'src/bls12-381.js', 'default 32 MiB each'],
  ['A worker takes 9 MiB', 'docs/decisions/22-workers.md', 'takes 9 MiB'],
  ['one per processor, at most 16', 'src/parallel/threads.js', 'const MOST = 16;'],
  ['yield about every 12 ms', 'src/port/slices.js', 'slices of at most 12 ms'],
  [
    '**behind** where it is below 0.95, **level** from 0.95 to 1.05, and **ahead** above',
    'scripts/lib/anchors.js',
    'LEVEL = [0.95, 1.05]',
  ],
];

/** Numbers that claim nothing that could be measured. */
const NAMES = [
  /\b(Node|Bun|TypeScript \(|Apache|WebAssembly|Chromium|Firefox) ?\d+(\.\d+)*/g, // versions
  /\b(RFC|SEC) \d+/g, // standards
  /\b\d+( and \d+)?( bytes|-bit limbs)/g, // sizes of encodings
  /the single byte 00/g, // lengths
  /an error probability below 2\^-128/g,
  /\[0, order\)|\(\(order − 1\)\/n\)|\(times 2\^256\)/g, // definitions
  /2-adicity|the number of workers, or 1|\(P_i, Q_i\) = 1/g,
];

describe('the text of the README', () => {
  const text = words
    .replace(/<!-- (speed|downloads): begin -->[^]*?<!-- \1: end -->/g, '')
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, '`code`')
    .replace(/\s+/g, ' ');

  test.each(CLAIMS)('“%s” is in %s', (words, file, holds) => {
    expect(text).toContain(words);
    if (typeof holds === 'string') expect(read(file)).toContain(holds);
    else expect(holds()).toBe(true);
  });

  const unclaimed = (/** @type {string} */ page) => {
    const rest = CLAIMS.reduce((left, [words]) => left.replaceAll(words, ''), page);
    const plain = NAMES.reduce((left, name) => left.replaceAll(name, ''), rest);
    return plain.match(/.{0,40}(?<![\w-])\d.{0,30}|.{0,40}\b(twice|half|thrice|tenfold)\b.{0,20}/g);
  };

  test('claims no figure besides these', () => expect(unclaimed(text)).toBe(null));

  test.each(['It is 3 times as fast.', 'Takes 2 ms.', 'a table of 10 MiB', 'twice as fast'])(
    'would not get away with: %s',
    (claim) => expect(unclaimed(`${text} ${claim}`)).toHaveLength(1),
  );
});
