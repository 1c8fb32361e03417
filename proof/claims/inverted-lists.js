/**
 * Lists whose elements are inverted at once: claims about the loop before the inversion and the
 * one after it, and about the whole (../halves.js).
 */
import { inverse } from '../domain/field-polynomial.js';
import { reader } from './notation.js';
import { pointVocabulary } from './points.js';
import { towerVocabulary } from './tower.js';

/**
 * @import { Claim } from './claim.js'
 * @import { Field } from './fields.js'
 * @import { Claims } from './modules.js'
 * @import { Vocabulary } from './notation.js'
 */

/**
 * A list, by its halves; a line that begins with an address is of the product.
 * @param {Vocabulary} vocabulary @param {number} product its address
 */
const invertedList =
  (vocabulary, product) =>
  /**
   * @param {string} head @param {Record<'forward' | 'backward' | 'whole', string>} texts
   * @param {{ behind: string[], first?: string, more?: Partial<Claim> }} form
   * @returns {Claim}
   */
  (head, { forward, backward, whole }, { behind, first = 'inverse', more = {} }) => {
    const claim = reader({
      ...vocabulary,
      more: { ...vocabulary.more, isDisjoint: true, usesScratch: true },
    });
    const elements = { on: /** @type {const} */ ('elements') };
    const list = /** @type {any} */ ({ behind, first: new Map([['rest', first]]) });
    const halves = {
      product,
      forward: claim(`${head}\n in ${product}: c\n out ${product}: next\n ${forward}`, elements),
      backward: claim(
        `${head}\n in ${product}: inverse\n in ${product}: rest\n out ${product}: rest\n ${backward}`,
        { ...elements, list },
      ),
    };
    return claim(`${head}\n ${whole}`, { ...elements, ...more, halves });
  };

/** @param {Field} field @returns {Claims} */
export function pairingListClaims(field) {
  const vocabulary = towerVocabulary(field);
  const { slot } = vocabulary;
  return (name, lookup) => {
    if (!/^(pairing_batch_inverse|tower_decompression_inverses)$/.test(name)) return [];
    const list = invertedList(vocabulary, lookup?.rows(name).at(-2) ?? 0);
    return [
      list(
        `${name}(z, x, count) 1/x of each, none of them 0`,
        {
          forward: `in x
            out z: kept
            each count: z ${slot}, x ${slot} carried c
            else: kept = c; next = c*x`,
          backward: `in z: kept
            in x
            out z: y
            each count: z -${slot}, x -${slot} carried rest
            else: y = rest*kept; rest = rest*x`,
          whole: `in x
            out z: y
            each count: z ${slot}, x ${slot}
            nonzero x
            else: y = v; inverse v of x`,
        },
        { behind: ['z', 'x'] },
      ),
    ];
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
  const vocabulary = {
    ...pointVocabulary(field),
    more: { constants: new Map(Object.entries(constants).map(([name, c]) => [name, [c]])) },
  };
  /**
   * @param {ReturnType<typeof invertedList>} list
   * @param {string} head
   * @param {{ skips: string, d: string, x: string, y: string, first?: string, end?: string }} one
   *   cases of no arithmetic, what is inverted, and the image, of v = 1/d
   */
  const images = (list, head, { skips, d, x, y, first, end = '' }) => {
    /** @param {string} so */
    const skipped = (so) => skips.replaceAll('skip', so);
    /** @param {string} formula */
    const inSecond = (formula) => formula.replace(/k\*v|\bv\b/g, '(rest*kept)');
    const each = `each count: target ${2 * vocabulary.slot}, source ${2 * vocabulary.slot}`;
    return list(
      head,
      {
        forward: `in source: x, y unless source is infinite
          out target: kept, d
          flags source is infinite, out skipped at target
          ${each} carried c
          if source is infinite: next = c; skipped
          ${skipped('next = c; skipped')}
          else: kept = c; d = ${d}; next = c*(${d}); !skipped`,
        backward: `in source: x, y unless skipped
          in target: kept, d unless skipped
          out target: x3, y3
          flags skipped at target, out target is infinite
          ${each.replace(/(\d+)/g, '-$1')} carried rest
          if skipped: rest = rest; target is infinite
          else: x3 = ${inSecond(x)}; y3 = ${inSecond(y)}; rest = rest*d; !target is infinite`,
        whole: `in source: x, y unless source is infinite
          out target: x3, y3
          flags source is infinite, out target is infinite
          ${each} ${end}
          nonzero ${d}
          if source is infinite: target is infinite
          ${skipped('target is infinite')}
          else: x3 = ${x}; y3 = ${y}; !target is infinite; inverse v of ${d}`,
      },
      { behind: ['target', 'source'], first },
    );
  };
  return (name, lookup) => {
    const rows = lookup?.rows(name) ?? [];
    switch (name) {
      case 'points_to_model':
        return [
          images(
            invertedList(vocabulary, rows.at(-3) ?? 0),
            'points_to_model(target, source, count) (u/b + m, u/(bx)), u = (1 + y)/(1 − y)',
            {
              ...{ skips: 'if x = 0: skip', first: 'inverse*k', d: '(one - y)*x' },
              ...{ x: '(one + y)*k*v*x + m', y: '(one + y)*k*v' },
            },
          ),
        ];
      case 'points_from_model':
        return [
          images(
            invertedList(vocabulary, rows.at(-2) ?? 0),
            'points_from_model(target, source, count) (X/y, (u − 1)/(u + 1)), u = bX, X = x − m',
            {
              skips: 'if y = 0 and x - m = 0: skip\n if y = 0: stop',
              ...{ d: '(b*(x - m) + one)*y', end: 'end -1' },
              ...{ x: '(b*(x - m) + one)*(x - m)*v', y: '(b*(x - m) - one)*y*v' },
            },
          ),
        ];
      case 'points_endomorphism':
        return [
          images(
            invertedList(vocabulary, rows.at(-2) ?? 0),
            'points_endomorphism(target, source, count) (−(y/X)²/2 + m, h(y/(bX)² − y))',
            {
              ...{ skips: 'if x - m = 0: skip', d: 'x - m' },
              ...{ x: 'minusHalf*(y*v)^2 + m', y: 'h*(k^2*y*v^2 - y)' },
            },
          ),
        ];
      default:
        return [];
    }
  };
}
