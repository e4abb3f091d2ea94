import { isObject } from '../../shared/json.ts';
import { describeType, type EntryReport, readText, readTextList } from './fields.ts';
import type { RawOAuth } from './format.ts';

/** How clients spell the parts, without case and punctuation. */
const PARTS: Readonly<Record<string, keyof RawOAuth>> = {
  clientid: 'clientId',
  clientsecret: 'clientSecret',
  clientmetadataurl: 'clientMetadataUrl',
  scope: 'scopes',
  scopes: 'scopes',
  metadataurl: 'metadataUrl',
  authservermetadataurl: 'metadataUrl',
  resource: 'resource',
  callbackport: 'callbackPort',
  account: 'account',
};

/**
 * How to sign in to a server: `{"clientId": …}` of our own file, Claude Code, VS Code, Gemini CLI and OpenCode,
 * `{"CLIENT_ID": …}` of Cursor, `client_id` of Codex. Parts that only steer a client's own sign-in are left out.
 */
export function readOAuth(value: unknown, key: string, report: EntryReport): RawOAuth | undefined {
  if (value === true) return {};
  if (!isObject(value)) {
    return report.error(key, `${key} must be an object such as {"clientId": …}, or false, not ${describeType(value)}`);
  }
  const parts = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const part = PARTS[name.toLowerCase().replace(/[^a-z]/g, '')];
    if (part === undefined || given === null) return [];
    const read = readPart(part, given, `${key}.${name}`, report);
    return read === undefined ? [] : [[part, read]];
  });
  return Object.fromEntries(parts);
}

/** Scopes, as a list or as OAuth writes them: one text with blanks. */
export function readScopes(value: unknown, field: string, report: EntryReport): string[] | undefined {
  const list = typeof value === 'string' ? value.split(/\s+/).filter((one) => one !== '') : undefined;
  return list ?? readTextList(value, field, report);
}

function readPart(part: keyof RawOAuth, value: unknown, field: string, report: EntryReport): unknown {
  switch (part) {
    case 'scopes':
      return readScopes(value, field, report);
    case 'callbackPort':
      if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535) return value;
      return report.error(field, `${field} must be a port, a whole number from 1 to 65535`);
    case 'account':
      if (value === 'own' || value === 'shared') return value;
      return report.error(field, `${field} must be "own" or "shared"`);
    default:
      return readText(value, field, report);
  }
}
