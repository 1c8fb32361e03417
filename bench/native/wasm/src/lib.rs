//! Sums of arkworks, called from JavaScript: `prepare` decodes, `sum` computes, `encode` answers.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{BigInteger, PrimeField};

const SCALAR_BYTES: usize = 32;

/// Points and scalars of one input, and their last sum.
pub trait Task {
    fn sum(&mut self);
    fn encode(&self) -> Vec<u8>;
}

struct Sum<C: SWCurveConfig> {
    bases: Vec<Affine<C>>,
    scalars: Vec<C::ScalarField>,
    sum: Projective<C>,
}

impl<C: SWCurveConfig> Task for Sum<C>
where
    C::BaseField: PrimeField,
{
    fn sum(&mut self) {
        self.sum = Projective::<C>::msm(&self.bases, &self.scalars).expect("one scalar a point");
    }
    fn encode(&self) -> Vec<u8> {
        let (x, y) = self.sum.into_affine().xy().expect("a finite sum");
        [x, y].map(|c| c.into_bigint().to_bytes_be()).concat()
    }
}

/// n as 4 bytes little-endian, points as x and y, then scalars, all big-endian.
fn read<C: SWCurveConfig + 'static>(bytes: &[u8]) -> Box<dyn Task>
where
    C::BaseField: PrimeField,
{
    let n = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    let (points, scalars) = bytes[4..].split_at(bytes.len() - 4 - n * SCALAR_BYTES);
    let size = points.len() / n / 2;
    let coordinate = |at: &[u8]| C::BaseField::from_be_bytes_mod_order(at);
    let base = |point: &[u8]| Affine::new(coordinate(&point[..size]), coordinate(&point[size..]));
    Box::new(Sum::<C> {
        bases: points.chunks_exact(2 * size).map(base).collect(),
        scalars: scalars
            .chunks_exact(SCALAR_BYTES)
            .map(C::ScalarField::from_be_bytes_mod_order)
            .collect(),
        sum: Default::default(),
    })
}

#[no_mangle]
pub extern "C" fn allocate(size: usize) -> *mut u8 {
    Vec::leak(vec![0; size]).as_mut_ptr()
}

/// `curve`: 0 BLS12-381 G1, 1 BN254 G1. Takes the memory of the input.
///
/// # Safety
/// `input` was allocated with that size.
#[no_mangle]
pub unsafe extern "C" fn prepare(curve: u32, input: *mut u8, size: usize) -> *mut Box<dyn Task> {
    let bytes = Vec::from_raw_parts(input, size, size);
    let task = match curve {
        0 => read::<ark_bls12_381::g1::Config>(&bytes),
        _ => read::<ark_bn254::g1::Config>(&bytes),
    };
    Box::into_raw(Box::new(task))
}

/// # Safety
/// `task` was prepared, and is not released.
#[no_mangle]
pub unsafe extern "C" fn sum(task: *mut Box<dyn Task>) {
    (*task).sum();
}

/// Writes the last sum, and returns its bytes.
///
/// # Safety
/// As `sum`; `target` has room for a point.
#[no_mangle]
pub unsafe extern "C" fn encode(task: *mut Box<dyn Task>, target: *mut u8) -> usize {
    let bytes = (*task).encode();
    std::ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len());
    bytes.len()
}

/// # Safety
/// As `sum`, which must not be called again.
#[no_mangle]
pub unsafe extern "C" fn release(task: *mut Box<dyn Task>) {
    drop(Box::from_raw(task));
}
