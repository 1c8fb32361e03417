/**
 * Turns WAT into wasm bytes: wabt assembles and validates, binaryen optimises. wabt lacks wide
 * arithmetic, so modules that use it are assembled by binaryen.
 */

/**
 * Binaryen passes that a measurement keeps; docs/decisions/02-binaryen.md has the numbers.
 * @type {string[]}
 */
const PASSES = [];

/**
 * @param {string} name the file name in wabt's messages
 * @param {string} wat
 * @param {{ passes?: string[] }} [options]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function assemble(name, wat, { passes = PASSES } = {}) {
  if (WIDE.test(wat)) return assembleWide(name, wat);
  const wabt = await loadWabt();
  const parsed = wabt.parseWat(`${name}.wat`, wat, {
    simd: true,
    relaxed_simd: true,
    bulk_memory: true,
    multi_value: true,
  });
  try {
    parsed.validate();
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (parsed.toBinary({}).buffer);
    return passes.length ? await optimise(name, bytes, passes) : bytes;
  } finally {
    parsed.destroy();
  }
}

/** The assembler, made once: every call of the package's function compiles it anew. */
let wabt;

/** Both are loaded on demand: an installed package may be without them. */
const loadWabt = () => (wabt ??= import('wabt').then(({ default: open }) => open()));

/** Loading takes as long as assembling a curve's modules. */
const loadBinaryen = async () => (await import('binaryen')).default;

/** Matches the text of modules that use wide arithmetic. */
const WIDE = /\(i64\.(add128|sub128|mul_wide_u)\s/;

/**
 * Binaryen keeps pairs in additional locals; these passes leave few of them.
 */
const WIDE_PASSES = [
  'tuple-optimization',
  'simplify-locals',
  'vacuum',
  'coalesce-locals',
  'reorder-locals',
];

/**
 * @param {string} name
 * @param {string} wat
 */
async function assembleWide(name, wat) {
  const binaryen = await loadBinaryen();
  const module = binaryen.parseText(wat);
  try {
    module.setFeatures(
      binaryen.Features.MVP | binaryen.Features.WideArithmetic | binaryen.Features.Multivalue,
    );
    if (!module.validate()) throw new Error(`${name}: binaryen does not validate the module`);
    module.runPasses(WIDE_PASSES);
    return /** @type {Uint8Array<ArrayBuffer>} */ (module.emitBinary());
  } finally {
    module.dispose();
  }
}

/**
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {string[]} passes
 */
async function optimise(name, bytes, passes) {
  const binaryen = await loadBinaryen();
  const module = binaryen.readBinary(bytes);
  try {
    module.setFeatures(
      binaryen.Features.MVP | binaryen.Features.SIMD128 | binaryen.Features.RelaxedSIMD,
    );
    module.runPasses(passes);
    if (!module.validate()) throw new Error(`${name}: binaryen's output does not validate`);
    return /** @type {Uint8Array<ArrayBuffer>} */ (module.emitBinary());
  } finally {
    module.dispose();
  }
}
