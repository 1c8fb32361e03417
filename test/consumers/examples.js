/**
 * Each example in a new project, where the archive was installed, beside the packages that it
 * names: development dependencies of the examples alone, linked from where they are installed.
 */
import { existsSync } from 'node:fs';
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { installArchive, packArchive } from './package.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages of the examples: those that are installed here, so that no registry is asked. */
const PACKAGES = ['@noble/curves', '@noble/hashes'];

const clients = join(root, 'examples/clients/node_modules');

/** Whether the packages of `examples/clients` are installed. */
export const areClientsInstalled = existsSync(clients);

const semaphore = join(root, 'examples/semaphore/node_modules');

/** Files of Semaphore's circuit, but for their endings; null: they are not installed. */
export const semaphoreFiles = existsSync(join(semaphore, '@zk-kit/semaphore-artifacts'))
  ? join(semaphore, '@zk-kit/semaphore-artifacts/semaphore-20')
  : null;

/**
 * Projects in a folder that is removed with all of them. npm installs the archive once; the other
 * projects begin as copies of that one.
 */
export async function openProjects() {
  const folder = await mkdtemp(join(tmpdir(), 'curvemill-examples-'));
  const archive = await packArchive(folder);
  const installed = await mkdtemp(join(folder, 'installed-'));
  await installArchive(installed, archive);
  /**
   * A new project with some files of `examples/`.
   * @param {...string} files
   * @returns {Promise<string>} its folder
   */
  const create = async (...files) => {
    const project = await mkdtemp(join(folder, 'project-'));
    await cp(installed, project, { recursive: true });
    await linkPackages(project);
    for (const file of files)
      await copyFile(join(root, 'examples', file), join(project, basename(file)));
    return project;
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  return { files: archive.files, create, remove };
}

/** @param {string} project */
async function linkPackages(project) {
  const link = async (/** @type {string} */ from, /** @type {string} */ name) => {
    const place = join(project, 'node_modules', name);
    if (existsSync(place)) return;
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(from, name), place);
  };
  for (const name of PACKAGES) await link(join(root, 'node_modules'), name);
  if (semaphoreFiles) await link(semaphore, '@zk-kit/semaphore-artifacts');
  if (!areClientsInstalled) return;
  for (const name of await readdir(clients)) {
    const names = name.startsWith('@') ? await readdir(join(clients, name)) : [''];
    // The package is the one of the project, whose archive was installed.
    if (name === 'curvemill' || name.startsWith('.')) continue;
    for (const part of names) await link(clients, join(name, part));
  }
}

/**
 * Pages of the examples for a browser without an icon to ask for.
 * @param {string} project with `kzg-service-worker.js`
 */
export async function bundleServiceWorker(project) {
  await build({
    ...{ absWorkingDir: project, entryPoints: ['kzg-service-worker.js'], outfile: 'kzg.js' },
    ...{ bundle: true, format: 'iife', logLevel: 'silent' },
  });
  const page = '<!doctype html><title>kzg</title><link rel="icon" href="data:,">';
  await writeFile(join(project, 'kzg.html'), `${page}<script src="kzg.js"></script>`);
}

/** The driver waits for a report before it converses. @param {string} project */
export async function addReport(project, file = 'prover-page.html') {
  const prover = await readFile(join(project, file), 'utf8');
  await writeFile(join(project, 'prover.html'), `${prover}<script>globalThis.report = 1</script>`);
}
