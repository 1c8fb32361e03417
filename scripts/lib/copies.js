/**
 * Small modules that several downloads share are copied into each, instead of becoming a file of
 * their own: a file costs a page a request, and browsers make six at a time over HTTP/1.1. They
 * have no classes that are compared, and no state that outlives a call but tables computed once and
 * modules imported once, so a copy is as good as the module.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './paths.js';

/** @import { Plugin } from 'rollup' */

/** Modules that are copied. */
const COPIED = [
  ...['input/indices.js', 'input/items.js', 'port/point-errors.js'],
  ...['pairing-friendly.js', 'group/encodings/flagged.js'],
  ...['engines/wasm/hash-blocks.js', 'engines/wasm/sha256.js', 'engines/wasm/subgroup/steps.js'],
  ...['engines/wasm/kernels/known-answers.js', 'engines/wasm/msm/interleaved-wnaf.js'],
  ...[
    'protocols/batches.js',
    'protocols/sha256.js',
    'protocols/signatures/batch.js',
    'protocols/signatures/integers.js',
  ],
].map((path) => join(root, 'src', path));

/**
 * The downloads with copies of their own, by what imports the module.
 * @type {readonly (readonly [name: string, importers: RegExp])[]}
 */
const DOWNLOADS = [
  ['bls12-381', /\/src\/(bls12-381|group\/encodings\/zcash)\.js$/],
  ['bn254', /\/src\/(bn254|group\/encodings\/eip197)\.js$/],
  ['x-only', /\/protocols\/signatures\/x-only\.js$/],
  ['signatures', /\/(protocols\/signatures\/|wasm\/double-multiplication\.js$)/],
  [
    'protocols',
    /\/(protocols\/(hashing|bls-signatures)\/|input\/selection\.js$|wasm\/hashing\.js$)/,
  ],
  ['pairing', /\/protocols\/(pairing|evm)\//],
  ['verkle', /\/verkle\/arguments\.js$/],
  ['async', /\/group\/async\.js$/],
  ['fixed-async', /\/group\/fixed-async\.js$/],
  ['check', /\/subgroup\/check\.js$/],
  ['blake2b', /\/wasm\/blake2b\.js$/],
];

/** Kernels beside the portable one: downloads with what tests them, and with chains. */
const KERNEL = /\/generated\/([\w-]+\.(?:fma|wide64))\.js$/;

/**
 * The download that a module belongs to. Copies are named after theirs: `PATH?NAME`.
 * @param {string} id
 */
function downloadOf(id) {
  const [path, name] = id.split('?');
  if (name || COPIED.includes(path)) return name;
  const kernel = KERNEL.exec(path);
  if (kernel) return kernel[1];
  return DOWNLOADS.find(([, importers]) => importers.test(path))?.[0];
}

/** @type {Plugin} */
export const copies = {
  name: 'copies',
  async resolveId(source, importer) {
    const download = importer && downloadOf(importer);
    if (!download) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && COPIED.includes(found.id) ? `${found.id}?${download}` : found;
  },
  load: (id) => (id.includes('?') ? readFile(id.split('?')[0], 'utf8') : null),
};
