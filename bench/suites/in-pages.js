/** The suites that pages measure, too: what they import runs in browsers. */
import * as forms from './forms.js';
import * as groth16 from './groth16-in-page.js';
import * as jobs from './jobs.js';
import * as kzg from './kzg.js';
import * as operations from './operations.js';
import * as signatures from './signatures.js';
import * as verkle from './verkle.js';

/** @import { Opened, Settings } from '../harness/suite.js' */
/** @typedef {{ title: string, open: (settings: Settings) => Promise<Opened> }} Suite */

/** @type {Record<string, Suite>} */
export const pageSuites = { operations, signatures, verkle, kzg, groth16, forms, jobs };
