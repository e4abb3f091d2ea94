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

/** Tests that are steps of their own, so that they can be run alone. */
const DURABILITY = ['test/durability', 'test/index-store', 'src/backends/local/index-store'];
const SOAK = ['test/operations/soak.test.ts'];
const LEAKS = ['test/leaks'];
const FUZZ = ['test/fuzz', 'src/sandbox/protocol-fuzz.test.ts'];

const vitest = (...args: string[]): [string, ...string[]] => ['npx', 'vitest', 'run', ...args];

/** In the order in which they run: cheap ones first, so that what is broken shows early. */
export const PROOF_STEPS: readonly ProofStep[] = [
  { name: 'check', shows: 'Style, types and unused code.', command: npm('check') },
  { name: 'build', shows: 'The package builds.', command: npm('build') },
  {
    name: 'tests',
    shows: 'Every other test, with the samples of CI run whole, as 5,000 calls of chaos.',
    command: vitest(...[...LEAKS, ...DURABILITY, ...SOAK, ...FUZZ].flatMap((path) => ['--exclude', `${path}{,/**}`])),
    env: { PROOF: '1' },
  },
  {
    name: 'leaks',
    shows:
      'Nobody learns of the tools of others: ten tenants by every way under every kind of rights, sessions, snippets, an index.',
    command: vitest(...LEAKS),
    env: { PROOF: '1' },
  },
  {
    name: 'durability',
    shows:
      'Indexes, logs, keys and state: 200 kills while an index is updated, full disks, 1,000 torn and flipped bits, several writers at once.',
    command: vitest(...DURABILITY),
    env: { PROOF: '1' },
  },
  {
    name: 'fuzz',
    shows:
      'Whatever is read gives a result or an error with a code: files, requests, frames, names, filters, images, the pipe of code mode; the schemas are in "tests".',
    command: vitest(...FUZZ),
    env: { TOOLSCOUT_FUZZ: 'full' },
  },
  {
    name: 'soak',
    shows: 'An hour of sessions, calls and reloads: memory is flat, and no handle or process is left.',
    command: vitest(...SOAK),
    env: { PROOF: '1' },
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
    name: 'replicas',
    shows: 'Two gateways as one over a real store server, of which one is killed.',
    command: ['bash', 'test/replicas/run.sh'],
  },
  {
    name: 'benchmark',
    shows: 'Cold start and code mode beside peers.',
    command: npm('bench', '--', '--only', 'cold,code-mode'),
  },
  {
    name: 'mutation',
    shows:
      'At least 80 % of the changes to calls, tools and filters are noticed by the tests beside them. Takes hours.',
    command: npm('mutation'),
  },
];
