/** First answers by kzg-wasm. */
import { loadKZG } from 'kzg-wasm';
import { hexOf, isText } from './bytes.js';

/** @import { Job, Step } from './page.js' */

/** @type {Job} */
export async function commitment({ blob, commitment }, step) {
  const kzg = await open(step);
  return isText(kzg.blobToKZGCommitment(`0x${hexOf(blob)}`), commitment);
}

/** @type {Job} */
export async function cells({ blob, proof }, step) {
  const kzg = await open(step);
  return isText(kzg.computeCellsAndKZGProofs(`0x${hexOf(blob)}`).proofs[127], proof);
}

/** @param {Step} step */
async function open(step) {
  const kzg = await loadKZG();
  step('open');
  return kzg;
}
