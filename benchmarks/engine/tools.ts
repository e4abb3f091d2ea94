import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { installPackages, PEERS_DIR } from '../peers/node/install.ts';

const PYTHON_PACKAGES = ['bm25s==0.3.16', 'faiss-cpu==1.15.1', 'numba==0.68.1', 'numpy==2.4.6', 'tantivy==0.27.0'];
const LUCENE = '10.3.2';
const LEAST_JAVA = 21;

/** Finds or installs what contestants run in, outside of the repository. All throw where it cannot be had. */
export interface Tools {
  /** Folder with these npm packages. */
  npm(packages: readonly string[]): Promise<string>;
  /** A Python with all packages of the contestants: `$TOOLSCOUT_BENCH_PYTHON`, or one of our own. */
  python(): Promise<string>;
  /** The command that runs a Java source file with Lucene beside it. */
  lucene(source: string): Promise<readonly string[]>;
}

export const tools: Tools = {
  async npm(packages) {
    // hnswlib is compiled by its install script.
    const installed = await installPackages(packages, {
      withScripts: packages.some((name) => name.startsWith('hnswlib')),
    });
    if (!installed.ok) throw new Error(installed.why);
    return installed.directory;
  },

  async python() {
    const given = process.env.TOOLSCOUT_BENCH_PYTHON;
    if (given !== undefined) return given;
    const folder = join(PEERS_DIR, 'python');
    const python = join(folder, 'bin', 'python');
    const marker = join(folder, 'installed');
    if (!existsSync(marker)) {
      execFileSync('python3', ['-m', 'venv', folder]);
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...PYTHON_PACKAGES], { stdio: 'inherit' });
      execFileSync('touch', [marker]);
    }
    return python;
  },

  async lucene(source) {
    const home = process.env.JAVA_HOME;
    const bin = (name: string): string => (home === undefined ? name : join(home, 'bin', name));
    const version = /"(\d+)/.exec(String(execFileSync('sh', ['-c', '"$0" -version 2>&1', bin('java')])))?.[1];
    if (!(Number(version) >= LEAST_JAVA)) throw new Error(`Lucene needs Java ${LEAST_JAVA}, this is ${version}.`);
    const jar = join(homedir(), '.m2/repository/org/apache/lucene/lucene-core', LUCENE, `lucene-core-${LUCENE}.jar`);
    if (!existsSync(jar)) {
      const artifact = `-Dartifact=org.apache.lucene:lucene-core:${LUCENE}`;
      execFileSync('mvn', ['--quiet', 'dependency:get', artifact, '-Dtransitive=false']);
    }
    const classes = join(PEERS_DIR, 'lucene-classes');
    mkdirSync(classes, { recursive: true });
    execFileSync(bin('javac'), ['-nowarn', '-cp', jar, '-d', classes, source], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    return [
      bin('java'),
      '-Xmx6g',
      '--add-modules=jdk.incubator.vector',
      '--enable-native-access=ALL-UNNAMED',
      '-cp',
      `${jar}:${classes}`,
      basename(source, '.java'),
    ];
  },
};
