/** All strategies. They propose, and the kernel checks their proposals. */
import { bound, boundByCases } from './bounds.js';
import { parts } from './lattice.js';
import { residue } from './residue.js';
import { round } from './round.js';
import { split } from './split.js';

/**
 * Not frozen: nothing depends on it, and tests put lies in place of them.
 * @type {import('../kernel/facts.js').Search}
 */
export const SEARCH = { bound, boundByCases, split, round, residue, parts };
