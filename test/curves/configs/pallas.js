/**
 * Pallas with the kernels of signatures, which the library's has not: p − 1 is divisible by 2³², so
 * that square roots are no power, and scalars are modulo an order with the same property.
 */
import { pallas as library } from '../../../src/curves/pasta.js';

export const pallas = { ...library, traits: { ...library.traits, signatures: true } };
