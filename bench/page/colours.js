/** The colour of each library and kernel, the same in every report: a class of the style sheet. */

const COLOURS = new Map([
  ...Object.entries({ curvemill: 1, fma: 1, portable: 2, wide: 7, bigint: 5 }),
  ...Object.entries({ noble: 3, montgomery: 4, 'tiny-secp256k1': 6, 'kzg-wasm': 8 }),
  ...Object.entries({ 'micro-eth-signer': 9, snarkjs: 10 }),
]);

/** That of names in a link which are not known. */
const OTHER = 5;

/**
 * @param {string} name of a series or a figure, such as `noble 2.4.0` or `fma, 2 threads`
 * @returns {string} its class
 */
export const swatch = (name) => `series-${COLOURS.get(name.split(/[ ,]/)[0]) ?? OTHER}`;
