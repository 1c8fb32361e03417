import mcl from 'mcl-wasm';

/**
 * `mulVec` copies its inputs to the wasm stack, 176 bytes for a point and a scalar, and throws beyond
 * 1 MiB: longer sums are cut into pieces and added up.
 */
const PIECE = 4096;

/**
 * `mcl-wasm`: the C++ library mcl compiled to WebAssembly. The copy of its inputs into wasm memory
 * is inside the timed call, as it is for every user.
 *
 * @returns {Promise<import('./index.js').Prepare>}
 */
export async function loadBls12381G1() {
  await mcl.init(mcl.BLS12_381);
  return (points, scalars) => {
    const decoded = points.map(decode);
    const reduced = scalars.map((scalar) => {
      const element = new mcl.Fr();
      element.setStr(scalar.toString(16), 16);
      return element;
    });
    return { run: () => msm(decoded, reduced), read };
  };
}

/**
 * @param {import('mcl-wasm').G1[]} points
 * @param {import('mcl-wasm').Fr[]} scalars
 * @returns {import('mcl-wasm').G1}
 */
function msm(points, scalars) {
  let sum = new mcl.G1();
  for (let i = 0; i < points.length; i += PIECE) {
    const piece = mcl.mulVec(points.slice(i, i + PIECE), scalars.slice(i, i + PIECE));
    sum = mcl.add(sum, piece);
  }
  return sum;
}

/**
 * @param {import('./index.js').Affine} point
 * @returns {import('mcl-wasm').G1}
 */
function decode(point) {
  const decoded = new mcl.G1();
  decoded.setStr(point ? `1 ${point.x.toString(16)} ${point.y.toString(16)}` : '0', 16);
  // mulVec expects z = 1; setStr may leave another representative of the same point.
  decoded.normalize();
  return decoded;
}

/**
 * @param {import('mcl-wasm').G1} point
 * @returns {import('./index.js').Affine}
 */
function read(point) {
  if (point.isZero()) return null;
  const [, x, y] = point.getStr(16).split(' ');
  return { x: BigInt(`0x${x}`), y: BigInt(`0x${y}`) };
}
