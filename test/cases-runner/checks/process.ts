import { setTimeout as pause } from 'node:timers/promises';
import type { ServerStatus } from '../../../src/gateway/index.ts';
import type { Check } from '../case-file.ts';
import { own, shown, textsOf } from '../json.ts';
import { leavesOf, type Outcome, textOf } from '../outcome.ts';
import { isRunning } from '../product/processes.ts';
import { type CheckGroup, fails, numberOf, unmapped, type Verdict, when } from './check.ts';
import { brief, settled } from './config.ts';

/** Spellings of a state in cases → states of the product. */
const STATES: Readonly<Record<string, ServerStatus['state']>> = {
  ready: 'ready',
  running: 'ready',
  connected: 'ready',
  ok: 'ready',
  failed: 'failed',
  unavailable: 'failed',
  auth_required: 'failed',
  starting: 'starting',
};
/** A process may need this long to be gone once it was told. */
const GONE_MS = 8_000;

/** Servers as processes, and what is said of them. */
export const PROCESS_CHECKS: CheckGroup = {
  server_status: {
    fields: ['server', 'status', 'message_contains'],
    needs: ['status', 'message_contains'],
    run: async ({ server, status, message_contains: contains }, unit) => {
      if (status === 'disabled') {
        const isOff = (await unit.world.config()).disabled.some(({ name }) => name === server);
        return when(isOff, `server ${String(server)} is not switched off`);
      }
      const state = STATES[String(status)];
      if (status !== undefined && state === undefined) return unmapped(`server status ${String(status)} is not known`);
      const gateway = await unit.world.gateway();
      if (status !== undefined) await settled(unit, (one) => one.name !== server || one.state === state);
      const found = gateway.statuses().find(({ name }) => name === server);
      if (found === undefined) return fails(`there is no server ${String(server)}`);
      if (state !== undefined && found.state !== state) return fails(`${brief(found)}, not ${String(status)}`);
      const wanted = [...textsOf(contains), ...(status === 'auth_required' ? ['authentication'] : [])];
      const missing = wanted.filter((text) => found.message?.includes(text) !== true);
      return when(missing.length === 0, () => `${brief(found)} does not say ${shown(missing)}`);
    },
  },
  spawn_count_le: {
    fields: ['server', 'value', 'n'],
    run: async (check, unit) => {
      const gateway = await unit.world.gateway();
      const status = gateway.statuses().find(({ name }) => name === check.server);
      const limit = numberOf(check, 'value', 'n');
      if (status === undefined || limit === undefined) return unmapped('names no server of this case, or no number');
      return when(status.restarts + 1 <= limit, `${status.restarts + 1} starts`);
    },
  },
  process_alive: {
    fields: ['server'],
    run: async ({ server }, unit, { crashes }) => {
      if (crashes.length > 0) return fails(`the process would have ended: ${crashes[0]}`);
      const dead = leavesOf(unit).find(({ exit, op }) => op === 'gateway_raw' && exit?.alive === false);
      if (dead !== undefined) return fails(`the gateway ended with ${String(dead.exit?.code ?? dead.exit?.signal)}`);
      if (server === undefined) return when(true, '');
      const status = (await unit.world.gateway()).statuses().find(({ name }) => name === server);
      return when(status?.pid !== undefined && isRunning(status.pid), `server ${String(server)} does not run`);
    },
  },
  process_gone: {
    fields: ['server'],
    run: async ({ server }, unit) => {
      if (server !== undefined) return unmapped('process_gone of one server: not known to the runner');
      return when(await gone([...unit.world.seenPids]), 'a process of the gateway still runs');
    },
  },
  no_leftover_process: {
    fields: [],
    run: async (_check, _unit, context) => {
      const left = await context.leftoverProcesses();
      return when(left.length === 0, `left over: ${left.join(', ')}`);
    },
  },
  log_names: {
    fields: ['server', 'contains', 'strings'],
    needs: ['server', 'contains', 'strings'],
    run: ({ server, contains, strings }, unit) => {
      const parts = textsOf(contains ?? strings);
      const { lines } = unit.world.log;
      const found = lines.some(
        ({ server: of, text }) =>
          (server === undefined || of === server || text.includes(String(server))) &&
          parts.every((part) => text.includes(part)),
      );
      return when(found, () => `no line of ${lines.length} names ${shown({ server, parts })}`);
    },
  },
  not_in_logs: {
    fields: ['strings'],
    needs: ['strings'],
    run: ({ strings }, unit) => {
      const found = textsOf(strings).filter((text) => unit.world.log.lines.some((line) => line.text.includes(text)));
      return when(found.length === 0, () => `${shown(found)} is in the log`);
    },
  },
  protocol_stream_clean: {
    fields: [],
    run: (_check, unit) => {
      const written = leavesOf(unit).find(({ op, lines = [] }) => op === 'code' && lines.length > 0);
      if (written !== undefined) return fails(`a snippet wrote to stdout: ${shown(written.lines)}`);
      const streams = leavesOf(unit).filter(({ op }) => op === 'gateway_raw' || op === 'code');
      if (streams.length === 0) return unmapped('no step shows the protocol stream');
      const dirty = streams.flatMap(({ lines = [] }) => lines).find((line) => !isMessage(line));
      return when(dirty === undefined, () => `${shown(dirty)} is no JSON-RPC message`);
    },
  },
  probe_le: probe((actual, value) => actual <= value),
  probe_ge: probe((actual, value) => actual >= value),
  probe_eq: probe((actual, value) => actual === value),
  probe_len_ge: probe((actual, value) => actual >= value, true),
  probe_len_le: probe((actual, value) => actual <= value, true),
  probe_len_eq: probe((actual, value) => actual === value, true),
};

/** Compares a counter that the server itself kept, or the length of one of its lists. */
function probe(holds: (actual: number, value: number) => boolean, length = false): CheckGroup[string] {
  return {
    fields: ['key', 'value'],
    run: (check: Check, unit: Outcome): Verdict => {
      const value = numberOf(check, 'value');
      if (value === undefined) return unmapped('the value is no number');
      let counters: unknown;
      try {
        counters = JSON.parse(textOf(unit));
      } catch {
        return fails(`${shown(textOf(unit))} are no counters`);
      }
      const counter = own(counters, String(check.key));
      const actual = length && Array.isArray(counter) ? counter.length : counter;
      if (typeof actual !== 'number') return fails(`${String(check.key)} is ${shown(counter)}`);
      return when(holds(actual, value), `${String(check.key)} is ${actual}`);
    },
  };
}

function isMessage(line: string): boolean {
  try {
    return own(JSON.parse(line), 'jsonrpc') === '2.0';
  } catch {
    return false;
  }
}

/** Are they all gone, at once or in a moment? */
export async function gone(pids: readonly number[]): Promise<boolean> {
  const deadline = Date.now() + GONE_MS;
  while (pids.some(isRunning)) {
    if (Date.now() > deadline) return false;
    await pause(100);
  }
  return true;
}
