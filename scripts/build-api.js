/**
 * Writes the reference of the public interface as static pages, from the types that JSDoc states.
 * `src/index.js` lists what is public; each class and type is documented where it is defined.
 *
 *   node scripts/build-api.js [--out docs/api]
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);
// Slow to load.
const { Application, LogLevel } = await import('typedoc');

const { values } = parseArgs({ options: { out: { type: 'string', default: 'docs/api' } } });
const source = join(root, 'src');

/** Within the repository, so that the compiler finds the types of packages. */
const folder = await mkdtemp(join(root, 'dist', '.api-'));
try {
  await writeEntries();
  const app = await Application.bootstrap({
    name: 'curvemill',
    entryPoints: ['index', 'errors', 'trusted-setup'].map((name) => join(folder, `${name}.ts`)),
    tsconfig: join(folder, 'tsconfig.json'),
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    hideGenerator: true,
    githubPages: false,
    treatWarningsAsErrors: true,
    // Shapes of options are named where they are used.
    validation: { notExported: false, invalidLink: true },
    logLevel: LogLevel.Warn,
  });
  const project = await app.convert();
  if (!project) throw new Error('the types do not compile');
  await app.generateDocs(project, resolve(values.out));
  if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
  else console.log(`${values.out}: ${project.children?.length} modules`);
} finally {
  await rm(folder, { recursive: true });
}

/** Modules that export what the public ones do, classes themselves instead of names for them. */
async function writeEntries() {
  const index = await readFile(join(source, 'index.js'), 'utf8');
  const creators = [...index.matchAll(/^export \{ (\w+) \} from '\.\/(.+)'/gm)];
  const types = [...index.matchAll(/@typedef \{import\('\.\/(.+?)'\)\.(\w+)/g)];
  const lines = [
    ...creators.map(([, name, file]) => `export { ${name} } from '${join(source, file)}';`),
    ...types.map(([, file, name]) => `export type { ${name} } from '${join(source, file)}';`),
  ];
  const all = (/** @type {string} */ name) => `export * from '${join(source, `${name}.js`)}';\n`;
  await writeFile(join(folder, 'index.ts'), lines.join('\n'));
  await writeFile(join(folder, 'errors.ts'), all('errors'));
  await writeFile(join(folder, 'trusted-setup.ts'), all('trusted-setup'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }),
  );
}
