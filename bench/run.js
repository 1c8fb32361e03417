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
 * - plans: the plan that an MSM takes beside all others;
 * - circuits: makes the files that groth16 measures.
 */
import { parseArgs } from 'node:util';
import { isHelpAsked, showHeader } from '../scripts/lib/help.js';
import { oneOf, program } from './harness/command-line.js';
import { suites } from './suites/index.js';

/**
 * The modules that run suites: each has a header, `options` and `main`.
 * @type {ReadonlyMap<string, string>}
 */
const MODULES = new Map([
  .../** @type {[string, string][]} */ (
    Object.keys(suites).map((name) => [name, './harness/tables.js'])
  ),
  ['compare', './compare/suite.js'],
  ['against', './against/suite.js'],
  ['gains', './gains/suite.js'],
  ['plans', './plans/suite.js'],
  ['circuits', './groth16/make.js'],
]);

const [DEFAULT] = MODULES.keys();

const { values } = parseArgs({ options: { suite: { type: 'string' } }, strict: false });
const path = MODULES.get(String(values.suite ?? DEFAULT));
const module = path && new URL(path, import.meta.url).href;
if (module && values.suite && isHelpAsked()) showHeader(module);
const { options = {}, main = () => {} } = module ? await import(module) : {};
await program(import.meta.url, { suite: oneOf([...MODULES.keys()]), ...options }, main);
