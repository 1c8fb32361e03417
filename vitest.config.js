import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { relaxedSimdFlags } from './scripts/lib/relaxed-simd.js';
import { Order } from './test/support/order.js';

// More workers than cores: many tests wait for another program. A worker may need 2 GiB.
const cores = availableParallelism();
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const maxWorkers = Math.max(1, Math.min(cores + 2, Math.floor(memory / 2 ** 31)));

/**
 * Left to `npm run test:all`: the package in bundlers, browsers and runtimes, pages, scripts,
 * measurements, random cases, the proofs, and faults of memory and prototypes one by one.
 */
const LONG = [
  'test/{consumers,engines,page,package,scripts,fuzz,proof}/**',
  'test/hostile/{faults,prototype,prototype-fields,costs,threads}.test.js',
  'test/protocols/kzg-parts.test.js',
  'test/own-curves/installed.test.js',
  'test/docs/reports.test.js',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    // Workers run the sources as they are.
    setupFiles: [
      'test/support/setup.js',
      ...(process.env.CURVEMILL_DEBUG ? ['test/support/debug-build.js'] : []),
    ],
    globalSetup: ['test/support/worker-source.js'],
    exclude: ['**/node_modules/**', ...(process.env.CURVEMILL_TESTS === 'short' ? LONG : [])],
    environment: 'node',
    // A test that compares nothing fails.
    expect: { requireAssertions: true },
    pool: 'forks',
    // Files of a worker share what they import: generators, assemblers, another library's tables. A
    // test that changes a global puts it back.
    isolate: false,
    // Node imports the sources itself, 5 % less work; debug builds replace modules.
    experimental: { viteModuleRunner: Boolean(process.env.CURVEMILL_DEBUG), nodeLoader: false },
    maxWorkers,
    sequence: { sequencer: Order },
    // Tests make many short-lived objects, BigInts above all; in young generations of 16 MiB most
    // outlive a collection, and these take a sixth of all time.
    execArgv: [...relaxedSimdFlags, '--min-semi-space-size=64', '--max-semi-space-size=64'],
    // Against what hangs alone: a machine may be slow, busy, or asleep for a minute.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
