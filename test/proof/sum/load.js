/**
 * The code that sums, as it stands or with one change: a copy of the sources in a folder of its
 * own, which imports all else from the repository, and whose arena has guards. The steps of kernels
 * that compute with addresses alone are emitted, with imports where they add.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assemble } from '../../../wasm-gen/emit/assemble.js';
import { ModuleBuilder } from '../../../wasm-gen/emit/module.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders whose files are copied; beside them stand links. */
const COPIED = ['src/engines/wasm/msm', 'wasm-gen/curve', 'wasm-gen/scalar'];

/** @typedef {{ file: string, find: string, replace: string }} Change */

/**
 * Chunks of lists and tiles of references, so short that short sums have many of each, tiles of
 * tiles included.
 * @type {Change[]}
 */
const SHORT = [
  ['accumulate.js', 'TILE = 4096', 'TILE = 16'],
  ['buckets.js', '[2 ** 12, 2 ** 13]', '[3, 5]'],
  ['msm.js', 'SPLIT = 2 ** 14', 'SPLIT = 7'],
  ['model.js', 'STEP = 2 ** 11', 'STEP = 4'],
].map(([file, find, replace]) => ({ file: `src/engines/wasm/msm/${file}`, find, replace }));

/**
 * @param {{ isShort?: boolean, change?: Change | null }} options `isShort`: with short chunks
 * @returns {Promise<any>} modules by name; `steps`: WebAssembly of the kernels' steps
 */
export async function load({ isShort = false, change = null }) {
  const folder = mkdtempSync(join(tmpdir(), 'sums-'));
  try {
    copyTo(folder);
    if (isShort) for (const one of SHORT) apply(folder, one);
    if (change) apply(folder, change);
    const names = [
      'msm',
      'multiples',
      'plan',
      'shares',
      'work',
      'interleaved-wnaf',
      'reduce',
      'accumulate',
    ];
    const modules = await Promise.all(
      names.map((name) => importFrom(folder, `src/engines/wasm/msm/${name}.js`)),
    );
    return { ...Object.assign({}, ...modules), steps: await stepsOf(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} folder @param {string} file */
const importFrom = (folder, file) => import(pathToFileURL(join(folder, file)).href);

/** @param {string} folder */
function copyTo(folder) {
  for (const path of ['', 'src', 'src/engines', 'src/engines/wasm', 'wasm-gen']) {
    mkdirSync(join(folder, path), { recursive: true });
    for (const name of readdirSync(join(root, path))) {
      const one = join(path, name);
      if (COPIED.includes(one)) cpSync(join(root, one), join(folder, one), { recursive: true });
      else if (
        !COPIED.some((copied) => copied.startsWith(`${one}/`)) &&
        path !== '' &&
        name !== 'kernels'
      )
        symlinkSync(join(root, one), join(folder, one));
    }
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'src/engines/wasm/kernels'));
  const guarded = new URL('./arena.js', import.meta.url).href;
  writeFileSync(join(folder, 'src/engines/wasm/kernels/arena.js'), `export * from '${guarded}';\n`);
}

/** @param {string} folder @param {Change} change */
function apply(folder, { file, find, replace }) {
  const path = join(folder, file);
  const pieces = readFileSync(path, 'utf8').split(find);
  if (pieces.length !== 2)
    throw new Error(`${file} has '${find}' ${pieces.length - 1} times, not once`);
  writeFileSync(path, pieces.join(replace));
}

/** Modules of steps; `points`: a function of the bytes of a point. @param {string} folder */
async function stepsOf(folder) {
  const [{ emitSumBuckets }, { emitChain }, { emitDigits }, { emitSort }] = await Promise.all(
    ['curve/sum-buckets', 'curve/chain', 'scalar/digits', 'scalar/sort'].map((name) =>
      importFrom(folder, `wasm-gen/${name}.js`),
    ),
  );
  const compile = async (/** @type {ModuleBuilder} */ m) =>
    new WebAssembly.Module(await assemble(m.name, m.toWat()));
  return {
    points(/** @type {number} */ pointBytes) {
      const m = new ModuleBuilder('points');
      const [batchAdd, setInfinity, double, addAffine] = [
        ['batchAdd', 3],
        ['setInfinity', 1],
        ['double', 2],
        ['addAffine', 2],
      ].map(([name, count]) =>
        m.importFunc(
          'kernel',
          String(name),
          Array.from({ length: Number(count) }, () => /** @type {const} */ ('i32')),
        ),
      );
      emitSumBuckets(m, pointBytes, batchAdd);
      emitChain(m, (z) => setInfinity.call(z), { double, addAffine });
      return compile(m);
    },
    scalars(/** @type {number} */ partBytes) {
      const m = new ModuleBuilder('scalars');
      emitDigits(m, partBytes);
      emitSort(m);
      return compile(m);
    },
  };
}
