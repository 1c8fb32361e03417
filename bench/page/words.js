/** The words of each tab: above everything, beside the settings, and above the figures. */
import { byId } from './dom.js';

/** @import { Work } from './settings.js' */

const MEDIANS = 'Medians of the runs: shorter is faster.';
const TIMES = '12× means that curvemill is 12 times as fast.';

export const TEXTS =
  /** @type {Record<Work, { intro: string, settings: string, figures: string }>} */ ({
    msm: {
      intro: byId('intro').textContent ?? '',
      settings: '',
      figures: `${MEDIANS} 12× means that curvemill’s fastest kernel is 12 times as fast.`,
    },
    signatures: {
      intro:
        'Whoever reads a public feed or a chain verifies signatures, one by one or many at once. How many ECDSA and BIP-340 signatures over secp256k1 does this browser verify in a second?',
      settings: '',
      figures: `${MEDIANS} ${TIMES} That compares one signature with one: the others have no batches.`,
    },
    kzg: {
      intro:
        'A KZG commitment binds whoever publishes a blob of 128 KiB to its contents (EIP-4844), and proofs of its cells show that it is available (EIP-7594). How fast are both in this browser?',
      settings:
        'With the setup of Ethereum’s ceremony: loading takes half a megabyte, cells another 0.8 MB, other libraries 0.2 to 0.5 MB each.',
      figures: `${MEDIANS} ${TIMES}`,
    },
    groth16: {
      intro:
        'A Groth16 proof shows that a computation was done right and keeps its input secret, so it is best made on the device that holds the secret. How fast does this browser prove, and how fast does it verify?',
      settings:
        'Over BN254: chains of x⁵, whose keys are made here from a seed, for measurements alone.',
      figures: `${MEDIANS} ${TIMES}`,
    },
  });
