/**
 * Lists that fma treats two elements at a time: claims about one element, of both. Names of the
 * first and of the second one end in 0 and 1.
 */

/** @import { Case, Claim, Flag, Place } from './claim.js' */

/**
 * @param {Claim} claim of a list, an element a row
 * @returns {Claim}
 */
export function inPairs(claim) {
  const { inputs, outputs, flags = [], list, cases = [], parts = new Map() } = claim;
  if (!list) throw new Error(`${claim.name} is of no list`);
  const shifts = new Map([...list.strides].map(([param, stride]) => [param, Number(stride)]));
  const named = [...inputs, ...outputs].map(({ name }) => name);
  const elements = new Set([...named, ...parts.keys()]);
  const flagNames = new Set(flags.map(({ name }) => name));
  /** @param {string} name @param {0 | 1} i */
  const flagOf = (name, i) => name.replace(/^\w+/, (first) => first + i);
  /** @param {string} text a formula, or a condition @param {0 | 1} i */
  const textOf = (text, i) =>
    flagNames.has(text.replace(/^!| is \d+$/g, ''))
      ? text.replace(/\w.*/, (name) => flagOf(name, i))
      : text.replace(/[A-Za-z]\w*?(?=(Re|Im)?\b)/g, (name) =>
          elements.has(name) ? name + i : name,
        );
  /**
   * @template {Place | Flag} T
   * @param {readonly T[]} places @param {(name: string, i: 0 | 1) => string} nameOf
   */
  const both = (places, nameOf) =>
    /** @type {const} */ ([0, 1]).flatMap((i) =>
      places.map((place) => ({
        ...place,
        name: nameOf(place.name, i),
        param: place.param ?? place.name,
        offset: (place.offset ?? 0) + i * (shifts.get(place.param ?? place.name) ?? 0),
        ...(place.unless !== undefined && {
          unless: [place.unless].flat().map((name) => flagOf(name, i)),
        }),
      })),
    );
  /** @param {Case} one @param {0 | 1} i @returns {Case} */
  const caseOf = (
    { when, outputs: formulas = new Map(), flags: values = new Map(), stops },
    i,
  ) => ({
    when: when.map((condition) => textOf(condition, i)),
    outputs: new Map([...formulas].map(([name, formula]) => [name + i, textOf(formula, i)])),
    flags: new Map([...values].map(([name, value]) => [flagOf(name, i), value])),
    ...(stops && { stops: i * Number(list.codes ?? 1n) + (stops === true ? 0 : stops) || true }),
  });
  return {
    ...claim,
    inputs: both(inputs, (name, i) => name + i),
    outputs: both(outputs, (name, i) => name + i),
    flags: both(flags, flagOf),
    cases: productOf(
      cases.map((one) => caseOf(one, 0)),
      cases.map((one) => caseOf(one, 1)),
      list.codes === undefined,
    ),
    ...(parts.size > 0 && {
      parts: new Map(
        /** @type {const} */ ([0, 1]).flatMap((i) =>
          [...parts].map(([name, text]) => [name + i, textOf(text, i)]),
        ),
      ),
    }),
    list: {
      ...list,
      ...{ perRow: 2n, second: shifts },
      strides: new Map([...list.strides].map(([param, stride]) => [param, 2n * stride])),
    },
    on: 'elements',
  };
}

/** Two cases together. @param {Case} one @param {Case} other @returns {Case} */
export const joined = (one, other) => ({
  ...other,
  when: [...one.when, ...other.when],
  outputs: new Map([...(one.outputs ?? []), ...(other.outputs ?? [])]),
  flags: new Map([...(one.flags ?? []), ...(other.flags ?? [])]),
  inverses: new Map([...(one.inverses ?? []), ...(other.inverses ?? [])]),
});

/**
 * Cases of both: the first one that holds of each. Nothing is said of the second one where the
 * first one stops, and of the first one where the second one does, if that says why.
 * @param {readonly Case[]} first
 * @param {readonly Case[]} second
 * @param {boolean} [isLeft] what the first one is, where the second one stops
 * @returns {Case[]}
 */
export const productOf = (first, second, isLeft = true) =>
  first.flatMap((one) =>
    one.stops
      ? [one]
      : second.map((other) =>
          isLeft || !other.stops
            ? joined(one, other)
            : { ...other, when: [...one.when, ...other.when] },
        ),
  );
