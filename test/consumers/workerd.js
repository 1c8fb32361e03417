/** workerd, the runtime of Cloudflare Workers: compiles modules at its start only. */
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/**
 * Runs `worker.js` of a project with all modules of the package: those of `modules.js`, which is
 * written here.
 * @param {string} program workerd
 * @param {string} project
 * @returns {Promise<any>} its report
 */
export async function runWithAllModules(program, project) {
  const all = await readdir(join(project, 'node_modules/curvemill/dist/wasm'));
  // workerd compiles at its start, and would not start with instructions that it does not know.
  const files = all.filter((file) => !/wide/.test(file));
  await writeFile(
    join(project, 'modules.js'),
    [
      ...files.map((file, i) => `import module${i} from 'curvemill/wasm/${file}';`),
      `export const modules = { ${files.map((file, i) => `'${file}': module${i}`).join(', ')} };`,
    ].join('\n'),
  );
  return runInWorkerd(program, project);
}

/**
 * Runs `worker.js` of a project as `wrangler` would deploy it: one script, and the .wasm files of
 * the package that it imports.
 * @param {string} program workerd
 * @param {string} project
 * @param {Record<string, string>} [alias]
 * @returns {Promise<any>} its report
 */
export async function runInWorkerd(program, project, alias) {
  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['worker.js'],
    outfile: join(project, 'workerd.js'),
    bundle: true,
    format: 'esm',
    external: ['*.wasm'],
    metafile: true,
    logLevel: 'silent',
    ...(alias && { alias }),
  });
  const paths = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.map(({ path }) => path),
  );
  const embed = paths.map((path) => {
    const file = path.replace('curvemill/wasm/', 'node_modules/curvemill/dist/wasm/');
    return `(name = "${path}", wasm = embed "${file}")`;
  });
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [(name = "worker", esModule = embed "workerd.js"), ${embed.join(', ')}],
  compatibilityDate = "2026-01-01",
))]);`;
  await writeFile(join(project, 'workerd.capnp'), config);
  const { stdout, stderr } = await promisify(execFile)(program, ['test', 'workerd.capnp'], {
    cwd: project,
  });
  const report = /REPORT (.*)/.exec(stdout + stderr);
  if (!report) throw new Error(`workerd reported nothing: ${stdout}${stderr}`);
  return JSON.parse(report[1]);
}
