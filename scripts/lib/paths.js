import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folder for measurements. Not committed; bench/results/README.md lists the committed ones. */
export const measurements = join(root, 'bench/results/local');
