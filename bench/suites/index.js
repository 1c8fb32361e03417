/** The suites by name. */
import * as forms from './forms.js';
import * as groth16 from './groth16.js';
import * as jobs from './jobs.js';
import * as kzg from './kzg.js';
import * as operations from './operations.js';
import * as signatures from './signatures.js';
import * as verkle from './verkle.js';

/** @import { Opened, Settings } from '../harness/suite.js' */

/** @type {Record<string, { title: string, open: (settings: Settings) => Promise<Opened> }>} */
export const suites = { operations, signatures, verkle, kzg, groth16, forms, jobs };
