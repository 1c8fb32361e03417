/**
 * Maps of numbers to points (RFC 9380): the simplified SWU map to a curve y² = x³ + A·x + B
 * (§6.6.2), which is cut where it inverts and where it takes powers, sums there, and the isogeny to
 * the curve itself. A record has u, v = Z·u², t, the right side g, a root of it, and base and power
 * of what it takes powers of.
 */
import { inverse } from '../kernel/integers.js';
import { upTo } from './claim.js';
import { digitRanges } from './digits.js';
import { P381 } from './fields.js';
import { MAPS } from './isogenies.js';
import { byName, readerOfAll } from './notation.js';
import { shapes } from '../kernel/layouts.js';
import { pointLayout } from './points.js';
import { power } from './tower.js';

/**
 * @import { Field } from './fields.js'
 * @import { Parts } from './isogenies.js'
 */

/** @param {Parts} a @param {Parts} b @returns {Parts} */
const times = ([a, b = 0n], [c, d = 0n]) => [
  (((a * c - b * d) % P381) + P381) % P381,
  (((a * d + b * c) % P381) + P381) % P381,
];
/** −a/b. @param {Parts} a @param {Parts} b */
const minusQuotient = (a, [c, d = 0n]) => times(times(a, [-c, d]), [inverse(c * c + d * d, P381)]);

/**
 * A monic polynomial in x by the names of its coefficients.
 * @param {string} c @param {Parts[]} all
 */
const horner = (c, { length }) =>
  Array.from({ length: length - 1 }, (_, i) => `${c}${length - 2 - i}`).reduce(
    (sum, c) => (sum ? `(${sum})*x + ${c}` : `x + ${c}`),
    '',
  );

/** Numbers in formulas. @param {boolean} isExtension */
function constantsOf(isExtension) {
  const { A, B, Z, N, M, D, d } = isExtension ? MAPS.G2 : MAPS.G1;
  // √(−Z), or √(−N(Z)), whose sign is that of this power.
  const norm = isExtension ? Z[0] * Z[0] + Z[1] * Z[1] : Z[0];
  const [s] = power(P381, [-norm, 0n], (P381 + 1n) / 4n);
  return new Map(
    /** @type {[string, Parts][]} */ ([
      ...Object.entries({ A, B, Z, e: minusQuotient(B, A), s: [s], d: [d], w: [2n ** 256n] }),
      ...Object.entries({ c: minusQuotient(Z, [Z[0] + 1n, Z[1]]), h: [inverse(2n, P381)] }),
      ...[...N.entries()].map(([i, c]) => [`n${i}`, c]),
      ...[...M.entries()].map(([i, c]) => [`m${i}`, c]),
      ...[...D.entries()].map(([i, c]) => [`k${i}`, c]),
    ]),
  );
}

/**
 * A point, or the one with −y if not both y and u are odd or neither.
 * @param {string} given a condition @param {string} x @param {string} y
 */
const signed = (given, x, y) => `
  if ${given} and ${y} is odd and u is odd: x3 = ${x}; y3 = ${y}; !it is infinite
  if ${given} and ${y} is odd: x3 = ${x}; y3 = -${y}; !it is infinite
  if ${given} and u is odd: x3 = ${x}; y3 = -${y}; !it is infinite
  if ${given}: x3 = ${x}; y3 = ${y}; !it is infinite`;

/** The third point of a line with slope l, mirrored. @param {string} l */
const thirdOn = (l) => `x3 = (${l})^2 - X - x; y3 = (${l})*(X - (${l})^2 + X + x) - Y`;

const DECIDES = 'n = power·base; if n² = base, else for Z·g and √(−N(Z))·n: base = (n + a)/2, or a';
const IS_ROOT = 'power^2*base^2 - base = 0';
const ZERO = 'one - one';

/**
 * With n = √(a² + b²): half of n + a, or a if that is 0; and a and b themselves.
 * @param {string} given @param {string} n @param {string} a @param {string} b @param {string} also
 */
const halfOf = (given, n, a, b, also) => `
  if ${given} and ${n} + ${a} = 0: base = ${a}; ga = ${a}; gb = ${b}; ${also}
  if ${given}: base = h*(${n} + ${a}); ga = ${a}; gb = ${b}; ${also}`;

/** @param {Field} field @param {boolean} isExtension */
export function mapClaims(field, isExtension) {
  const isDigits = field.most === 0n;
  const { range, layout, slot, flag } = pointLayout(field, isExtension);
  // A number in Fp: on lanes one in Fp² with 0 behind it; powers of such.
  const number = isDigits ? shapes(field, false).lane : field.layout;
  const power = isDigits ? digitRanges(field).product : range;
  const size = isDigits ? 8 : field.slot;
  const claims = readerOfAll({
    ...{ field, slot, flag: { offset: flag } },
    types: {
      '': { layout, range },
      fp: { layout: number, range, slot: size },
      power: { layout: number, range: power, slot: size },
      both: { layout: isDigits ? layout : field.layout, range: power },
      half: { layout: field.reversed, range: upTo(2n ** 256n - 1n), scale: 1n, slot: 32 },
    },
    more: { isDisjoint: true, usesScratch: true, constants: constantsOf(isExtension) },
  });
  const decided = (isExtension && !isDigits ? 6 : 7) * slot;
  const { N, M, D, Z } = isExtension ? MAPS.G2 : MAPS.G1;
  const image = `x3 = ${horner('n', N)}; y3 = y*(${horner('m', M)}); z3 = d*(${horner('k', D)})`;
  const points = `
    swu_begin(at) v = Zu², t = v² + v, or −Z/(Z + 1) if that is 0
      in at: u
      out at+1: v, t
      if Z^2*u^4 + Z*u^2 = 0: v = Z*u^2; t = c
      else: v = Z*u^2; t = Z^2*u^4 + Z*u^2
    swu_place(point, at) x = (t + 1)·(−B/A), and g(x)
      in at+2: t
      out point: x3
      out at+3: g
      else: x3 = e*(t + one); g = (e*(t + one))^3 + A*e*(t + one) + B
    swu_finish(point, at) the point (x, r) or (vx, uvr) of a root r, with the sign of u
      in point: X
      in at: u, v
      in at+4: root
      out point: x3, y3
      flags g is a square at at+${decided}b, out it is infinite at point
      ${signed('g is a square', 'X', 'root')}
      ${signed('', 'X*v', 'root*v*u')}
    isogenous_add(z, q) z = z + q, finite and affine, on the isogenous curve
      in z: X, Y
      in q: x, y
      ${isDigits ? 'nonzero Y' : ''}
      out z: x3, y3
      flags out z is infinite
      if x - X = 0 and y - Y = 0: ${thirdOn('(3*X^2 + A)*(1/(2*Y))')}; !z is infinite
      if x - X = 0: z is infinite
      else: ${thirdOn('(y - Y)*(1/(x - X))')}; !z is infinite
    isogeny(z, x) z = the image of x, a Jacobian point
      in x: x, y unless x is infinite
      out z: x3, y3, z3
      flags x is infinite, out z is infinite
      if x is infinite: z is infinite
      if d*(${horner('k', D)}) = 0: ${image}; z is infinite
      else: ${image}; !z is infinite`;
  const first = `in source: high0 ~half, low0 ~half
      out z: z0 ~fp = w*high0 + low0`;
  const both = `in source: high0 ~half, low0 ~half, high1 ~half, low1 ~half
      out z: z0 ~fp = w*high0 + low0, z1 ~fp = w*high1 + low1`;
  // Coefficients of 64 bytes, big-endian, modulo p: by halves (§5.3).
  const readings = `
    read_half(z, source) z = 32 bytes, big-endian
      digits
      in source ~half
      out z ~fp = source
    read_uniform(z, source) z = 64 bytes of each coefficient, big-endian, modulo p
      ${isExtension ? both : first}`;
  // A root of g, or of Z·g.
  const roots = `
    root_begin(at)
      in at+3: g
      out at+5: base ~fp
      else: base = g
    root_finish(at) root = r = power·g if r² = g, else √(−Z)·r
      in at+3: g
      in at+6: power ~fp
      out at+4: root
      flags out g is a square at at+${7 * slot}b
      if power^2*g^2 - g = 0: root = power*g; g is a square
      else: root = s*power*g; !g is a square`;
  // The same in Fp², with g = a + bi: by its norm, and by the half of a + √norm.
  const [za, zb] = [`(${Z[0]})*a - (${Z[1]})*b`, `(${Z[1]})*a + (${Z[0]})*b`];
  const behind = isDigits ? slot : size;
  const given = `
      in at+3: a ~fp, b ~fp
      in at+5: base ~fp
      in at+5+${behind}b: power ~power
      ${isDigits ? `in at+5+1lane: base0 ~fp equals ${ZERO}` : ''}
      ${isDigits ? `in at+6+1lane: power0 ~power equals ${ZERO}` : ''}`;
  const left = `out at+5: base ~fp ${isDigits ? ', base0 ~fp' : ''}`;
  const zero = isDigits ? `; base0 = ${ZERO}` : '';
  const rootsOfExtension = `
    root_begin(at) base = the norm of g
      in at+3: a ~fp, b ~fp
      ${left}
      else: base = a^2 + b^2${zero}
    root_decide(at) ${DECIDES}
      ${given}
      ${left}
      out at+3: ga ~fp, gb ~fp
      flags out g is a square at at+${decided}b
      ${halfOf(IS_ROOT, 'power*base', 'a', 'b', `g is a square${zero}`)}
      ${halfOf('', 's*power*base', za, zb, `!g is a square${zero}`)}
    root_finish(at) root = r + b·power/2·i of r = power·base, or i times that if r² is not base
      ${given}
      out at+4: ra ~fp, rb ~fp
      out at+5+${behind}b: power ~power
      if ${IS_ROOT}: ra = power*base; rb = h*b*power
      else: ra = -h*b*power; rb = power*base
    into_fp(x) the same Jacobian point with Z in Fp
      in x: X, Y, T
      out x: x3, y3, z3
      else: x3 = X*((TRe - i*TIm))^2; y3 = Y*((TRe - i*TIm))^3; z3 = T*(TRe - i*TIm)`;
  const powers = `
    power_both(z, x, w, y) z = x^k and w = y^k, powers by which roots are taken
      ${isDigits ? 'elements' : ''}
      in x${isDigits ? '' : ' ~fp'}
      in y${isDigits ? '' : ' ~fp'}
      out z ~both
      out w ~both
      else: ${isDigits ? 'z = xRe^k; w = yRe^k' : 'z = x^k; w = y^k'}`;
  return byName([
    ...claims(points + (isDigits ? '' : readings) + (isExtension ? rootsOfExtension : roots)),
    ...(isExtension ? claims(powers, { exponents: new Map([['k', (3n * P381 - 5n) / 4n]]) }) : []),
  ]);
}
