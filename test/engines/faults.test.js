/**
 * Workers that die, fall silent or never start, aborts and disposals, in every engine: sums stay
 * right, nothing hangs, no rejection is left unhandled, and programs end by themselves.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { reportsOf } from '../../scripts/lib/browsers.js';
import { servePage } from '../../scripts/lib/page-server.js';
import { bundleWorker } from '../../scripts/lib/worker-bundle.js';
import { describeWith } from '../support/installed.js';
import { browsers, commandLine } from './engines.js';
import { faults } from './faults.js';

/** By hand, 1000: see pools-run.js. */
const POOLS = 4;

/** Faults that are tried again, with ample deadlines, take minutes. */
const LONGEST_MS = 600_000;

let source;
beforeAll(async () => {
  source = (await bundleWorker('test/parallel/test-worker.js')).text;
});

const here = { name: 'this Node', program: process.execPath, args: [], install: 'Node' };
for (const { name, program, args, install } of [here, ...commandLine]) {
  describeWith(`faults in ${name}`, program, install, () => {
    const start = (/** @type {string} */ script, input = '', /** @type {string[]} */ ...more) =>
      runScript(/** @type {string} */ (program), [...args, pathOf(script), ...more], input);
    let run;
    beforeAll(async () => {
      run = await start('faults-run.js', source);
    }, LONGEST_MS);

    expectFine(() => run.report);
    it('the program ends by itself, once a last sum is done', () => {
      expect(run.report.last).toBe(true);
      expect(run.code).toBe(0);
    });
    it(
      'pools in turn, half of them disposed of mid-sum; the program ends by itself',
      async () => {
        const { report, code } = await start('pools-run.js', '', String(POOLS));
        expect(report).toMatchObject({ count: POOLS, whole: POOLS });
        expect(code).toBe(0);
      },
      LONGEST_MS,
    );
  });
}

for (const { name, browser, program, args, install } of browsers) {
  // Flags change kernels, not workers.
  if (args.length > 0) continue;
  describeWith(`faults in ${name}`, program, install, () => {
    let report;
    beforeAll(async () => {
      const page = {
        script: 'test/engines/faults-page.js',
        data: source,
        folders: ['dist', 'test/engines'],
      };
      const { reports } = await reportsOf(browser, [() => servePage(page)]);
      [report] = reports;
    }, LONGEST_MS);

    expectFine(() => report);
  });
}

/** @param {() => { outcomes: Record<string, string>, unhandled: string[] }} read the report */
function expectFine(read) {
  it.each(Object.keys(faults))('%s', (name) => expect(read().outcomes[name]).toBe('fine'));
  it('no rejection is left unhandled', () => expect(read().unhandled).toEqual([]));
}

const pathOf = (/** @type {string} */ script) => fileURLToPath(new URL(script, import.meta.url));

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} input
 * @returns {Promise<{ report: any, code: number | null }>}
 */
async function runScript(program, args, input) {
  // Deno prints errors of workers, whoever handles them.
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end(input);
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  return { report: JSON.parse(output), code: await ended };
}
