/**
 * What wide arithmetic gains, end to end: backend 'wide' beside 'portable', in turns, in Bun and in Chromium with
 * --js-flags=--wasm-staging, as far as they are installed (test/engines/README.md says how).
 *
 *   node bench/wide/run.js
 *
 * Minima of 15 samples each, in microseconds; build first.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, launchBrowser } from '../../scripts/lib/browsers.js';
import { servePage } from '../../scripts/lib/page-server.js';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const bun =
  process.env.CURVEMILL_BUN ??
  path('../../test/engines/runtimes/node_modules/@oven/bun-linux-x64/bin/bun');

/**
 * @param {string} engine
 * @param {Array<{ name: string, portable: number, wide: number, ratio: number }>} rows
 */
function print(engine, rows) {
  console.log(`\n${engine}: portable / wide, µs\n`);
  for (const { name, portable, wide, ratio } of rows) {
    const numbers = [portable.toFixed(1), wide.toFixed(1), `${ratio.toFixed(2)}×`];
    console.log(name.padEnd(30) + numbers.map((text) => text.padStart(11)).join(''));
  }
}

if (existsSync(bun)) {
  const { stdout } = spawnSync(bun, ['run', path('command-line.js')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  print('Bun', JSON.parse(stdout));
} else console.warn('Bun is not installed');

const chromium = findBrowser('chromium');
if (chromium) {
  const browser = await launchBrowser('chromium', chromium, ['--js-flags=--wasm-staging']);
  const server = await servePage({
    script: 'bench/wide/page.js',
    data: null,
    folders: ['dist', 'bench/wide'],
    bareImports: true,
    headers: {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  });
  try {
    print(browser.version, await browser.open(server.url));
  } finally {
    await server.close();
    await browser.close();
  }
} else console.warn('Chromium is not installed');
