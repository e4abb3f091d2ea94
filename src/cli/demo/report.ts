import { singleLine } from '../../tools/index.ts';
import { clip, count, pad, plural } from '../layout.ts';
import type { DemoExchange, DemoStep, DemoTask } from './tasks.ts';
import type { TokenBill } from './token-bill.ts';

/** Result of the demo: the contract that scripts rely on, with more beside it. */
export interface DemoReport {
  readonly ok: boolean;
  readonly servers: number;
  readonly tools: number;
  readonly steps: readonly DemoStep[];
  readonly tokens: TokenBill;
  readonly killed?: { readonly server: string; readonly othersAnswer: boolean; readonly said: string };
}

export function renderWelcome(servers: number, tools: number, protocolVersion: string): string {
  return `${plural(servers, 'server')} with ${plural(tools, 'tool')} behind one gateway; the client (MCP ${protocolVersion}) sees three tools.\n`;
}

export function renderTask(task: DemoTask, { steps }: DemoExchange, columns: number): string {
  const [search, describe, call] = steps;
  const line = (label: string, ok: boolean | undefined, text: string) =>
    clip(`  ${ok === true ? '✓' : '✗'} ${pad(label, 9)}${singleLine(text)}`, columns);
  return [
    '',
    clip(`“${task.query}”`, columns),
    line('search', search?.ok, `${search?.name ?? 'nothing'} (${search?.verdict ?? ''})`),
    line('describe', describe?.ok, describe?.signature ?? ''),
    line('call', call?.ok, call?.reply ?? ''),
    '',
  ].join('\n');
}

export function renderKilled(killed: NonNullable<DemoReport['killed']>, columns: number): string {
  return [
    '',
    `Then the process of "${killed.server}" was killed.`,
    clip(
      `  ${killed.othersAnswer ? '✓' : '✗'} ${killed.othersAnswer ? 'the other servers answer as before' : 'the other servers do not answer'}`,
      columns,
    ),
    clip(`  ✓ the next search says: ${killed.said}`, columns),
    '',
  ].join('\n');
}

export function renderTokens({ tokens, ok }: DemoReport): string {
  const how = tokens.exact ? 'o200k tokens' : 'tokens, estimated';
  const saved = 100 * (1 - tokens.bridge / tokens.direct);
  return [
    '',
    `Every schema in the prompt  ${count(tokens.direct).padStart(8)} ${how}, on every request`,
    `The three bridge tools      ${count(tokens.bridge).padStart(8)}  (${saved.toFixed(1)} % less)`,
    `All answers read above      ${count(tokens.answers).padStart(8)}  once`,
    '',
    ok
      ? 'Next: "toolscout init" finds your own servers, "toolscout install CLIENT" puts the gateway into a client.'
      : 'Something did not work; see the lines marked ✗.',
    '',
  ].join('\n');
}
