/** Suites in browsers: what they import can be bundled for a page (bench/harness). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSuitePage } from '../../bench/harness/browser.js';
import { pageSuites } from '../../bench/suites/in-pages.js';
import { suites } from '../../bench/suites/index.js';

test('all suites are measured in pages, too, and make one', async () => {
  expect(Object.keys(suites)).toEqual(Object.keys(pageSuites));
  const folder = mkdtempSync(join(tmpdir(), 'curvemill-suites-'));
  try {
    await buildSuitePage(folder);
    const page = readFileSync(join(folder, 'chunks/page.js'), 'utf8');
    for (const { title } of Object.values(pageSuites)) expect(page).toContain(title);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
