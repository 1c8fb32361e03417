import { curveNamed, curves } from '../../src/curves/index.js';

/**
 * The part of a group's public interface that measurements call.
 * @typedef {{ toAffine(): { x: bigint, y: bigint } | null, multiply(scalar: bigint): Point,
 *   equals(other: any): boolean }} Point
 * @typedef {{ readonly length: number, toBytes(format: 'compressed' | 'uncompressed'): Uint8Array,
 *   dispose(): void, slice(start: number, end: number): Vector }} Vector
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
 * @typedef {{ backend: { single: string, batch: string }, threads: number,
 *   threadsReason?: string, dispose(): void }} Instance
 * @typedef {{ instance: Instance, group: Group }} Opened
 */

/** Names that `--curve` accepts. */
export const curveNames = curves.map(({ name }) => name);

/** The default curve of measurements. */
export const [defaultCurve] = curveNames;

/**
 * Those of some formats of points that a group has: Pasta has no `uncompressed`.
 * @param {any} group
 * @param {readonly string[]} formats
 */
export const formatsOf = (group, formats) =>
  formats.filter((format) => {
    try {
      group.identity.toBytes(format);
      return true;
    } catch (error) {
      if (/** @type {any} */ (error).code !== 'ERR_INPUT') throw error;
      return false;
    }
  });

/**
 * The format that holds both coordinates of a group's points.
 * @param {any} group
 */
export const wholeFormat = (group) => formatsOf(group, ['uncompressed', 'little-endian'])[0];

/**
 * Creates an instance of a curve's library through its public entry. The entry is imported here,
 * not at the top, because it may just have been built.
 * @param {string} name one of `curveNames`
 * @param {Settings} settings
 * @returns {Promise<Opened>}
 */
export async function openCurve(name, settings) {
  const { path, creator, member } = curveNamed(name).entry;
  const { entries } = await import('../../src/generated/entries.js');
  const instance = await (await entries[path]())[creator](settings);
  return { instance, group: instance[member] };
}
