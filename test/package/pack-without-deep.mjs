// `npm run pack:without-deep -- [FOLDER]`: the package without the deep model, for places where a download of 16 MB is the most.
// The search then has words and the built-in table. Prints the path of the tarball.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const destination = resolve(process.argv[2] ?? '.');
const folder = mkdtempSync(join(tmpdir(), 'toolscout-without-deep-'));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], ROOT));
  run('tar', ['-xzf', filename], folder);
  for (const file of ['models/deep-45k-384.bin', 'packs/known-servers/deep-45k-384.vectors']) {
    rmSync(join(folder, 'package', file));
  }
  rmSync(join(folder, filename));
  run('npm', ['pack', '--silent', '--pack-destination', folder], join(folder, 'package'));
  const packed = join(destination, filename.replace('.tgz', '-without-deep.tgz'));
  run('mv', [join(folder, filename), packed], folder);
  console.log(packed);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
