/** The figures of the tabs beside sums: operations a second, ours beside others. */
import { byId, create } from './dom.js';
import { operationRows } from './operations-report.js';
import { recorded } from './references.js';

/** The words of each tab: above everything, and beside the settings. */
export const TEXTS =
  /** @type {Record<import('./settings.js').Work, { intro: string, settings: string }>} */ ({
    msm: { intro: byId('intro').textContent ?? '', settings: '' },
    signatures: {
      intro:
        'Whoever reads a public feed or a chain verifies signatures, one by one or many at once. How many ECDSA and BIP-340 signatures over secp256k1 does this browser verify in a second?',
      settings: '',
    },
    kzg: {
      intro:
        'A KZG commitment binds whoever publishes a blob of 128 KiB to its contents (EIP-4844), and proofs of its cells show that it is available (EIP-7594). How fast are both in this browser?',
      settings:
        'With the setup of Ethereum’s ceremony: loading takes half a megabyte, cells another 0.8 MB, other libraries 0.2 to 0.5 MB each.',
    },
  });

/**
 * Shows what was measured here, and below it what is recorded.
 * @param {import('./operations-report.js').OperationsReport} report
 */
export function showOperations(report) {
  const [[, ...names], ...rows] = operationRows(report);
  const table = byId('operations-table');
  table.replaceChildren(...(rows.length > 0 ? [['', ...names], ...rows].map(rowOf) : []));
  byId('operations-scroll').hidden = rows.length === 0;
  byId('operations-words').textContent =
    names.length > 1 ? 'In brackets: how many times as fast curvemill is.' : '';
  const { machine, peers } = recorded.operations[report.work];
  byId('operations-recorded').replaceChildren(
    create('p', {}, `Recorded on ${machine}:`),
    ...Object.entries(peers).map(([operation, figures]) => {
      const list = figures.map(({ name, value }) => `${name} ${value}`).join(', ');
      return create('p', {}, `${operation}: ${list}`);
    }),
  );
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
