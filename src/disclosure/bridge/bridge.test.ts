import { describe, expect, it } from 'vitest';
import { createCallPath } from '../../calling/index.ts';
import { createCatalog } from '../../tools/index.ts';
import { createBridge } from './bridge.ts';

const CATALOG = createCatalog(
  [
    ['github', 'create_issue'],
    ['github', 'close_issue'],
    ['gitlab', 'close_issue'],
  ].map(([server, name]) => ({ source: { kind: 'mcp', name: server! }, definition: { name: name! } })),
);
const bridge = createBridge({
  defaultLimit: 5,
  maxLimit: 20,
  callPath: createCallPath({ execute: async () => ({ content: [] }) }),
});

describe('describing several tools at once', () => {
  it('loses none over names that mean no tool or several', () => {
    const names = ['github__close_issue', 'create_isue', 'create_issue', 'close_issue'];
    expect(bridge.describe(CATALOG, { names })).toMatchObject({
      tools: [{ name: 'github__close_issue' }, { name: 'github__create_issue' }],
      missing: [
        { name: 'create_isue', similar: ['github__create_issue'] },
        { name: 'close_issue', similar: ['github__close_issue', 'gitlab__close_issue'] },
      ],
    });
    expect(bridge.describe(CATALOG, { names: ['create_issue'] })).not.toHaveProperty('missing');
  });

  it('fails where none of them is a tool', () => {
    expect(() => bridge.describe(CATALOG, { names: ['create_isue', 'x'] })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_TOOL' }),
    );
  });
});
