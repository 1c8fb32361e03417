import { createBls12381 } from 'curvemill/bls12-381';
import type { Bls12381, Bls12381Options } from 'curvemill/bls12-381';
import { CurvemillError, PointError } from 'curvemill/errors';
import { createSecp256k1 } from 'curvemill/secp256k1';

const options: Bls12381Options = { backend: 'auto', fallback: 'bigint', threads: 1 };

export async function use(encodings: Uint8Array, scalars: bigint[]): Promise<Uint8Array> {
  const bls: Bls12381 = await createBls12381(options);
  try {
    const points = bls.G1.points(encodings, { format: 'compressed', check: false });
    const sum = await bls.G1.msmAsync(points, scalars, {
      onProgress: ({ phase, done, total }) => void `${phase} ${done / total}`,
    });
    const affine = sum.toAffine();
    const x: bigint = affine === null ? 0n : affine.x;
    return sum.toBytes(x > 0n ? 'compressed' : 'uncompressed');
  } catch (error) {
    if (error instanceof PointError) throw new Error(`${error.reason} at ${error.index}`);
    const code: string = error instanceof CurvemillError ? error.code : '';
    throw new Error(code);
  } finally {
    bls.dispose();
  }
}

export async function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array) {
  const secp = await createSecp256k1();
  const valid: boolean = secp.schnorr.verify(signature, message, key);
  secp.dispose();
  return valid;
}

// @ts-expect-error: a typo is refused
export const wrong = createBls12381({ backed: 'auto' });
