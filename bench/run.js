/**
 * The one program that measures: suites, each of which has options of its own.
 *
 *   node bench/run.js --suite NAME [OPTIONS]
 *   node bench/run.js --suite NAME --help
 *
 * Names:
 * - operations, signatures, verkle, kzg, groth16, forms, jobs: this library's calls beside other
 *   libraries, kernels or sizes of tables, in turns in one process;
 * - compare: this library beside others, from npm and native, each in a program of its own;
 * - against: an old and a new build;
 * - gains: two workers beside one;
 * - plans: the plan that an MSM takes beside all others, and prices that fit them;
 * - msm: sums of one curve by size, kernel and number of threads, in Node and in browsers;
 * - engines: these in several engines, as one table;
 * - cold-start: the first answer of a fresh page;
 * - circuits: makes the files that groth16 measures;
 * - report: reports of bench/results that consist of several runs.
 */
import { parseArgs } from 'node:util';
import { oneOf, program } from '../scripts/lib/command-line.js';
import { isHelpAsked, showHeader } from '../scripts/lib/help.js';
import { MODULES } from './harness/modules.js';

const [DEFAULT] = MODULES.keys();

const { values } = parseArgs({ options: { suite: { type: 'string' } }, strict: false });
const path = MODULES.get(String(values.suite ?? DEFAULT));
const module = path && new URL(path, import.meta.url).href;
const { options = {}, main = () => {}, usage } = module ? await import(module) : {};
if (module && values.suite && !usage && isHelpAsked()) showHeader(module);
const own = { suite: oneOf([...MODULES.keys()]), ...options };
await program(import.meta.url, own, main, values.suite && usage);
