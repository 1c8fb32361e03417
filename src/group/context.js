/**
 * The context of a group: the state that the group, its points and its vectors share. It
 * also identifies the group: two objects are compatible if and only if their contexts are
 * the same object.
 */

import { InputError } from '../errors.js';
import { nameOf } from '../input/describe.js';
import { coordinatesOf } from '../math/coordinates.js';
import { proverForms } from './encodings/forms.js';

/** @import { Engine } from '../port/engine.js' */
/** @import { Encoding, Format, PointFormat } from './encodings/encoding.js' */
/** @import { Lifetime } from '../port/lifetime.js' */

/**
 * Members that a format may lack. They are named where a record is made, here and elsewhere: one
 * that is not would be that of `Object.prototype`, which any program may extend.
 */
const PLAIN = {
  ...{ identity: undefined, factor: undefined },
  ...{ encodeMultiplied: undefined, encodeList: undefined },
};

/** @param {Format} format */
const asIs = (format) => format;

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
 * Gives access to the engine while the instance lives. Points outlive their instance; they reach
 * the engine only through here, so its memory can be freed.
 */
export class GroupContext {
  /** @type {Engine | undefined} */
  #engine;

  /**
   * For one group.
   * @param {{ engine: Engine, config: GroupConfig, encoding: Encoding, lifetime: Lifetime }} parts
   *   `lifetime`: shared by the groups of one instance, which ends it before it disposes of the
   *   engines
   */
  constructor({ engine, config, encoding, lifetime }) {
    this.#engine = engine;
    /** @readonly */
    this.config = config;
    /**
     * The coordinates of points.
     * @readonly
     */
    this.field = coordinatesOf(config);
    /** @readonly */
    this.encoding = encoding;
    const { forEngine } = { forEngine: asIs, ...encoding };
    /** @type {Readonly<Record<string, Format>>} @readonly */
    this.formats = Object.fromEntries(
      Object.entries({ ...encoding.formats, ...proverForms(config.p, this.field.degree) }).map(
        ([name, format]) => [name, { ...PLAIN, ...forEngine(format) }],
      ),
    );
    /** @readonly */
    this.formatNames = /** @type {PointFormat[]} */ (Object.keys(this.formats));
    /** @readonly */
    this.lifetime = lifetime;
    lifetime.onEnd(() => {
      this.#engine = undefined;
    });
  }

  /**
   * Work of a pool that nobody awaits may reject at its disposal: that is no error of the program.
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>} the same
   */
  handled(promise) {
    if (this.#engine?.parallel) promise.catch(() => {});
    return promise;
  }

  /**
   * The engine of the live instance.
   * @returns {Engine}
   * @throws {InputError} the instance is disposed
   */
  get engine() {
    this.lifetime.check();
    return /** @type {Engine} */ (this.#engine);
  }
}

/**
 * The error for an object of another group, or of the same group of another instance.
 * @param {string} what the argument
 * @param {string} kind of object, such as `'Point'`
 * @param {GroupContext} own
 * @param {GroupContext} other the object's context
 * @param {number} [index] in a list
 * @returns {InputError}
 */
export function foreignError(what, kind, own, other, index) {
  const { name } = other.config;
  return new InputError(
    `${nameOf(what, index)}: expected a ${kind} of this ${own.config.name}, got one of ${name === own.config.name ? 'another instance' : name}`,
    { index },
  );
}
