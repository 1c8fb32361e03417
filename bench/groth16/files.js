/** Where the files of circuits are, which `node bench/run.js --suite circuits` makes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measurements } from '../../scripts/lib/paths.js';

export const FOLDER = join(measurements, 'groth16');

/** @param {string} name of a circuit @param {string} end zkey, wtns or vkey.json */
export const fileOf = (name, end) => join(FOLDER, `${name}.${end}`);

/** Whether a circuit's files have been made. @param {string} name */
export const isMade = (name) => existsSync(fileOf(name, 'vkey.json'));
