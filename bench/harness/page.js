/** A suite in a page: `settings.json` names it; `report` settles when it is measured. */
import { pageSuites } from '../suites/in-pages.js';
import { measureSuite } from './suite.js';

/** Libraries that run in pages. @type {Record<string, () => Promise<any>>} */
const LIBRARIES = {
  'kzg-wasm': () => import('kzg-wasm'),
  'tiny-secp256k1': () => import('tiny-secp256k1'),
};

/** @returns {Promise<unknown>} */
async function run() {
  const { suite, settings, choice } = await (await fetch('/settings.json')).json();
  const load = async (/** @type {string} */ name) => (await LIBRARIES[name]?.()) ?? null;
  return measureSuite(pageSuites[suite], { ...settings, load }, choice, console.log);
}

/** @type {any} */ (globalThis).report = run();
