import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that this machine's 127.0.0.1 has signed for itself, and its key: files, and what is in them. */
export interface TestCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

/** Made anew for each test run; undefined where there is no `openssl`. */
export function makeCertificate(): TestCertificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-certificate-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  try {
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}
