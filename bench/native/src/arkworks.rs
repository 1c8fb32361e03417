//! ark-secp256k1.

use crate::additions::{self, Field};
use crate::input::{coordinates, terms, uncompressed};
use crate::task::{task, Task};
use ark_ec::{AffineRepr, CurveGroup, VariableBaseMSM};
use ark_ff::{BigInteger, Field as _, One, PrimeField, Zero};
use ark_secp256k1::{Affine, Fq, Fr, Projective};

pub fn load(name: &str, bytes: &[u8]) -> Option<Task> {
    if name.ends_with("additions/secp256k1") {
        return additions::load::<Fq>(name, bytes);
    }
    if !name.ends_with("/secp256k1") {
        return None;
    }
    let (points, scalars) = terms(bytes, 65);
    let bases: Vec<Affine> = points
        .map(|point| {
            let [x, y] = coordinates(point).map(Fq::from_be);
            Affine::new(x, y)
        })
        .collect();
    let scalars: Vec<Fr> = scalars.map(Fr::from_be_bytes_mod_order).collect();
    match name {
        "msm/secp256k1" => task(
            move || Projective::msm(&bases, &scalars).expect("as many scalars as points"),
            encode,
        ),
        "naive/secp256k1" => task(
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

fn encode(sum: &Projective) -> Vec<u8> {
    let (x, y) = sum.into_affine().xy().expect("a finite sum");
    uncompressed(x.to_be(), y.to_be())
}

impl Field for Fq {
    fn from_be(bytes: [u8; 32]) -> Self {
        Fq::from_be_bytes_mod_order(&bytes)
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
