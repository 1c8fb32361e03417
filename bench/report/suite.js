/**
 * Makes a report of bench/results that consists of several runs, one after the other, each in a
 * process of its own.
 *
 *   node bench/run.js --suite report --name kzg|groth16|threads|phases|hostile|gaps [--out FOLDER]
 *     [--more='ARGUMENTS']
 *
 * `--more`: arguments that follow those of each run. After each run the report is written, to
 * NAME.md of the folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneOf, text } from '../../scripts/lib/command-line.js';
import { measurements, root } from '../../scripts/lib/paths.js';
import { lineOf, originOf } from '../harness/report.js';
import { REPORTS } from './reports.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */

export const options = {
  name: oneOf([...REPORTS.keys()]),
  more: text(),
  out: text(measurements),
};

/** @param {Values<typeof options>} values */
export function main({ name, more, out }) {
  const { title, namesOrigin, parts } = /** @type {NonNullable<ReturnType<typeof REPORTS.get>>} */ (
    REPORTS.get(name)
  );
  const command = `node bench/run.js --suite report --name ${name}${more && ` --more='${more}'`}`;
  const page = [`# ${title}`, `Written by \`${command}\`.`];
  if (namesOrigin) page.push(lineOf(originOf()));
  const folder = mkdtempSync(join(tmpdir(), 'curvemill-report-'));
  const path = join(out, `${name}.md`);
  mkdirSync(out, { recursive: true });
  try {
    for (const { run, heading, isSilent } of parts) {
      console.log(`node ${run} ${more}`.trim());
      const args = `${run} ${more}`.split(' ').filter(Boolean);
      const { status, text } = outputOf(
        args.map((arg) => (arg === 'FILE' ? join(folder, 'record') : arg)),
      );
      // A program that finds a bad ratio has measured it.
      const isDone = isSilent ? status === 0 : text.includes('|');
      if (!isDone)
        throw new Error(`${run} ended with ${status}${isSilent ? '' : ', without a table'}`);
      if (isSilent) continue;
      page.push(heading ? `## ${heading}\n\n${below(text)}` : withoutTitle(text));
      writeFileSync(path, `${page.join('\n\n')}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`report: ${path}`);
}

/** @param {string[]} args */
function outputOf(args) {
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { status, text: stdout.trim() };
}

/** The title of a run is that of the report. @param {string} text */
const withoutTitle = (text) => text.replace(/^# .*\n+/, '');

/** The run below a heading: its own are one deeper. @param {string} text */
const below = (text) => withoutTitle(text).replace(/^#(?=#* )/gm, '##');
