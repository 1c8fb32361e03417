/** The suites by name. */
import * as groth16 from './groth16.js';
import { pageSuites } from './in-pages.js';

/** @import { Suite } from './in-pages.js' */

/** Here, Groth16 reads files and runs snarkjs as a program. @type {Record<string, Suite>} */
export const suites = { ...pageSuites, groth16 };
