// ! Additions of affine points of secp256k1, each with its own inversion or all with one
// (Montgomery's trick). No library ! offers them: written once, over each library's field. x1 ≠ x2
// is taken for granted, as in the kernels of this repository.

use crate::input::{pairs, uncompressed};
use crate::task::{task, Task};

pub trait Field: Copy + 'static {
    fn from_be(bytes: [u8; 32]) -> Self;
    fn to_be(self) -> [u8; 32];
    fn one() -> Self;
    /// Of reduced operands; the result may be lazy.
    fn subtract(self, other: Self) -> Self;
    /// Of operands that may be lazy; the result is reduced.
    fn multiply(self, other: Self) -> Self;
    fn square(self) -> Self;
    fn invert(self) -> Self;
    fn reduce(self) -> Self {
        self
    }
}

type Point<F> = (F, F);

pub fn load<F: Field>(name: &str, bytes: &[u8]) -> Option<Task> {
    let pairs = pairs(bytes, F::from_be);
    match name {
        "additions/secp256k1" => task(move || batched(&pairs), encode),
        "single-additions/secp256k1" => task(move || one_by_one(&pairs), encode),
        _ => None,
    }
}

fn one_by_one<F: Field>(pairs: &[[Point<F>; 2]]) -> Vec<Point<F>> {
    pairs
        .iter()
        .map(|[a, b]| add(a, b, b.0.subtract(a.0).invert()))
        .collect()
}

fn batched<F: Field>(pairs: &[[Point<F>; 2]]) -> Vec<Point<F>> {
    let mut product = F::one();
    let before: Vec<_> = pairs
        .iter()
        .map(|[a, b]| {
            let before = product;
            product = product.multiply(b.0.subtract(a.0));
            before
        })
        .collect();
    let mut inverse = product.invert();
    let mut sums = vec![pairs[0][0]; pairs.len()];
    for (i, [a, b]) in pairs.iter().enumerate().rev() {
        sums[i] = add(a, b, inverse.multiply(before[i]));
        inverse = inverse.multiply(b.0.subtract(a.0));
    }
    sums
}

fn add<F: Field>(a: &Point<F>, b: &Point<F>, inverse: F) -> Point<F> {
    let slope = b.1.subtract(a.1).multiply(inverse);
    let x = slope.square().subtract(a.0).subtract(b.0).reduce();
    let y = slope.multiply(a.0.subtract(x)).subtract(a.1).reduce();
    (x, y)
}

#[allow(clippy::ptr_arg)]
fn encode<F: Field>(sums: &Vec<Point<F>>) -> Vec<u8> {
    sums.iter()
        .flat_map(|(x, y)| uncompressed(x.to_be(), y.to_be()))
        .collect()
}
