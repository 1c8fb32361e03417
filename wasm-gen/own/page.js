/** The modules of a curve of a user's own, and the two files that hold them. */
import { KERNELS, PORTABLE } from '../../src/engines/wasm/kernels/registry.js';
import { answersOf } from '../answers.js';
import { pricesBeside, singlesOf } from '../cost-model.js';
import { fieldModules, listModules, otherModules, pointModules } from '../curve-modules.js';
import { assemble } from '../emit/assemble.js';
import { encodeModule } from '../emit/module-text.js';
import { FASTER, kernelsWith } from '../kernels.js';
import { literal } from '../literal.js';
import { layOut, placed } from '../static-memory.js';
import { sampleOf } from './sample.js';

/** @import { KernelName } from '../../src/engines/wasm/kernels/registry.js' */
/** @import { Source } from '../static-memory.js' */

/** The format that `createCurve` reads: another number is another version of the format. */
export const PAGE_FORMAT = 2;

/** Members of the config that instances on WebAssembly take. */
const DATA = ['name', 'p', 'extension', 'order', 'generator', 'traits'];

/**
 * The sources of a curve's modules, for some kernels, and for those that have lists of its scalars.
 * @type {(config: any, names: readonly KernelName[], lists: readonly KernelName[]) => Source[]}
 */
function sourcesOf(config, names, lists) {
  const endsWithOne = (/** @type {string} */ name, /** @type {readonly KernelName[]} */ kernels) =>
    FASTER.some((kernel) => !kernels.includes(kernel) && name.endsWith(kernel));
  const isOfLists = (/** @type {string} */ name) => /\.(polynomials|lists)-\w+$/.test(name);
  return [...pointModules(config), ...otherModules(config), ...listModules(config)].filter(
    ({ name }) => !endsWithOne(name, isOfLists(name) ? lists : names),
  );
}

/**
 * The kernels on which modules can be emitted, of those wanted.
 * @param {(kernel: KernelName) => Source[]} sources
 * @param {readonly KernelName[]} wanted the portable one first
 * @param {boolean} isDemand whether a kernel that cannot is refused
 * @returns {KernelName[]}
 * @throws {RangeError} the portable one cannot, or one that is demanded
 */
export const possible = (sources, wanted, isDemand) =>
  wanted.filter((kernel) => {
    try {
      for (const { emit } of sources(kernel)) emit({ staticBase: 0, staticEnd: Infinity });
      return true;
    } catch (error) {
      if (isDemand || kernel === PORTABLE || !(error instanceof RangeError)) throw error;
      return false;
    }
  });

/**
 * Everything of a curve, as values.
 * @param {any} config completed
 * @param {readonly KernelName[]} wanted
 * @param {boolean} isDemand
 * @param {typeof assemble} [toWasm] for tests
 * @returns {Promise<{ page: Record<string, unknown>, kernels: KernelName[] }>}
 */
export async function pageOf(config, wanted, isDemand, toWasm = assemble) {
  const points = pointModules(config);
  const ofPoints = (/** @type {KernelName} */ kernel) =>
    points.filter(({ name }) => name === `${config.name}.${kernel}`);
  const names = possible(ofPoints, wanted, isDemand);
  const chains = config.traits.chains.filter((/** @type {KernelName} */ k) => names.includes(k));
  const curve = { ...config, traits: { ...config.traits, chains } };
  const withLists = kernelsWith('lists').filter((name) => names.includes(name));
  const lists = curve.traits.polynomials
    ? possible((kernel) => fieldModules(curve, kernel), withLists, false)
    : [];
  const sources = sourcesOf(curve, names, lists);
  /** @type {Map<string, Uint8Array>} */
  const built = new Map();
  for (const { name, emit } of placed(sources, layOut(sources)))
    built.set(name, await toWasm(name, emit().toWat()));
  const wasm = (/** @type {string} */ name) =>
    /** @type {Uint8Array} */ (built.get(`${curve.name}.${name}`));
  const text = (/** @type {string} */ name) => encodeModule(wasm(name));
  const scalar = text('scalar');
  const answers = answersOf(curve, wasm(PORTABLE));
  const kernels = names.map((name) => [
    name,
    {
      text: text(name),
      prices: pricesBeside(curve, name, singlesOf(name, chains)),
      ...(name === PORTABLE || chains.includes(name) ? { scalar } : {}),
      ...(name === PORTABLE ? {} : answers),
    },
  ]);
  const scalars = curve.traits.polynomials && {
    name: curve.name,
    generator: curve.scalarGenerator,
    kernels: Object.fromEntries(
      lists.map((kernel) => [
        kernel,
        { polynomials: text(`polynomials-${kernel}`), lists: text(`lists-${kernel}`) },
      ]),
    ),
  };
  const page = {
    format: PAGE_FORMAT,
    data: Object.fromEntries(
      DATA.filter((name) => curve[name] !== undefined).map((name) => [name, curve[name]]),
    ),
    config: curve,
    sample: sampleOf(curve),
    kernels: Object.fromEntries(kernels),
    ...(scalars && { scalars }),
  };
  return { page, kernels: names };
}

/** Kernels by the names that users call them. @type {ReadonlyMap<string, KernelName>} */
export const BY_BACKEND = new Map(
  /** @type {[KernelName, { backend: string }][]} */ (Object.entries(KERNELS)).map(
    ([name, { backend }]) => [backend, name],
  ),
);

/**
 * NAME.js and NAME.d.ts. `type`: that of the page, of `curvemill/curve`, from these `imports`.
 * @type {(page: Record<string, unknown>,
 *   about: { name: string, version: string, imports: string, type: string }) =>
 *     { js: string, dts: string }}
 */
export function filesOf(page, { name, version, imports, type }) {
  const parts = Object.entries(page).map(([member, value]) => `  ${member}: ${literal(value)},`);
  const head = `// ${name}, generated by curvemill ${version}. Do not edit: generate it again.\n`;
  return {
    js: `${head}\nexport default {\n${parts.join('\n')}\n};\n`,
    dts: `${head}
import type { ${imports} } from 'curvemill/curve';

declare const page: ${type};
export default page;
`,
  };
}
