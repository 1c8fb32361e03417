/** `turns.js` in a page, beside kzg-wasm; `settings.json` has the settings. */
import { loadKZG } from 'kzg-wasm';
import { likeKzgWasm, measureKzg } from './turns.js';

/** @returns {Promise<unknown>} */
async function run() {
  const { peers, ...settings } = await (await fetch('/settings.json')).json();
  const loaders = {
    'kzg-wasm': async (/** @type {any} */ input) => likeKzgWasm(await loadKZG(), input),
  };
  const chosen = Object.entries(loaders).filter(([name]) => peers.includes(name));
  return measureKzg({ ...settings, peers: Object.fromEntries(chosen) }, console.log);
}

/** @type {any} */ (globalThis).report = run();
