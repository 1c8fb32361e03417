/**
 * The page's settings, kept in the fragment of its address, so that a link repeats
 * a measurement: `#curve=secp256k1&sizes=10,12&series=portable,fma,noble&threads=1,auto&runs=5`,
 * with the results of one behind `results=`; of another tab,
 * `#work=kzg&libraries=curvemill&operations=cells&runs=5`, `domains=10,12` in that of Groth16.
 */
import { curveNames, defaultCurve } from '../../scripts/lib/curves.js';
import { peersOf } from '../../scripts/lib/peers/index.js';

/** log2 of the available numbers of points. */
export const LOG_SIZES = [4, 6, 8, 10, 12, 14, 16, 18];

/** log2 of the domains on offer for Groth16: each doubles the time in which its key is made. */
export const DOMAINS = [10, 11, 12, 13];

/** The subjects of the tabs. */
export const WORKS = {
  msm: 'MSM',
  signatures: 'Signatures',
  kzg: 'KZG',
  groth16: 'Groth16',
};

/** @typedef {keyof typeof WORKS} Work */

/** The name under which this library takes part in the tabs beside sums. */
export const OURS = 'curvemill';

/**
 * The libraries of the tabs beside sums, with a word on each. All run in a page; each is loaded
 * when it is measured.
 */
export const LIBRARIES = /** @type {Record<Work, Record<string, string>>} */ ({
  msm: {},
  signatures: {
    [OURS]: 'single and in batches',
    noble: '@noble/curves, BigInt',
    'tiny-secp256k1': 'libsecp256k1 in WebAssembly',
  },
  kzg: {
    [OURS]: 'with the ceremony’s setup',
    'kzg-wasm': 'c-kzg and blst in WebAssembly; loads in 15 s or more',
    'micro-eth-signer': '@noble/curves, BigInt; without cells, which take it half a minute',
  },
  groth16: {
    [OURS]: 'on one thread',
    snarkjs: 'GPL, no part of this page; on one thread, reads the key for each proof',
  },
});

/** Libraries that are chosen by hand only: what takes long to load, or has another licence. */
const BY_HAND = ['kzg-wasm', 'snarkjs'];

/** The operations of the tabs beside sums. */
export const OPERATIONS = /** @type {Record<Work, Record<string, string>>} */ ({
  msm: {},
  signatures: { ecdsa: 'ECDSA', bip340: 'BIP-340' },
  kzg: {
    commitment: 'Commitment to a blob',
    proof: 'Proof of a blob',
    verification: 'Verification of a blob',
    cells: 'Cells and their proofs',
  },
  groth16: {
    proof: 'Proof',
    opening: 'Loading of the key',
    verification: 'Verification, single and in batches',
  },
});

/** The operations as the figures name them, as many. */
export const PLURALS = new Map([
  ['ECDSA', 'ECDSA verifications'],
  ['BIP-340', 'BIP-340 verifications'],
  ['commitment to a blob', 'blob commitments'],
  ['proof of a blob', 'blob proofs'],
  ['verification of a blob', 'blob verifications'],
  ['128 cells and proofs', 'blobs split into cells with proofs'],
  ['proof', 'proofs'],
  ['loading of the key', 'keys loaded'],
  ['verification', 'proof verifications'],
]);

/**
 * Available kernels: what each needs, and a word on it. `bigint` takes seconds where the others
 * take milliseconds.
 */
export const BACKENDS = {
  fma: { name: 'Relaxed SIMD', words: 'fma: two lanes of floating point' },
  portable: { name: 'Every engine', words: 'portable: WebAssembly 1.0' },
  wide: { name: 'Wide arithmetic', words: 'wide: 64-bit limbs, few engines yet' },
  bigint: { name: 'No WebAssembly', words: 'bigint: JavaScript alone, slow' },
};

/** Numbers of threads on offer; with `auto`, the library takes at most the largest. */
const COUNTS = [1, 2, 4, 8, 16];

/**
 * The numbers of threads that a device may gain by.
 *
 * @param {number} cores
 * @returns {Threads[]}
 */
export const threadsFor = (cores) => [
  ...COUNTS.filter((count) => count <= Math.max(2, cores)),
  'auto',
];

/** @param {number} cores */
export const autoThreads = (cores) => Math.min(COUNTS[COUNTS.length - 1], cores);

/** Other libraries on offer, with a word on each: those that run in a page without ado. */
const PEERS = /** @type {Record<string, string>} */ ({
  noble: '@noble/curves, BigInt',
  montgomery: 'ZPrize of 2022, WebAssembly',
});

/**
 * The other libraries that support a curve, each with a short description.
 * @param {string} curve
 * @returns {[string, string][]}
 */
export const peersFor = (curve) =>
  peersOf(curve)
    .filter((name) => name in PEERS)
    .map((name) => [name, PEERS[name]]);

/**
 * @typedef {import('../msm/crews.js').Threads} Threads
 * @typedef {{ work: Work, curve: string, sizes: number[], series: string[], threads: Threads[],
 *   libraries: string[], operations: string[], domains: number[], runs: number }} Settings
 *   `series`: backends and peers; `libraries` and `operations`: of the tabs beside sums;
 *   `domains`: of Groth16
 */

/** @type {Settings} */
export const DEFAULTS = {
  work: 'msm',
  curve: defaultCurve,
  sizes: [8, 10, 12],
  series: ['fma', 'portable', 'noble'],
  threads: [1, 'auto'],
  libraries: [],
  operations: [],
  domains: [10, 12],
  runs: 5,
};

/**
 * Reads an address's fragment; invalid values fall back to the defaults. What is given and empty
 * stays so: nothing is measured that was not chosen.
 * @param {string} fragment without `#`
 * @returns {Settings}
 */
export function readSettings(fragment) {
  const given = new URLSearchParams(fragment);
  const curve = given.get('curve') ?? '';
  const known = curveNames.includes(curve) ? curve : DEFAULTS.curve;
  const sizes = list(given.get('sizes')).map(Number);
  const offered = [...Object.keys(BACKENDS), ...peersFor(known).map(([name]) => name)];
  const series = list(given.get('series')).filter((name) => offered.includes(name));
  const runs = Number(given.get('runs'));
  const chosen = LOG_SIZES.filter((size) => sizes.includes(size));
  const domains = list(given.get('domains')).map(Number);
  const asked = given.get('work') ?? '';
  const work = /** @type {Work} */ (asked in WORKS ? asked : DEFAULTS.work);
  const among = (/** @type {string} */ name, /** @type {Record<string, string>} */ all) => {
    const wanted = list(given.get(name));
    return Object.keys(all).filter((one) =>
      given.has(name) ? wanted.includes(one) : !BY_HAND.includes(one),
    );
  };
  return {
    work,
    curve: known,
    sizes: given.has('sizes') ? chosen : DEFAULTS.sizes,
    series: given.has('series') ? series : DEFAULTS.series.filter((name) => offered.includes(name)),
    threads: readThreads(given),
    libraries: among('libraries', LIBRARIES[work]),
    operations: among('operations', OPERATIONS[work]),
    domains: given.has('domains')
      ? DOMAINS.filter((domain) => domains.includes(domain))
      : DEFAULTS.domains,
    runs: Number.isInteger(runs) && runs >= 1 && runs <= 1000 ? runs : DEFAULTS.runs,
  };
}

/**
 * @param {URLSearchParams} given
 * @returns {Threads[]} of a link from before there were threads: one, as it was measured
 */
function readThreads(given) {
  if (!given.has('threads')) return given.has('series') ? [1] : DEFAULTS.threads;
  const counts = list(given.get('threads')).map((text) => (text === 'auto' ? text : Number(text)));
  const known = counts.filter((count) => count === 'auto' || COUNTS.includes(count));
  return known.length > 0 || given.get('threads') === '' ? [...new Set(known)] : [1];
}

/**
 * @param {Settings} settings
 * @returns {string} a fragment without `#`
 */
export function writeSettings({ work, curve, runs, ...chosen }) {
  const { sizes, series, threads, libraries, operations, domains } = chosen;
  const isSums = work === DEFAULTS.work;
  const ofOperations = { libraries, operations, ...(work === 'groth16' && { domains }) };
  const lists = isSums ? { sizes, series, threads } : ofOperations;
  const texts = Object.entries(lists).map(([name, values]) => `${name}=${values.join(',')}`);
  return [isSums ? `curve=${curve}` : `work=${work}`, ...texts, `runs=${runs}`].join('&');
}

/**
 * Why a measurement cannot start.
 * @param {Settings} settings
 * @returns {string} empty if it can
 */
export function refusalOf({ work, sizes, series, threads, libraries, operations, domains }) {
  if (work !== 'msm') {
    if (operations.length === 0) return 'Choose an operation.';
    if (work === 'groth16' && domains.length === 0) return 'Choose a domain.';
    return libraries.length === 0 ? 'Choose a library.' : '';
  }
  if (sizes.length === 0) return 'Choose a number of points.';
  if (series.length === 0) return 'Choose a kernel or another library.';
  if (threads.length === 0) return 'Choose a number of threads.';
  return '';
}

/**
 * @param {string | null} text
 * @returns {string[]}
 */
const list = (text) => (text ? text.split(',') : []);
