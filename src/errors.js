/**
 * The errors of the library. Each has a stable `code`; its message names the expected and the
 * actual value and, in lists, the index. The instance stays usable after an error.
 */

/**
 * Stable, machine-readable codes, one per class.
 * @typedef {'ERR_INPUT' | 'ERR_POINT' | 'ERR_SCALAR' | 'ERR_ENVIRONMENT' | 'ERR_RESOURCE'}
 *   ErrorCode
 */

/** Base class of the errors of this library. */
export class CurvemillError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {ErrorOptions} [options] `cause`: the error underneath
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'CurvemillError';
    /** @readonly */
    this.code = code;
  }
}

/**
 * An argument or an option of the wrong type, value or length; a disposed object, a detached
 * buffer, an object of another instance or group.
 */
export class InputError extends CurvemillError {
  /**
   * @param {string} message
   * @param {ErrorOptions & { index?: number }} [options] `index`: position in the list, where an
   *   item of one is meant
   */
  constructor(message, options) {
    super('ERR_INPUT', message, options);
    this.name = 'InputError';
    /** @readonly */
    this.index = options?.index;
  }
}

/**
 * The reason why an input is not a point: `length` or `flags` of the encoding; `range`, a
 * coordinate that is not below the field's prime; `not-on-curve`; `not-in-subgroup`, a point of the
 * curve outside the group of prime order.
 * @typedef {'length' | 'flags' | 'range' | 'not-on-curve' | 'not-in-subgroup'} PointErrorReason
 */

/** @type {Record<PointErrorReason, { expected: string, got: string }>} */
const POINT_MESSAGES = {
  length: { expected: 'the length of the format', got: 'another' },
  flags: { expected: 'the flags of the format', got: 'others' },
  range: { expected: "coordinates below the field's prime", got: 'one that is not' },
  'not-on-curve': {
    expected: 'a point of the curve',
    got: 'coordinates off it',
  },
  'not-in-subgroup': {
    expected: 'a point of the group of prime order',
    got: 'a point of the curve outside it',
  },
};

/**
 * An input that is not a valid point, with the `reason`, and its `index` if it is an item of a
 * list.
 */
export class PointError extends CurvemillError {
  /**
   * @param {PointErrorReason} reason
   * @param {number} [index] position in the list; absent for a single point
   * @param {{ expected?: string, got?: string, cause?: unknown }} [details] `expected`, `got`: more
   *   specific parts of the message
   */
  constructor(reason, index, details = {}) {
    const given = { cause: undefined, ...POINT_MESSAGES[reason], ...details };
    const { expected, got, cause } = given;
    const where = index === undefined ? 'point' : `point at index ${index}`;
    super('ERR_POINT', `${where}: expected ${expected}, got ${got}`, { cause });
    this.name = 'PointError';
    /** @readonly */
    this.reason = reason;
    /** @readonly */
    this.expected = expected;
    /** @readonly */
    this.got = got;
    /** @readonly */
    this.index = index;
  }
}

/** A scalar that `strict: true` refuses: negative, or not below the order of the group. */
export class ScalarError extends CurvemillError {
  /**
   * @param {number} index position in the list
   * @param {string | { expected: string, got: string }} [got] the actual value, for the message;
   *   or both, where no range is expected
   * @param {string} [subject] for the message
   */
  constructor(index, got = 'one outside that range', subject = `scalar at index ${index}`) {
    const expected = 'an integer from 0 to the order of the group minus 1';
    const text = typeof got === 'string' ? { expected, got } : got;
    super('ERR_SCALAR', `${subject}: expected ${text.expected}, got ${text.got}`);
    this.name = 'ScalarError';
    /** @readonly */
    this.index = index;
  }
}

/**
 * The environment lacks or forbids something: WebAssembly itself (the message then names the CSP
 * directive) or a feature.
 */
export class EnvironmentError extends CurvemillError {
  /**
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(message, options) {
    super('ERR_ENVIRONMENT', message, options);
    this.name = 'EnvironmentError';
  }
}

/** Not enough memory; thrown before the work that needs it begins. */
export class ResourceError extends CurvemillError {
  /**
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(message, options) {
    super('ERR_RESOURCE', message, options);
    this.name = 'ResourceError';
  }
}
