/** `npx curvemill verify-ptau` and `verify-zkey`: a ceremony's files, and what stands in them. */
import { existsSync, openAsBlob } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE = `Usage: npx curvemill verify-ptau FILE [--expected HASH]
       npx curvemill verify-zkey R1CS PTAU ZKEY [--initial FILE]

They verify the files of a Groth16 ceremony of snarkjs, and print the contributions with their
hashes, which are to be compared with those that the contributors have published.

verify-ptau verifies powers of τ. --expected compares the file with a published BLAKE2b-512 hash
instead, and verifies nothing else. verify-zkey verifies a key against its circuit and the powers,
which it does not verify; it needs the key before its first contribution, or prepared powers.
--beacon-limit N is the largest exponent of a beacon that is computed, 20 by default; --json prints
the verdict as JSON. The exit code is 0 if the file is valid, 2 if it is not, and 1 after an error.
`;

/** An error of the command line, or of what it names. */
class Refusal extends Error {}

/** Where a file says how many bytes a coordinate has, in the order that snarkjs writes. */
const COORDINATE_BYTES = new Map([
  ['ptau', 24],
  ['zkey', 40],
]);

/** Exit code of a verdict that is not valid. */
const INVALID = 2;

/** Columns of a hash as snarkjs prints it: four groups of eight digits. */
const [GROUP, LINE] = [8, 32];

/** @param {string[]} args */
export const verifyPtauFile = (args) =>
  run(args, ['PTAU'], { expected: { type: 'string' } }, async ({ files: [ptau], values, how }) => {
    const groth16 = await groth16Of(ptau);
    return groth16.verifyPtau(ptau, { ...how, expected: values.expected });
  });

/** @param {string[]} args */
export const verifyZkeyFile = (args) =>
  run(
    args,
    ['R1CS', 'PTAU', 'ZKEY'],
    { initial: { type: 'string' } },
    async ({ files: [r1cs, ptau, zkey], values, how }) => {
      const initial = values.initial === undefined ? undefined : await open(values.initial);
      const groth16 = await groth16Of(zkey);
      return groth16.verifyZkey({ r1cs, ptau, zkey, initial }, how);
    },
  );

/**
 * @param {string[]} args
 * @param {string[]} names of the files
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} more options
 * @param {(given: { files: Blob[], values: Record<string, any>, how: object }) =>
 *   Promise<any>} verify
 */
async function run(args, names, more, verify) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      help: { type: 'boolean' },
      'beacon-limit': { type: 'string' },
      ...more,
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (positionals.length !== names.length)
    throw new Refusal(`expected the files ${names.join(' ')}, got ${positionals.length} names`);
  const limit = values['beacon-limit'];
  const how = {
    ...(limit !== undefined && { beaconLimit: Number(limit) }),
    onProgress: process.stderr.isTTY ? showProgress : undefined,
  };
  const verdict = await verify({ files: await Promise.all(positionals.map(open)), values, how });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(values.json ? JSON.stringify(verdict, null, 2) : describe(verdict));
  if (!verdict.valid) process.exitCode = INVALID;
}

/** @param {string} path @returns {Promise<Blob>} */
async function open(path) {
  if (!existsSync(path)) throw new Refusal(`expected a file, got none at ${path}`);
  return openAsBlob(path);
}

/** The verifier of the curve whose points a file has. @param {Blob} file */
async function groth16Of(file) {
  const head = new DataView(await file.slice(0, 64).arrayBuffer());
  const kind = String.fromCharCode(...new Uint8Array(head.buffer, 0, Math.min(4, head.byteLength)));
  const at = COORDINATE_BYTES.get(kind);
  const isLong = at !== undefined && head.byteLength >= at + 4 && head.getUint32(at, true) === 48;
  if (isLong) {
    const { createBls12381 } = await import('curvemill/bls12-381');
    return (await createBls12381({ hashing: false })).groth16();
  }
  const { createBn254 } = await import('curvemill/bn254');
  return (await createBn254()).groth16();
}

/** @param {{ done: number, total: number }} progress */
function showProgress({ done, total }) {
  process.stderr.write(`\r${Math.floor((100 * done) / total)} %`);
}

/**
 * @param {any} verdict
 * @returns {string} lines for a terminal
 */
function describe({ valid, reason, contributions, ...found }) {
  const lines = [valid ? 'valid' : `not valid: ${reason}`];
  if (found.power !== undefined) {
    const whole =
      found.power === found.ceremonyPower ? '' : `, of a ceremony of 2^${found.ceremonyPower}`;
    lines.push(
      `2^${found.power} powers${whole}; ${found.isPrepared ? 'prepared' : 'not prepared'}`,
    );
  }
  if (found.circuitHash) lines.push('circuit', ...hashLines(found.circuitHash));
  for (const [i, { name, kind, hash, responseHash, isIdle, beacon }] of contributions.entries()) {
    const idle = isIdle ? ', which changes nothing' : '';
    lines.push('', `${i + 1}. ${kind} ${quoted(name)}${idle}`);
    if (beacon) lines.push(`    2^${beacon.exponent} SHA-256 of ${beacon.bytes ?? beacon.hash}`);
    lines.push(...hashLines(hash ?? responseHash));
  }
  return lines.join('\n');
}

/** @type {(hash: string) => string[]} */
const hashLines = (hash) =>
  Array.from({ length: Math.ceil(hash.length / LINE) }, (_, i) => {
    const groups = hash.slice(LINE * i, LINE * (i + 1)).match(new RegExp(`.{1,${GROUP}}`, 'g'));
    return `    ${groups?.join(' ')}`;
  });

/**
 * A name as it is written in the file, which anybody may have chosen: nothing in it moves the
 * cursor or turns the direction of text.
 * @param {unknown} name
 */
const quoted = (name) =>
  JSON.stringify(name ?? '').replace(
    /\p{C}/gu,
    (character) => `\\u{${/** @type {number} */ (character.codePointAt(0)).toString(16)}}`,
  );
