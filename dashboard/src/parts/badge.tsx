import type { JSX, ReactNode } from 'react';

export type Tone = 'good' | 'sure' | 'warn' | 'bad' | 'idle';

const TONES: Readonly<Record<string, Tone>> = {
  exact: 'sure',
  confident: 'good',
  ambiguous: 'warn',
  none: 'idle',
  failed: 'bad',
  ok: 'good',
  approved: 'good',
  ready: 'good',
  error: 'bad',
  refused: 'warn',
  deny: 'bad',
  denied: 'bad',
  'timed-out': 'warn',
  cancelled: 'idle',
  ask: 'warn',
  starting: 'warn',
  closed: 'idle',
  strong: 'good',
  weak: 'idle',
};

/** How good or bad a verdict, an outcome or a state is. */
export function toneOf(word: string): Tone {
  return TONES[word] ?? 'idle';
}

/** A word with its colour; the word alone says it, too. */
export function Badge({ word, children }: { readonly word: string; readonly children?: ReactNode }): JSX.Element {
  return <span className={`badge tone-${toneOf(word)}`}>{children ?? word}</span>;
}

/** A tool under its own name, with its server. */
export function ToolName({ id }: { readonly id: string }): JSX.Element {
  const [kind = '', server = '', ...rest] = id.split(':');
  if (rest.length === 0) return <span className="tool-name">{id}</span>;
  return (
    <span className="tool-name" title={id}>
      <span className="tool-server">{kind === 'mcp' ? server : `${kind} ${server}`}</span> {rest.join(':')}
    </span>
  );
}
