/**
 * Writes the ceremony's points to wasm-gen/trusted-setup/, from which the build makes
 * `curvemill/trusted-setup`.
 *
 *   node scripts/trusted-setup.js FILE
 *
 * FILE: trusted_setup.txt of https://github.com/ethereum/c-kzg-4844 (src/), or
 * trusted_setup_4096.json of https://github.com/ethereum/consensus-specs (presets/mainnet/
 * trusted_setups/). Each part's SHA-256 is printed; they are in wasm-gen/trusted-setup/README.md.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSetup } from '../src/protocols/kzg/read-setup.js';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

const [, , file] = process.argv;
if (!file) throw new Error('expected the path of a published setup, got none: see --help');
const { lagrange, monomial, g2 } = await readSetup({
  given: await readFile(file, 'utf8'),
  parts: {},
});
const parts = { 'g1-lagrange': lagrange, 'g1-monomial': monomial, 'g2-monomial': g2 };
for (const [name, bytes] of Object.entries(parts)) {
  await writeFile(join(root, 'wasm-gen/trusted-setup', `${name}.bin`), bytes);
  console.log(`${name}.bin: sha256 ${createHash('sha256').update(bytes).digest('hex')}`);
}
