/** The figures of the tabs beside sums: operations a second, ours beside others. */
import { byId, create } from './dom.js';
import { recorded } from './references.js';

/**
 * @typedef {{ operation: string, name: string, medianMs: number }} Figure of one operation
 */

/** The description of each tab. */
export const TEXTS = /** @type {Record<string, string>} */ ({
  signatures:
    'Verification of ECDSA and BIP-340 signatures over secp256k1, one by one and in batches, beside @noble/curves on the same signatures.',
  kzg: 'KZG for Ethereum’s blobs (EIP-4844, EIP-7594) with the ceremony’s setup. Loading it takes about half a megabyte.',
});

/**
 * @param {string} work
 * @param {Figure[]} figures
 */
export function showOperations(work, figures) {
  const { machine, peers } = recorded.operations[work];
  const measured = figures.map(({ operation }) => operation);
  // Before anything is measured, what is recorded stands alone.
  const rows = [...new Set([...measured, ...Object.keys(peers)])].map((operation) => {
    const of = (/** @type {string} */ name) =>
      figures.find((figure) => figure.operation === operation && figure.name === name);
    const [own, other] = [of('curvemill'), of('noble')];
    const cells = [own, other].map((figure) => (figure ? describe(figure) : '–'));
    const ratio = own && other ? `${(other.medianMs / own.medianMs).toPrecision(2)}×` : '–';
    const elsewhere = (peers[operation] ?? []).map(({ name, value }) => `${name} ${value}`);
    return [operation, cells[0], ratio, cells[1], elsewhere.join(', ') || '–'];
  });
  const hasNoble = figures.some(({ name }) => name === 'noble');
  const head = ['', 'this device', 'ratio', '@noble/curves', `recorded on ${machine}`];
  const columns = [0, ...(measured.length > 0 ? [1] : []), ...(hasNoble ? [2, 3] : []), 4];
  const shown = [head, ...rows].map((row) => columns.map((column) => row[column]));
  byId('operations-table').replaceChildren(...shown.map(rowOf));
}

/** @param {Figure} figure */
function describe({ medianMs }) {
  const rate = 1000 / medianMs;
  const digits = rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toPrecision(2);
  return digits;
}

/**
 * @param {string[]} cells
 * @param {number} i
 */
function rowOf([first, ...cells], i) {
  const row = create('tr');
  const tag = i === 0 ? 'th' : 'td';
  row.append(
    create('th', { scope: i === 0 ? 'col' : 'row' }, first),
    ...cells.map((text) => create(tag, i === 0 ? { scope: 'col' } : {}, text)),
  );
  return row;
}
