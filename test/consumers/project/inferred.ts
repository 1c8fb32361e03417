/** A library whose exports are inferred: its declarations must be able to name their types. */
import { InputError } from 'curvemill';
import { createBanderwagon } from 'curvemill/banderwagon';
import { createBls12381 } from 'curvemill/bls12-381';
import { createBn254 } from 'curvemill/bn254';
import { createPasta } from 'curvemill/pasta';
import { createSecp256k1 } from 'curvemill/secp256k1';

export async function everything() {
  const bls = await createBls12381();
  const secp = await createSecp256k1();
  const bw = await createBanderwagon();
  const bn = await createBn254();
  const pasta = await createPasta();
  const groth16 = await bn.groth16();
  const proving = await groth16.provingKey(new Uint8Array(0));
  const Fr = await bn.G1.scalarField();
  const { generator } = bls.G1;
  const { minPk, tags, backend, eip2537, pairing } = bls;
  const kzg = await bls.kzg('');
  const vector = bls.G2.points([]);
  const key = secp.ecdsa.recover(new Uint8Array(64), 0, new Uint8Array(32));
  return {
    ...{ bls, secp, bw, generator, vector, affine: vector.at(0).toAffine() },
    ...{ minPk, tags, backend, eip2537, gt: pairing(generator, bls.G2.generator) },
    ...{ kzg, hex: kzg.hex, basis: await bls.G1.fixedBasis([generator]) },
    ...{ ecdsa: secp.ecdsa, schnorr: secp.schnorr, key },
    ...{
      bn,
      pasta,
      onVesta: pasta.vesta.generator,
      evm: bn.evm,
      Fr,
      scalars: Fr.zeros(2),
      groth16,
      proving,
      vk: groth16.verifyingKey(''),
    },
    ...{
      proved: await proving.prove([]),
      element: bw.group.generator,
      verkle: await bw.verkle(),
      crs: bw.crs,
    },
  };
}
export const sums = () => createSecp256k1({ signatures: false });
export const isInputError = (error: unknown) => error instanceof InputError && error.index;
