/**
 * Maps to BLS12-381 (RFC 9380): curves y² = x³ + A·x + B and Z, and isogenies from them (appendix
 * E), x' = xNum/xDen, y' = y·yNum/yDen. Their xDen is D², and yDen D³; and as an isogeny takes
 * dx/y to a multiple of that, yNum is a multiple of the numerator of x''s derivative. So with
 * monic N = d²·xNum and M = N'·D − 2·N·D' the image is (N, y·M, d·D) in Jacobian coordinates.
 */
import { inverse } from '../kernel/integers.js';
import { P381 } from './fields.js';

/** @param {string} text */
const readAll = (text) => (text.match(/\w+/g) ?? []).map((digits) => BigInt(`0x${digits}`));

/** §8.8.1. */
const [A, B] = readAll(`
  144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d
  12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0
`);
/** E.2, of degree 11: coefficients of 1, x, x², … */
const X_NUM = readAll(`
  11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7
  17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb
  d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0
  1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861
  e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
  1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983
  d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84
  17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e
  80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317
  169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
  10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b
  6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
`);
/** Without the last one, 1. */
const X_DEN = readAll(`
  8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c
  12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff
  b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
  3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8
  13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e
  e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5
  772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a
  14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
  a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641
  95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a
`);
/** The last one of yNum. */
const [Y_LAST] = readAll(`
  15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
`);

/** @param {bigint} a */
const mod = (a) => ((a % P381) + P381) % P381;

/**
 * The monic polynomial of which another one is the square.
 * @param {bigint[]} square without the last coefficient, 1
 */
function rootOf(square) {
  const degree = square.length / 2;
  /** @type {bigint[]} the coefficients of x^(degree − i) */
  const root = [1n];
  /** @param {number} k twice the degree, less that of the coefficient */
  const product = (k) =>
    root.reduce((sum, c, i) => sum + (k - i < root.length ? c * (root[k - i] ?? 0n) : 0n), 0n);
  for (let k = 1; k <= degree; k++)
    root.push(mod((square[2 * degree - k] - product(k)) * inverse(2n, P381)));
  for (let k = 1; k <= 2 * degree; k++)
    if (mod(product(k)) !== square[2 * degree - k]) throw new Error('xDen is no square');
  return root.reverse();
}

/**
 * @typedef {bigint[]} Parts of a number in Fp, or in Fp²
 * @typedef {{ A: Parts, B: Parts, Z: Parts, N: Parts[], D: Parts[], M: Parts[], d: bigint }} Swu
 */

/** Coefficients of N'·D − 2·N·D'. @param {Parts[]} N @param {Parts[]} D @returns {Parts[]} */
const derived = (N, D) =>
  N.slice(1)
    .concat(D.slice(1))
    .map((_, k) =>
      N.reduce(
        (sum, [a, b = 0n], i) => {
          const [c, d = 0n] = D[k + 1 - i] ?? [0n];
          const by = BigInt(3 * i - 2 * k - 2);
          return [sum[0] + by * (a * c - b * d), sum[1] + by * (a * d + b * c)];
        },
        [0n, 0n],
      ),
    );

/** @returns {Swu} */
function ofG1() {
  const x = X_NUM[X_NUM.length - 1];
  const N = X_NUM.map((c) => [mod(c * inverse(x, P381))]);
  const D = rootOf(X_DEN).map((c) => [c]);
  const M = derived(N, D).map(([c]) => [mod(c)]);
  return { A: [A], B: [B], Z: [11n], N, D, M, d: mod(x * inverse(Y_LAST, P381)) };
}

/** §8.8.2 and E.3, of degree 3, whose xNum is N/9, and yNum −M/27. @returns {Swu} */
function ofG2() {
  const N = [
    [304n, 304n],
    [0n, -24n],
    [12n, -12n],
    [1n, 0n],
  ];
  const D = [
    [6n, -6n],
    [1n, 0n],
  ];
  return { A: [0n, 240n], B: [1012n, 1012n], Z: [-2n, -1n], N, D, M: derived(N, D), d: -3n };
}

export const MAPS = { G1: ofG1(), G2: ofG2() };
