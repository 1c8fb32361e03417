// ! Input files: n as 4 bytes little-endian, points (uncompressed), then scalars of 32
// bytes, big-endian.

use std::slice::ChunksExact;

pub const SCALAR_BYTES: usize = 32;

/// SEC 1: 04, x, y.
const UNCOMPRESSED: u8 = 4;

pub fn terms(bytes: &[u8], point_bytes: usize) -> (ChunksExact<'_, u8>, ChunksExact<'_, u8>) {
    let n = count(bytes);
    let (points, scalars) = bytes[4..].split_at(n * point_bytes);
    assert_eq!(scalars.len(), n * SCALAR_BYTES, "length of the file");
    (
        points.chunks_exact(point_bytes),
        scalars.chunks_exact(SCALAR_BYTES),
    )
}

pub fn points(bytes: &[u8], point_bytes: usize) -> ChunksExact<'_, u8> {
    let points = bytes[4..].chunks_exact(point_bytes);
    assert_eq!(points.len(), count(bytes), "length of the file");
    points
}

// / n pairs of points of secp256k1 to add, as affine coordinates: all first ones, then
// all second ones.
pub fn pairs<F>(bytes: &[u8], field: impl Fn([u8; 32]) -> F) -> Vec<[(F, F); 2]> {
    let n = count(bytes);
    let point = |i: usize| coordinates(&bytes[4 + 65 * i..4 + 65 * (i + 1)]);
    let decode = |i: usize| {
        let [x, y] = point(i);
        (field(x), field(y))
    };
    (0..n).map(|i| [decode(i), decode(n + i)]).collect()
}

/// x and y of an uncompressed point of secp256k1, big-endian.
pub fn coordinates(point: &[u8]) -> [[u8; 32]; 2] {
    assert_eq!(point[0], UNCOMPRESSED, "a point in another format");
    [1, 33].map(|start| point[start..start + 32].try_into().unwrap())
}

/// The way back.
pub fn uncompressed(x: [u8; 32], y: [u8; 32]) -> Vec<u8> {
    [&[UNCOMPRESSED][..], &x, &y].concat()
}

pub fn reversed<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut bytes: [u8; N] = bytes.try_into().unwrap();
    bytes.reverse();
    bytes
}

/// Elements at 64 positions all over a list of n, each of 32 bytes: enough to tell transforms
/// apart.
pub fn summary(n: usize, element: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    (0..64).flat_map(|i| element(i * 97 % n)).collect()
}

pub fn count(bytes: &[u8]) -> usize {
    u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize
}
