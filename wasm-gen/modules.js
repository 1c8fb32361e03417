/**
 * Every wasm module of the package: how to generate it, and which part of the memory's first pages is its own.
 * All modules of an instance share one memory, so no two that can meet may overlap, and the arena (src/engines/wasm/kernels/arena.js) begins at 128 KiB.
 * An instance has the modules of one family of curves, so families use the same parts; G1 and G2 of BLS12-381 meet.
 */

import { banderwagon } from '../src/curves/banderwagon.js';
import { bls12381G1, bls12381G2 } from '../src/curves/bls12-381.js';
import { secp256k1 } from '../src/curves/secp256k1.js';
import { emitEdwardsFmaKernel } from './curve/edwards/fma/index.js';
import { emitEdwardsKernel } from './curve/edwards/index.js';
import { emitFmaKernel } from './curve/fma/index.js';
import { emitKernel, emitLimbs30Kernel } from './curve/index.js';
import { emitFmaProbe, emitWideProbe } from './probe.js';
import { emitScalarModule } from './scalar/index.js';

/** @import { ModuleBuilder } from './emit/module.js' */

const KIB = 1024;
const LIMBS30 = { staticBase: 1 * KIB, staticEnd: 8 * KIB };
const FMA = { staticBase: 8 * KIB, staticEnd: 24 * KIB };
const LIMBS30_G2 = { staticBase: 24 * KIB, staticEnd: 36 * KIB };
const FMA_G2 = { staticBase: 36 * KIB, staticEnd: 60 * KIB };
const WIDE64 = { staticBase: 64 * KIB, staticEnd: 74 * KIB };
const WIDE64_G2 = { staticBase: 74 * KIB, staticEnd: 90 * KIB };
const ORDER = { staticBase: 24 * KIB, staticEnd: 26 * KIB };

/** Arithmetic that tests call in modules of their own, and the library (src/engines/wasm/kernels/kernel.js) never: functions of fields. */
const INTERNAL = /^(field_(?!from_bytes)|extension_)/;

/** @type {Array<{ name: string, emit: () => ModuleBuilder }>} */
const complete = [
  { name: 'bls12-381-g1.limbs30', emit: () => emitLimbs30Kernel(bls12381G1, LIMBS30).module },
  { name: 'bls12-381-g1.fma', emit: () => emitFmaKernel(bls12381G1, FMA).module },
  {
    name: 'bls12-381-g2.limbs30',
    emit: () => emitLimbs30Kernel(bls12381G2, LIMBS30_G2).module,
  },
  { name: 'bls12-381-g2.fma', emit: () => emitFmaKernel(bls12381G2, FMA_G2).module },
  { name: 'bls12-381-g1.wide64', emit: () => emitKernel(bls12381G1, 'wide64', WIDE64).module },
  { name: 'bls12-381-g2.wide64', emit: () => emitKernel(bls12381G2, 'wide64', WIDE64_G2).module },
  { name: 'bls12-381.scalar', emit: () => emitScalarModule(bls12381G1) },
  { name: 'bls12-381-g2.scalar', emit: () => emitScalarModule(bls12381G2) },
  { name: 'secp256k1.limbs30', emit: () => emitLimbs30Kernel(secp256k1, LIMBS30).module },
  { name: 'secp256k1.fma', emit: () => emitFmaKernel(secp256k1, FMA).module },
  { name: 'secp256k1.wide64', emit: () => emitKernel(secp256k1, 'wide64', WIDE64).module },
  { name: 'secp256k1.scalar', emit: () => emitScalarModule(secp256k1, ORDER) },
  {
    name: 'banderwagon.limbs30',
    emit: () => emitEdwardsKernel(banderwagon, 'limbs30', LIMBS30).module,
  },
  { name: 'banderwagon.fma', emit: () => emitEdwardsFmaKernel(banderwagon, FMA).module },
  {
    name: 'banderwagon.wide64',
    emit: () => emitEdwardsKernel(banderwagon, 'wide64', WIDE64).module,
  },
  { name: 'banderwagon.scalar', emit: () => emitScalarModule(banderwagon) },
  { name: 'probe.fma', emit: emitFmaProbe },
  { name: 'probe.wide', emit: emitWideProbe },
];

/** Without exports that nobody calls. */
export const modules = complete.map(({ name, emit }) => ({
  name,
  emit: () => emit().withoutExports(INTERNAL),
}));
