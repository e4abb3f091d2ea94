import type { ClientConfigFormat, ClientId } from '../format.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { CLAUDE_DESKTOP } from './claude-desktop.ts';
import { CODEX } from './codex.ts';
import { CURSOR } from './cursor.ts';
import { GEMINI_CLI } from './gemini-cli.ts';
import { OPENCODE } from './opencode.ts';
import { VS_CODE } from './vs-code.ts';
import { WINDSURF } from './windsurf.ts';

/** All clients, in the order in which their files are looked at. */
export const CLIENT_FORMATS: readonly ClientConfigFormat[] = [
  CURSOR,
  CLAUDE_CODE,
  CLAUDE_DESKTOP,
  CODEX,
  WINDSURF,
  OPENCODE,
  VS_CODE,
  GEMINI_CLI,
];

export const CLIENT_IDS: readonly ClientId[] = CLIENT_FORMATS.map((format) => format.id);

/** The format of a client, or undefined for a name that is none. */
export function clientFormat(id: string): ClientConfigFormat | undefined {
  return CLIENT_FORMATS.find((format) => format.id === id);
}
