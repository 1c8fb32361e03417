//! blst as a contestant.

use blst::*;
use curvemill_native_yardstick::{serve, Workload, SCALAR_BYTES};

const POINT_BYTES: usize = 96;
const SCALAR_BITS: usize = 255;

struct Blst {
    points: Vec<blst_p1_affine>,
    /// Little-endian, as blst reads them.
    scalars: Vec<u8>,
    scratch: Vec<limb_t>,
}

impl Workload for Blst {
    const POINT_BYTES: usize = POINT_BYTES;
    type Sum = blst_p1;

    fn decode(points: &[u8], scalars: &[u8]) -> Self {
        let points: Vec<_> = points.chunks_exact(POINT_BYTES).map(decode_point).collect();
        let scratch_bytes = unsafe { blst_p1s_mult_pippenger_scratch_sizeof(points.len()) };
        Blst {
            points,
            scalars: scalars
                .chunks_exact(SCALAR_BYTES)
                .flat_map(|scalar| scalar.iter().rev().copied())
                .collect(),
            scratch: vec![0; scratch_bytes.div_ceil(std::mem::size_of::<limb_t>())],
        }
    }

    fn multiply(&mut self) -> blst_p1 {
        let mut result = blst_p1::default();
        // A null pointer after the first says that the rest follows without gaps.
        let points = [self.points.as_ptr(), std::ptr::null()];
        let scalars = [self.scalars.as_ptr(), std::ptr::null()];
        unsafe {
            blst_p1s_mult_pippenger(
                &mut result,
                points.as_ptr(),
                self.points.len(),
                scalars.as_ptr(),
                SCALAR_BITS,
                self.scratch.as_mut_ptr(),
            );
        }
        result
    }

    fn encode(sum: &blst_p1) -> Vec<u8> {
        let mut bytes = vec![0; POINT_BYTES];
        unsafe { blst_p1_serialize(bytes.as_mut_ptr(), sum) };
        bytes
    }
}

fn decode_point(bytes: &[u8]) -> blst_p1_affine {
    let mut point = blst_p1_affine::default();
    let error = unsafe { blst_p1_deserialize(&mut point, bytes.as_ptr()) };
    assert_eq!(
        error,
        BLST_ERROR::BLST_SUCCESS,
        "a point that cannot be decoded"
    );
    point
}

fn main() {
    serve::<Blst>();
}
