/** First answers by kzg-wasm. */
import { loadKZG } from 'kzg-wasm';
import { toPrefixedHex } from '../../scripts/lib/bytes.js';

/** @import { Job, Step } from './page.js' */

/** @type {Job} */
export async function commitment({ blob, commitment }, step) {
  const kzg = await open(step);
  const text = kzg.blobToKZGCommitment(toPrefixedHex(blob));
  return text.toLowerCase() === toPrefixedHex(commitment);
}

/** @type {Job} */
export async function cells({ blob, proof }, step) {
  const kzg = await open(step);
  const { proofs } = kzg.computeCellsAndKZGProofs(toPrefixedHex(blob));
  return proofs[127].toLowerCase() === toPrefixedHex(proof);
}

/** @param {Step} step */
async function open(step) {
  const kzg = await loadKZG();
  step('open');
  return kzg;
}
