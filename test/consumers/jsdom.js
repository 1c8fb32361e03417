/** Windows of jsdom: of test runners in Node, and of scripts in a page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = fileURLToPath(new URL('bundlers/package.json', import.meta.url));

/** The file of jsdom. */
export const jsdomFile = () => createRequire(tools).resolve('jsdom');

/**
 * Runs a bundled page inside of a window, which has no workers and, of what it would have in a
 * browser, is given `WebAssembly` alone: no `TextEncoder`, as in jest's.
 * @param {string} folder of the page's script, one classic one
 * @returns {Promise<any>} its report
 */
export async function runInWindow(folder) {
  const { JSDOM } = createRequire(tools)('jsdom');
  const { window } = new JSDOM('', { url: 'http://localhost/', runScripts: 'outside-only' });
  Object.assign(window, { WebAssembly });
  window.eval(await readFile(join(folder, 'page.js'), 'utf8'));
  const report = JSON.parse(JSON.stringify(await window.report));
  window.close();
  return report;
}
