/** One part of the whole proof: a command that must end with 0. */
export interface ProofStep {
  readonly name: string;
  /** What it shows, as a sentence. */
  readonly shows: string;
  readonly command: readonly [string, ...string[]];
  /** Beside the environment of whoever runs it. */
  readonly env?: Readonly<Record<string, string>>;
}

const npm = (...args: string[]): [string, ...string[]] => ['npm', 'run', '--silent', ...args];

/** In the order in which they run: cheap ones first, so that what is broken shows early. */
export const PROOF_STEPS: readonly ProofStep[] = [
  { name: 'check', shows: 'Style, types and unused code.', command: npm('check') },
  { name: 'build', shows: 'The package builds.', command: npm('build') },
  {
    name: 'tests',
    shows:
      'Every test, with the samples of CI run whole: 5,000 calls of chaos, 200 kills while an index is updated, 1,000 damaged images, 10,000 frames of fuzz.',
    command: ['npx', 'vitest', 'run'],
    env: { PROOF: '1', TOOLSCOUT_FUZZ: 'full' },
  },
  { name: 'cases', shows: 'Every case that was made of a bug report.', command: npm('cases', '--', 'test/cases') },
  {
    name: 'conformance',
    shows: 'The official MCP suites, direct and through the gateway, and the client suites.',
    command: npm('conformance'),
  },
  { name: 'package', shows: 'The packed tarball on the oldest Node that is supported.', command: npm('test:package') },
  {
    name: 'browser',
    shows: 'Every page of the dashboard in a real browser, and its accessibility.',
    command: ['bash', 'test/e2e/browser/run.sh'],
  },
  {
    name: 'opensearch',
    shows:
      'A cluster of three nodes: the contract of backends, and a manager that is killed while documents are written.',
    command: ['bash', 'test/opensearch/run.sh'],
  },
  {
    name: 'benchmark',
    shows: 'Cold start and code mode beside peers.',
    command: npm('bench', '--', '--only', 'cold,code-mode'),
  },
];
