/**
 * The port: what an engine does for the group of one curve. `src/group/` and `src/engines/` meet
 * only here.
 *
 * The data that engines receive is well-formed:
 * - a *canonical point*: 2·fieldBytes bytes, x then y, each little-endian and below the field's
 * prime; all zero means infinity;
 * - a *vector handle*: a list of points created by the engine;
 * - a *scalar* of a list: 32 bytes little-endian, any value; scalars are stored back to back.
 *
 * Capabilities that only some curves have are objects, or null.
 */

/** @import { Lifetime } from './lifetime.js' */
/** @import { OpenPolynomials, PointTransforms } from './polynomials.js' */
/** @import { OpenScalarLists, StoredScalars } from './scalar-lists.js' */

/**
 * A list of points inside an engine, opaque to everyone else.
 * @typedef {{ readonly length: number }} VectorHandle
 */

/**
 * Progress of an MSM: `done` of `total` units of work. `total` is constant during one MSM, and
 * `done` never decreases.
 * @typedef {{ phase: string, done: number, total: number }} Progress
 */

/**
 * The names of the kernels in use.
 * @typedef {{ readonly single: string, readonly batch: string }} KernelNames
 */

/**
 * Fixed points with a table of their multiples. `positions` gives the index of each scalar's point,
 * all different; by default scalar i belongs to point i.
 * @typedef {object} FixedTable
 * @property {number} length number of points
 * @property {number} bytes size of the table
 * @property {Readonly<{ additions: number, doublings: number }>} counts group operations of the
 *   last multiplication
 * @property {(scalars: Uint8Array, positions?: ArrayLike<number>, plus?: Uint8Array) => Uint8Array}
 *   msm the canonical sum; `plus`: a canonical point to add
 * @property {(scalars: Uint8Array, positions?: ArrayLike<number>) =>
 *     Uint8Array | readonly number[]} sum the same, or what `normalize` makes it of, where that
 *   takes long
 * @property {(context: any, sum: any) => Uint8Array} [normalize] the canonical sum, also after the
 *   table is freed or the instance disposed of; `context`: of the group
 * @property {(scalars: Uint8Array, positions?: ArrayLike<number>) =>
 *     Generator<Progress, Uint8Array, void>} [msmSteps] `msm` in steps, where it takes more than
 *   a few milliseconds
 * @property {number} [milliseconds] predicted, of a multiplication by a scalar for each point
 * @property {() => void} free frees the memory; the table must not be used again
 */

/**
 * Encoded points to decode. `affine`: points back to back, canonical if their coordinates are in
 * range; where there is a `factor`, these are multiplied by it: canonical bytes of a
 * coordinate. `xs`: x-coordinates of fieldBytes each, with one byte each in `signs` (0 or 1
 * selects the root, 2 means infinity). If both are given, the points of `xs` come first. A
 * coordinate out of range is a `PointError('range')`, an x without a root a
 * `PointError('not-on-curve')`.
 * @typedef {{ readonly affine: Uint8Array, readonly factor?: Uint8Array, readonly xs?: undefined,
 *     readonly signs?: undefined }
 *   | { readonly xs: Uint8Array, readonly signs: Uint8Array, readonly affine?: Uint8Array,
 *     readonly factor?: undefined }} PointSource
 */

/**
 * Checks on decoded points, in this order: `curve`, whether they are on the curve (implied if y was
 * computed from x); `verify`, which throws for a non-canonical encoding that can be detected only
 * then; `subgroup`, whether they are in the group: `'each'` checks every point, exactly; `true` may
 * check a list by random sums, with an error below 2^-128.
 * @typedef {{ readonly curve: boolean, readonly verify?: () => void,
 *   readonly subgroup: boolean | 'each' }} PointChecks
 */

/**
 * A list of encoded points, read part by part: points `start` to `end`. Errors of `part` and of
 * its `verify` are `PointError`s with an index from `start` on. `subgroup`: that of all parts'
 * checks.
 * @typedef {{ readonly length: number, readonly subgroup: PointChecks['subgroup'],
 *   part: (start: number, end: number) => { source: PointSource, checks: PointChecks } }}
 *   EncodedPoints
 */

/**
 * A share of a sum: windows `first` to `end` of `c` bits each of the digits of all scalars; `end`
 * null: to the top.
 * @typedef {{ readonly c: number, readonly first: number, readonly end: number | null }} SumShare
 */

/**
 * Shares that add up to a sum, and the predicted time of the longest.
 * @typedef {{ shares: SumShare[], milliseconds: number }} SumShares
 */

/**
 * Transfer of points between engines, for the pool: points in the form of the kernel, which
 * engines on the same kernels exchange.
 * @typedef {object} EngineTransfer
 * @property {number} pointBytes of a point in that form
 * @property {boolean} hasSums whether random sums check the subgroup: longer parts cost less per
 *   point
 * @property {(length: number) => VectorHandle} create a list whose points are written next
 * @property {(handle: VectorHandle, start: number, end: number) => Uint8Array<ArrayBuffer>} read
 *   a copy of points
 * @property {(handle: VectorHandle, start: number, bytes: Uint8Array) => void} write
 * @property {() => Generator<Progress, void, void>} overwriteSteps overwrites free memory, which
 *   may hold secrets of earlier work
 * @property {(n: number) => number} msmMilliseconds predicted, of one thread
 * @property {(n: number, count: number) => SumShares} planShares of a sum of n points; none if it
 *   has too few windows
 * @property {(handle: VectorHandle, start: number, end: number, scalars: Uint8Array,
 *     share: SumShare) => Generator<Progress, Uint8Array, void>} shareSteps as `msmSteps`, for a
 *   share of the sum
 * @property {(handle: VectorHandle, shares: number) => Generator<Progress, number, void>}
 *   outsideSteps the index of the first point outside the subgroup, or −1, by a share of the random
 *   sums: sure only if all shares find none
 */

/**
 * Lists for asynchronous calls. `decodeSteps` decodes in steps of a few milliseconds, and
 * its error is that of the first bad point, whatever it is. `transfer`: null without WebAssembly.
 * @typedef {{ decodeSteps: (points: EncodedPoints) => Generator<Progress, VectorHandle, void>,
 *   transfer: EngineTransfer | null }} EngineLists
 */

/**
 * Control of a long computation: abort, progress, and the life of the instance. `turnFirst`:
 * whether the event loop gets a turn before the first step, as copying the arguments took long.
 * `sliceMs`: the length of slices, 10 ms by default; less for work that leaves much garbage, which
 * is collected at the end of a slice.
 * @typedef {{ signal: AbortSignal | undefined, turnFirst?: boolean, sliceMs?: number,
 *   onProgress: ((progress: Progress) => unknown) | undefined, lifetime: Lifetime }} Control
 */

/**
 * A task's share of work: `message` gives what the worker's task takes, and what is transferred;
 * `here` computes the same on the caller's thread; `done` takes the answer of either and gives the
 * result. `weight`: its share of the progress. `points`: a range of a list that the task takes.
 * `dropped`: takes an answer that comes when nobody waits for it any longer, to overwrite it.
 * `isMovable`: whether others than the worker that keeps these may take it while that one is busy.
 * `isSilent`: the task may compute for minutes without a report.
 * @typedef {{ weight: number, message: () => { input: object, transfer: ArrayBuffer[] },
 *   here: (control: Control) => unknown, done?: (answer: any) => unknown,
 *   dropped?: (answer: any) => void, points?: TaskPoints,
 *   isMovable?: boolean, isSilent?: boolean }} TaskPart
 */

/**
 * A range of a list that a task takes. `worker`: the number, below `workers`, of the one that keeps
 * it until the list is forgotten, or until it gets another range of it; without one, or if it has
 * died, another is lent the points. `kept`: a longer range that this worker keeps instead. `key`:
 * for whom it is kept, if not for the list. `needsKept`: the task needs what an earlier one has
 * added, and is computed on the caller's thread without it.
 * @typedef {{ handle: VectorHandle, start: number, end: number, worker?: number,
 *   kept?: { start: number, end: number }, key?: object, needsKept?: boolean }} TaskPoints
 */

/**
 * Tables of fixed points in workers: each has its share of the points. `table`: one of all points,
 * on the caller's thread, in case a worker dies.
 * @typedef {object} FixedParts
 * @property {(scalars: Uint8Array, positions: ArrayLike<number> | undefined, control: Control) =>
 *     Promise<Uint8Array>} msm as the table's
 * @property {() => void} free
 */

/**
 * The same work on all threads. Each member falls back to the caller's thread where that is as
 * fast, or where no worker lives. Members read their arguments before they return; `handle` must
 * stay alive until the promise settles.
 * @typedef {object} EngineParallel
 * @property {number} workers that live or can be woken
 * @property {(handle: VectorHandle, start: number, end: number, scalars: Uint8Array,
 *     control: Control) => Promise<Uint8Array>} msm as `msmSteps`
 * @property {(points: EncodedPoints, control: Control) => Promise<VectorHandle>} decode as
 *   `decodeSteps`
 * @property {(handle: VectorHandle, start: number, end: number, memory: number, table: FixedTable,
 *     control: Control) => Promise<FixedParts | null>} fixedTable builds tables of `memory` bytes
 *   in all; null where they would not pay
 * @property {(handle: VectorHandle) => void} forget frees what workers keep of a list
 * @property {() => void} overwrite makes workers overwrite their free memory, after what they do
 * @property {(task: string, parts: readonly TaskPart[], control: Control) => Promise<any[]>} run
 *   runs a task of a protocol on every part, and gives the results in order
 */

/**
 * u1·G + u2·Q for the generator G and a point Q set beforehand, as signature verification needs it.
 * It keeps the last Q and the last sum.
 * @typedef {object} DoubleMultiplication
 * @property {(x: Uint8Array, sign: number) => boolean} setCompressed sets Q by its x, of
 *   fieldBytes, and the choice of root; false if there is no such point
 * @property {(affine: Uint8Array) => boolean} setAffine sets Q by its coordinates, not both zero;
 *   false if they are not a point of the curve
 * @property {(u1: Uint8Array, u2: Uint8Array) => void} combine computes the sum for two scalars
 * @property {(x: Uint8Array) => boolean} hasX whether the sum is finite and has this x, of
 *   fieldBytes
 * @property {() => Uint8Array} toAffine the sum, a canonical point
 */

/**
 * Arithmetic modulo the group order on lists of integers: 32 bytes little-endian each, below the
 * order, back to back.
 * @typedef {object} ScalarFieldOperations
 * @property {(numerators: Uint8Array, divisor: Uint8Array) => Uint8Array} divide divides every
 *   numerator by the divisor, which is not 0
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} multiply a_i·b_i
 * @property {(values: Uint8Array) => Uint8Array} invert the inverse of every value; none is 0
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} dot Σ a_i·b_i
 */

/**
 * P_i + t_i·G for canonical points of the curve and scalars of 32 bytes little-endian, as many
 * each, any values: canonical points. The multiples of G are computed once, and kept.
 * @typedef {{ addTo: (affine: Uint8Array, scalars: Uint8Array) => Uint8Array }} GeneratorMultiples
 */

/**
 * Operations for signature verification.
 * @typedef {object} EngineSignatures
 * @property {() => Promise<GeneratorMultiples>} generatorMultiples the same object at every call
 * @property {() => DoubleMultiplication} doubleMultiplication the same object at every call
 * @property {() => ScalarFieldOperations} scalarField
 */

/**
 * The state of a hash after a whole number of blocks: words in the form of the implementation.
 * @typedef {{ readonly state: any, readonly bytes: number }} Midstate
 */

/**
 * Hashes of several messages together. `digests`: of `count` messages or fewer, all of one length,
 * each the concatenation of its parts, for not much more than those of two; null until `open` has
 * loaded it, and where that failed. `open` never rejects.
 * @typedef {{ readonly count: number, open: () => Promise<void>,
 *   digests: ((messages: readonly (readonly Uint8Array[])[]) => Uint8Array[]) | null }} HashLanes
 */

/**
 * SHA-256 of the concatenation of parts.
 * @typedef {object} Sha256
 * @property {HashLanes | null} lanes null where one message after the other is as fast
 * @property {(parts: readonly Uint8Array[], midstate?: Midstate) => Uint8Array} digest 32 bytes;
 *   `midstate`: after the bytes before the parts
 * @property {(parts: readonly Uint8Array[], midstate?: Midstate) =>
 *     { midstate: Midstate, left: Uint8Array }} absorb the whole blocks of the parts, for messages
 *   hashed in steps. `left`: the last bytes, fewer than 64
 */

/**
 * BLAKE2b with 64 bytes of output, of the concatenation of parts. Midstates hold the eight words of
 * the chained value, little-endian: 64 bytes.
 * @typedef {object} Blake2b
 * @property {(parts: readonly Uint8Array[], midstate?: Midstate) => Uint8Array<ArrayBuffer>} digest
 *   64 bytes
 * @property {(parts: readonly Uint8Array[], midstate?: Midstate) =>
 *     { midstate: Midstate, left: Uint8Array<ArrayBuffer> }} absorb `left`: 1 to 128 bytes, which
 *   may be the last of a message; none if there are no bytes
 */

/**
 * SHA-256 for expand_message_xmd (RFC 9380, section 5.3.1).
 * @typedef {Sha256 & ExpandingHash} MessageHash
 * @typedef {object} ExpandingHash
 * @property {(first: Uint8Array, tag: Uint8Array, count: number) => Uint8Array<ArrayBuffer>} expand
 *   the digests b_1 … b_count from b_0 and the tag with its length
 */

/**
 * Hashing to the group by RFC 9380, from uniform bytes on.
 * @typedef {object} EngineHashing
 * @property {(uniform: Uint8Array) => Uint8Array} map the sum of the images of field elements, in
 *   the group of prime order, a canonical point. Elements: 64 bytes for each coefficient,
 *   big-endian, any value, which is reduced; one element or two
 * @property {((point: Uint8Array) => boolean) | null} isMember whether a finite canonical point of
 *   the curve is in the group of prime order; null where the engine's own check is as fast
 * @property {MessageHash | null} sha256 null without WebAssembly: protocols have one in JavaScript
 */

/** Where points of a list begin. */
/** @typedef {{ readonly handle: VectorHandle, readonly start: number }} ListPlace */

/**
 * The operations of one group. If memory does not suffice, a `ResourceError` is thrown before any
 * work.
 * @typedef {object} Engine
 * @property {KernelNames} kernels `'bigint'` twice without WebAssembly
 * @property {object} [prices] of work on its kernels, for workers; none without WebAssembly
 * @property {number} fieldBytes of a coordinate
 * @property {() => { timings: Readonly<Record<string, number>>, plan?: object } | null} last of the
 *   last MSM, for measurements: milliseconds per phase, and its plan; null without WebAssembly
 * @property {(source: PointSource, checks: PointChecks) => VectorHandle} decode decodes a list. The
 *   first failure is a `PointError` with the index of the first bad point: a coordinate out of
 *   range or an x without a root, then a failed check
 * @property {(source: PointSource, checks: PointChecks) => Uint8Array} decodeOne the same for a
 *   single point, without a list: the canonical point
 * @property {(length: number, dlogs: () => BigUint64Array) => VectorHandle} fromDiscreteLogs the
 *   points d·G for d < 2^60, for test data; `dlogs` is called once, after memory is allocated
 * @property {(lists: readonly ListPlace[], count: number, isDifference: boolean) =>
 *     VectorHandle} combine the list a_i + b_i, or a_i − b_i, of two
 * @property {(place: ListPlace, handle: VectorHandle) => void} copy copies a whole list there
 * @property {(handle: VectorHandle, start: number, end: number, factor?: Uint8Array) =>
 *     Uint8Array<ArrayBuffer>} toAffine canonical points back to back, their coordinates multiplied
 *   by `factor`
 * @property {(handle: VectorHandle) => void} free frees the memory; further calls do nothing
 * @property {(P: Uint8Array, Q: Uint8Array) => Uint8Array} add adds canonical points on the curve
 * @property {(P: Uint8Array, scalar: bigint) => Uint8Array} multiply multiplies by a scalar, 0 ≤
 *   scalar < order
 * @property {(P: Uint8Array) => boolean} isInSubgroup for a canonical point on the curve
 * @property {( handle: VectorHandle, start: number, end: number,
 *     scalars: Uint8Array | StoredScalars, ) => Generator<Progress, Uint8Array, void>} msmSteps
 *     Σ scalar_i·P_i, a canonical point, in steps of a few milliseconds. Every member may be
 *     called between two of them; closing the generator frees what it holds
 * @property {( handle: VectorHandle, start: number, end: number, memory: number,
 *     ) => Promise<Generator<Progress, FixedTable | null, void>>} fixedTableSteps builds a table of
 *     at most `memory` bytes, in such steps; null where none would help. The points may be freed
 *     afterwards
 * @property {() => Promise<EngineLists>} lists
 * @property {EngineParallel | null} parallel if the instance has workers; set by `src/parallel/`
 * @property {EngineSignatures | null} signatures for curves with that trait, if requested
 * @property {OpenPolynomials | null} polynomials for curves with that trait
 * @property {OpenScalarLists | null} scalarLists for curves whose scalars are a field
 *   with transforms
 * @property {(() => Promise<PointTransforms>) | null} pointTransforms for the same curves
 * @property {EngineHashing | null} hashing for curves with that part in their config, if requested
 */

export {};
