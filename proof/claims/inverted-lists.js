/** Lists whose elements are inverted at once, which costs one inversion. */
import { inverse } from '../kernel/integers.js';
import { byName, reader } from './notation.js';
import { pointVocabulary } from './points.js';
import { towerVocabulary } from './tower.js';

/**
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 */

const MORE = { isDisjoint: true, usesScratch: true };

/** @param {Field} field @returns {Claims} */
export function pairingListClaims(field) {
  const vocabulary = towerVocabulary(field);
  const { slot } = vocabulary;
  const claim = reader({ ...vocabulary, more: MORE });
  return (name) => {
    if (!/^(pairing_batch_inverse|tower_decompression_inverses)$/.test(name)) return [];
    const text = `${name}(z, x, count) 1/x of each, none of them 0
      in x
      out z: y
      each count: z ${slot}, x ${slot}
      nonzero x
      else: y = v; inverse v of x`;
    return [claim(text)];
  };
}

/**
 * Elements (x, y) of a twisted Edwards curve, of a = −5, and points of its Weierstrass form, the
 * model: (u/b + m, u/(bx)) with u = (1 + y)/(1 − y), b of its Montgomery form and m a third of the
 * coefficient of x² (Bernstein, Birkner, Joye, Lange and Peters, AFRICACRYPT 2008, theorem 3.2).
 * With X = x − m the model is y² = X³ + √8·X²/b + X/b², which has the endomorphism
 * (−(y/X)²/2 + m, h(y/(bX)² − y)), h² = −1/8; its sign is that of ψ in gnark-crypto's Bandersnatch.
 * @param {Field} field @param {Record<'b' | 'm' | 'h', bigint>} numbers @returns {Claims}
 */
export function modelListClaims(field, { b, m, h }) {
  const { p } = field;
  const constants = { b, m, h, k: inverse(b, p), minusHalf: inverse(-2n, p) };
  const vocabulary = pointVocabulary(field);
  const all = new Map(Object.entries(constants).map(([name, c]) => [name, [c]]));
  const claim = reader({ ...vocabulary, more: { ...MORE, constants: all } });
  const each = `each count: target ${2 * (vocabulary.slot ?? 0)}, source ${2 * (vocabulary.slot ?? 0)}`;
  /**
   * @param {string} head
   * @param {{ skips: string, d: string, x: string, y: string, end?: string }} one
   *   cases of no arithmetic, what is inverted, and the image, of v = 1/d
   */
  const images = (head, { skips, d, x, y, end = '' }) => [
    claim(`${head}
      in source: x, y unless source is infinite
      out target: x3, y3
      flags source is infinite, out target is infinite
      ${each} ${end}
      nonzero ${d}
      if source is infinite: target is infinite
      ${skips.replaceAll('skip', 'target is infinite')}
      else: x3 = ${x}; y3 = ${y}; !target is infinite; inverse v of ${d}`),
  ];
  return byName([
    ...images('points_to_model(target, source, count) (u/b + m, u/(bx)), u = (1 + y)/(1 − y)', {
      ...{ skips: 'if x = 0: skip', d: '(one - y)*x' },
      ...{ x: '(one + y)*k*v*x + m', y: '(one + y)*k*v' },
    }),
    ...images(
      'points_from_model(target, source, count) (X/y, (u − 1)/(u + 1)), u = bX, X = x − m',
      {
        skips: 'if y = 0 and x - m = 0: skip\n if y = 0: stop',
        ...{ d: '(b*(x - m) + one)*y', end: 'end -1' },
        ...{ x: '(b*(x - m) + one)*(x - m)*v', y: '(b*(x - m) - one)*y*v' },
      },
    ),
    ...images('points_endomorphism(target, source, count) (−(y/X)²/2 + m, h(y/(bX)² − y))', {
      ...{ skips: 'if x - m = 0: skip', d: 'x - m' },
      ...{ x: 'minusHalf*(y*v)^2 + m', y: 'h*(k^2*y*v^2 - y)' },
    }),
  ]);
}
