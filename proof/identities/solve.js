/** Conditions on elements, solved for one of them: linear, or quadratic. */
import { Residue } from './residue.js';

/** @import { Randomness } from './residue.js' */

/** @param {bigint} p @param {bigint} c */
const residue = (p, c) => new Residue(p, c);

/** Solutions of c + b·x + a·x² = 0. @param {Residue} c @param {Residue} b @param {Residue} a */
function rootsOf(c, b, a) {
  if (a.isZero()) return b.isZero() ? [] : [c.mul(b.inverse()).scale(-1n)];
  const root = b.mul(b).sub(a.mul(c).scale(4n)).root();
  const half = a.scale(2n).inverse();
  return root ? [root, root.scale(-1n)].map((r) => r.sub(b).mul(half)) : [];
}

/** In Fp². @param {Residue[]} x @param {Residue[]} y */
const times = ([a, b], [c, d]) => [a.mul(c).sub(b.mul(d)), a.mul(d).add(b.mul(c))];
/** @param {Residue[]} x */
function reciprocal([a, b]) {
  const norm = a.mul(a).add(b.mul(b)).inverse();
  return [a.mul(norm), b.mul(norm).scale(-1n)];
}
/** Square roots in Fp², by the norm. @param {Residue[]} x @returns {Residue[][]} */
function extensionRoots([a, b]) {
  const norm = a.mul(a).add(b.mul(b)).root();
  const half = residue(a.p, 2n).inverse();
  return [norm, norm?.scale(-1n)].flatMap((n) => {
    const real = n?.add(a).mul(half).root();
    return real ? [[real, b.mul(half).mul(real.inverse())]] : [];
  });
}

/**
 * Changes one element such that a formula is 0, if it is of a form that can be solved.
 * @param {(values: Map<string, Residue[]>) => Residue[]} of the formula
 * @param {Map<string, Residue[]>} values
 * @param {string} name
 * @param {Randomness} random
 */
export function solve(of, values, name, random) {
  const before = values.get(name) ?? [];
  const [{ p }] = before;
  const zero = residue(p, 0n);
  const at = (/** @type {Residue[]} */ x) => of(new Map(values).set(name, x));
  const isSolved = (/** @type {Residue[]} */ x) => {
    if (!at(x).every((one) => one.isZero())) return false;
    values.set(name, x);
    return true;
  };
  const unit = (/** @type {number} */ k, /** @type {bigint} */ c) =>
    before.map((_, i) => residue(p, i === k ? c : 0n));
  const origin = at(before.map(() => zero));
  if (before.length === 2 && origin.length === 2) {
    // Two linear equations.
    const [[a, c], [b, d]] = [0, 1].map((k) => at(unit(k, 1n)).map((x, i) => x.sub(origin[i])));
    const by = a.mul(d).sub(b.mul(c)).inverse();
    const [e, f] = origin;
    const x = [b.mul(f).sub(d.mul(e)).mul(by), c.mul(e).sub(a.mul(f)).mul(by)];
    if (isSolved(x)) return true;
    // A square in Fp².
    const one = at(unit(0, 1n)).map((x, i) => x.sub(origin[i]));
    const square = times(
      origin.map((x) => x.scale(-1n)),
      reciprocal(one),
    );
    if (extensionRoots(square).some(isSolved)) return true;
  }
  for (const k of random
    .pick([
      [0, 1],
      [1, 0],
    ])
    .filter((one) => one < before.length)) {
    const value = (/** @type {Residue} */ x) => before.map((one, i) => (i === k ? x : one));
    for (const part of origin.keys()) {
      const [c, plus, minus] = [0n, 1n, -1n].map((x) => at(value(residue(p, x)))[part]);
      const half = residue(p, 2n).inverse();
      const a = plus.add(minus).mul(half).sub(c);
      const b = plus.sub(minus).mul(half);
      if (rootsOf(c, b, a).some((x) => isSolved(value(x)))) return true;
    }
    if (isSolved(value(zero))) return true;
  }
  return isSolved(before.map(() => zero));
}
