/**
 * What a group, its points and its vectors have in common; also their badge: two objects belong together when their
 * contexts are the same object.
 */

/** @import { Engine } from '../engines/engine.js' */
/** @import { Encoding } from './encodings/encoding.js' */
/** @import { Lifetime } from './lifetime.js' */

/**
 * The parts of a curve's config that this folder reads.
 * @typedef {{
 *   readonly name: string,
 *   readonly p: bigint,
 *   readonly order: bigint,
 *   readonly generator: { readonly x: bigint, readonly y: bigint },
 * }} GroupConfig
 */

/**
 * @typedef {{
 *   readonly engine: Engine,
 *   readonly config: GroupConfig,
 *   readonly encoding: Encoding,
 *   readonly lifetime: Lifetime,
 * }} Context
 */

export {};
