/** The generated curves of configs/, made once for a file of tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from '../../wasm-gen/generate.js';

/**
 * @param {object} config
 * @returns {Promise<{ page: any, folder: string, files: string[] }>}
 */
export async function generated(config) {
  const folder = await mkdtemp(join(tmpdir(), 'curvemill-own-'));
  const { files } = await generate(/** @type {any} */ (config), { out: folder });
  const { default: page } = await import(pathToFileURL(files[0]).href);
  return { page, folder, files };
}

/** @param {string} folder */
export const removed = (folder) => rm(folder, { recursive: true, force: true });
