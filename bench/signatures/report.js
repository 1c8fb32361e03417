/**
 * The measurements of `bench/signatures.js` as a page of tables.
 *
 * @typedef {{ device: string, engine: string, commit: string, date: string,
 *   backend: { single: string, batch: string }, rounds: number,
 *   single: Record<string, Record<string, number>>,
 *   batches: Record<string, { size: number, us: number, gain: number }[]> }} Measured times in
 *   microseconds per signature
 */

/**
 * @param {Measured} measured
 * @returns {string}
 */
export function renderSignatures({
  device,
  engine,
  commit,
  date,
  backend,
  rounds,
  single,
  batches,
}) {
  const names = Object.keys(Object.values(single)[0]);
  const singles = Object.entries(single).map(([subject, us]) => [
    subject,
    ...names.map((name) => {
      const time = us[name].toFixed(1);
      return name === 'curvemill' ? time : `${time} (${(us[name] / us.curvemill).toFixed(2)})`;
    }),
  ]);
  const [subjects, lists] = [Object.keys(batches), Object.values(batches)];
  const rows = lists[0].map(({ size }, i) => [
    String(size),
    ...lists.map((list) => `${list[i].us.toFixed(1)} (${list[i].gain.toFixed(2)})`),
  ]);
  const about = `${device}; ${engine}; single ${backend.single}, batch ${backend.batch}; commit ${commit}; ${date.slice(0, 10)}.`;
  return [
    '# Signatures over secp256k1',
    `All take turns in one process, over the same 256 signatures by different keys; every result was checked before it was timed. Medians of ${rounds} rounds. Written by \`node bench/signatures.js --markdown\`.`,
    '## (v) One by one',
    'In brackets the time over that of this library: above 1 this library is faster.',
    about,
    table(['signature (µs)', ...names], singles),
    '## (w) In batches',
    'Per signature; in brackets how many times as fast as one by one.',
    about,
    table(['signatures (µs)', ...subjects], rows),
  ].join('\n\n');
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}
