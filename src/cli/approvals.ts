import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { createStoredApprovals, type StoredApproval, type StoredApprovals } from '../calling/index.ts';
import { ToolscoutError } from '../errors.ts';
import { escapeHidden, singleLine } from '../tools/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { plural } from './layout.ts';
import { readNumber } from './numbers.ts';
import { openState } from './open-state.ts';
import { openConfig } from './open-tools.ts';

interface ApprovalsOptions {
  readonly config?: string;
  readonly json?: boolean;
}

interface DecideOptions extends ApprovalsOptions {
  readonly alwaysSession?: boolean;
  readonly reason?: string;
}

interface WatchOptions extends ApprovalsOptions {
  readonly for?: string;
}

/** How often `watch` looks. */
const WATCH_MS = 500;
const MAX_WATCH_SECONDS = 7 * 24 * 3_600;
/** Shortest beginning of an id that is taken for it. */
const MIN_ID = 4;

/** `toolscout approvals`: decides on calls of a running gateway that wait for consent. */
export function registerApprovals(program: Command, io: CliIo, finish: (code: number) => void): void {
  const approvals = program
    .command('approvals')
    .description('decide on calls that wait for consent')
    .addHelpText(
      'after',
      '\nCalls wait where the section "approvals" of the configuration says so. Only calls of gateways over the same configuration, run by the same user on this machine, are found, or, with a section "state", those that share it.',
    );
  const add = (name: string, description: string): Command =>
    approvals
      .command(name)
      .description(description)
      .option('--config <file>', 'configuration of the gateway (default: toolscout.json here)')
      .option('--json', 'JSON on stdout');
  add('list', 'show the calls that wait, oldest first').action(async (options: ApprovalsOptions) =>
    finish(await withApprovals(options, io, (approvals) => list(approvals, options, io))),
  );
  add('approve <id>', 'let a call run; the beginning of its id is enough')
    .option('--always-session', 'and the same tool again, for the same reason, until the session ends')
    .action(async (id: string, options: DecideOptions) =>
      finish(
        await withApprovals(options, io, (approvals) => decide(approvals, { given: id, approved: true }, options, io)),
      ),
    );
  add('deny <id>', 'keep a call from running; the beginning of its id is enough')
    .option('--reason <text>', 'told to the model')
    .action(async (id: string, options: DecideOptions) =>
      finish(
        await withApprovals(options, io, (approvals) => decide(approvals, { given: id, approved: false }, options, io)),
      ),
    );
  add('watch', 'show calls as they come to wait, until interrupted; with --json one object a line')
    .option('--for <seconds>', 'end after this time')
    .action(async (options: WatchOptions) =>
      finish(await withApprovals(options, io, (approvals) => watch(approvals, options, io))),
    );
}

async function withApprovals(
  options: ApprovalsOptions,
  io: CliIo,
  work: (approvals: StoredApprovals) => Promise<number>,
): Promise<number> {
  const state = openState(await openConfig(options, io), io.environment);
  try {
    return await work(createStoredApprovals(state.approvals));
  } finally {
    await state.close();
  }
}

async function list(approvals: StoredApprovals, options: ApprovalsOptions, io: CliIo): Promise<number> {
  const pending = await approvals.all();
  if (options.json === true) printJson(io, { approvals: pending.map(toJson) });
  else if (pending.length === 0) io.stdout('No call waits for consent.\n');
  else for (const one of pending) print(one, io);
  return EXIT.done;
}

interface Decision {
  readonly given: string;
  readonly approved: boolean;
}

async function decide(
  approvals: StoredApprovals,
  { given, approved }: Decision,
  options: DecideOptions,
  io: CliIo,
): Promise<number> {
  const request = find(await approvals.all(), given);
  const always = options.alwaysSession === true;
  if (always && !request.mayRemember) {
    throw new ToolscoutError('USAGE', 'This call belongs to no session, so nothing can be remembered for it.', {
      next: 'Approve it without --always-session.',
    });
  }
  const answer = {
    approved,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
    ...(always ? { always } : {}),
  };
  if (!(await approvals.decideAny(request.id, answer))) throw gone(given);
  if (options.json === true) printJson(io, { id: request.id, approved, always });
  else io.stdout(`${approved ? 'Approved' : 'Denied'}: ${shown(request.text)}\n`);
  return EXIT.done;
}

async function watch(approvals: StoredApprovals, options: WatchOptions, io: CliIo): Promise<number> {
  const seconds =
    options.for === undefined
      ? Number.POSITIVE_INFINITY
      : readNumber(options.for, { flag: '--for', min: 0, max: MAX_WATCH_SECONDS, fractions: true });
  const endsAt = performance.now() + seconds * 1000;
  let known = new Set<string>();
  for (;;) {
    const pending = await approvals.all();
    for (const one of pending.filter(({ id }) => !known.has(id))) {
      if (options.json === true) printJson(io, toJson(one));
      else print(one, io);
    }
    known = new Set(pending.map(({ id }) => id));
    const left = endsAt - performance.now();
    if (left <= 0) return EXIT.done;
    await sleep(Math.min(left, WATCH_MS));
  }
}

function find(pending: readonly StoredApproval[], given: string): StoredApproval {
  const meant = pending.filter(({ id }) => id === given || (given.length >= MIN_ID && id.startsWith(given)));
  const [only] = meant;
  if (only === undefined) throw gone(given);
  if (meant.length === 1) return only;
  throw new ToolscoutError('USAGE', `${plural(meant.length, 'call')} have ids that begin with "${given}".`, {
    next: 'Write more of the id.',
  });
}

function gone(id: string): ToolscoutError {
  return new ToolscoutError('APPROVAL_NOT_FOUND', `No call waits for consent under "${singleLine(id)}".`, {
    next: 'It may be decided or over already; "toolscout approvals list" shows what waits.',
    details: { id },
  });
}

function print(request: StoredApproval, io: CliIo): void {
  const { id, text, reason, session, caller, expiresAt } = request;
  const left = Math.max(0, Math.round((expiresAt - Date.now()) / 1000));
  const from = [session === undefined ? '' : `session ${session}`, caller === undefined ? '' : `caller ${caller}`];
  io.stdout(`${id}  ${shown(text)}\n`);
  io.stdout(`  ${[shown(reason), ...from.filter((part) => part !== '').map(shown), `${left} s left`].join('; ')}\n`);
}

/** Never cut: what a person approves has to be all that runs. */
function shown(text: string): string {
  return escapeHidden(text).replaceAll('\n', '\\n');
}

function toJson({ askedAt, expiresAt, ...rest }: StoredApproval): Record<string, unknown> {
  return { ...rest, askedAt: new Date(askedAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
}
