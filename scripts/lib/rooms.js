/**
 * The layers (rooms) of the source, from the bottom up. A file imports from its own room and
 * from rooms listed before it; rooms on one line do not import each other.
 * `docs/architecture.md` explains them.
 * @type {readonly (readonly string[])[]} paths of files and folders; if two match, the longer
 *   one counts
 */
export const ROOMS = [
  ['src/errors.js'],
  ['src/math'],
  ['src/curves'],
  ['src/reference', 'src/generated', 'src/port'],
  ['src/engines/wasm/kernels', 'src/engines/bigint'],
  ['src/engines/wasm/msm'],
  ['src/engines/wasm/msm/fixed'],
  ['src/engines/wasm'],
  ['src/input'],
  ['src/parallel'],
  ['src/group/encodings'],
  ['src/group'],
  ['src/protocols'],
  ['src/verkle'],
  ['src/instance.js'],
  ['src/generated/curves'],
  ['src'],
  ['src/adapters'],
];

/**
 * Imports forbidden to a room although they are below it.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const FORBIDDEN = {
  'src/engines/wasm/kernels': ['src/reference'],
  'src/engines/wasm/msm': ['src/reference', 'src/engines/bigint'],
  'src/engines/wasm/msm/fixed': ['src/reference', 'src/engines/bigint'],
  'src/engines/wasm': ['src/reference', 'src/engines/bigint'],
  'src/input': ['src/engines', 'src/reference', 'src/generated'],
  // Workers serve the caller's engines: src/worker.js puts theirs together.
  'src/parallel': ['src/engines', 'src/reference'],
  'src/group': ['src/parallel', 'src/engines', 'src/reference', 'src/generated'],
  // On the public surface of instances; of the rest they take the reading of arguments and SHA-256.
  'src/adapters': [
    ...['src/engines', 'src/reference', 'src/generated', 'src/port', 'src/parallel'],
    'src/group',
  ],
  'src/protocols': ['src/reference', 'src/generated', 'src/engines/bigint'],
};

/** The rooms of the generator, likewise. @type {typeof ROOMS} */
const GENERATOR = [
  ['wasm-gen/emit'],
  ['wasm-gen/static-memory.js'],
  ['wasm-gen/field'],
  ['wasm-gen/scalar', 'wasm-gen/hash'],
  ['wasm-gen/curve'],
  ['wasm-gen/map', 'wasm-gen/pairing', 'wasm-gen/polynomial'],
  ['wasm-gen'],
  ['wasm-gen/own'],
  ['wasm-gen/generate.js'],
];

/**
 * Files and folders of src/ that the generator reads: configs, arithmetic, models of curves, the
 * registry and the interface of kernels, prices of plans, and a seeded sample.
 */
const READ = [
  ...['src/curves', 'src/math', 'src/reference', 'src/errors.js', 'src/engines/wasm/kernels'],
  ...['src/engines/wasm/msm/plan.js', 'src/group/sample.js'],
];

/**
 * The room of a file.
 * @param {string} path relative to the repository, with forward slashes
 * @param {typeof ROOMS} [all]
 * @returns {{ room: string, floor: number }} `floor`: rooms import only from lower floors
 */
export function roomOf(path, all = ROOMS) {
  let found = { room: '', floor: -1 };
  all.forEach((rooms, floor) => {
    for (const room of rooms) {
      const fits = path === room || path.startsWith(`${room}/`);
      if (fits && room.length > found.room.length) found = { room, floor };
    }
  });
  return found;
}

/**
 * The reason why a file must not import another.
 * @param {string} from
 * @param {string} to
 * @param {boolean} [isType] of a type alone, in a comment
 * @returns {string | null} null if it may
 */
export function whyNot(from, to, isType = false) {
  if (from.startsWith('proof/')) return whyNotProof(from, to, isType);
  if (from.startsWith('wasm-gen/')) return whyNotGenerated(from, to);
  const [importer, imported] = [roomOf(from), roomOf(to)];
  if (importer.floor < 0) return null;
  if (importer.room === imported.room) return null;
  if (imported.floor < 0) return 'it does not belong to a room of src/';
  if (imported.floor >= importer.floor) return `${imported.room} is not below ${importer.room}`;
  const isForbidden = (FORBIDDEN[importer.room] ?? []).some(
    (room) => to === room || to.startsWith(`${room}/`),
  );
  return isForbidden ? `${importer.room} imports nothing of ${imported.room}` : null;
}

/** Where the kernel of proofs keeps what only its numbers may add to. */
const FACTS = 'proof/kernel/facts.js';

/**
 * The same of a file of proofs: the kernel imports itself alone, and what searches is given what it
 * works on, so that it imports of the kernel only polynomials and integers.
 * @param {string} from
 * @param {string} to
 * @param {boolean} isType
 */
function whyNotProof(from, to, isType) {
  const isOwn = to.startsWith('proof/') || to === 'scripts/lib/help.js';
  if (!isOwn) return 'proof/ believes nothing of what generates the modules or uses them';
  const isIn = (/** @type {string} */ room) => (/** @type {string} */ path) =>
    path.startsWith(`proof/${room}/`);
  const [isKernel, isSearch] = [isIn('kernel'), isIn('search')];
  if (isKernel(from) && !isKernel(to)) return 'the kernel of proofs believes only itself';
  if (isType) return null;
  if (to === FACTS && from !== 'proof/kernel/number.js') return 'only numbers add to facts';
  if (!isSearch(from) || isSearch(to)) return null;
  const isGiven = /^proof\/kernel\/(polynomial|integers|refused)\.js$/.test(to);
  return isGiven ? null : 'what searches is given what it works on';
}

/**
 * The same of a file of the generator.
 * @param {string} from
 * @param {string} to
 */
function whyNotGenerated(from, to) {
  if (!to.startsWith('wasm-gen/')) {
    const isRead = READ.some((path) => to === path || to.startsWith(`${path}/`));
    return isRead ? null : 'the generator reads only what scripts/lib/rooms.js lists';
  }
  const [importer, imported] = [roomOf(from, GENERATOR), roomOf(to, GENERATOR)];
  if (importer.room === imported.room || imported.floor < importer.floor) return null;
  return `${imported.room} is not below ${importer.room}`;
}
