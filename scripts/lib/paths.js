import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where measurements are written. Not committed: bench/results/README.md says what is. */
export const measurements = join(root, 'bench/results/local');
