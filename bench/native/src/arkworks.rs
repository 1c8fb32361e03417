//! arkworks: sums on secp256k1, BN254 and Pallas, transforms over BN254's scalar field.

use crate::additions::{self, Field as AdditionsField};
use crate::input::{count, summary, terms, SCALAR_BYTES};
use crate::task::{task, Task};
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{BigInteger, Field, One, PrimeField, Zero};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use std::cell::RefCell;
use std::rc::Rc;

pub fn load(name: &str, bytes: &[u8]) -> Option<Task> {
    if name.ends_with("additions/secp256k1") {
        return additions::load::<ark_secp256k1::Fq>(name, bytes);
    }
    let (work, curve) = name.split_once('/')?;
    match curve {
        "secp256k1" => multiply::<ark_secp256k1::Config>(work, bytes, &[4], true),
        "bn254-g1" if work == "ntt" => transform::<ark_bn254::Fr>(bytes),
        "bn254-g1" => multiply::<ark_bn254::g1::Config>(work, bytes, &[], true),
        "bn254-g2" => multiply::<ark_bn254::g2::Config>(work, bytes, &[], true),
        "pallas" => multiply::<ark_pallas::PallasConfig>(work, bytes, &[], false),
        _ => None,
    }
}

/// Encodings: a prefix, and the coordinates, big-endian with the imaginary part first, or
/// little-endian.
fn multiply<C: SWCurveConfig>(
    work: &str,
    bytes: &[u8],
    prefix: &'static [u8],
    is_big_endian: bool,
) -> Option<Task> {
    let size = SCALAR_BYTES * C::BaseField::extension_degree() as usize;
    let (points, scalars) = terms(bytes, prefix.len() + 2 * size);
    let bases: Vec<Affine<C>> = points
        .map(|point| {
            let (x, y) = point[prefix.len()..].split_at(size);
            Affine::new(
                coordinate(x, is_big_endian),
                coordinate(y, is_big_endian),
            )
        })
        .collect();
    let scalars: Vec<C::ScalarField> = scalars
        .map(C::ScalarField::from_be_bytes_mod_order)
        .collect();
    let encode = move |sum: &Projective<C>| {
        let (x, y) = sum.into_affine().xy().expect("a finite sum");
        let coordinates = [x, y].map(|coordinate| encoding(coordinate, is_big_endian));
        [prefix, &coordinates.concat()].concat()
    };
    match work {
        "msm" => task(
            move || Projective::<C>::msm(&bases, &scalars).expect("as many scalars as points"),
            encode,
        ),
        "naive" => task(
            move || {
                bases
                    .iter()
                    .zip(&scalars)
                    .fold(Projective::zero(), |sum, (base, scalar)| {
                        sum + *base * scalar
                    })
            },
            encode,
        ),
        _ => None,
    }
}

fn coordinate<F: Field>(bytes: &[u8], is_big_endian: bool) -> F {
    let elements: Vec<F::BasePrimeField> = match is_big_endian {
        true => bytes
            .rchunks_exact(SCALAR_BYTES)
            .map(F::BasePrimeField::from_be_bytes_mod_order)
            .collect(),
        false => bytes
            .chunks_exact(SCALAR_BYTES)
            .map(F::BasePrimeField::from_le_bytes_mod_order)
            .collect(),
    };
    F::from_base_prime_field_elems(elements).expect("as many elements as a coordinate has")
}

fn encoding<F: Field>(coordinate: F, is_big_endian: bool) -> Vec<u8> {
    let elements: Vec<_> = coordinate.to_base_prime_field_elements().collect();
    if is_big_endian {
        let big_endian = |element: &F::BasePrimeField| element.into_bigint().to_bytes_be();
        elements.iter().rev().flat_map(big_endian).collect()
    } else {
        let little_endian = |element: &F::BasePrimeField| element.into_bigint().to_bytes_le();
        elements.iter().flat_map(little_endian).collect()
    }
}

/// A transform and its inverse, in natural order; encoded are the values of one more transform.
fn transform<F: PrimeField + ark_ff::FftField>(bytes: &[u8]) -> Option<Task> {
    let n = count(bytes);
    let domain = Radix2EvaluationDomain::<F>::new(n).expect("a power of two");
    let list: Vec<F> = bytes[4..]
        .chunks_exact(SCALAR_BYTES)
        .map(F::from_be_bytes_mod_order)
        .collect();
    let list = Rc::new(RefCell::new(list));
    let values = list.clone();
    task(
        move || {
            let mut list = list.borrow_mut();
            domain.fft_in_place(&mut *list);
            domain.ifft_in_place(&mut *list);
        },
        move |_| {
            let mut values = values.borrow().clone();
            domain.fft_in_place(&mut values);
            summary(n, |i| values[i].into_bigint().to_bytes_be())
        },
    )
}

impl AdditionsField for ark_secp256k1::Fq {
    fn from_be(bytes: [u8; 32]) -> Self {
        Self::from_be_bytes_mod_order(&bytes)
    }
    fn to_be(self) -> [u8; 32] {
        self.into_bigint().to_bytes_be().try_into().unwrap()
    }
    fn one() -> Self {
        One::one()
    }
    fn subtract(self, other: Self) -> Self {
        self - other
    }
    fn multiply(self, other: Self) -> Self {
        self * other
    }
    fn square(self) -> Self {
        ark_ff::Field::square(&self)
    }
    fn invert(self) -> Self {
        self.inverse().expect("different x")
    }
}
