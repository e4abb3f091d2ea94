import { describe, expect, it } from 'vitest';
import { mendHandshake } from './mend-handshake.ts';

const SOUND = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true }, experimental: { x: {} } },
  serverInfo: { name: 'a', version: '1', title: 'A', websiteUrl: 'https://a.test' },
  instructions: 'Use it.',
  _meta: { a: 1 },
};

describe('the answer to a handshake', () => {
  it('stays what it is where it is sound', () => {
    expect(mendHandshake(SOUND)).toEqual(SOUND);
  });

  it('loses what is odd, and nothing else', () => {
    const odd = {
      protocolVersion: 7,
      capabilities: { tools: true, prompts: null, resources: { subscribe: 'yes', listChanged: false }, logging: 'on' },
      serverInfo: { name: 'n'.repeat(1000), version: 2.5, icons: 'none', title: 3 },
      instructions: ['a'],
      _meta: 'x',
      more: 1,
    };
    expect(mendHandshake(odd)).toEqual({
      protocolVersion: 7,
      capabilities: { tools: {}, resources: { listChanged: false } },
      serverInfo: { name: expect.stringMatching(/^n{199}…$/), version: '2.5' },
      more: 1,
    });
  });

  it.each([[{}], [{ capabilities: [], serverInfo: 'me' }], [{ capabilities: null, serverInfo: null }]])(
    'is there where next to nothing is: %j',
    (given) => {
      expect(mendHandshake(given)).toEqual({ capabilities: {}, serverInfo: { name: '', version: '' } });
    },
  );
});
