/** The checks of all points, and of points that were checked before. */

/** @import { PointChecks } from './engine.js' */

/** @type {PointChecks} */
export const CHECKED = Object.freeze({ curve: true, subgroup: true });

/** Of points that this library computed, or has checked. @type {PointChecks} */
export const UNCHECKED = Object.freeze({ curve: false, subgroup: false });
