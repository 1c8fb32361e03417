/**
 * Libraries that are no part of this page: whoever serves it may serve them beside it, and says
 * where in `peers.json`. Loaded when they are measured, by who chose them.
 */

/** How each is installed where `npm run page` serves them. @type {Record<string, string>} */
export const INSTALLS = { snarkjs: 'npm install --prefix test/consumers/snarkjs' };

/** @type {Promise<Record<string, string>> | undefined} */
let reading;

/**
 * Where such libraries are, by name.
 * @returns {Promise<Record<string, string>>}
 */
export function servedPeers() {
  reading ??= read();
  return reading;
}

async function read() {
  try {
    const response = await fetch(new URL('peers.json', location.href));
    return response.ok ? await response.json() : {};
  } catch {
    return {};
  }
}

/**
 * Runs a script of such a library, which a module cannot import, and gives what it defines.
 * @param {string} name of its variable
 * @returns {Promise<any>}
 */
export async function loadServed(name) {
  const { [name]: path } = await servedPeers();
  if (!path) throw new Error(`it is not served here (${INSTALLS[name]})`);
  const response = await fetch(new URL(path, location.href));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  const text = await response.text();
  const module = new Blob([text, `\nexport default ${name};`], { type: 'text/javascript' });
  const url = URL.createObjectURL(module);
  try {
    return (await import(url)).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}
