/** The modules that run suites: each has a header, `options` and `main`. */
import { suites } from '../suites/index.js';

/** By name of the suite; paths are those of imports from `bench/`. @type {Map<string, string>} */
export const MODULES = new Map([
  .../** @type {[string, string][]} */ (
    Object.keys(suites).map((name) => [name, './harness/tables.js'])
  ),
  ['compare', './compare/suite.js'],
  ['against', './against/suite.js'],
  ['gains', './gains/suite.js'],
  ['plans', './plans/suite.js'],
  ['msm', './msm/suite.js'],
  ['engines', './engines/suite.js'],
  ['cold-start', './cold-start/suite.js'],
  ['circuits', './groth16/make.js'],
  ['report', './report/suite.js'],
]);
