/**
 * Pages, without a bundler, in which workers are more or less hard to start: what each says and
 * serves, and what the library should make of it.
 */
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/paths.js';
import { ISOLATION, serve } from '../../scripts/lib/static-server.js';
import { showUntil } from '../support/firefox-alone.js';

/** @import { Browser } from '../../scripts/lib/browsers.js' */
/** @import { Server } from '../../scripts/lib/static-server.js' */

/**
 * The outcome of a page: the ways that are tried, the last one with success; or one thread, and
 * why.
 * @typedef {{ ways: readonly string[], reason?: RegExp }} Outcome
 */

/**
 * `policy`: a content security policy. `options` of the creator, as source text; `n` points;
 * `from`: the other server of the package. `inside`: what kind of worker the program runs in.
 * `instead`: browsers with another outcome. `isSilent`: whether nothing is said in the console.
 * `isOurs`: the library decides it, not the browser, so that one browser will do.
 * @typedef {{ name: string, policy?: string, headers?: Record<string, string>, options?: string,
 *   n?: number, isElsewhere?: boolean, inside?: 'worker' | 'shared worker' | 'service worker',
 *   setup?: string, isSilent?: boolean, isOurs?: boolean,
 *   instead?: Record<string, Outcome> } & Outcome} WorkerPage
 */

const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
/** The icon is none, and no browser complains of it. */
const ICON = 'img-src data:';
const TRUSTED = "require-trusted-types-for 'script'";
const CORS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const CREATE = "new Worker('/dist/worker.js', { type: 'module' })";
/** Key of the library's own options for tests. */
const WITH_SHORT_LIMIT = "[Symbol.for('curvemill.workers')]: { startMs: 1000 }";

const [BLOB, FILE] = [['blob'], ['file']];

/** @type {readonly WorkerPage[]} OTHER stands for the other server's address. */
export const workerPages = [
  { name: 'a page', ways: BLOB, isSilent: true },
  { name: 'an isolated page', headers: ISOLATION, ways: BLOB, isSilent: true },
  {
    name: 'the strictest policy',
    policy: STRICT,
    ways: ['blob', 'file'],
  },
  {
    name: 'the strictest policy, with workers from blob:',
    policy: `${STRICT}; worker-src blob:; ${ICON}`,
    ways: BLOB,
    isSilent: true,
  },
  {
    name: 'the strictest policy, with the option workerUrl',
    policy: `${STRICT}; ${ICON}`,
    options: "workerUrl: '/dist/worker.js'",
    ways: FILE,
    isSilent: true,
  },
  {
    name: 'the strictest policy, with the option createWorker',
    policy: `${STRICT}; ${ICON}`,
    options: `createWorker: () => ${CREATE}`,
    ways: FILE,
    isSilent: true,
  },
  {
    name: "a policy of nonces and 'strict-dynamic'",
    policy: "script-src 'nonce-abc' 'strict-dynamic' 'wasm-unsafe-eval'",
    ways: BLOB,
    isSilent: true,
  },
  {
    name: "worker-src 'none'",
    policy: "worker-src 'none'",
    ways: ['blob', 'file'],
    reason: /^blob: .*; file: /,
  },
  {
    name: 'trusted types',
    policy: TRUSTED,
    ways: ['blob', 'file'],
    reason: /Trusted|Sink type mismatch/,
  },
  {
    name: 'trusted types, with a createWorker that trusts the file',
    policy: TRUSTED,
    setup: "const own = trustedTypes.createPolicy('own', { createScriptURL: (url) => url });",
    options: `createWorker: () => ${CREATE.replace("'/dist/worker.js'", "own.createScriptURL('/dist/worker.js')")}`,
    ways: FILE,
    isSilent: true,
  },
  {
    name: 'a sandbox without an origin',
    policy: 'sandbox allow-scripts',
    headers: CORS,
    ways: ['blob', 'file'],
    reason: /^blob: .*; file: /,
    instead: { firefox: { ways: BLOB }, webkit: { ways: BLOB } },
  },
  { name: 'the package on another server', isElsewhere: true, ways: BLOB, isSilent: true },
  {
    name: 'the package on another server, and a policy without blob:',
    isElsewhere: true,
    policy: "script-src 'self' 'unsafe-inline' OTHER 'wasm-unsafe-eval'",
    ways: ['blob', 'file'],
    reason: /^blob: .*; file: /,
  },
  {
    name: 'the package on another server, and the worker on this one',
    isElsewhere: true,
    policy: "script-src 'self' OTHER 'wasm-unsafe-eval'",
    options: "workerUrl: '/dist/worker.js'",
    ways: FILE,
    isSilent: true,
  },
  { name: 'a module worker', inside: 'worker', ways: BLOB, isSilent: true },
  {
    name: 'a module worker under the strictest policy',
    inside: 'worker',
    policy: STRICT,
    ways: ['blob', 'file'],
  },
  {
    name: 'a shared worker',
    inside: 'shared worker',
    ways: [],
    reason: /this runtime has no workers/,
    instead: { firefox: { ways: BLOB } },
  },
  {
    name: 'a service worker',
    inside: 'service worker',
    ways: [],
    reason: /this runtime has no workers/,
  },
  {
    name: 'workerUrl is not found',
    options: "workerUrl: '/nothing.js'",
    ways: FILE,
    reason: /refused, or not found/,
  },
  {
    name: 'workerUrl is a page',
    options: "workerUrl: '/index.html'",
    ways: FILE,
    reason: /^workerUrl: /,
  },
  {
    name: 'workerUrl is a script that says nothing',
    isOurs: true,
    options: `workerUrl: '/dist/errors.js', ${WITH_SHORT_LIMIT}`,
    ways: FILE,
    reason: /no answer in 1000 ms/,
  },
  {
    name: 'createWorker returns something else',
    isOurs: true,
    options: 'createWorker: () => ({})',
    ways: [],
    reason: /expected a Worker, got something else/,
  },
  {
    name: 'a policy without WebAssembly',
    isOurs: true,
    policy: "script-src 'self'",
    options: "fallback: 'bigint'",
    n: 5,
    ways: [],
    reason: /'bigint' computes on one thread/,
  },
];

/** How the page and the program find each other, by what the program runs in. */
const PROGRAMS = {
  page: 'globalThis.report = run();',
  worker: `
    const worker = new Worker('/inner.js', { type: 'module' });
    globalThis.report = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
    });`,
  'shared worker': `
    const { port } = new SharedWorker('/inner.js', { type: 'module' });
    globalThis.report = new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));`,
  'service worker': `
    globalThis.report = (async () => {
      await navigator.serviceWorker.register('/bundled.js');
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      active.postMessage('run', [port2]);
      return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    })();`,
};

/** The same inside of the worker. */
const INNER = {
  worker: 'run().then(postMessage);',
  'shared worker':
    'globalThis.onconnect = ({ ports }) => run().then((report) => ports[0].postMessage(report));',
  'service worker':
    "addEventListener('message', (event) => event.waitUntil(run().then((report) => event.ports[0].postMessage(report))));",
};

/** Where a page goes that no driver reads. A policy may forbid requests, but no way out. */
const REPORTS = '/report/';
const LEAVE = `
  report.then((report) => (location = '${REPORTS}' + encodeURIComponent(JSON.stringify(report))));`;

/**
 * Opens pages in a browser.
 * @param {Browser} browser
 * @param {Server} other with the package, too
 * @param {WorkerPage} page
 * @returns {Promise<{ report: any, console: string[] }>}
 */
export async function openWorkerPage(browser, other, page) {
  const server = await servePage(page, other);
  try {
    /** @type {string[]} */
    const console = [];
    return { report: await browser.open(server.url, (text) => console.push(text)), console };
  } finally {
    await server.close();
  }
}

/**
 * Opens a page in a Firefox without a driver, whose console cannot be read.
 * @param {string} program
 * @param {Server} other with the package, too
 * @param {WorkerPage} page
 * @returns {Promise<{ report: any, console: string[] }>}
 */
export async function openWorkerPageAlone(program, other, page) {
  /** @type {(report: any) => void} */
  let resolve = () => {};
  const report = new Promise((settle) => (resolve = settle));
  const server = await servePage(page, other, resolve);
  try {
    return { report: await showUntil(program, server.url, report), console: [] };
  } finally {
    await server.close();
  }
}

/**
 * @param {WorkerPage} page
 * @param {Server} other
 * @param {(report: any) => void} [onReport] for pages that no driver reads
 * @returns {Promise<Server>}
 */
function servePage(page, other, onReport) {
  const { policy, headers, inside } = page;
  const program = programOf(page, other.url);
  const leave = onReport ? LEAVE : '';
  return serve(
    async (path) => {
      if (path === '/index.html') return HTML;
      if (path === '/page.js') {
        return (inside ? PROGRAMS[inside] : program + PROGRAMS.page) + leave;
      }
      if (path.startsWith(REPORTS)) {
        onReport?.(JSON.parse(decodeURIComponent(path.slice(REPORTS.length))));
        return '';
      }
      if (inside && path === '/inner.js') return program + INNER[inside];
      if (inside && path === '/bundled.js') return bundle(program + INNER[inside]);
      return readPackage(path);
    },
    {
      headers: {
        ...headers,
        ...(policy ? { 'content-security-policy': policy.replace('OTHER', other.url) } : {}),
      },
    },
  );
}

/** The package on a server of its own. @returns {Promise<Server>} */
export const serveElsewhere = () => serve(readPackage, { headers: CORS });

const HTML =
  '<!doctype html><title>page</title><link rel="icon" href="data:,">' +
  '<script type="module" nonce="abc" src="/page.js"></script>';

/**
 * @param {WorkerPage} page
 * @param {string} other
 */
function programOf({ options = '', n, setup = '', isElsewhere }, other) {
  const base = isElsewhere ? other : '/';
  return `import { createBls12381 } from '${base}dist/bls12-381.js';
    import { sumOnThreads } from '${base}threads.js';
    ${setup}
    const run = () => sumOnThreads(createBls12381, { ${options} }, ${n});\n`;
}

/** @param {string} path */
async function readPackage(path) {
  if (path === '/threads.js') return readFile(join(root, 'test/consumers/project/threads.js'));
  const file = normalize(path.slice(1));
  if (!file.startsWith('dist/')) throw new Error('not served');
  return readFile(join(root, file));
}

/**
 * One classic script: a service worker imports nothing at run time.
 * @param {string} contents
 */
async function bundle(contents) {
  const text = contents
    .replaceAll("'/dist/", "'./dist/")
    .replace("'/threads.js'", "'./test/consumers/project/threads.js'");
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: root },
    ...{ bundle: true, format: 'iife', write: false, logLevel: 'silent' },
  });
  return outputFiles[0].text;
}
