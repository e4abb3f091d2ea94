import { describe, expect, it } from 'vitest';
import { sessionOf } from './session-name.ts';

const named = (name: string) =>
  sessionOf({ http: { req: new Request('http://x', { headers: { 'toolscout-session': name } }) } });

describe('the session of a request over HTTP', () => {
  it('is that of the protocol, by a name that does not open it', () => {
    const name = sessionOf({ sessionId: 'b8a0c1d2-secret' });
    expect(name).toMatch(/^http-[0-9a-f]{16}$/);
    expect(name).toBe(sessionOf({ sessionId: 'b8a0c1d2-secret' }));
    expect(name).not.toBe(sessionOf({ sessionId: 'b8a0c1d2-other' }));
  });

  it('is the one that the client names, where the protocol has none', () => {
    expect(named('agent-7')).toBe('client-agent-7');
    expect(named('two words')).toMatch(/^client-[0-9a-f]{16}$/);
    expect(named('x'.repeat(5_000))).toHaveLength('client-'.length + 16);
  });

  it('is none where nobody says so', () => {
    expect(sessionOf({})).toBeUndefined();
    expect(named(' ')).toBeUndefined();
    expect(sessionOf({ http: { req: new Request('http://x') } })).toBeUndefined();
  });
});
