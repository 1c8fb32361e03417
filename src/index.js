/**
 * The creators of all curves, the errors, and the public types. Importing a curve from its own
 * subpath keeps the others out of a bundle; importing types alone costs nothing.
 */
export { createBanderwagon } from './banderwagon.js';
export { createBls12381 } from './bls12-381.js';
export { createBn254 } from './bn254.js';
export { createPasta } from './pasta.js';
export { createSecp256k1 } from './secp256k1.js';
export * from './errors.js';

/** @typedef {import('./pairing-friendly.js').GroupName} GroupName */
/** @typedef {import('./bls12-381.js').Bls12381} Bls12381 */
/**
 * @template {GroupName} Names
 * @template {boolean} [Has=true]
 * @typedef {import('./bls12-381.js').Bls12381With<Names, Has>} Bls12381With
 */
/**
 * @template {GroupName} [Names=GroupName]
 * @template {boolean} [Has=boolean]
 * @typedef {import('./bls12-381.js').Bls12381Options<Names, Has>} Bls12381Options
 */
/** @typedef {import('./bn254.js').Bn254} Bn254 */
/**
 * @template {GroupName} Names
 * @template {boolean} [Has=true]
 * @typedef {import('./bn254.js').Bn254With<Names, Has>} Bn254With
 */
/**
 * @template {GroupName} [Names=GroupName]
 * @template {boolean} [Has=boolean]
 * @typedef {import('./bn254.js').Bn254Options<Names, Has>} Bn254Options
 */
/** @typedef {import('./protocols/pairing/gt.js').Gt} Gt */
/** @typedef {import('./protocols/pairing/pairing.js').PointPair} PointPair */
/**
 * @template [Key=bigint | Extension]
 * @template [Signature=bigint | Extension]
 * @typedef {import('./protocols/bls-signatures/bls-signatures.js').BlsSignatures<Key, Signature>} BlsSignatures
 */
/** @typedef {import('./protocols/bls-signatures/bls-signatures.js').BlsItem} BlsItem */
/** @typedef {import('./protocols/bls-signatures/bls-signatures.js').BlsKeys} BlsKeys */
/** @typedef {import('./protocols/bls-signatures/bls-signatures.js').BlsOptions} BlsOptions */
/** @typedef {import('./protocols/bls-signatures/bls-signatures.js').Participants} Participants */
/** @typedef {import('./protocols/bls-signatures/bls-signatures.js').BlsPoint} BlsPoint */
/** @typedef {import('./pasta.js').Pasta} Pasta */
/** @typedef {import('./pasta.js').PastaName} PastaName */
/**
 * @template {PastaName} Names
 * @typedef {import('./pasta.js').PastaWith<Names>} PastaWith
 */
/**
 * @template {PastaName} [Names=PastaName]
 * @typedef {import('./pasta.js').PastaOptions<Names>} PastaOptions
 */
/** @typedef {import('./secp256k1.js').Secp256k1} Secp256k1 */
/** @typedef {import('./secp256k1-instance.js').Secp256k1Sums} Secp256k1Sums */
/**
 * @template {boolean} [Has=boolean]
 * @typedef {import('./secp256k1-instance.js').Secp256k1Options<Has>} Secp256k1Options
 */
/** @typedef {import('./banderwagon.js').Banderwagon} Banderwagon */
/** @typedef {import('./banderwagon.js').BanderwagonOptions} BanderwagonOptions */
/** @typedef {import('./instance.js').Backend} Backend */
/** @typedef {import('./instance.js').InstanceOptions} InstanceOptions */
/** @typedef {import('./port/engine.js').KernelNames} KernelNames */

/** @typedef {import('./group/point.js').Extension} Extension */
/**
 * @template [Coordinate=bigint]
 * @template {string} [Format=PointFormat]
 * @typedef {import('./group/group.js').Group<Coordinate, Format>} Group
 */
/**
 * @template [Coordinate=bigint]
 * @template {string} [Format=PointFormat]
 * @typedef {import('./group/point.js').Point<Coordinate, Format>} Point
 */
/**
 * @template [Coordinate=bigint]
 * @template {string} [Format=PointFormat]
 * @typedef {import('./group/point-vector.js').PointVector<Coordinate, Format>} PointVector
 */
/**
 * @template [Coordinate=bigint]
 * @template {string} [Format=PointFormat]
 * @typedef {import('./group/fixed-basis.js').FixedBasis<Coordinate, Format>} FixedBasis
 */
/**
 * @template [Coordinate=bigint]
 * @typedef {import('./group/group.js').PointList<Coordinate>} PointList
 */
/**
 * @template [Coordinate=bigint]
 * @typedef {import('./group/group.js').MsmPoints<Coordinate>} MsmPoints
 */
/** @typedef {import('./group/group.js').Scalars} Scalars */
/** @typedef {import('./group/encodings/encoding.js').PointFormat} PointFormat */
/** @typedef {import('./group/encodings/encoding.js').ElementFormat} ElementFormat */
/** @typedef {import('./group/encodings/encoding.js').Eip197Format} Eip197Format */
/** @typedef {import('./group/encodings/encoding.js').PastaFormat} PastaFormat */
/**
 * @template {string} [Format=PointFormat]
 * @typedef {import('./group/group.js').PointOptions<Format>} PointOptions
 */
/**
 * @template {string} [Format=PointFormat]
 * @typedef {import('./group/group.js').PointListOptions<Format>} PointListOptions
 */
/** @typedef {import('./group/group.js').MsmOptions} MsmOptions */
/** @typedef {import('./group/fixed-basis.js').FixedMsmOptions} FixedMsmOptions */
/** @typedef {import('./group/group.js').TaskOptions} TaskOptions */
/** @typedef {import('./port/engine.js').Progress} Progress */

/** @typedef {import('./protocols/signatures/signatures.js').Ecdsa} Ecdsa */
/** @typedef {import('./protocols/signatures/signatures.js').EcdsaItem} EcdsaItem */
/** @typedef {import('./protocols/signatures/signatures.js').EcdsaOptions} EcdsaOptions */
/** @typedef {import('./protocols/signatures/signatures.js').Schnorr} Schnorr */
/** @typedef {import('./protocols/signatures/signatures.js').SchnorrItem} SchnorrItem */
/** @typedef {import('./protocols/signatures/x-only.js').TweakedKey} TweakedKey */
/** @typedef {import('./protocols/signatures/x-only.js').XOnly} XOnly */
/** @typedef {import('./protocols/eip2537.js').Eip2537} Eip2537 */
/** @typedef {import('./protocols/evm/precompiles.js').Evm} Evm */
/** @typedef {import('./protocols/kzg/kzg.js').Kzg} Kzg */
/** @typedef {import('./protocols/kzg/create.js').KzgOptions} KzgOptions */
/** @typedef {import('./protocols/kzg/create.js').KzgSetup} KzgSetup */
/** @typedef {import('./protocols/kzg/hex.js').KzgHex} KzgHex */
/** @typedef {import('./verkle/commitments.js').Verkle} Verkle */
/** @typedef {import('./verkle/verkle.js').VerkleOptions} VerkleOptions */
/** @typedef {import('./verkle/commitments.js').ScalarUpdate} ScalarUpdate */
/** @typedef {import('./verkle/proofs/statements.js').ProverInput} ProverInput */
/** @typedef {import('./verkle/proofs/statements.js').VerifierInput} VerifierInput */
/** @typedef {import('./verkle/proofs/encoding.js').ProofParts} ProofParts */

/** @typedef {import('./group/scalars/scalar-field.js').ScalarField} ScalarField */
/** @typedef {import('./group/scalars/scalar-field.js').TransformOptions} TransformOptions */
/** @typedef {import('./group/scalars/scalar-vector.js').ScalarVector} ScalarVector */
/** @typedef {import('./group/scalars/scalar-vector.js').ScalarFormat} ScalarFormat */
/** @typedef {import('./protocols/groth16/groth16.js').Groth16} Groth16 */
/** @typedef {import('./protocols/groth16/proving-key.js').Groth16ProvingKey} Groth16ProvingKey */
/** @typedef {import('./protocols/groth16/verifying-key.js').Groth16VerifyingKey} Groth16VerifyingKey */
/** @typedef {import('./protocols/groth16/verifying-key.js').Groth16Item} Groth16Item */
/** @typedef {import('./protocols/groth16/prove.js').Proved} Proved */
/** @typedef {import('./protocols/groth16/json.js').Proof} Proof */
/** @typedef {import('./protocols/groth16/circuit-inputs.js').CircuitInputs} CircuitInputs */
/** @typedef {import('./protocols/groth16/circuit-inputs.js').SignalValue} SignalValue */
/** @typedef {import('./protocols/groth16/circuit-inputs.js').SignalValues} SignalValues */
