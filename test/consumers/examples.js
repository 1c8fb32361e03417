/** The examples in an installed project, beside the packages that they name. */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages of the examples: those that are installed here, so that no registry is asked. */
const PACKAGES = ['@noble/curves', '@noble/hashes'];

/**
 * Copies the examples into a project, and bundles those that need it.
 * @param {string} project with the package
 */
export async function installExamples(project) {
  await cp(join(root, 'examples'), project, {
    recursive: true,
    filter: (file) => !/\.md$/.test(file),
  });
  await mkdir(join(project, 'node_modules/@noble'), { recursive: true });
  for (const name of PACKAGES) {
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
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
