/** The generated curves of configs/, made once for a file of tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from '../../wasm-gen/generate.js';

/**
 * @param {object} config
 * @param {('portable' | 'fma' | 'wide')[]} [kernels]
 * @returns {Promise<{ page: any, folder: string, files: string[] }>}
 */
export async function generated(config, kernels) {
  const folder = await mkdtemp(join(tmpdir(), 'curvemill-own-'));
  const { files } = await generate(/** @type {any} */ (config), { out: folder, kernels });
  const { default: page } = await import(pathToFileURL(files[0]).href);
  return { page, folder, files };
}

/** @param {string} folder */
export const removed = (folder) => rm(folder, { recursive: true, force: true });
