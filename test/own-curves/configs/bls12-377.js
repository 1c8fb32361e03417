/**
 * G1 of BLS12-377: y² = x³ + 1, a cofactor, an endomorphism and a field of scalars with transforms
 * of 2^47. Source: arkworks-rs/algebra, curves/bls12_377 (generator, 22 as a generator of the
 * scalars); β is the cube root of unity that belongs to λ = x² − 1.
 */
const x = 0x8508c00000000001n;
const p = ((x - 1n) ** 2n * (x ** 4n - x ** 2n + 1n)) / 3n + x;

export default {
  name: 'bls12-377-g1',
  p,
  a: 0n,
  b: 1n,
  order: x ** 4n - x ** 2n + 1n,
  cofactor: (x - 1n) ** 2n / 3n,
  generator: {
    x: 81937999373150964239938255573465948239988671502647976594219695644855304257327692006745978603320413799295628339695n,
    y: 241266749859715473739788878240585681733927191168601896383759122102112907357779751001206799952863815012735208165030n,
  },
  endomorphism: {
    beta: 0x9b3af05dd14f6ec619aaf7d34594aabc5ed1347970dec00452217cc900000008508c00000000001n,
    lambda: x ** 2n - 1n,
  },
  subgroupCheck: { kind: 'endomorphism-squared', seed: x },
  rootSign: 'larger',
  scalarGenerator: 22n,
};
