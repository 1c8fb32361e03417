/**
 * Every wasm module of the package: how to generate it, and which part of the memory's first pages is its own.
 * All modules of an instance share one memory, so no two that can meet may overlap, and the arena (src/wasm/arena.js) begins at 64 KiB.
 */

import { bls12381G1 } from './curves/bls12-381.js';
import { emitFmaKernel } from './curve/fma/index.js';
import { emitLimbs30Kernel } from './curve/index.js';
import { emitFmaProbe } from './probe.js';
import { emitScalarModule } from './scalar/index.js';

/** @import { ModuleBuilder } from './emit/module.js' */

const KIB = 1024;

/** @type {Array<{ name: string, emit: () => ModuleBuilder }>} */
export const modules = [
  {
    name: 'bls12-381-g1.limbs30',
    emit: () => emitLimbs30Kernel(bls12381G1, { staticBase: 1 * KIB, staticEnd: 8 * KIB }).module,
  },
  {
    name: 'bls12-381-g1.fma',
    emit: () => emitFmaKernel(bls12381G1, { staticBase: 8 * KIB, staticEnd: 24 * KIB }).module,
  },
  { name: 'bls12-381.scalar', emit: () => emitScalarModule(bls12381G1) },
  { name: 'probe.fma', emit: emitFmaProbe },
];
