import { failures, type SuiteResult } from './suite.ts';

/** Scenarios that may fail, each with its reason. Nothing that the suite scores for servers is among them. */
const EXPECTED: Readonly<Record<'server' | 'client', readonly (readonly [RegExp, string])[]>> = {
  server: [
    [/^tasks-/, 'the tasks extension: not scored, and bridged neither by the fixture nor by the gateway'],
    [/^http-custom-header-server-validation$/, 'not scored (pending): the fixture lists no tool with x-mcp-header'],
  ],
  client: [[/^auth\//, 'signing in to servers with OAuth is a matter of its own and not built yet']],
};

/** Failures that no reason is given for. */
export function unexpected(leg: 'server' | 'client', result: SuiteResult): string[] {
  const allowed = [...result].filter(([scenario]) => !EXPECTED[leg].some(([pattern]) => pattern.test(scenario)));
  return failures(new Map(allowed));
}
