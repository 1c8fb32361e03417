/**
 * Workers that die, fall silent or never start, aborts and disposals, in every engine: sums stay
 * right, nothing hangs, no rejection is left unhandled, and programs end by themselves.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browsers.js';
import { servePage } from '../../scripts/lib/page-server.js';
import { bundleWorker } from '../../scripts/lib/worker-bundle.js';
import { describeWith } from '../support/installed.js';
import { browsers, commandLine } from './engines.js';
import { faults } from './faults.js';

let source;
beforeAll(async () => {
  source = (await bundleWorker('test/parallel/test-worker.js')).text;
});

const here = { name: 'this Node', program: process.execPath, args: [], install: 'Node' };
for (const { name, program, args, install } of [here, ...commandLine]) {
  describeWith(`faults in ${name}`, program, install, () => {
    let run;
    beforeAll(async () => {
      run = await runFaults(/** @type {string} */ (program), args);
    });

    expectFine(() => run.report);
    it('the program ends by itself, once a last sum is done', () => {
      expect(run.report.last).toBe(true);
      expect(run.code).toBe(0);
    });
  });
}

for (const { name, browser: kind, program, args, install } of browsers) {
  // Flags change kernels, not workers.
  if (args.length > 0) continue;
  describeWith(`faults in ${name}`, program, install, () => {
    let report;
    beforeAll(async () => {
      const browser = await launchBrowser(kind, /** @type {string} */ (program));
      const server = await servePage({
        script: 'test/engines/faults-page.js',
        data: source,
        folders: ['dist', 'test/engines'],
      });
      report = await browser.open(server.url).finally(async () => {
        await Promise.all([browser.close(), server.close()]);
      });
    });

    expectFine(() => report);
  });
}

/** @param {() => { outcomes: Record<string, string>, unhandled: string[] }} read the report */
function expectFine(read) {
  it.each(Object.keys(faults))('%s', (name) => expect(read().outcomes[name]).toBe('fine'));
  it('no rejection is left unhandled', () => expect(read().unhandled).toEqual([]));
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ report: any, code: number | null }>}
 */
async function runFaults(program, args) {
  const script = fileURLToPath(new URL('faults-run.js', import.meta.url));
  // Deno prints errors of workers, whoever handles them.
  const child = spawn(program, [...args, script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 110_000,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end(source);
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  return { report: JSON.parse(output), code: await ended };
}
