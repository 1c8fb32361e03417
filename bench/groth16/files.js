/** Where the files of circuits are, which `node bench/circuits.js` makes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measurements } from '../../scripts/lib/paths.js';

export const FOLDER = join(measurements, 'groth16');

/**
 * The files of a circuit that have been made.
 * @param {string} name
 * @returns {{ zkey: string, wtns: string, vkey: string } | null}
 */
export function filesOf(name) {
  const [zkey, wtns, vkey] = ['zkey', 'wtns', 'vkey.json'].map((end) =>
    join(FOLDER, `${name}.${end}`),
  );
  return existsSync(vkey) ? { zkey, wtns, vkey } : null;
}
