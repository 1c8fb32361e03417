// ! blst: G1 and G2, Pippenger's algorithm and one multiplication after the other; compressed
// points decoded one by one, as ! blst has no function for lists.

use crate::input::{points, reversed, terms, SCALAR_BYTES};
use crate::task::{task, Task};
use blst::*;

const SCALAR_BITS: usize = 255;

pub fn load(name: &str, bytes: &[u8]) -> Option<Task> {
    match name {
        "msm/bls12-381-g1" => g1::pippenger(bytes),
        "naive/bls12-381-g1" => g1::naive(bytes),
        "msm/bls12-381-g2" => g2::pippenger(bytes),
        "naive/bls12-381-g2" => g2::naive(bytes),
        "decode/bls12-381-g1" => g1::decoding(bytes, true),
        "decode-trusted/bls12-381-g1" => g1::decoding(bytes, false),
        "decode/bls12-381-g2" => g2::decoding(bytes, true),
        "decode-trusted/bls12-381-g2" => g2::decoding(bytes, false),
        _ => None,
    }
}

/// The same for both groups: only the names of the functions differ.
macro_rules! group {
    ($group:ident, $point:ident, $affine:ident, $point_bytes:literal, $deserialize:ident, $serialize:ident, $from_affine:ident,
     $scratch_bytes:ident, $pippenger:ident, $mult:ident, $add:ident,
     $uncompress:ident, $in_group:ident, $affine_serialize:ident) => {
        mod $group {
            use super::*;

            fn decode(bytes: &[u8]) -> (Vec<$affine>, Vec<u8>) {
                let (points, scalars) = terms(bytes, $point_bytes);
                let points = points.map(|bytes| {
                    let mut point = $affine::default();
                    let error = unsafe { $deserialize(&mut point, bytes.as_ptr()) };
                    assert_eq!(
                        error,
                        BLST_ERROR::BLST_SUCCESS,
                        "a point that cannot be decoded"
                    );
                    point
                });
                // Little-endian, as blst reads them.
                (
                    points.collect(),
                    scalars.flat_map(reversed::<SCALAR_BYTES>).collect(),
                )
            }

            pub fn pippenger(bytes: &[u8]) -> Option<Task> {
                let (points, scalars) = decode(bytes);
                let scratch_bytes = unsafe { $scratch_bytes(points.len()) };
                let mut scratch: Vec<limb_t> =
                    vec![0; scratch_bytes.div_ceil(std::mem::size_of::<limb_t>())];
                let work = move || {
                    let mut sum = $point::default();
                    // A null pointer after the first says that the rest follows without gaps.
                    let points_at = [points.as_ptr(), std::ptr::null()];
                    let scalars_at = [scalars.as_ptr(), std::ptr::null()];
                    unsafe {
                        $pippenger(
                            &mut sum,
                            points_at.as_ptr(),
                            points.len(),
                            scalars_at.as_ptr(),
                            SCALAR_BITS,
                            scratch.as_mut_ptr(),
                        )
                    };
                    sum
                };
                task(work, encode)
            }

            pub fn naive(bytes: &[u8]) -> Option<Task> {
                let (points, scalars) = decode(bytes);
                let points: Vec<_> = points
                    .iter()
                    .map(|affine| {
                        let mut point = $point::default();
                        unsafe { $from_affine(&mut point, affine) };
                        point
                    })
                    .collect();
                let work = move || {
                    let mut sum = $point::default();
                    for (point, scalar) in points.iter().zip(scalars.chunks_exact(SCALAR_BYTES)) {
                        let mut term = $point::default();
                        unsafe {
                            $mult(&mut term, point, scalar.as_ptr(), SCALAR_BITS);
                            $add(&mut sum, &sum, &term);
                        }
                    }
                    sum
                };
                task(work, encode)
            }

            pub fn decoding(bytes: &[u8], check: bool) -> Option<Task> {
                let encodings: Vec<_> = points(bytes, $point_bytes / 2)
                    .map(<[u8]>::to_vec)
                    .collect();
                let decode = move |bytes: &Vec<u8>| {
                    let mut point = $affine::default();
                    let error = unsafe { $uncompress(&mut point, bytes.as_ptr()) };
                    assert_eq!(error, BLST_ERROR::BLST_SUCCESS, "a point of the curve");
                    assert!(!check || unsafe { $in_group(&point) }, "in the group");
                    point
                };
                task(
                    move || encodings.iter().map(decode).collect::<Vec<_>>(),
                    |points| {
                        let mut bytes = vec![0; points.len() * $point_bytes];
                        for (point, target) in
                            points.iter().zip(bytes.chunks_exact_mut($point_bytes))
                        {
                            unsafe { $affine_serialize(target.as_mut_ptr(), point) };
                        }
                        bytes
                    },
                )
            }

            fn encode(sum: &$point) -> Vec<u8> {
                let mut bytes = vec![0; $point_bytes];
                unsafe { $serialize(bytes.as_mut_ptr(), sum) };
                bytes
            }
        }
    };
}

group!(
    g1,
    blst_p1,
    blst_p1_affine,
    96,
    blst_p1_deserialize,
    blst_p1_serialize,
    blst_p1_from_affine,
    blst_p1s_mult_pippenger_scratch_sizeof,
    blst_p1s_mult_pippenger,
    blst_p1_mult,
    blst_p1_add_or_double,
    blst_p1_uncompress,
    blst_p1_affine_in_g1,
    blst_p1_affine_serialize
);

group!(
    g2,
    blst_p2,
    blst_p2_affine,
    192,
    blst_p2_deserialize,
    blst_p2_serialize,
    blst_p2_from_affine,
    blst_p2s_mult_pippenger_scratch_sizeof,
    blst_p2s_mult_pippenger,
    blst_p2_mult,
    blst_p2_add_or_double,
    blst_p2_uncompress,
    blst_p2_affine_in_g2,
    blst_p2_affine_serialize
);
