/**
 * The isogenies of hashing to BLS12-381 (RFC 9380, appendix E): x' = xNum/xDen, y' = y·yNum/yDen.
 * xDen is the square of a polynomial D, and yDen its cube. Coefficients of 1, x, x², …
 */
import { inverse } from '../domain/field-polynomial.js';
import { P381 } from './fields.js';

/** @param {string} text */
const readAll = (text) => (text.match(/\w+/g) ?? []).map((digits) => BigInt(`0x${digits}`));

/** E.2, of degree 11. The last coefficient of xDen, 1, is left out. */
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
const Y_NUM = readAll(`
  90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33
  134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696
  cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
  1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb
  8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb
  16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0
  4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2
  987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
  9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587
  e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30
  19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132
  18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e
  b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
  245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133
  5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b
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
 * The image (N, y·M, d·D) in Jacobian coordinates, of monic N, M and D: N = d²·xNum, M = d³·yNum.
 * @typedef {{ N: bigint[][], M: bigint[][], D: bigint[][], d: bigint }} Isogeny
 */

/** @param {bigint[]} all @param {bigint} factor */
const monic = (all, factor) => all.map((c) => [mod(c * factor)]);

/** @type {Isogeny} */
const OF_G1 = (() => {
  const [x, y] = [X_NUM, Y_NUM].map((all) => all[all.length - 1]);
  const d = mod(x * inverse(y, P381));
  const D = rootOf(X_DEN).map((c) => [c]);
  return { N: monic(X_NUM, inverse(x, P381)), M: monic(Y_NUM, inverse(y, P381)), D, d };
})();

/** E.3, of degree 3, with small numbers: xNum = N/9, yNum = −M/27 and xDen = D². */
const OF_G2 = {
  N: [
    [304n, 304n],
    [0n, -24n],
    [12n, -12n],
    [1n, 0n],
  ],
  M: [
    [-752n, -752n],
    [0n, -264n],
    [18n, -18n],
    [1n, 0n],
  ],
  D: [
    [6n, -6n],
    [1n, 0n],
  ],
  d: -3n,
};

/** @param {boolean} isExtension @returns {Isogeny} */
export const isogenyOf = (isExtension) => (isExtension ? OF_G2 : OF_G1);
