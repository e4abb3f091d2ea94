import { failures, type Revision, type SuiteResult } from './suite.ts';

/** Scenarios that may fail, each with its reason. Nothing that the suite scores for servers is among them. */
const EXPECTED: Readonly<Record<'server' | 'client', readonly (readonly [RegExp, string])[]>> = {
  server: [
    [/^tasks-/, 'the tasks extension: not scored, and bridged neither by the fixture nor by the gateway'],
    [/^http-custom-header-server-validation$/, 'not scored (pending): the fixture lists no tool with x-mcp-header'],
  ],
  client: [],
};

/** What a client is tried in; signing in to servers with OAuth (`auth/…`) is not built yet and left out. */
export const CLIENT_SCENARIOS: Readonly<Record<Revision, readonly string[]>> = {
  '2025-11-25': [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'json-schema-2020-12-preservation',
  ],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
};

/** Failures that no reason is given for. */
export function unexpected(leg: 'server' | 'client', result: SuiteResult): string[] {
  const allowed = [...result].filter(([scenario]) => !EXPECTED[leg].some(([pattern]) => pattern.test(scenario)));
  return failures(new Map(allowed));
}
