/** The options of the creators of instances. */

import { InputError } from '../errors.js';
import { isList, readList } from './lists.js';
import { describe } from './describe.js';
import { readInteger, readOptions, readWord } from './options.js';

/** @typedef {'auto' | 'portable' | 'fma' | 'wide' | 'bigint'} Backend */

/**
 * `backend`: `'auto'` takes the fastest kernels that the engine has; `'portable'`, `'fma'` and
 * `'wide'` insist on one kind; `'bigint'` needs no WebAssembly and is 10 to 30 times slower.
 * `fallback`: `'bigint'` takes that backend where `'auto'` finds WebAssembly forbidden or absent,
 * instead of throwing.
 * `threads`: how many workers compute asynchronous calls, 1 by default: none, the caller's thread
 * does. `'auto'`: one for each processor, at most 16. Where workers do not start, or the backend is
 * `'bigint'`, there is one thread, and the instance's `threadsReason` tells why.
 * `modules`: precompiled modules by file name (as in `curvemill/wasm/*`), for runtimes that may not
 * compile bytes.
 * `maxMemory`: bytes that the WebAssembly memory of the caller's thread may grow to, 2^30 by
 * default, 2^31 at most: more counts as that. Memory is taken as it is needed.
 * `workerUrl`: where `curvemill/worker` is served, for pages whose policy admits no `blob:`;
 * `createWorker`: a function that starts such a worker. Where one is given, no other way is tried.
 * @typedef {{
 *   backend?: Backend,
 *   fallback?: 'bigint',
 *   threads?: number | 'auto',
 *   modules?: Record<string, WebAssembly.Module>,
 *   maxMemory?: number,
 *   workerUrl?: string | URL,
 *   createWorker?: () => Worker | object,
 * }} InstanceOptions
 */

/**
 * The options as they are used. `modules`, and `workers` if any option for these is given, are not
 * checked yet: modules.js and src/parallel/ do that, which others need not load.
 * @typedef {{ backend: Backend, fallback: 'bigint' | undefined, maxMemory: number | undefined,
 *   modules: unknown, workers: Record<string, unknown> | undefined }} ReadOptions
 */

/** @type {readonly Backend[]} */
const BACKENDS = ['auto', 'portable', 'fma', 'wide', 'bigint'];

const OPTIONS = [
  ...['backend', 'fallback', 'threads', 'modules', 'maxMemory', 'workerUrl', 'createWorker'],
];

/** Bytes that `maxMemory` may name: what modules need, and all that WebAssembly addresses. */
const [LEAST_MEMORY, MOST_MEMORY] = [2 ** 20, 2 ** 32];

const FALLBACKS = /** @type {const} */ (['bigint']);

/**
 * The options that the creators of all instances take.
 * @param {unknown} options
 * @param {string} creator its name, for messages
 * @param {readonly string[]} own names of options that the creator reads itself
 * @returns {ReadOptions}
 * @throws {InputError} wrong options
 */
export function readInstanceOptions(options, creator, own) {
  const known = [...OPTIONS, ...own];
  const given = readOptions(options, known, creator);
  const backend = readWord(given.backend, BACKENDS, 'auto', 'backend');
  const fallback = readWord(given.fallback, FALLBACKS, undefined, 'fallback');
  // A fallback makes sense for `auto` only: a named kernel is a demand, and bigint needs none.
  if (fallback && backend !== 'auto' && backend !== fallback) {
    throw new InputError(`fallback: expected backend 'auto' beside it, got '${backend}'`);
  }
  const { threads, workerUrl, createWorker } = given;
  const maxMemory =
    given.maxMemory === undefined
      ? undefined
      : readInteger(given.maxMemory, LEAST_MEMORY, MOST_MEMORY, 'maxMemory');
  const asks =
    (threads !== undefined && threads !== 1) ||
    workerUrl !== undefined ||
    createWorker !== undefined;
  const workers = asks ? { threads, workerUrl, createWorker } : undefined;
  return { backend, fallback, maxMemory, modules: given.modules, workers };
}

/**
 * The groups that an instance will have.
 * @template {string} Name
 * @param {unknown} groups
 * @param {readonly Name[]} all two groups
 * @returns {readonly Name[]} in the order of `all`
 * @throws {InputError} not an array of some of them
 */
export function readGroups(groups, all) {
  if (groups === undefined) return all;
  const list = isList(groups) ? readList(groups, 'groups', (name) => name, undefined, 99) : [];
  const names = all.filter((name) => list.includes(name));
  if (names.length === 0 || names.length !== list.length) {
    const got = list.length > 0 ? `[${list.map(describe)}]` : describe(groups);
    throw new InputError(
      `groups: expected ['${all.join("'], ['")}'] or both in an array, got ${got}`,
    );
  }
  return names;
}
