import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Task, taskModel } from './model.ts';
import { type Endpoint, startEndpoint } from './start-endpoint.ts';

export const FREQUENT: string[] = ['office__clock'];

export const INVOICE: Task = {
  tool: 'office__create_invoice',
  query: 'create an invoice',
  arguments: { customer: 'ACME', amount: 10 },
  done: 'create_invoice {"customer"',
};

export const LETTER: Task = {
  tool: 'office__send_letter',
  query: 'send a letter by post',
  arguments: { to: 'ACME', text: 'Grüße 👋🏽.' },
  done: 'send_letter {"to"',
};

/** The last of a catalog of thousands. */
export const FAR: Task = { tool: 'office__tool_11987', query: 'tool_11987', arguments: {}, done: 'tool_11987 {}' };

/** What the server is asked where a model does both. */
export const BOTH: { readonly name: string; readonly arguments: Task['arguments'] }[] = [
  { name: 'create_invoice', arguments: INVOICE.arguments },
  { name: 'send_letter', arguments: LETTER.arguments },
];

/** One endpoint for all tests of a file, with nothing asked before each. */
export function officeEndpoint(take: (endpoint: Endpoint) => void): void {
  let endpoint: Endpoint;
  beforeAll(async () => {
    endpoint = await startEndpoint(taskModel());
    take(endpoint);
  });
  afterAll(() => endpoint.close());
  beforeEach(() => {
    endpoint.requests.length = 0;
    endpoint.refusals.length = 0;
  });
}
