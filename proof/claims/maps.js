/**
 * Maps of numbers to points (RFC 9380): the simplified SWU map to a curve y² = x³ + A·x + B
 * (§6.6.2), which is cut where it inverts and where it takes powers, sums there, and the isogeny to
 * the curve itself. A record has u, v = Z·u², t, the right side g, a root of it, and base and power
 * of what it takes powers of.
 */
import { inverse } from '../domain/field-polynomial.js';
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { P381 } from './fields.js';
import { isogenyOf } from './isogenies.js';
import { pointLayout } from './points.js';
import { power } from './tower.js';

/**
 * @import { Case, Claim, Place } from './claim.js'
 * @import { Field } from './fields.js'
 */

/** @typedef {bigint[]} Parts of a number in Fp, or in Fp² */

/** @param {Parts} a @param {Parts} b @returns {Parts} */
const times = ([a, b = 0n], [c, d = 0n]) => [
  (((a * c - b * d) % P381) + P381) % P381,
  (((a * d + b * c) % P381) + P381) % P381,
];
/** @param {Parts} a @returns {Parts} */
const inverted = ([a, b = 0n]) => times([a, -b], [inverse(a * a + b * b, P381)]);

/** §8.8.1 and §8.8.2. */
const CURVES = {
  G1: {
    A: [
      BigInt(
        '0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8' +
          'e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d',
      ),
    ],
    B: [
      BigInt(
        '0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070' +
          'a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0',
      ),
    ],
    Z: [11n],
  },
  G2: { A: [0n, 240n], B: [1012n, 1012n], Z: [-2n, -1n] },
};

/**
 * A monic polynomial in x by the names of its coefficients.
 * @param {string} name
 * @param {number} degree
 */
const horner = (name, degree) =>
  Array.from({ length: degree }, (_, i) => `${name}${degree - 1 - i}`).reduce(
    (sum, c) => (sum ? `(${sum})*x + ${c}` : `x + ${c}`),
    '',
  );

/**
 * @param {Field} field
 * @param {boolean} isExtension
 * @returns {(name: string) => Claim[]}
 */
export function mapClaims(field, isExtension) {
  const isDigits = field.most === 0n;
  const range = isDigits ? digitRanges(field).stored : upTo(field.most);
  const { layout, slot, flag } = isDigits
    ? { layout: field.extension, slot: field.slot + 16, flag: field.slot }
    : pointLayout(field, isExtension);
  const { A, B, Z } = isExtension ? CURVES.G2 : CURVES.G1;
  const norm = Z.reduce((sum, c) => sum + c * c, 0n);
  // √(−Z), or √(−N(Z)), whose sign is that of this power.
  const [s] = power(P381, [-(isExtension ? norm : Z[0]), 0n], (P381 + 1n) / 4n);
  const isogeny = isogenyOf(isExtension);
  const half = inverse(2n, P381);
  /** @type {[string, Parts][]} */
  const numbers = [
    ...Object.entries({ A, B, Z }),
    ['e', times([-1n], times(B, inverted(A)))],
    ['c', times([-1n], times(Z, inverted([Z[0] + 1n, Z[1] ?? 0n])))],
    ...Object.entries({ s: [s], h: [half], d: [isogeny.d], w: [2n ** 256n] }),
    ...Object.entries({ n: isogeny.N, m: isogeny.M, k: isogeny.D }).flatMap(([name, all]) =>
      all.map((c, i) => /** @type {[string, Parts]} */ ([`${name}${i}`, c])),
    ),
  ];
  const common = { field, isDisjoint: true, usesScratch: true, constants: new Map(numbers) };
  /** @param {string} name @param {string} param @param {number} [slots] @returns {Place} */
  const at = (name, param, slots = 0) => ({ name, param, layout, range, offset: slot * slots });
  const ofRecord = new Map(['u', 'v', 't', 'g', 'root'].map((name, i) => [name, i]));
  // Of Fp, where numbers are in Fp² and not on two lanes.
  const single = isDigits || !isExtension ? {} : { layout: field.layout };
  const powerAt = 5 * slot + (isExtension && !isDigits ? field.slot : slot);
  /** @param {string[]} names */
  const record = (...names) =>
    names.map((name) => {
      const slots = ofRecord.get(name);
      if (slots !== undefined) return at(name, 'at', slots);
      return { ...at(name, 'at', 5), ...single, ...(name === 'power' && { offset: powerAt }) };
    });
  const isSquare = { name: 'g is a square', param: 'at', offset: 2 * powerAt - 5 * slot };
  /** @param {bigint} value */
  const square = (value) => new Map([[isSquare.name, value]]);
  /** @param {Record<string, string>} formulas */
  const left = (formulas) => new Map(Object.entries(formulas));
  /**
   * @param {string} name
   * @param {string[]} params
   * @param {Place[]} inputs
   * @param {Place[]} outputs
   * @param {Partial<Claim>} more
   * @returns {Claim}
   */
  const one = (name, params, inputs, outputs, more) => ({
    ...{ name, params, inputs, outputs: outputs.map((place) => ({ ...place, formula: '' })) },
    ...common,
    ...more,
  });
  const point = (/** @type {string} */ param, /** @type {string[]} */ names) =>
    names.map((name, i) => at(name, param, i));
  /** @param {string} param @param {boolean} [isOutput] */
  const infinite = (param, isOutput) => ({
    ...{ name: `${param} is infinite`, param, offset: flag, isOutput },
  });
  /** @param {bigint} value */
  const zInfinite = (value) => new Map([['z is infinite', value]]);
  /**
   * A point, or the one with −y if not both y and u are odd or neither.
   * @param {string[]} when @param {string} x @param {string} y @returns {Case[]}
   */
  const signed = (when, x, y) => {
    const odd = [`${y} is odd`, 'u is odd'];
    return [odd, [odd[0]], [odd[1]], []].map((also) => ({
      when: [...when, ...also],
      outputs: left({ x3: x, y3: also.length === 1 ? `-${y}` : y }),
      flags: new Map([['it is infinite', 0n]]),
    }));
  };
  const [tangent, chord] = ['(3*X^2 + A)*(1/(2*Y))', '(y - Y)*(1/(x - X))'].map((l) => ({
    outputs: left({
      x3: `(${l})^2 - X - x`,
      y3: `(${l})*(X - (${l})^2 + X + x) - Y`,
    }),
    flags: zInfinite(0n),
  }));
  const coordinates = point('x', ['X', 'Y', 'T']);
  const bar = '(TRe - i*TIm)';
  const powers = ['z', 'w', 'x', 'y'].map((name) => ({ name, layout: field.layout, range }));
  const [N, M, D] = [
    horner('n', isogeny.N.length - 1),
    horner('m', isogeny.M.length - 1),
    horner('k', isogeny.D.length - 1),
  ];
  const image = left({ x3: N, y3: `y*(${M})`, z3: `d*(${D})` });
  const claims = [
    one('swu_begin', ['at'], record('u'), record('v', 't'), {
      title: 'v = Zu², t = v² + v, or −Z/(Z + 1) if that is 0',
      cases: [
        { when: ['Z^2*u^4 + Z*u^2 = 0'], outputs: left({ v: 'Z*u^2', t: 'c' }) },
        { when: [], outputs: left({ v: 'Z*u^2', t: 'Z^2*u^4 + Z*u^2' }) },
      ],
    }),
    one('swu_place', ['point', 'at'], record('t'), [at('x3', 'point'), ...record('g')], {
      title: 'x = (t + 1)·(−B/A), and g(x)',
      cases: [
        {
          when: [],
          outputs: left({ x3: 'e*(t + one)', g: '(e*(t + one))^3 + A*e*(t + one) + B' }),
        },
      ],
    }),
    one(
      'swu_finish',
      ['point', 'at'],
      [at('X', 'point'), ...record('u', 'v', 'root')],
      point('point', ['x3', 'y3']),
      {
        title: 'the point (x, r) or (vx, uvr) of a root r, with the sign of u',
        flags: [isSquare, { ...infinite('point', true), name: 'it is infinite' }],
        cases: [...signed([isSquare.name], 'X', 'root'), ...signed([], 'X*v', 'root*v*u')],
      },
    ),
    one(
      'isogenous_add',
      ['z', 'q'],
      [...point('z', ['X', 'Y']), ...point('q', ['x', 'y'])],
      point('z', ['x3', 'y3']),
      {
        title: 'z = z + q, finite and affine, on the isogenous curve',
        flags: [infinite('z', true)],
        cases: [
          { when: ['x - X = 0', 'y - Y = 0'], ...tangent },
          { when: ['x - X = 0'], flags: zInfinite(1n) },
          { when: [], ...chord },
        ],
      },
    ),
    one(
      'isogeny',
      ['z', 'x'],
      point('x', ['x', 'y']).map((place) => ({ ...place, unless: 'x is infinite' })),
      point('z', ['x3', 'y3', 'z3']),
      {
        title: 'z = the image of x, a Jacobian point',
        flags: [infinite('x'), infinite('z', true)],
        cases: [
          { when: ['x is infinite'], flags: zInfinite(1n) },
          { when: [`d*(${D}) = 0`], outputs: image, flags: zInfinite(1n) },
          { when: [], outputs: image, flags: zInfinite(0n) },
        ],
      },
    ),
    ...(isDigits ? [] : readings()),
    ...(isExtension
      ? [
          one('into_fp', ['x'], coordinates, point('x', ['x3', 'y3', 'z3']), {
            title: 'the same Jacobian point with Z in Fp',
            cases: [
              {
                when: [],
                outputs: left({ x3: `X*(${bar})^2`, y3: `Y*(${bar})^3`, z3: `T*${bar}` }),
              },
            ],
          }),
          one('power_both', ['z', 'x', 'w', 'y'], powers.slice(2), powers.slice(0, 2), {
            title: 'z = x^k and w = y^k, powers by which roots are taken',
            exponents: new Map([['k', (3n * P381 - 5n) / 4n]]),
            cases: [{ when: [], outputs: left({ z: 'x^k', w: 'y^k' }) }],
          }),
        ]
      : []),
    ...(isExtension ? rootsOfExtension() : rootsOfPrime()),
  ].filter(({ name }) => !isDigits || name === 'swu_place');
  return (name) => claims.filter((any) => any.name === name);

  /** Coefficients of 64 bytes, big-endian, modulo p: by halves (§5.3). */
  function readings() {
    const half = {
      ...{ param: 'source', layout: field.reversed, range: upTo(2n ** 256n - 1n), scale: 1n },
    };
    const coefficients = isExtension ? [0, 1] : [0];
    return [
      one('read_half', ['z', 'source'], [{ ...half, name: 'source' }], [], {
        outputs: [{ name: 'z', layout: field.layout, range, formula: 'source' }],
        ...{ on: 'digits', title: 'z = 32 bytes, big-endian' },
      }),
      one(
        'read_uniform',
        ['z', 'source'],
        coefficients.flatMap((i) =>
          ['high', 'low'].map((name, j) => ({
            ...{ ...half, name: `${name}${i}`, offset: 64 * i + 32 * j },
          })),
        ),
        [],
        {
          outputs: coefficients.map((i) => ({
            ...{ name: `z${i}`, param: 'z', layout: field.layout, range, offset: field.slot * i },
            formula: `w*high${i} + low${i}`,
          })),
          title: 'z = 64 bytes of each coefficient, big-endian, modulo p',
        },
      ),
    ];
  }

  /** A root of g, or of Z·g. */
  function rootsOfPrime() {
    return [
      one('root_begin', ['at'], record('g'), record('base'), {
        cases: [{ when: [], outputs: left({ base: 'g' }) }],
      }),
      one('root_finish', ['at'], record('g', 'power'), record('root'), {
        title: 'root = r = power·g if r² = g, else √(−Z)·r',
        flags: [{ ...isSquare, isOutput: true }],
        cases: [
          {
            when: ['power^2*g^2 - g = 0'],
            ...{ outputs: left({ root: 'power*g' }), flags: square(1n) },
          },
          { when: [], outputs: left({ root: 's*power*g' }), flags: square(0n) },
        ],
      }),
    ];
  }

  /** The same in Fp², with g = a + bi: by its norm, and by the half of a + √norm. */
  function rootsOfExtension() {
    const parts = ['a', 'b'].map((name, i) => ({
      ...{ ...at(name, 'at', 3), layout: field.layout, offset: 3 * slot + i * field.slot },
    }));
    const [ga, gb] = parts.map((place, i) => ({ ...place, name: ['ga', 'gb'][i] }));
    const [ra, rb] = ['ra', 'rb'].map((name, i) => ({
      ...{ ...at(name, 'at', 4), layout: field.layout, offset: 4 * slot + i * field.slot },
    }));
    const [z0, z1] = Z;
    /**
     * @param {bigint} value
     * @param {string} n
     * @param {string} a
     * @param {string} b
     * @returns {Case[]}
     */
    const cases = (value, n, a, b) => {
      const when = value ? ['power^2*base^2 - base = 0'] : [];
      const sum = `${n} + ${a}`;
      return [
        { when: [...when, `${sum} = 0`], outputs: left({ base: a, ga: a, gb: b }) },
        { when, outputs: left({ base: `h*(${sum})`, ga: a, gb: b }) },
      ].map((any) => ({ ...any, flags: square(value) }));
    };
    const a = `(${z0})*a - (${z1})*b`;
    const b = `(${z1})*a + (${z0})*b`;
    return [
      one('root_begin', ['at'], parts, record('base'), {
        ...{ title: 'base = the norm of g' },
        cases: [{ when: [], outputs: left({ base: 'a^2 + b^2' }) }],
      }),
      one(
        'root_decide',
        ['at'],
        [...parts, ...record('base', 'power')],
        [...record('base'), ga, gb],
        {
          title:
            'n = power·base; if n² = base, else for Z·g and √(−N(Z))·n: base = (n + a)/2, or a',
          flags: [{ ...isSquare, isOutput: true }],
          cases: [...cases(1n, 'power*base', 'a', 'b'), ...cases(0n, 's*power*base', a, b)],
        },
      ),
      one(
        'root_finish',
        ['at'],
        [...parts, ...record('base', 'power')],
        [ra, rb, ...record('power')],
        {
          title: 'root = r + b·power/2·i of r = power·base, or i times that if r² is not base',
          cases: [
            {
              when: ['power^2*base^2 - base = 0'],
              outputs: left({ ra: 'power*base', rb: 'h*b*power' }),
            },
            { when: [], outputs: left({ ra: '-h*b*power', rb: 'power*base' }) },
          ],
        },
      ),
    ];
  }
}
