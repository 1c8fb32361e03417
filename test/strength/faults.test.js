import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { applyFault, faults } from './faults.js';

const root = new URL('../../', import.meta.url);

describe('the faults that tests must notice', () => {
  it('are sixty and more, under names of their own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(60);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });

  it.each(faults)('$name: changes one place, and names tests that exist', async (fault) => {
    const source = await readFile(new URL(fault.file, root), 'utf8');
    expect(applyFault(fault, source)).not.toBe(source);
    expect(fault.tests).not.toEqual([]);
    expect(fault.tests.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  });
});
