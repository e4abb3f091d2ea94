import { createInterface } from 'node:readline/promises';

/** Asks on stderr, since stdout may be a pipe. No answer (end of input, or the signal came first) is no. */
export async function askOnTerminal(question: string, signal?: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const giveUp = (): void => lines.close();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const noAnswer = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(question), noAnswer]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    signal?.removeEventListener('abort', giveUp);
    lines.close();
  }
}
