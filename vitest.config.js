import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    exclude: ['test/browser/**'],
    environment: 'node',
    // A whole multi-scalar multiplication in BigInt arithmetic takes seconds on a slow machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
