/** Certificates for servers of this machine, which browsers are told not to check. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A key and a certificate for it, valid for a day. Node has no means of writing certificates.
 * @returns {Promise<{ key: string, cert: string }>} PEM
 * @throws {Error} openssl is not installed
 */
export async function selfSigned() {
  const folder = await mkdtemp(join(tmpdir(), 'curvemill-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const about = ['-subj', '/CN=127.0.0.1', '-days', '1'];
  try {
    await run('openssl', ['req', '-x509', ...kind, ...about, '-keyout', key, '-out', cert]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } catch (cause) {
    throw new Error('expected openssl, to make a certificate for HTTP/2, got none', { cause });
  } finally {
    await rm(folder, { recursive: true });
  }
}
