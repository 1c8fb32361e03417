/** The examples that need no data run, and say what they claim. About a second. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.js';

const run = promisify(execFile);

describe('examples', () => {
  it('ethereumjs-evm.js: the precompiles under the names of EVMBLSInterface', async () => {
    const example = join(root, 'examples/ethereumjs-evm.js');
    expect((await run(process.execPath, [example])).stdout).toBe('0\n1\n');
  });
});
