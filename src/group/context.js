/**
 * What a group, its points and its vectors have in common; also their badge: two objects belong together when their
 * contexts are the same object.
 */

import { InputError } from '../errors.js';
import { coordinatesOf } from '../math/coordinates.js';

/** @import { Engine } from '../port/engine.js' */
/** @import { Encoding } from './encodings/encoding.js' */
/** @import { Lifetime } from '../port/lifetime.js' */

/**
 * The parts of a curve's config that this folder reads.
 * @typedef {{
 *   readonly name: string,
 *   readonly p: bigint,
 *   readonly extension?: { readonly nonResidue: bigint },
 *   readonly order: bigint,
 *   readonly edwards?: object,
 *   readonly generator: { readonly x: any, readonly y: any },
 * }} GroupConfig
 */

/**
 * The way to the engine, open as long as the instance lives. Points outlive their instance; that they reach the engine
 * through here only is what lets its memory go.
 */
export class Context {
  /** @type {Engine | undefined} */
  #engine;

  /**
   * For one group.
   * @param {{ engine: Engine, config: GroupConfig, encoding: Encoding, lifetime: Lifetime,
   *   loadFixedBasis: () => Promise<typeof import('./fixed-basis.js')> }} parts `lifetime`: shared by the groups of one
   *   instance, which ends it before it disposes of the engines
   */
  constructor({ engine, config, encoding, lifetime, loadFixedBasis }) {
    this.#engine = engine;
    /** @readonly */
    this.fieldBytes = engine.fieldBytes;
    /** @readonly */
    this.config = config;
    /**
     * The coordinates of points.
     * @readonly
     */
    this.field = coordinatesOf(config);
    /** @readonly */
    this.encoding = encoding;
    /** @readonly */
    this.lifetime = lifetime;
    /** @readonly */
    this.loadFixedBasis = loadFixedBasis;
    lifetime.onEnd(() => {
      this.#engine = undefined;
    });
  }

  /**
   * The engine of the living instance.
   * @returns {Engine}
   * @throws {InputError} the instance is disposed
   */
  get engine() {
    this.lifetime.check();
    return /** @type {Engine} */ (this.#engine);
  }
}

/**
 * The error for an object that belongs to another group, maybe the same one of another instance.
 * @param {string} what the argument
 * @param {string} kind of object, such as `'Point'`
 * @param {Context} own
 * @param {Context} other where it belongs
 * @returns {InputError}
 */
export function foreignError(what, kind, own, other) {
  return new InputError(
    `${what}: expected a ${kind} of this group, ${own.config.name}, got one of another, ${other.config.name}`,
  );
}
