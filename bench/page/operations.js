/**
 * Operations of the tabs beside sums, by library. Every library gets the same input; one that is
 * not chosen is not loaded.
 */

/**
 * An operation of a library, `kind` as the settings name it, `operation` as the figures do.
 * `count`: in one run. `run` tells whether the result is right.
 * @typedef {{ kind: string, operation: string, name: string, count: number,
 *   run: () => boolean | Promise<boolean> }} Operation
 * @typedef {{ progress: (words: string, part?: number) => void, note: (words: string) => void }}
 *   Listener `part`: what is done of the preparations, if they tell
 * @typedef {{ libraries: readonly string[], operations: readonly string[],
 *   domains: readonly number[] }} Chosen `operations`: if others are prepared too, they are not
 *   measured
 * @typedef {(chosen: Chosen, listener: Listener) => Promise<Operation[]>} Prepare
 * @typedef {{ operation: string, name: string, medianMs: number, lowMs?: number, highMs?: number,
 *   isPartial?: boolean }} Figure of one operation: median and quartiles, which old links lack;
 *   `isPartial`: there are more runs to come
 */

/**
 * The preparations by tab, and the share that they take of all progress.
 * @type {Record<string, { share: number, load: () => Promise<Prepare> }>}
 */
export const preparations = {
  signatures: { share: 0.1, load: async () => (await import('./signatures.js')).prepareSignatures },
  kzg: { share: 0.1, load: async () => (await import('./kzg.js')).prepareKzg },
  groth16: { share: 0.4, load: async () => (await import('./groth16.js')).prepareGroth16 },
};

/**
 * Loads what is chosen. A library that this engine or the policy of the page refuses is left out,
 * with a note.
 *
 * @template T
 * @param {Record<string, () => Promise<T>>} loaders by name
 * @param {readonly string[]} chosen
 * @param {Listener} listener
 * @returns {Promise<[string, T][]>}
 */
export async function loadChosen(loaders, chosen, { progress, note }) {
  /** @type {[string, T][]} */
  const loaded = [];
  for (const [name, load] of Object.entries(loaders)) {
    if (!chosen.includes(name)) continue;
    progress(`loading ${name}`);
    try {
      loaded.push([name, await load()]);
    } catch (error) {
      note(`${name} is left out: ${/** @type {Error} */ (error).message ?? error}`);
    }
  }
  if (loaded.length === 0) throw new Error('Nothing that was chosen can be measured here.');
  return loaded;
}
