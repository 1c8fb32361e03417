import { UsageError } from './cli.js';

/**
 * What a measurement needs of a group: the part of the public interface it calls.
 *
 * @typedef {{ toAffine(): { x: bigint, y: bigint } | null, multiply(scalar: bigint): Point,
 *   equals(other: any): boolean }} Point
 * @typedef {{ readonly length: number, toBytes(format: 'compressed' | 'uncompressed'): Uint8Array, dispose(): void,
 *   slice(start: number, end: number): Vector }} Vector
 * @typedef {{
 *   readonly order: bigint,
 *   readonly generator: Point,
 *   msm(points: any, scalars: Uint8Array): Point,
 *   msmAsync(points: any, scalars: Uint8Array): Promise<Point>,
 *   randomPoints(n: number, seed: number): Vector,
 *   randomScalars(n: number, seed: number): Uint8Array,
 * }} Group
 */

/**
 * @typedef {{ backend: string, threads: number | 'auto' }} Settings
 * @typedef {{ backend: { single: string, batch: string }, threads: number, dispose(): void }} Instance
 * @typedef {{ instance: Instance, group: Group }} Opened
 */

/**
 * Every curve that evaluations know by name; null stands for one that this version does not have.
 * Adding a curve is one line here.
 *
 * @type {Record<string, ((settings: Settings) => Promise<Opened>) | null>}
 */
const CURVES = {
  'bls12-381-g1': (settings) => openBls12381(settings, 'G1'),
  'bls12-381-g2': (settings) => openBls12381(settings, 'G2'),
  secp256k1: openSecp256k1,
  banderwagon: openBanderwagon,
};

/** Names that `--curve` accepts. */
export const curveNames = Object.keys(CURVES);

/**
 * Creates an instance of a curve's library through its public entry. The entry is imported only
 * now, because it may have been built a moment ago.
 *
 * @param {string} name
 * @param {Settings} settings
 * @returns {Promise<Opened>}
 */
export async function openCurve(name, settings) {
  return requireCurve(name)(settings);
}

/**
 * Refuses a curve that this version does not have.
 *
 * @param {string} name one of `curveNames`
 * @returns {(settings: Settings) => Promise<Opened>}
 */
export function requireCurve(name) {
  const open = CURVES[name];
  if (!open) throw new UsageError(`--curve: ${name} is not in this version`);
  return open;
}

/**
 * @param {Settings} settings
 * @returns {Promise<Opened>}
 */
async function openSecp256k1(settings) {
  const { createSecp256k1 } = await import('curvemill/secp256k1');
  const instance = await createSecp256k1(/** @type {any} */ (settings));
  return { instance, group: instance.group };
}

/**
 * @param {Settings} settings
 * @returns {Promise<Opened>}
 */
async function openBanderwagon(settings) {
  const { createBanderwagon } = await import('curvemill/banderwagon');
  const instance = await createBanderwagon(/** @type {any} */ (settings));
  return { instance, group: instance.group };
}

/**
 * @param {Settings} settings
 * @param {'G1' | 'G2'} member
 * @returns {Promise<Opened>}
 */
async function openBls12381(settings, member) {
  const { createBls12381 } = await import('curvemill/bls12-381');
  const instance = await createBls12381(/** @type {any} */ (settings));
  const group = /** @type {Record<string, any>} */ (instance)[member];
  if (!group) throw new UsageError(`--curve: ${member} of BLS12-381 is not in this version`);
  return { instance, group };
}
