/**
 * Types of the engine interface; docs/architecture.md says what each member does.
 *
 * A *canonical point* is 2·fieldBytes bytes, x then y, each little-endian and below the field's prime; all zero means
 * infinity. A *scalar* of a list is 32 bytes little-endian, any value.
 */

/**
 * A list of points inside an engine, opaque to everybody else.
 * @typedef {{ readonly length: number }} VectorHandle
 */

/**
 * How far an MSM is: `done` of `total` units of work. `total` stays the same during one MSM, `done` never falls.
 * @typedef {{ phase: string, done: number, total: number }} Progress
 */

/**
 * The names of the kernels in use.
 * @typedef {{ readonly single: string, readonly batch: string }} KernelNames
 */

/**
 * The mathematics of one group.
 * @typedef {object} EngineMembers
 * @property {KernelNames} kernels
 * @property {number} fieldBytes
 * @property {Readonly<Record<string, number>>} timings milliseconds per phase of the last MSM
 */

/**
 * u1·G + u2·Q for the generator G and a point Q that was set before: what verifying one signature needs. One instance
 * per engine; it keeps the last Q and the last sum. Scalars: 32 bytes little-endian, any value. x: fieldBytes.
 * @typedef {{
 *   setCompressed(x: Uint8Array, sign: number): boolean,
 *   setAffine(affine: Uint8Array): boolean,
 *   combine(u1: Uint8Array, u2: Uint8Array): void,
 *   hasX(x: Uint8Array): boolean,
 *   toAffine(): Uint8Array,
 * }} Combination
 */

/**
 * Arithmetic modulo the order, on lists of integers: 32 bytes little-endian each, below the order, back to back.
 * `divide`: every numerator by the one divisor, which is not 0. `invert`: none is 0. `dot`: Σ a·b.
 * @typedef {{
 *   divide(numerators: Uint8Array, divisor: Uint8Array): Uint8Array,
 *   multiply(a: Uint8Array, b: Uint8Array): Uint8Array,
 *   invert(values: Uint8Array): Uint8Array,
 *   dot(a: Uint8Array, b: Uint8Array): Uint8Array,
 * }} OrderArithmetic
 */

/**
 * A point whose inversion is still to be done, x = X/Z and y = Y/Z: X, Y and Z, as many digits each, the lowest first, of as few bits
 * as hold the bytes of the field. Those of 32 bits are words, which may be negative as numbers and are read without a sign; others have a
 * sign. Of these `normalize` makes a canonical point.
 * @typedef {readonly number[]} Projective
 */

/**
 * Fixed points with a table of their multiples. `msm`: scalars are 32 bytes little-endian each, any value; `positions` of
 * the scalars among the points, all different, by default their own; `plus`: a canonical point that is added. `counts`: group
 * operations of the last multiplication.
 * @typedef {{
 *   readonly length: number,
 *   readonly bytes: number,
 *   readonly counts: Readonly<{ additions: number, doublings: number }>,
 *   msm(scalars: Uint8Array, positions?: ArrayLike<number>, plus?: Uint8Array): Uint8Array,
 *   msmProjective?(scalars: Uint8Array, positions?: ArrayLike<number>): Projective | Uint8Array,
 *   free(): void,
 * }} FixedTable
 */

/**
 * What one point is read from: coordinates, or x with a sign byte as `fromCompressed` takes it. And what is checked of it, in this
 * order; a y computed from x is on the curve. `readOne` gives the canonical point and throws as lists of one point would.
 * @typedef {{ affine: Uint8Array } | { xs: Uint8Array, signs: Uint8Array }} PointSource
 * @typedef {{ curve: boolean, verify?: () => void, subgroup: boolean }} PointChecks
 */

/**
 * The mathematics of one group.
 * @typedef {EngineMembers & {
 *   fromAffine(affine: Uint8Array): VectorHandle,
 *   fromCompressed(xs: Uint8Array, signs: Uint8Array, affine?: Uint8Array): VectorHandle,
 *   fromDiscreteLogs(length: number, dlogs: () => BigUint64Array): VectorHandle,
 *   checkOnCurve(handle: VectorHandle): void,
 *   checkSubgroup(handle: VectorHandle): void,
 *   toAffine(handle: VectorHandle, start: number, end: number): Uint8Array,
 *   free(handle: VectorHandle): void,
 *   add(P: Uint8Array, Q: Uint8Array): Uint8Array,
 *   multiply(P: Uint8Array, scalar: bigint): Uint8Array,
 *   isInSubgroup(P: Uint8Array): boolean,
 *   msmSteps(
 *     handle: VectorHandle, start: number, end: number, scalars: Uint8Array,
 *   ): Generator<Progress, Uint8Array, void>,
 *   fixedTableSteps(
 *     handle: VectorHandle, start: number, end: number, memory: number, first?: number,
 *   ): Promise<Generator<Progress, FixedTable | null, void>>,
 *   combination(): Combination,
 *   orderArithmetic(): OrderArithmetic,
 *   toEncodings?(handle: VectorHandle, start: number, end: number): Uint8Array<ArrayBuffer>,
 *   mapToScalars?(handle: VectorHandle, start: number, end: number): Uint8Array<ArrayBuffer>,
 *   mapToScalar?(P: Uint8Array): Uint8Array<ArrayBuffer>,
 *   normalize?(projective: Projective): Uint8Array,
 *   readOne?(source: PointSource, checks: PointChecks): Uint8Array,
 * }} Engine
 */

export {};
