// ! libsecp256k1, in the build of the p256k1 crate.
// ! ! Calls `secp256k1_ecmult_multi_var` itself (Strauss below 88 points, Pippenger from there on,
// both with the ! endomorphism): what the crate wraps around it, `Point::multimult`, inverts a
// field element for every point, makes a ! context on every call, and has too little scratch space
// for Strauss' algorithm. One by one is `secp256k1_ecmult` ! without a generator term, and with one
// in sums with the generator. Field elements are handled as the C code handles them, not normalised
// after every operation; ! the inversion is the one of constant time, the only one that the crate
// exports.

use crate::additions::{self, Field};
use crate::input::{coordinates, terms, uncompressed};
use crate::task::{task, Task};
use p256k1::{context::Context, field::Element, point::Point, scalar::Scalar};
use std::ffi::{c_char, c_int, c_void};

/// Enough for all points in one batch, whichever algorithm: it takes what it needs.
const SCRATCH_BYTES: usize = 4 << 20;
const SCRATCH_BYTES_PER_POINT: usize = 1024;

/// `secp256k1_fe`
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Fe([u64; 5]);

/// `secp256k1_ge`
#[repr(C)]
#[derive(Clone, Copy)]
struct Affine {
    x: Fe,
    y: Fe,
    infinity: c_int,
}

/// `secp256k1_scalar`
type Limbs = [u64; 4];

type Input = extern "C" fn(*mut Limbs, *mut Affine, usize, *mut c_void) -> c_int;

/// `secp256k1_callback`
#[repr(C)]
struct OnError {
    call: extern "C" fn(*const c_char, *mut c_void),
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

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_ecmult"]
    fn ecmult(
        product: *mut c_void,
        point: *const c_void,
        scalar: *const Limbs,
        generator_scalar: *const Limbs,
    );

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_mul"]
    fn fe_mul(product: *mut Fe, a: *const Fe, b: *const Fe);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_sqr"]
    fn fe_sqr(square: *mut Fe, a: *const Fe);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_negate"]
    fn fe_negate(negative: *mut Fe, a: *const Fe, magnitude: c_int);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_add"]
    fn fe_add(sum: *mut Fe, a: *const Fe);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_inv"]
    fn fe_inv(inverse: *mut Fe, a: *const Fe);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_normalize_var"]
    fn fe_normalize_var(a: *mut Fe);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_normalize"]
    fn fe_normalize(a: *mut Fe);

    #[link_name = "s2bca0a5cbf756dd4ff1f0bda4585a7d3c64e1480_secp256k1_fe_get_b32"]
    fn fe_get_b32(bytes: *mut u8, a: *const Fe);
}

pub fn load(name: &str, bytes: &[u8]) -> Option<Task> {
    match name {
        "msm/secp256k1" => multi(decode(bytes)),
        "naive/secp256k1" => naive(decode(bytes)),
        "with-generator/secp256k1" => with_generator(decode(bytes)),
        _ if name.ends_with("additions/secp256k1") => additions::load::<Fe>(name, bytes),
        _ => None,
    }
}

fn decode(bytes: &[u8]) -> Vec<(Limbs, Affine)> {
    let (points, scalars) = terms(bytes, 65);
    let points = points.map(|point| {
        let [x, y] = coordinates(point).map(Fe::from_be);
        Affine { x, y, infinity: 0 }
    });
    let scalars = scalars.map(|bytes| {
        let bytes: [u8; 32] = bytes.try_into().unwrap();
        Scalar::from(bytes).scalar.d
    });
    scalars.zip(points).collect()
}

struct Scratch {
    context: Context,
    at: *mut c_void,
}

impl Drop for Scratch {
    fn drop(&mut self) {
        unsafe { scratch_space_destroy(self.context.context.cast(), self.at) };
    }
}

fn multi(terms: Vec<(Limbs, Affine)>) -> Option<Task> {
    let context = Context::default();
    let bytes = SCRATCH_BYTES + SCRATCH_BYTES_PER_POINT * terms.len();
    let at = unsafe { scratch_space_create(context.context.cast(), bytes) };
    assert!(!at.is_null(), "no memory for scratch space");
    let scratch = Scratch { context, at };
    let work = move || {
        let scratch = &scratch;
        let mut sum = Point::identity();
        let on_error = OnError {
            call: fail,
            data: std::ptr::null(),
        };
        let done = unsafe {
            ecmult_multi_var(
                &on_error,
                scratch.at,
                (&raw mut sum.gej).cast(),
                std::ptr::null(),
                input,
                (&raw const terms).cast(),
                terms.len(),
            )
        };
        assert_eq!(done, 1, "secp256k1_ecmult_multi_var failed");
        sum
    };
    task(work, encode)
}

fn naive(terms: Vec<(Limbs, Affine)>) -> Option<Task> {
    let points: Vec<_> = terms
        .iter()
        .map(|(scalar, Affine { x, y, .. })| {
            let [x, y] = [x, y].map(|c| Element::from(c.to_be()));
            (*scalar, Point::from((x, y)))
        })
        .collect();
    let work = move || {
        let mut sum = Point::identity();
        for (scalar, point) in &points {
            let mut term = Point::identity();
            let none = std::ptr::null();
            unsafe {
                ecmult(
                    (&raw mut term.gej).cast(),
                    (&raw const point.gej).cast(),
                    scalar,
                    none,
                )
            };
            sum += term;
        }
        sum
    };
    task(work, encode)
}

/// The first scalar is of the first point, the second one of the generator.
fn with_generator(terms: Vec<(Limbs, Affine)>) -> Option<Task> {
    let (scalar, Affine { x, y, .. }) = terms[0];
    let [x, y] = [x, y].map(|c| Element::from(c.to_be()));
    let point = Point::from((x, y));
    let generator_scalar = terms[1].0;
    let work = move || {
        let mut sum = Point::identity();
        unsafe {
            ecmult(
                (&raw mut sum.gej).cast(),
                (&raw const point.gej).cast(),
                &scalar,
                &generator_scalar,
            )
        };
        sum
    };
    task(work, encode)
}

fn encode(sum: &Point) -> Vec<u8> {
    uncompressed(sum.x().to_bytes(), sum.y().to_bytes())
}

extern "C" fn input(scalar: *mut Limbs, point: *mut Affine, i: usize, data: *mut c_void) -> c_int {
    let terms = unsafe { &*data.cast::<Vec<(Limbs, Affine)>>() };
    unsafe { (*scalar, *point) = terms[i] };
    1
}

extern "C" fn fail(_text: *const c_char, _data: *mut c_void) {
    panic!("libsecp256k1 refused its scratch space");
}

// / Reduced is magnitude 1, lazy at most 5: products take operands up to 8, `fe_negate` here
// only reduced ones.
impl Field for Fe {
    fn from_be(bytes: [u8; 32]) -> Self {
        Fe(Element::from(bytes).fe.n)
    }
    fn to_be(mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        unsafe {
            fe_normalize(&mut self);
            fe_get_b32(bytes.as_mut_ptr(), &self);
        }
        bytes
    }
    fn one() -> Self {
        Fe([1, 0, 0, 0, 0])
    }
    fn subtract(self, other: Self) -> Self {
        let mut difference = Fe::default();
        unsafe {
            fe_negate(&mut difference, &other, 1);
            fe_add(&mut difference, &self);
        }
        difference
    }
    fn multiply(self, other: Self) -> Self {
        let mut product = Fe::default();
        unsafe { fe_mul(&mut product, &self, &other) };
        product
    }
    fn square(self) -> Self {
        let mut square = Fe::default();
        unsafe { fe_sqr(&mut square, &self) };
        square
    }
    fn invert(self) -> Self {
        let mut inverse = Fe::default();
        unsafe { fe_inv(&mut inverse, &self) };
        inverse
    }
    fn reduce(mut self) -> Self {
        unsafe { fe_normalize_var(&mut self) };
        self
    }
}
