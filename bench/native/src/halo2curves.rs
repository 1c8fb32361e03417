//! halo2curves: secp256k1. `msm_serial`, because `msm_best` is for many threads.

use crate::additions::{self, Field};
use crate::input::{coordinates, reversed, terms, uncompressed};
use crate::task::{task, Task};
use halo2curves::ff::{Field as _, PrimeField};
use halo2curves::group::{Curve, Group};
use halo2curves::msm::msm_serial;
use halo2curves::secp256k1::{Fp, Fq, Secp256k1, Secp256k1Affine};
use halo2curves::CurveAffine;

pub fn load(name: &str, bytes: &[u8]) -> Option<Task> {
    if name.ends_with("additions/secp256k1") {
        return additions::load::<Fp>(name, bytes);
    }
    if !name.ends_with("/secp256k1") {
        return None;
    }
    let (points, scalars) = terms(bytes, 65);
    let bases: Vec<Secp256k1Affine> = points
        .map(|point| {
            let [x, y] = coordinates(point).map(Fp::from_be);
            Secp256k1Affine::from_xy(x, y).expect("a point of the curve")
        })
        .collect();
    let scalars: Vec<Fq> = scalars
        .map(|scalar| Fq::from_repr(reversed(scalar).into()).expect("a reduced scalar"))
        .collect();
    match name {
        "msm/secp256k1" => task(
            move || {
                let mut sum = Secp256k1::identity();
                msm_serial(&scalars, &bases, &mut sum);
                sum
            },
            encode,
        ),
        "naive/secp256k1" => task(
            move || {
                let mut sum = Secp256k1::identity();
                for (base, scalar) in bases.iter().zip(&scalars) {
                    sum += base * scalar;
                }
                sum
            },
            encode,
        ),
        _ => None,
    }
}

fn encode(sum: &Secp256k1) -> Vec<u8> {
    let coordinates = sum.to_affine().coordinates().expect("a finite sum");
    uncompressed(coordinates.x().to_be(), coordinates.y().to_be())
}

impl Field for Fp {
    fn from_be(bytes: [u8; 32]) -> Self {
        Fp::from_repr(reversed(&bytes).into()).expect("a reduced coordinate")
    }
    fn to_be(self) -> [u8; 32] {
        reversed(self.to_repr().as_ref())
    }
    fn one() -> Self {
        Fp::ONE
    }
    fn subtract(self, other: Self) -> Self {
        self - other
    }
    fn multiply(self, other: Self) -> Self {
        self * other
    }
    fn square(self) -> Self {
        halo2curves::ff::Field::square(&self)
    }
    fn invert(self) -> Self {
        halo2curves::ff::Field::invert(&self).expect("different x")
    }
}
