/** All strategies. They propose, and the kernel checks: faults here can refuse, and never prove. */
import { bound, boundByCases } from './bounds.js';
import { parts } from './lattice.js';
import { residue } from './residue.js';
import { round } from './round.js';
import { split } from './split.js';

/** @type {import('../kernel/facts.js').Search} */
export const SEARCH = Object.freeze({ bound, boundByCases, split, round, residue, parts });
