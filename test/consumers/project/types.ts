import type {
  ElementFormat,
  Extension,
  FixedBasis,
  Group,
  Point,
  PointVector,
  Scalars,
} from 'curvemill';
import { createBanderwagon } from 'curvemill/banderwagon';
import { createBls12381 } from 'curvemill/bls12-381';
import type { Bls12381, Bls12381Options, Bls12381With } from 'curvemill/bls12-381';
import type { BlsItem, BlsSignatures, Groth16VerifyingKey, Gt } from 'curvemill';
import { CurvemillError, PointError } from 'curvemill/errors';
import { createSecp256k1 } from 'curvemill/secp256k1';
import type { Secp256k1, Secp256k1Sums } from 'curvemill/secp256k1';
import { createSecp256k1 as createEagerly } from 'curvemill/secp256k1/eager';

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

export async function createBoth(): Promise<[Secp256k1, Secp256k1Sums]> {
  return [await createEagerly(), await createEagerly({ signatures: false })];
}

export async function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array) {
  const secp = await createSecp256k1();
  const valid: boolean = secp.schnorr.verify(signature, message, key);
  secp.dispose();
  return valid;
}

/** Progress has its type in every batch, and misspelt options do not compile. */
export async function feeds(
  { schnorr, ecdsa }: Secp256k1,
  { minPk }: Bls12381,
  key: Groth16VerifyingKey,
) {
  const shares: number[] = [];
  const options = {
    onProgress: ({ done, total }: { done: number; total: number }) => void (done / total),
  };
  await schnorr.verifyBatchAsync([], {
    onProgress: ({ done, total }) => shares.push(done / total),
  });
  await ecdsa.verifyBatchAsync([], { onProgress: ({ done, total }) => shares.push(done / total) });
  await minPk.verifyBatchAsync([], { onProgress: ({ done, total }) => shares.push(done / total) });
  await key.verifyBatchAsync([], { onProgress: ({ done, total }) => shares.push(done / total) });
  await key.findInvalidAsync([], options);
  // @ts-expect-error
  await schnorr.verifyBatchAsync([], { onProgres: () => {} });
  // @ts-expect-error
  await ecdsa.verifyBatchAsync([], { lowR: false });
  // @ts-expect-error
  await key.verifyFeedAsync([], { sginal: undefined });
  // @ts-expect-error
  schnorr.verifyBatch([], { lowS: false });
  return ecdsa.verifyBatch([], { lowS: false });
}

/** Whether a type is `any`. */
type IsAny<T> = 0 extends 1 & T ? true : false;
const isNotAny = <T>(_value: T, _proof: IsAny<T> extends true ? never : 'fine') => {};

export async function useG2({ G2, eip2537, kzg, backend, threads }: Bls12381, setup: Uint8Array) {
  const { generator } = G2;
  const affine = generator.toAffine();
  isNotAny(affine?.x, 'fine');
  const c1: bigint | undefined = affine?.x.c1;
  const same = affine && G2.point(affine, { check: false }).equals(generator);
  const points = G2.points(affine ? [affine, generator] : [generator]);
  const sum = G2.msm(points.slice(0, 1), [1n], { endian: 'le', strict: true }).add(points.at(0));
  isNotAny(sum.toAffine(), 'fine');
  // @ts-expect-error: coordinates of another field
  G2.point({ x: 1n, y: 2n });
  using basis = await G2.fixedBasis(points, { memory: 1 << 20, onProgress: ({ done }) => done });
  const indices: number[] = [basis.length - 1];
  const commitments = await kzg({ g1LagrangeBitReversed: setup }, { memory: basis.bytes });
  const bytes: Uint8Array[] = [
    basis.msm([1n], { indices }).toBytes(),
    eip2537.g1Add(setup),
    eip2537.g1Msm(setup),
    eip2537.g2Add(setup),
    eip2537.g2Msm(setup),
    commitments.blobToCommitment(setup),
    commitments.commitToEvaluations([1n]),
    G2.randomScalars(1, 2),
  ];
  const name: string = `${G2.name} ${backend.single} ${backend.batch} ${threads + points.length}`;
  const order: bigint = G2.order;
  return { bytes, c1, same, name, order, none: G2.identity.isIdentity() };
}

export async function useBanderwagon(commitment: Uint8Array, scalar: Uint8Array) {
  const bw = await createBanderwagon({ threads: 'auto' });
  const verkle = await bw.verkle({ memory: 1 << 20, signal: AbortSignal.timeout(1000) });
  const field: bigint = bw.mapToScalarField(bw.crs.at(0).multiply(2n).negate());
  const fields: Uint8Array = bw.mapToScalarFieldBatch(bw.crs.slice(0, 2));
  const update = { index: 1, oldScalar: scalar, newScalar: scalar };
  const bytes: Uint8Array[] = [
    verkle.zeroCommitment,
    verkle.commitToScalars([scalar]),
    verkle.commitSparse([[7, scalar]]),
    verkle.updateCommitment(commitment, 1, scalar, scalar),
    verkle.updateCommitmentSparse(commitment, [update]),
    verkle.addCommitments(commitment, commitment),
    verkle.hashCommitment(commitment),
    ...verkle.hashCommitments([commitment]),
    verkle.deserializeCommitment(verkle.serializeCommitment(commitment)),
    verkle.getTreeKey(scalar, scalar, 0),
    verkle.getTreeKeyHash(scalar, scalar),
  ];
  verkle.dispose();
  bw.dispose();
  return { field, fields, bytes };
}

export async function recover(signature: Uint8Array, hash: Uint8Array) {
  const { ecdsa, schnorr, group } = await createSecp256k1();
  const publicKey = ecdsa.recover(ecdsa.signatureFromDer(signature), 0, hash);
  isNotAny(publicKey?.toAffine()?.x, 'fine');
  if (publicKey === null || group.generator.equals(publicKey)) return [];
  const good: boolean =
    ecdsa.verify(signature, hash, publicKey, { lowS: false }) &&
    ecdsa.verifyBatch([{ signature, recoveryId: 0, hash, publicKey }]) &&
    ecdsa.findInvalid([], { lowS: false }).length === 0;
  const items = [{ signature, message: hash, publicKey: publicKey.toBytes() }];
  const invalid: number[] = schnorr.findInvalid(items);
  return good && schnorr.verifyBatch(items) ? [] : invalid;
}

// @ts-expect-error: a typo is refused
export const wrong = createBls12381({ backed: 'auto' });

export async function useG1Alone(setup: Uint8Array) {
  const { G1, kzg } = await createBls12381({ groups: ['G1'] });
  isNotAny(G1, 'fine');
  return { kzg: await kzg({ g1LagrangeBitReversed: setup }), one: G1.generator.toBytes() };
}

export async function useG2Alone() {
  const bls = await createBls12381({ groups: ['G2'] });
  // @ts-expect-error: left out
  bls.G1.generator;
  const c0: bigint | undefined = bls.G2.generator.toAffine()?.x.c0;
  return c0;
}

/** An instance with both groups passes where one is asked for. */
const passOn = ({ G1 }: Bls12381With<'G1'>) => G1.generator;
export const passedOn = createBls12381().then(passOn);
// @ts-expect-error: not the other way round
export const notPassedOn = createBls12381({ groups: ['G2'] }).then(passOn);

/** All results of an instance have exported types. */
export function named(group: Group, points: PointVector, scalars: Scalars): Point {
  const other: PointVector = group.points(points.toBytes());
  // @ts-expect-error: a point of another field
  const wrong: Point<Extension> = other.at(0);
  return wrong ? group.msm(points, scalars) : group.identity;
}
export const sumOf = (basis: FixedBasis<Extension>): Point<Extension> => basis.msm([1n]);

/** Bytes are fit for the web's own interfaces, and formats are known by name. */
export async function digest(point: Point, points: PointVector) {
  // @ts-expect-error: a typo is refused
  point.toBytes('compresed');
  const blob = new Blob([points.toBytes('uncompressed')]);
  return [await crypto.subtle.digest('SHA-256', point.toBytes()), blob];
}

/** @returns the error's own word */
export const isInput = (error: CurvemillError) => error.code === 'ERR_INPUT';
// @ts-expect-error: there is no such code
export const isTypo = (error: CurvemillError) => error.code === 'ERR_IMPUT';

export async function useSumsAlone() {
  const secp = await createSecp256k1({ signatures: false });
  // @ts-expect-error: left out
  secp.ecdsa.verify;
  return secp.group.generator.toBytes();
}

/** An instance with signatures passes where sums are asked for. */
const sumUp = ({ group }: Secp256k1Sums) => group.generator;
export const summedUp = createSecp256k1({ backend: 'portable' }).then(sumUp);
export const alone = createSecp256k1({ signatures: false }).then(sumUp);
const verifier = ({ ecdsa }: Secp256k1) => ecdsa;
// @ts-expect-error: not the other way round
export const notSigned = createSecp256k1({ signatures: false }).then(verifier);

// @ts-expect-error: no such group
export const noSuchGroup = createBls12381({ groups: ['G3'] });

/** Formats: those of every curve, and Banderwagon's own. */
export async function useFormats(bytes: Uint8Array): Promise<unknown[]> {
  const [bls, secp, bw] = [
    await createBls12381(),
    await createSecp256k1(),
    await createBanderwagon(),
  ];
  // @ts-expect-error: a format of Banderwagon alone
  bls.G1.generator.toBytes('uncompressed-le');
  // @ts-expect-error: a format of Banderwagon alone
  secp.group.points(bytes, { format: 'uncompressed-le' });
  // @ts-expect-error: a format of Banderwagon alone
  bls.G2.points(bytes).toBytes('uncompressed-le');
  // @ts-expect-error: secp256k1 has one group, `group`
  void secp.G1;
  // @ts-expect-error: BLS12-381 has two groups, `G1` and `G2`
  void bls.group;
  const format: ElementFormat = 'uncompressed-le';
  const points = bw.group.points(bytes, { format });
  const sum: Point<bigint, ElementFormat> = bw.group.msm(points, [1n]);
  const { G1 } = bls;
  return [
    sum.toBytes(format),
    bw.crs.toBytes('montgomery-le'),
    (await bw.group.pointsAsync(bytes, { format })).at(0).add(sum).toBytes('uncompressed-le'),
    G1.points(bytes, { format: 'montgomery-le' }).toBytes('little-endian'),
    JSON.stringify(G1.generator) + G1.generator.toHex() + G1.generator.toString(),
  ];
}

export async function usePairings(items: BlsItem[], P: Point, Q: Point<Extension>): Promise<Gt> {
  const bls = await createBls12381();
  const scheme: BlsSignatures = bls.minPk;
  const isValid: boolean = scheme.verifyBatch(items) && bls.pairingCheck([[P, Q]]);
  const wrong: number[] = await bls.minSig.findInvalidAsync(items, { dst: 'MY-APP-V01' });
  // @ts-expect-error: the point of G1 comes first
  bls.pairing(Q, P);
  // @ts-expect-error: an item without a key
  scheme.verifyBatch([{ signature: P, message: new Uint8Array() }]);
  return isValid && wrong.length === 0 ? bls.pairing(P, Q).inverse() : bls.pairing(P, Q);
}

export async function useGroupsAlone() {
  const bls = await createBls12381({ pairings: false });
  // @ts-expect-error: left out
  bls.pairingCheck;
  // @ts-expect-error: needs both groups
  (await createBls12381({ groups: ['G1'] })).minPk;
  return bls.G2.generator.add(bls.G2.identity);
}
