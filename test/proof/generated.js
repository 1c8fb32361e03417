/** Modules of a generator that has been changed, in a folder of their own. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EMIT = `
import { writeFileSync } from 'node:fs';
import { assemble } from './wasm-gen/emit/assemble.js';
import { modulesIn, staticRanges } from './wasm-gen/modules.js';
const [name, folder] = process.argv.slice(2);
const wat = modulesIn(staticRanges()).find((one) => one.name === name).emit().toWat();
writeFileSync(folder + '/' + name + '.wat', wat);
writeFileSync(folder + '/' + name + '.wasm', await assemble(name, wat));
`;

/**
 * Builds one module after changes to files of the generator.
 * @param {string} name of the module
 * @param {{ file: string, from: string, to: string }[]} changes each of a text that occurs once
 * @returns {string} the folder with its .wat and .wasm
 */
export function buildChanged(name, changes) {
  const folder = mkdtempSync(join(tmpdir(), 'curvemill-changed-'));
  for (const part of ['wasm-gen', 'src', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file}: ${from} does not occur once`);
    writeFileSync(join(folder, file), text.replace(from, to));
  }
  writeFileSync(join(folder, 'emit.mjs'), EMIT);
  execFileSync(process.execPath, [join(folder, 'emit.mjs'), name, folder], { stdio: 'pipe' });
  return folder;
}
