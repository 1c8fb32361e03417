/**
 * The reports that consist of several runs: programs of this repository with their arguments, each
 * under a heading, or under those that it prints.
 */

/**
 * `FILE` among the arguments stands for a file of the report's own, in which runs leave something
 * for later ones; a run that `isSilent` prints nothing for the report. `namesOrigin`: the report
 * names device, engine and commit, as its runs do not.
 * @typedef {{ run: string, heading?: string, isSilent?: boolean }} Part
 */

/** @param {string} curve */
const phasesOf = (curve) =>
  `bench/run.js --suite msm --curve ${curve} --sizes 10,14,16,18 --phases`;

/** @type {ReadonlyMap<string, { title: string, namesOrigin?: boolean, parts: Part[] }>} */
export const REPORTS = new Map(
  Object.entries({
    kzg: {
      title: 'KZG commitments to blobs',
      parts: [
        { run: 'bench/run.js --suite kzg --memory 0,8,16,32,64 --peers c-kzg,kzg-wasm' },
        {
          heading: '(w) c-kzg with tables of width 8',
          run: 'bench/run.js --suite kzg --peers c-kzg --width 8',
        },
        {
          heading: '(c) In Chromium',
          run: 'bench/run.js --suite kzg --engine chromium --peers kzg-wasm',
        },
        {
          heading: '(p) A fresh page',
          run: 'bench/run.js --suite cold-start --jobs commitment,cells --latency 0',
        },
      ],
    },
    groth16: {
      title: 'Groth16',
      parts: [
        { run: 'bench/run.js --suite circuits', isSilent: true },
        { run: 'bench/run.js --suite groth16 --peers snarkjs' },
        {
          heading: '(c) In Chromium',
          run: 'bench/run.js --suite groth16 --engine chromium --peers snarkjs',
        },
      ],
    },
    threads: {
      title: 'Two workers, beside what the machine allows',
      parts: [
        { heading: '(n) Node', run: 'bench/run.js --suite gains' },
        { heading: '(c) Chromium', run: 'bench/run.js --suite gains --engine chromium' },
      ],
    },
    phases: {
      title: 'Phases of sums',
      parts: [
        { heading: '(g) BLS12-381 G1', run: phasesOf('bls12-381-g1') },
        { heading: '(s) secp256k1', run: phasesOf('secp256k1') },
      ],
    },
    hostile: {
      title: 'Hostile input: worst inputs, long runs',
      namesOrigin: true,
      parts: [
        { heading: 'Worst inputs', run: 'test/fuzz/complexity.js --runs 5' },
        { heading: 'On the portable kernel', run: 'test/fuzz/complexity.js --backend portable' },
        { heading: 'Searches for invalid items', run: 'test/fuzz/search-patterns.js' },
        { heading: 'Long runs', run: '--expose-gc test/fuzz/soak.js' },
      ],
    },
    gaps: {
      title: 'Longest gaps of asynchronous calls',
      parts: [
        { run: 'test/fuzz/gaps.js --record FILE', isSilent: true },
        { run: 'test/fuzz/gaps.js --record FILE --load', isSilent: true },
        { run: 'test/fuzz/gaps.js --table FILE' },
      ],
    },
  }),
);
