/**
 * Contestants in a page: `ask(PROGRAM, COMMAND)` takes the commands that contestant.js reads from
 * stdin. Inputs are fetched.
 */
import { createHost } from './host.js';
import { createLibraries } from './libraries.js';
import { createOurs } from './ours.js';

/** @param {string} file */
async function read(file) {
  const response = await fetch(`/input/${file.split('/').at(-1)}`);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @returns {Promise<Record<string, (line: string) => Promise<string>>>} */
async function open() {
  const { engine, backend } = await (await fetch('/settings.json')).json();
  return {
    ours: createHost(createOurs(engine, backend), read),
    libraries: createHost(createLibraries(engine), read),
  };
}

const hosts = open();
/** @type {any} */ (globalThis).ask = async (
  /** @type {string} */ name,
  /** @type {string} */ line,
) => (await hosts)[name](line);
/** @type {any} */ (globalThis).report = hosts.then(Object.keys);
