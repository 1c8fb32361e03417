/** The package as npm would deliver it, installed in an empty project. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * The archive that npm would publish, of `dist/` as it stands.
 * @typedef {{ file: string, files: string[] }} Archive `files`: those in it
 */

/**
 * Packs into a folder.
 * @param {string} folder
 * @returns {Promise<Archive>}
 */
export async function packArchive(folder) {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse((await run(npm, pack, { cwd: root })).stdout);
  const paths = files.map((/** @type {{ path: string }} */ { path }) => path);
  return { file: join(folder, filename), files: paths };
}

/**
 * Installs an archive in a project without other packages. It depends on nothing, so no registry is
 * asked.
 * @param {string} folder
 * @param {Archive} archive
 * @param {object} [settings] of the project
 */
export async function installArchive(folder, { file }, settings) {
  const manifest = { name: 'project', private: true, type: 'module', ...settings };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run(npm, ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder });
}

/**
 * The archive installed beside the programs of `project/`.
 * @returns {Promise<{ folder: string, remove: () => Promise<void> }>}
 */
export async function installPackage() {
  const folder = await mkdtemp(join(tmpdir(), 'curvemill-'));
  await cp(fileURLToPath(new URL('project', import.meta.url)), folder, { recursive: true });
  // Parcel reads `exports` only where it is told to.
  const parcel = { '@parcel/resolver-default': { packageExports: true } };
  await installArchive(folder, await packArchive(folder), parcel);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Bundles the program of a project to one file, in an empty folder.
 * @param {string} project
 * @param {any} format 'esm' or 'cjs'
 * @returns {Promise<string>} the folder
 */
export async function bundleForNode(project, format) {
  const folder = await mkdtemp(join(project, '..', 'curvemill-moved-'));
  const entry = format === 'esm' ? 'main.mjs' : 'main.cjs';
  await build({
    ...{ absWorkingDir: project, entryPoints: [entry], outfile: join(folder, entry) },
    ...{ bundle: true, platform: 'node', format, logLevel: 'silent' },
  });
  return folder;
}
