import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkModule } from '../../proof/check-module.js';
import { readModule } from '../../proof/labels.js';
import { decodeModule } from '../../proof/kernel/wasm/decode.js';
import { functionHashes } from '../../proof/hash.js';
import { decodeModule as bytesOfText } from '../../src/engines/wasm/kernels/compile.js';
import { buildChanged } from './generated.js';
import { interpret } from '../../proof/identities/interpreter.js';
import { randomness } from './mutants.js';
import { prepare } from './shadow.js';
import { functionNamed, moduleNamed } from './support.js';

const limbs = 'wasm-gen/field/limbs30';
const isLate = 'const isLate = i === 4;';

/** Real faults of the generator: each builds, and no random input shows it. */
const FAULTS = [
  {
    fault: 'a carry inside a row comes one row late',
    module: 'bls12-381-g1.limbs30',
    name: 'field_mul',
    changes: [
      {
        file: `${limbs}/multiply.js`,
        from: 'if (j === 1 || (j - 1) % carryEvery === 0) sum',
        to: `${isLate}\nif (j === 1 || (!isLate && (j - 1) % carryEvery === 0)) sum`,
      },
      {
        file: `${limbs}/multiply.js`,
        from: 'if (j % carryEvery === 0) {',
        to: 'if (!isLate && j % carryEvery === 0) {',
      },
    ],
    refusal:
      /^z = x\*y in 0p to 2p: the identity does not hold \(instruction \d+, end; a word has wrapped at \d+\)$/,
  },
  {
    fault: 'the bias of a quotient is one unit less',
    module: 'bls12-381-g1.limbs30',
    name: 'field_neg',
    changes: [
      {
        file: `${limbs}/linear.js`,
        from: 'i64.sub(t, BigInt(terms) -',
        to: 'i64.sub(t, BigInt(terms - 1) -',
      },
    ],
    refusal: /^z = -x in 0p to 2p: .*instruction \d+/,
  },
  {
    fault: 'one of the paths leaves out the last reduction',
    module: 'secp256k1.wide64',
    name: 'field_mul',
    changes: [
      {
        file: 'wasm-gen/field/wide64/fold.js',
        from: 'f.setPair(low[0], low[1], i64.add128(low[0], low[1], i64.mul(carry, c), 0n));\n',
        to: '',
      },
    ],
    refusal: /^z = x\*y in 0p to 1\.0001p: the identity does not hold \(instruction \d+/,
  },
];

/** All of memory after a run. */
function memoryAfter(module, index, { memory, given }) {
  const view = new DataView(memory.buffer.slice(0));
  interpret(module, index, given, view, () => {});
  return new Uint8Array(view.buffer);
}

describe('faults of the generator are refused', () => {
  it.each(FAULTS)('$fault', ({ module: moduleName, name, changes, refusal }) => {
    const read = readModule(buildChanged(moduleName, changes), moduleName);
    const [verdict] = checkModule(read, (one) => one === name);
    expect(verdict.refused).toMatch(refusal);
    // As ordinary tests would: by random inputs, at which the function is right.
    const { module, index, claim } = functionNamed(moduleName, name);
    const random = randomness(1);
    /** @param {bigint} low @param {bigint} high */
    const pick = (low, high) => {
      const bits = (random.next() << 40n) ^ random.next();
      return low + (bits % (high - low + 1n));
    };
    for (let i = 0; i < 10; i++) {
      const run = prepare(module, claim, pick);
      const [right, wrong] = [module, read.module].map((one) => memoryAfter(one, index, run));
      expect(Buffer.compare(right, wrong)).toBe(0);
    }
  });
});

const dist = join(import.meta.dirname, '../../dist');
/** Long constants: of modules, or of other data. */
const TEXT = /^(?:const|var|let) [\w$]+ = ("[^\n]{100,}");$/gm;

/** The bytes of a module, or null of other data. @param {string} text */
function moduleOfText(text) {
  try {
    const bytes = bytesOfText(text);
    return Buffer.from(bytes.slice(0, 4)).equals(Buffer.from('\0asm')) ? bytes : null;
  } catch {
    return null;
  }
}
const hashesOf = (bytes) => functionHashes(decodeModule(bytes));

describe.runIf(existsSync(dist))('the package has the functions that are proven', () => {
  const names = readdirSync(join(dist, 'wasm')).map((file) => file.slice(0, -'.wasm'.length));

  it('in its .wasm files', () => {
    expect(names.length).toBeGreaterThan(20);
    for (const name of names)
      expect(readModule(join(dist, 'wasm'), name).hashes, name).toEqual(moduleNamed(name).hashes);
  });

  it('in the text of its JavaScript', () => {
    const [folder] = readdirSync(dist).filter((one) => one.startsWith('chunks'));
    const files = readdirSync(join(dist, folder)).filter((one) => one.endsWith('.js'));
    const known = new Map(names.map((name) => [moduleNamed(name).hashes.join(), name]));
    const found = files.flatMap((file) => {
      const source = readFileSync(join(dist, folder, file), 'utf8');
      return [...source.matchAll(TEXT)].flatMap(([, text]) => {
        const bytes = moduleOfText(JSON.parse(text));
        if (!bytes) return [];
        const name = known.get(hashesOf(bytes).join());
        expect(name, `${file} has a module that is not proven`).toBeDefined();
        return [name];
      });
    });
    // The decoder reads the others; its text is digits.
    expect(names.filter((name) => !found.includes(name) && name !== 'decoder')).toEqual([]);
  });
});
