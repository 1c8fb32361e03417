/**
 * The examples in an installed project, beside the packages that they name: development
 * dependencies of the examples alone, linked from where they are installed.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages of the examples: those that are installed here, so that no registry is asked. */
const PACKAGES = ['@noble/curves', '@noble/hashes'];

const clients = join(root, 'examples/clients/node_modules');

/** Whether the packages of `examples/clients` are installed. */
export const areClientsInstalled = existsSync(clients);

/**
 * Copies the examples into a project, and bundles those that need it.
 * @param {string} project with the package
 */
export async function installExamples(project) {
  await cp(join(root, 'examples'), project, {
    recursive: true,
    filter: (file) => !/\.md$|node_modules/.test(file),
  });
  await mkdir(join(project, 'node_modules/@noble'), { recursive: true });
  for (const name of PACKAGES) {
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  if (areClientsInstalled) {
    await mkdir(join(project, 'clients/node_modules'));
    for (const name of await readdir(clients)) {
      // The package is the one of the project, whose archive was installed.
      if (name === 'curvemill' || name.startsWith('.')) continue;
      await symlink(join(clients, name), join(project, 'clients/node_modules', name));
    }
  }
  await build({
    ...{ absWorkingDir: project, entryPoints: ['kzg-service-worker.js'], outfile: 'kzg.js' },
    ...{ bundle: true, format: 'iife', logLevel: 'silent' },
  });
  // The driver waits for a report before it converses.
  const prover = await readFile(join(project, 'prover-page.html'), 'utf8');
  await writeFile(join(project, 'prover.html'), `${prover}<script>globalThis.report = 1</script>`);
  const page = '<!doctype html><title>kzg</title><link rel="icon" href="data:,">';
  await writeFile(join(project, 'kzg.html'), `${page}<script src="kzg.js"></script>`);
}
