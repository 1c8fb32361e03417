/**
 * Times multi-scalar multiplication in this process: the suite msm as a program of its own, which
 * the package contains.
 */
import { main, options, usageOf } from '../bench/msm/here.js';
import { program } from './lib/command-line.js';

await program(import.meta.url, options, main, usageOf('node scripts/evaluate-msm.js'));
