/**
 * Suites of measurements: this library's calls, beside other libraries, kernels or sizes of tables,
 * in turns in one process.
 *
 *   npm install --prefix bench/peers    once, for other libraries; c-kzg needs a C compiler
 *   node bench/run.js --suite operations|signatures|verkle|kzg|groth16|forms|jobs [--only TEXT]
 *     [--rounds 11] [--quick] [--engine node|chromium|firefox|webkit|PROGRAM] [--backend auto,…]
 *     [--curves LIST] [--memory MIB,…] [--peers LIST] [--width 0] [--json | --out FOLDER]
 *
 * `--only`: the cases whose names contain the text. Rounds that other work disturbed are repeated,
 * and a row without enough quiet ones has no figures; `--quick` repeats none, and marks the page as
 * not for citing. `--engine`: this Node, another, or Bun, or a browser. `--backend`: several are
 * compared, for wide arithmetic in Chromium or Bun. `--memory`:
 * limits of tables; `--width`: of c-kzg's, 8 takes 96 MiB. Prints Markdown, which `--out` also
 * writes to SUITE.md, or SUITE-BROWSER.md, beside such a file of JSON.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { browserNames } from '../../scripts/lib/browsers.js';
import {
  BACKENDS,
  flag,
  listOf,
  parseInteger,
  parseName,
  text,
  UsageError,
  whole,
} from '../../scripts/lib/command-line.js';
import { curveNames } from '../../scripts/lib/curves.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { progress } from '../../scripts/lib/progress.js';
import { measureInBrowser } from './browser.js';
import { originOf, renderSuite } from './report.js';
import { measureSuite } from './suite.js';
import { suites } from '../suites/index.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */

export const options = {
  only: text(),
  rounds: whole(11, 1, 10_000),
  quick: flag,
  engine: text('node'),
  backend: listOf('auto', (name, option) => parseName(name, option, BACKENDS)),
  curves: listOf(curveNames.join(), (name, option) => parseName(name, option, curveNames)),
  memory: listOf('', (size, option) => parseInteger(size, option, 0, 4096)),
  peers: listOf('', String),
  width: whole(0, 0, 15),
  json: flag,
  out: text(),
};

/** Libraries of bench/peers, or of this repository. @param {string} name */
async function load(name) {
  for (const from of ['../peers/package.json', '../../package.json']) {
    try {
      return createRequire(new URL(from, import.meta.url))(name);
    } catch (error) {
      if (/** @type {any} */ (error).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  console.error(`${name} is not installed`);
  return null;
}

/** Runs this program in another one. @param {string} other */
function runIn(other) {
  if (!existsSync(other))
    throw new UsageError(`--engine: expected node, ${browserNames} or a file`);
  const args = process.argv.slice(1).filter((arg, i, all) => {
    const isValue = all[i - 1] === '--engine';
    return !isValue && arg !== '--engine' && !arg.startsWith('--engine=');
  });
  process.exitCode = spawnSync(other, args, { stdio: 'inherit' }).status ?? 1;
}

/** This program's command, without folders. */
const commandOf = () =>
  `node bench/run.js ${process.argv.slice(2).join(' ')}`.replace(/ --out \S+/, '');

/** @param {Values<typeof options> & { suite: string }} values */
export async function main(values) {
  const {
    suite,
    engine,
    backend: backends,
    curves,
    memory,
    peers,
    width,
    only,
    rounds,
    quick,
  } = values;
  const isBrowser = browserNames.includes(engine);
  if (engine !== 'node' && !isBrowser) return runIn(engine);
  ensureBuilt();
  const settings = { backends, curves, memory, peers, width };
  const choice = { only, rounds, quick };
  const { engine: version, report } = isBrowser
    ? await measureInBrowser(engine, { suite, settings, choice }, progress)
    : {
        engine: undefined,
        report: await measureSuite(suites[suite], { ...settings, load }, choice, progress),
      };
  progress('');
  const full = { origin: originOf(version), quick, ...report };
  const page = renderSuite(suites[suite].title, full, commandOf());
  console.log(values.json ? JSON.stringify(full) : page);
  if (!values.out) return;
  mkdirSync(values.out, { recursive: true });
  const name = isBrowser ? `${suite}-${engine}` : suite;
  writeFileSync(join(values.out, `${name}.json`), `${JSON.stringify(full, null, 1)}\n`);
  writeFileSync(join(values.out, `${name}.md`), `${page}\n`);
}
