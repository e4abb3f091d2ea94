import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { listOf, shown, toJson } from '../json.ts';
import { leavesOf, type Outcome } from '../outcome.ts';
import type { RecordedCall } from '../product/recorder.ts';
import { type CheckGroup, fails, HOLDS, numberOf, sameJson, unmapped, when } from './check.ts';

/** What snippets did, and what they must not have come to. */
export const CODE_CHECKS: CheckGroup = {
  no_escape: {
    fields: [],
    run: (_check, unit, { crashes }) => {
      const snippets = snippetsOf(unit);
      if (snippets.length === 0) return unmapped('no step runs a snippet');
      if (crashes.length > 0) return fails(`uncaught: ${shown(crashes[0])}`);
      const { connections } = unit.world.recorder;
      if (connections.length > 0) return fails(`connections were opened: ${connections.join('; ')}`);
      for (const snippet of snippets) {
        // Where no sandbox ran, nothing was shown.
        if (snippet.answer === undefined) return fails(`step ${snippet.path} did not run: ${shown(snippet.value)}`);
        const found = hostTrace(snippet.answer);
        if (found !== undefined) return fails(`step ${snippet.path} holds ${found}: ${shown(snippet.answer, 400)}`);
      }
      return HOLDS;
    },
  },
  calls_exclude_after: {
    fields: ['wait_ms', 'arguments'],
    needs: ['arguments'],
    run: async (check, unit) => {
      await pause(numberOf(check, 'wait_ms') ?? 0);
      const late = callsOf(unit).find((call) => listOf(check.arguments).some((args) => sameJson(args, call.arguments)));
      return when(late === undefined, () => `there was a call after the end: ${shown(late)}`);
    },
  },
  calls_logged_complete: {
    fields: [],
    run: (_check, unit) => {
      const snippets = snippetsOf(unit);
      if (snippets.length === 0) return unmapped('no step runs a snippet');
      const verdicts = snippets.map(missingInLog).filter((one) => one !== undefined);
      return when(verdicts.length === 0, () => verdicts.join('; '));
    },
  },
};

export function snippetsOf(unit: Outcome): readonly Outcome[] {
  return leavesOf(unit).filter(({ op }) => op === 'code');
}

function callsOf(unit: Outcome): readonly RecordedCall[] {
  return unit.world.recorder.calls.filter(({ step }) => step === unit.path || step.startsWith(unit.path));
}

/** A call that reached a tool and is in no list of the answer. */
function missingInLog({ answer, path, world }: Outcome): string | undefined {
  const logged = [...(answer?.calls ?? []).map(({ tool }) => tool), ...(answer?.unfinished ?? [])];
  for (const { server, tool } of world.recorder.calls.filter(({ step }) => step === path)) {
    const at = logged.findIndex((id) => id.endsWith(`${server}:${tool}`));
    if (at < 0) return `step ${path} does not list its call of ${server}/${tool}`;
    logged.splice(at, 1);
  }
  return undefined;
}

/** Names that the language does not have and hosts do. */
const HOST_GLOBALS = [
  'process',
  'require',
  'module',
  'Buffer',
  'fetch',
  'WebAssembly',
  'Worker',
  'setTimeout',
  'navigator',
];
const MIN_SECRET = 8;

/** Something of this machine in what a snippet gave back. */
function hostTrace(answer: unknown): string | undefined {
  const text = toJson(answer);
  const variable = Object.entries(process.env).find(
    ([, value = '']) => value.length >= MIN_SECRET && text.includes(value),
  );
  if (variable !== undefined) return `the variable ${variable[0]}`;
  for (const file of ['/etc/passwd', '/etc/hostname']) {
    const content = contentOf(file);
    if (content.length >= 4 && text.includes(content)) return `the content of ${file}`;
  }
  if (text.includes(process.version) || text.includes(process.execPath)) return 'the Node of the host';
  const { value } = answer as { value?: unknown };
  if (value === process.pid || value === process.ppid) return 'a process id';
  const names = Array.isArray(value) ? value : [];
  return HOST_GLOBALS.find((name) => names.includes(name));
}

/** Its first line, as it would stand in JSON. */
function contentOf(file: string): string {
  try {
    return JSON.stringify(readFileSync(file, 'utf8').split('\n')[0]).slice(1, -1);
  } catch {
    return '';
  }
}
