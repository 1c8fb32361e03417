/** The figures of the benchmark page, without a browser: sizes, ratios, losses, recorded ones. */
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { swatch } from '../../bench/page/colours.js';
import { operationGroups } from '../../bench/page/operations-report.js';
import { scalingGroups, sumGroups } from '../../bench/page/report.js';
import { readSettings, WORKS, writeSettings } from '../../bench/page/settings.js';
import { headlineOf } from '../../bench/page/summary.js';
import { narrowReport, wideFigures } from '../../scripts/lib/page-record.js';

const file = new URL('../../bench/results/page.json', import.meta.url);
const samples = JSON.parse(readFileSync(file, 'utf8'));

const about = {
  ...{ runs: 3, version: '1', commit: 'c', date: '2026-01-01T00:00', notes: [] },
  device: { Engine: 'E', System: 'S' },
};
const time = (medianMs, spread = 0) => ({
  ...{ medianMs, phasesMs: null },
  ...{ lowMs: medianMs * (1 - spread), highMs: medianMs * (1 + spread) },
});
/** Two threads that lose, and another library that is faster. */
const sums = {
  ...{ ...about, curve: 'secp256k1' },
  series: [
    { id: 'fma', name: 'fma', isPeer: false, backend: 'fma', threads: 1 },
    { id: 'fma-2', name: 'fma, 2 threads', isPeer: false, backend: 'fma', threads: 2 },
    { id: 'noble', name: 'noble 2', isPeer: true },
  ],
  results: [
    {
      ...{ logSize: 4, n: 16, verified: true },
      times: { fma: time(2), 'fma-2': time(4), noble: time(1) },
    },
  ],
};
const figure = (operation, name, medianMs, spread = 0) => ({
  ...{ operation, name },
  ...time(medianMs, spread),
});
const signatures = {
  ...{ ...about, work: /** @type {const} */ ('signatures') },
  figures: [
    ...[figure('ECDSA', 'curvemill', 2), figure('ECDSA', 'curvemill, batch of 256', 1)],
    ...[figure('ECDSA', 'noble', 30), figure('ECDSA', 'tiny-secp256k1', 9)],
  ],
};

describe('figures', () => {
  test('a loss by threads, and beside a faster library, is one', () => {
    const [{ rows }] = scalingGroups(sums);
    expect(rows).toEqual([
      expect.objectContaining({ value: '0.50×', ratio: 'slower', isLoss: true }),
    ]);
    const noble = sumGroups(sums)[0].rows.find(({ name }) => name === 'noble 2');
    expect(noble).toMatchObject({ ratio: '0.50×', isLoss: true });
    const { tiles } = headlineOf(sums);
    expect(tiles).toContainEqual(['0.50×', 'as fast as noble 2']);
  });

  test('a ratio says how many times as fast as another library, one by one', () => {
    const [{ rows }] = operationGroups(signatures);
    expect(rows.map(({ name, ratio }) => [name, ratio])).toEqual([
      ...[
        ['curvemill, batch of 256', ''],
        ['curvemill', ''],
      ],
      ...[
        ['tiny-secp256k1', '4.5×'],
        ['noble', '15×'],
      ],
    ]);
    expect(headlineOf(signatures).tiles).toEqual([
      ['1,000', 'ECDSA verifications a second, in a batch of 256'],
      ['500', 'ECDSA verifications a second'],
      ['4.5×', 'as fast as tiny-secp256k1, one by one'],
      ['15×', 'as fast as noble, one by one'],
    ]);
  });

  test('sizes stand in their order', () => {
    const names = ['2¹⁰', '2¹¹', '2¹²'].map((size) => `curvemill, ${size}`);
    const report = {
      ...{ ...about, work: /** @type {const} */ ('groth16') },
      figures: names.map((name, i) => figure('proof', name, [3, 9, 1][i])),
    };
    expect(operationGroups(report)[0].rows.map(({ name }) => name)).toEqual(names);
    expect(headlineOf(report).tiles).toEqual([['1,000', 'proofs a second, of 2¹² constraints']]);
  });

  test('a library has one colour, whatever its version and threads', () => {
    expect(swatch('noble 2.4.0')).toBe(swatch('noble'));
    expect(swatch('fma, 2 threads')).toBe(swatch('fma'));
    expect(swatch('curvemill, batch of 256')).toBe(swatch('fma'));
    expect(swatch('noble')).not.toBe(swatch('montgomery'));
  });
});

describe('recorded figures', () => {
  test.each(Object.keys(WORKS))('%s: four large ones at most, no mark, and settings', (work) => {
    const report = samples[work];
    expect(headlineOf(report).tiles.length).toBeLessThanOrEqual(4);
    const groups = 'figures' in report ? operationGroups(report) : sumGroups(report);
    expect(groups.map(({ mark }) => mark)).toEqual(groups.map(() => ''));
    const settings = readSettings(report.settings);
    expect(settings).toMatchObject({ work, runs: report.runs });
    expect(readSettings(writeSettings(settings))).toEqual(settings);
  });

  test('are refused if their quartiles are far apart, after three tries', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const wide = { ...signatures, figures: [figure('ECDSA', 'noble', 30, 0.2)] };
    expect(wideFigures(wide)).toEqual(['ECDSA, noble: ± 20 %']);
    const bySums = { ...sums, results: [{ ...sums.results[0], times: { fma: time(2, 0.5) } }] };
    expect(wideFigures(bySums)).toEqual(['2^4 points, fma: ± 50 %']);
    expect(wideFigures(signatures)).toEqual([]);
    const measure = vi.fn(async () => wide);
    await expect(narrowReport('signatures', measure)).rejects.toThrow(/Nothing was written/);
    expect(measure).toHaveBeenCalledTimes(3);
    measure.mockImplementation(async () => signatures);
    expect(await narrowReport('signatures', measure)).toBe(signatures);
    expect(warn).toHaveBeenCalledTimes(3);
    warn.mockRestore();
  });

  test('without quartiles are refused', () => {
    const old = { operation: 'ECDSA', name: 'noble', medianMs: 30 };
    expect(wideFigures({ ...signatures, figures: [old] })).toHaveLength(1);
  });
});
