import { describe, expect, it } from 'vitest';
import { readSearchRefusal } from './refusals.ts';

describe('refusals of the Responses API', () => {
  it.each([
    ["Invalid Value: 'tools.defer_loading'. Deferred tools require tools.tool_search.", 'without-search'],
    ["Invalid value: 'tool_search'. Supported values are: 'function', 'web_search'.", 'not-supported'],
    ["Unknown parameter: 'tools[0].defer_loading'.", 'not-supported'],
    ["Invalid value: 'namespace' for tools[3].type.", 'not-supported'],
    ["Namespace 'crm' is already defined.", 'repeated'],
    ['No tool output found for function call call_1.', undefined],
    ["Invalid 'tools': array too long.", undefined],
  ])('are read by what they mean: %s', (message, reason) => {
    expect(readSearchRefusal(400, { error: { message } })).toBe(reason);
    expect(readSearchRefusal(500, { error: { message } })).toBeUndefined();
  });
});
