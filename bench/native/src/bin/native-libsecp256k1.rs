//! libsecp256k1 as a contestant, in the build of the p256k1 crate.
//!
//! Calls `secp256k1_ecmult_multi_var` itself: what the crate wraps around it, `Point::multimult`, inverts a field element
//! for every point, makes a context on every call, and has too little scratch space for Strauss' algorithm.

use curvemill_native_yardstick::{serve, Workload, SCALAR_BYTES};
use p256k1::{context::Context, field::Element, point::Point, scalar::Scalar};
use std::ffi::{c_int, c_void};

const FIELD_BYTES: usize = 32;
const UNCOMPRESSED: u8 = 4;

/// Enough for all points in one batch, whichever algorithm: it takes what it needs.
const SCRATCH_BYTES: usize = 4 << 20;
const SCRATCH_BYTES_PER_POINT: usize = 1024;

/// `secp256k1_ge`
#[repr(C)]
#[derive(Clone, Copy)]
struct Affine {
    x: [u64; 5],
    y: [u64; 5],
    infinity: c_int,
}

/// `secp256k1_scalar`
type Limbs = [u64; 4];

type Input = extern "C" fn(*mut Limbs, *mut Affine, usize, *mut c_void) -> c_int;

/// `secp256k1_callback`
#[repr(C)]
struct OnError {
    call: extern "C" fn(*const std::ffi::c_char, *mut c_void),
    data: *const c_void,
}

// The crate keeps its bindings to itself. The names are those of its C sources.
extern "C" {
    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_scratch_space_create"]
    fn scratch_space_create(context: *const c_void, bytes: usize) -> *mut c_void;

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_scratch_space_destroy"]
    fn scratch_space_destroy(context: *const c_void, scratch: *mut c_void);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_ecmult_multi_var"]
    fn ecmult_multi_var(
        on_error: *const OnError,
        scratch: *mut c_void,
        sum: *mut c_void,
        generator_scalar: *const Limbs,
        input: Input,
        data: *const c_void,
        n: usize,
    ) -> c_int;
}

struct Libsecp256k1 {
    terms: Vec<(Limbs, Affine)>,
    context: Context,
    scratch: *mut c_void,
}

impl Workload for Libsecp256k1 {
    const POINT_BYTES: usize = 1 + 2 * FIELD_BYTES;
    type Sum = Point;

    fn decode(points: &[u8], scalars: &[u8]) -> Self {
        let points = points.chunks_exact(Self::POINT_BYTES).map(decode_point);
        let scalars = scalars.chunks_exact(SCALAR_BYTES).map(|bytes| {
            let bytes: [u8; SCALAR_BYTES] = bytes.try_into().unwrap();
            Scalar::from(bytes).scalar.d
        });
        let terms: Vec<_> = scalars.zip(points).collect();
        let context = Context::default();
        let bytes = SCRATCH_BYTES + SCRATCH_BYTES_PER_POINT * terms.len();
        let scratch = unsafe { scratch_space_create(context.context.cast(), bytes) };
        assert!(!scratch.is_null(), "no memory for scratch space");
        Libsecp256k1 {
            terms,
            context,
            scratch,
        }
    }

    fn multiply(&mut self) -> Point {
        let mut sum = Point::identity();
        let done = unsafe {
            ecmult_multi_var(
                &OnError {
                    call: fail,
                    data: std::ptr::null(),
                },
                self.scratch,
                (&raw mut sum.gej).cast(),
                std::ptr::null(),
                input,
                (&raw const self.terms).cast(),
                self.terms.len(),
            )
        };
        assert_eq!(done, 1, "secp256k1_ecmult_multi_var failed");
        sum
    }

    fn encode(sum: &Point) -> Vec<u8> {
        [
            &[UNCOMPRESSED][..],
            &sum.x().to_bytes(),
            &sum.y().to_bytes(),
        ]
        .concat()
    }
}

impl Drop for Libsecp256k1 {
    fn drop(&mut self) {
        unsafe { scratch_space_destroy(self.context.context.cast(), self.scratch) };
    }
}

extern "C" fn input(scalar: *mut Limbs, point: *mut Affine, i: usize, data: *mut c_void) -> c_int {
    let terms = unsafe { &*data.cast::<Vec<(Limbs, Affine)>>() };
    unsafe { (*scalar, *point) = terms[i] };
    1
}

extern "C" fn fail(_text: *const std::ffi::c_char, _data: *mut c_void) {
    panic!("libsecp256k1 refused its scratch space");
}

fn decode_point(bytes: &[u8]) -> Affine {
    assert_eq!(bytes[0], UNCOMPRESSED, "a point in another format");
    let coordinate = |start: usize| {
        let bytes: [u8; FIELD_BYTES] = bytes[start..start + FIELD_BYTES].try_into().unwrap();
        Element::from(bytes).fe.n
    };
    Affine {
        x: coordinate(1),
        y: coordinate(1 + FIELD_BYTES),
        infinity: 0,
    }
}

fn main() {
    serve::<Libsecp256k1>();
}
