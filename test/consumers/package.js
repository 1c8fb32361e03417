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
 * Packs `dist/` as it stands and installs the archive beside the programs of `project/`.
 * @returns {Promise<{ folder: string, files: string[], remove: () => Promise<void> }>} `files`:
 *   those of the archive
 */
export async function installPackage() {
  const folder = await mkdtemp(join(tmpdir(), 'curvemill-'));
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse((await run(npm, pack, { cwd: root })).stdout);
  await cp(fileURLToPath(new URL('project', import.meta.url)), folder, { recursive: true });
  // Parcel reads `exports` only where it is told to.
  const parcel = { '@parcel/resolver-default': { packageExports: true } };
  const manifest = { name: 'project', private: true, type: 'module', ...parcel };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  // The package depends on nothing, so no registry is asked.
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`];
  await run(npm, install, { cwd: folder });
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, files: files.map((/** @type {{ path: string }} */ { path }) => path), remove };
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
