/**
 * Downloads of pages for whole jobs, in a real Chromium: within each job's limit, and as the
 * table of docs/runtimes.md says. Skipped with a warning without a Chromium.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/lib/browsers.js';
import { JOBS, kilobytesOf, measureDownloads } from '../../scripts/lib/downloads/measure.js';

const executablePath = findBrowser('chromium');
if (!executablePath) console.warn('NOT TESTED: downloads of jobs (Chromium is not installed).');

const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');

describe.runIf(executablePath)('the download of', () => {
  /** @type {Map<string, Map<string, number>>} */
  let found;
  beforeAll(async () => {
    found = await measureDownloads();
  });

  it.each(Object.entries(JOBS))('%s', (job, { row, limit }) => {
    const kilobytes = kilobytesOf(/** @type {Map<string, number>} */ (found.get(job)));
    expect(kilobytes).toBeLessThanOrEqual(limit);
    const line = page.split('\n').find((text) => text.startsWith(`| ${row} |`)) ?? '';
    const [, said] = /\| ([\d.]+) kB \|$/.exec(line) ?? [];
    expect(Math.abs(Number(said) / kilobytes - 1)).toBeLessThan(0.02);
  });

  it('nothing but what the job needs', () => {
    const namesOf = (/** @type {string} */ job) => [...(found.get(job)?.keys() ?? [])].join(' ');
    for (const job of ['kzgCommitment', 'kzgVerification', 'blsVerification'])
      expect(namesOf(job)).not.toContain('ready-cells');
    expect(namesOf('kzgVerification')).not.toMatch(/ready-lagrange|\.map\./);
    expect(namesOf('blsVerification')).not.toMatch(/g1\.map|ready-|polynomials/);
    expect(namesOf('groth16Verification')).not.toMatch(/proving-key|scalar-lists/);
    expect(namesOf('feed')).not.toMatch(/portable|batch-runs/);
    expect(namesOf('kzgCells')).toContain('ready-cells');
  });
});
