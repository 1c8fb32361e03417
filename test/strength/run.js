/**
 * Measures what the tests notice: applies each fault of `faults.js` to a copy of the work tree,
 * builds what the fault changes, and runs tests until one fails. The tests that the fault names
 * come first, all of them, so that the table can say whether a single one notices it; if they pass,
 * the others of `npm test` follow.
 *
 *   npm run test:strength                          every fault
 *   npm run test:strength -- --only msm            faults whose room or name has this text, or
 *                                                  one of several, each after an --only
 *   npm run test:strength -- --jobs 2              copies at the same time; 1 if not given
 *   npm run test:strength -- --limit 900           seconds for each run of tests; 600 if not given
 *   npm run test:strength -- --named               without the other tests of `npm test`
 *
 * Prints a table. The exit code is 1 if a fault survives, does not build, or lets the tests run
 * into the limit: a run that does not end proves nothing on a slow machine.
 */

import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { applyFault, faults } from './faults.js';

/** @import { Fault } from './faults.js' */

/**
 * @typedef {object} Failure
 * @property {string} file
 * @property {string} test
 */

/**
 * @typedef {object} Outcome
 * @property {Fault} fault
 * @property {'killed' | 'survives' | 'does not build' | 'does not end'} verdict
 * @property {Failure[]} failures
 * @property {number} seconds
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Left out of a copy: what is linked, and what no test of the sources reads. */
const NOT_COPIED = new Set(['node_modules', '.git', 'coverage']);

/** Folders from which the build generates modules. */
const GENERATES = /^(wasm-gen|src\/curves)\//;

/** A hash of the generated code differs after any fault, which says nothing about the others. */
const NO_WITNESSES = ['test/wasm-gen/reproducible.test.js', 'test/strength/**'];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    jobs: { type: 'string', default: '1' },
    limit: { type: 'string', default: '600' },
    named: { type: 'boolean', default: false },
  },
});
const limit = 1000 * Number(options.limit);
const jobs = Number(options.jobs);
const chosen = faults.filter(({ room, name }) =>
  options.only.some((text) => `${room}: ${name}`.includes(text)),
);
if (!(limit > 0 && jobs >= 1 && chosen.length > 0)) {
  console.error('Expected --limit in seconds, --jobs of at least 1, and --only that a fault has.');
  process.exit(2);
}

/** Process groups that run now. @type {Set<number>} */
const running = new Set();

/** Copies on disk. @type {Set<string>} */
const copies = new Set();

/** Set by a signal: what its process group was computing has no result. */
let isEnding = false;

/** @param {number} group */
function end(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    isEnding = true;
    running.forEach(end);
    await removeCopies();
    process.exit(1);
  });
}

async function removeCopies() {
  await Promise.all([...copies].map((copy) => rm(copy, { recursive: true, force: true })));
}

/**
 * Runs node in a process group of its own, which ends with it.
 * @param {string} cwd
 * @param {string[]} parameters
 * @returns {Promise<{ code: number | null, text: string }>} `code`: null if it ran into the limit
 */
function node(cwd, parameters) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd, detached: true });
    const group = /** @type {number} */ (child.pid);
    running.add(group);
    let text = '';
    let late = false;
    const read = (/** @type {Buffer} */ bytes) => (text = (text + bytes).slice(-20_000));
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const timer = setTimeout(() => {
      late = true;
      end(group);
    }, limit);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      end(group);
      running.delete(group);
      if (!isEnding) resolve({ code: late ? null : (code ?? 1), text });
    });
  });
}

/**
 * @param {string} copy
 * @param {string[]} parameters
 * @returns {Promise<{ failures: Failure[], ended: boolean }>}
 */
async function vitest(copy, parameters) {
  const report = join(copy, 'strength.json');
  await rm(report, { force: true });
  const program = join(copy, 'node_modules/vitest/vitest.mjs');
  const excluded = NO_WITNESSES.flatMap((file) => ['--exclude', file]);
  const output = ['--reporter=json', `--outputFile=${report}`];
  const { code, text } = await node(copy, [program, 'run', ...output, ...excluded, ...parameters]);
  if (code === null) return { failures: [], ended: false };
  if (code === 0) return { failures: [], ended: true };
  const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  const failures = /** @type {any[]} */ (testResults ?? []).flatMap(
    ({ name, status, assertionResults, message }) => {
      const file = relative(copy, name);
      const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
      if (failed.length === 0 && status === 'failed')
        return [{ file, test: `the file itself: ${String(message).split('\n')[0]}` }];
      return failed.map((/** @type {any} */ { fullName }) => ({ file, test: fullName.trim() }));
    },
  );
  // A failure outside of tests, such as a rejection that nobody handles.
  if (failures.length === 0)
    failures.push({ file: '', test: text.trim().split('\n').slice(-3).join(' ') });
  return { failures, ended: true };
}

/** A copy of the work tree, with the modules of the true sources beside it. */
async function makeCopy() {
  const copy = await mkdtemp(join(tmpdir(), 'curvemill-strength-'));
  copies.add(copy);
  const filter = (/** @type {string} */ source) =>
    !NOT_COPIED.has(relative(root, source).split(sep)[0]);
  await cp(root, copy, { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  const built = await build(copy);
  if (built.code !== 0) throw new Error(`The work tree does not build.\n${built.text}`);
  await cp(join(copy, 'src/generated'), join(copy, 'generated-clean'), { recursive: true });
  return copy;
}

/** @param {string} copy */
const build = (copy) => node(copy, ['wasm-gen/build.js']);

/**
 * @param {string} copy
 * @param {Fault} fault
 * @returns {Promise<Omit<Outcome, 'fault' | 'seconds'>>}
 */
async function tryFault(copy, fault) {
  const path = join(copy, fault.file);
  const source = await readFile(path, 'utf8');
  await writeFile(path, applyFault(fault, source));
  const generates = GENERATES.test(fault.file);
  try {
    if (generates && (await build(copy)).code !== 0)
      return { verdict: 'does not build', failures: [] };
    const first = await vitest(copy, fault.tests);
    if (!first.ended) return { verdict: 'does not end', failures: [] };
    if (first.failures.length > 0) return { verdict: 'killed', failures: first.failures };
    if (options.named) return { verdict: 'survives', failures: [] };
    const tried = fault.tests.flatMap((file) => ['--exclude', file]);
    const { ended, failures } = await vitest(copy, ['--bail', '1', ...tried]);
    if (!ended) return { verdict: 'does not end', failures };
    return { verdict: failures.length > 0 ? 'killed' : 'survives', failures };
  } finally {
    await writeFile(path, source);
    if (generates) {
      await rm(join(copy, 'src/generated'), { recursive: true });
      await cp(join(copy, 'generated-clean'), join(copy, 'src/generated'), { recursive: true });
    }
  }
}

/** @param {Outcome} outcome @returns {string} a row of the table */
function row({ fault, verdict, failures, seconds }) {
  const [witness] = failures;
  const isNamed = witness && fault.tests.includes(witness.file);
  const alone = failures.length > 1 ? '' : ' (alone)';
  const count = isNamed ? alone : ' (not named by the fault)';
  const by = witness ? `${witness.file} › ${witness.test}${count}` : verdict;
  return `| ${fault.name} | ${fault.room} | ${by.replaceAll('|', '\\|')} | ${seconds.toFixed(0)} |`;
}

/** Without a fault, the tests pass that faults name: else a failure would say nothing. */
async function checkTests(/** @type {string} */ copy) {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const { ended, failures } = await vitest(copy, files);
  if (!ended) throw new Error('Without a fault, the tests do not end within the limit.');
  if (failures.length > 0)
    throw new Error(`Without a fault, these fail:\n${JSON.stringify(failures, null, 2)}`);
}

/** @returns {Promise<Outcome[]>} */
async function tryAll() {
  const waiting = [...chosen];
  /** @type {Outcome[]} */
  const outcomes = [];
  const first = await makeCopy();
  await checkTests(first);
  console.log('| fault | room | killed by | seconds |\n|---|---|---|---|');
  const work = async (/** @type {number} */ job) => {
    const copy = job === 0 ? first : await makeCopy();
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const start = performance.now();
      const result = await tryFault(copy, fault);
      const outcome = { fault, ...result, seconds: (performance.now() - start) / 1000 };
      outcomes.push(outcome);
      console.log(row(outcome));
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, chosen.length) }, (_, job) => work(job)));
  return outcomes;
}

try {
  const outcomes = await tryAll();
  const bad = outcomes.filter(({ verdict }) => verdict !== 'killed');
  console.log(`\n${outcomes.length - bad.length} of ${outcomes.length} faults are killed.`);
  for (const { fault, verdict } of bad) console.log(`${fault.name} (${fault.room}): ${verdict}`);
  process.exitCode = bad.length > 0 ? 1 : 0;
} finally {
  running.forEach(end);
  await removeCopies();
}
