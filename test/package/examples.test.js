/** The examples that need packages of their own run, and say what they claim. Some seconds. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.js';
import { describeWith } from '../support/installed.js';

const run = promisify(execFile);

const clients = join(root, 'examples/clients');

describeWith(
  'examples of clients',
  existsSync(join(clients, 'node_modules')),
  'npm install --prefix examples/clients',
  () => {
    // Of all bytes of the transaction with a proof of its blob, and with proofs of its cells.
    const hashes = [
      '0xfee8a3c3b08771516da2f705871341e1ffd7a5465fecf9d42f8bb96e0578604a',
      '0x4bac0735f0ddba5020bab8209450cb3c7fec4d4479c36f59447f94c6c0b9d691',
    ];
    const names = ['viem', 'ethers', 'ethereumjs'];
    it.each(names)('%s: a transaction with a blob, in both forms', async (name) => {
      const { stdout } = await run(process.execPath, [join(clients, `${name}.js`)]);
      expect(stdout.trim().split('\n')).toEqual(hashes);
    });

    // ethereumjs-evm.test.js has the same EVM over the vectors of EIP-2537.
    it('ethereumjs-evm: calls of precompiles, the last of which fails', async () => {
      const { stdout } = await run(process.execPath, [join(clients, 'ethereumjs-evm.js')]);
      expect(stdout.trim().split('\n').slice(-3)).toEqual([
        '0x0f: …00000000, gas 70300',
        '0x0f: …00000001, gas 102900',
        '0x0f: point not on curve, gas 500000',
      ]);
    });
  },
);
