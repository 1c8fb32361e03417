/**
 * Circuits, witnesses and keys for measurements of Groth16, as files of snarkjs: chains, whose
 * scalars are of full size, and registers of bits. Keys come from a seed: for measurements alone.
 *
 *   node bench/run.js --suite circuits [--only chain13,bits16,chain16,chain18] [--out FOLDER]
 *
 * The number is the logarithm of the domain's size. 2^16 takes 20 to 60 seconds, 2^20 half an hour.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOf, parseName, text, UsageError } from '../../scripts/lib/command-line.js';
import { ensureBuilt } from '../../scripts/lib/ensure-built.js';
import { progress } from '../../scripts/lib/progress.js';
import { witnessFile } from '../../test/support/groth16/files.js';
import { setup } from '../../test/support/groth16/setup.js';
import { circuitNames, circuitOf } from './circuits.js';
import { FOLDER } from './files.js';

/** @import { Values } from '../../scripts/lib/command-line.js' */

export const options = {
  only: listOf('chain13,bits16,chain16,chain18', (name, flag) =>
    parseName(name, flag, circuitNames),
  ),
  out: text(FOLDER),
};

/** @param {Values<typeof options>} values */
export async function main({ only, out }) {
  if (only.length === 0) throw new UsageError('--only: expected a circuit');
  ensureBuilt();
  const { createBn254 } = await import('curvemill/bn254');
  const instance = await createBn254({ threads: 1 });
  mkdirSync(out, { recursive: true });
  for (const name of only) {
    progress(`${name}: constraints`);
    const { circuit, curve } = circuitOf(name);
    if (circuit.broken.length > 0) throw new Error(`${name}: a witness that does not satisfy it`);
    progress(`${name}: key`);
    const { zkey, vkey } = await setup({ instance, ...curve }, circuit, 'bench');
    writeFileSync(join(out, `${name}.zkey`), zkey);
    writeFileSync(join(out, `${name}.wtns`), witnessFile(circuit));
    writeFileSync(join(out, `${name}.vkey.json`), JSON.stringify(vkey));
  }
  progress('');
  instance.dispose();
}
