/** ox's own tests of the slots, from its package, with ours installed: run by ox.test.js. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = dirname(fileURLToPath(import.meta.url));
const ox = join(here, '../../../examples/clients/node_modules/ox');

export default defineConfig({
  root: ox,
  test: {
    include: ['src/core/_test/{Bls,Secp256k1}.test.ts'],
    exclude: [],
    setupFiles: [join(here, 'setup.js')],
    update: false, // snapshots are compared, not written
    testTimeout: 60_000,
    testNamePattern: /^(?!exports)/, // the order of names, which vite changes
    alias: [
      { find: /^vp\/test$/, replacement: 'vitest' },
      { find: /^ox$/, replacement: join(ox, 'dist/index.js') },
      { find: /^.*\/test\/constants\/accounts\.js$/, replacement: join(here, 'accounts.js') },
    ],
  },
});
