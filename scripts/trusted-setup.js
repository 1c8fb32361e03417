/**
 * Writes the ceremony's points to wasm-gen/trusted-setup/, from which the build makes
 * `curvemill/trusted-setup`.
 *
 *   node scripts/trusted-setup.js FILE
 *
 * FILE: trusted_setup.txt of https://github.com/ethereum/c-kzg-4844 (src/), or
 * trusted_setup_4096.json of https://github.com/ethereum/consensus-specs (presets/mainnet/
 * trusted_setups/). Each part's SHA-256 is printed; they are in wasm-gen/trusted-setup/README.md,
 * and those of the parts that are ready for engines in src/protocols/kzg/setup/ready.js. The points
 * are checked.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBls12381 } from '../src/bls12-381.js';
import { contextOf } from '../src/group/group.js';
import { vectorParts } from '../src/group/point-vector.js';
import { runNow } from '../src/port/steps.js';
import { CellProofs } from '../src/protocols/kzg/cell-proofs.js';
import { bitReversed } from '../src/protocols/kzg/setup/lagrange.js';
import { readSetup } from '../src/protocols/kzg/setup/published.js';
import { helpIfAsked } from './lib/help.js';
import { root } from './lib/paths.js';

helpIfAsked(import.meta.url);

const [, , file] = process.argv;
if (!file) throw new Error('expected the path of a published setup, got none: see --help');
const text = await readFile(file, 'utf8');
const { lagrange, monomial, g2 } = await readSetup({ given: text, parts: {} }, async (steps) =>
  runNow(steps),
);
if (!lagrange || !monomial || !g2) throw new Error(`${file}: expected all parts of a setup`);
const bls = await createBls12381();
/** @param {any} group @param {Uint8Array} bytes */
const affine = (group, bytes) => {
  const points = group.points(bytes, { format: 'compressed', check: 'each' });
  const { storage, start, end } = vectorParts(points);
  return contextOf(group).engine.toAffine(storage.handle, start, end);
};
const transforms = await contextOf(bls.G1).engine.pointTransforms?.();
const fixed = new CellProofs(
  bls.G1,
  { monomial: bls.G1.points(monomial) },
  /** @type {any} */ (transforms),
  0,
);
const pairs = affine(bls.G2, Buffer.concat([g2.subarray(0, 2 * 96), g2.subarray(64 * 96)]));
const parts = {
  'g1-monomial': monomial,
  'g2-monomial': g2,
  'ready-lagrange': affine(bls.G1, bitReversed(lagrange, 48)),
  'ready-verification': Buffer.concat([affine(bls.G1, monomial.subarray(0, 64 * 48)), pairs]),
  'ready-cells': fixed.points(),
};
for (const [name, bytes] of Object.entries(parts)) {
  await writeFile(join(root, 'wasm-gen/trusted-setup', `${name}.bin`), bytes);
  console.log(`${name}.bin: sha256 ${createHash('sha256').update(bytes).digest('hex')}`);
}
bls.dispose();
