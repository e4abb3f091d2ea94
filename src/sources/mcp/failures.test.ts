import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { describeRemoteFailure, httpStatus, networkCode, safeText } from './failures.ts';

const SPEC = {
  kind: 'http',
  url: 'https://user:pass@example.test/mcp?key=in-the-query#part',
  headers: { Authorization: 'Bearer top-secret', 'X-Short': 'on' },
} as const;

describe('failures of remote servers', () => {
  it('find the status and the system code however deep they are wrapped', () => {
    const http = new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'x', { status: 418 });
    expect(httpStatus(new Error('outer', { cause: new Error('inner', { cause: http }) }))).toBe(418);
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    expect(networkCode(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED');
    expect(networkCode(Object.assign(new Error('x'), { code: 'CONNECTION_CLOSED' }))).toBeUndefined();
    expect([httpStatus('text'), networkCode(undefined)]).toEqual([undefined, undefined]);
  });

  it('say why fetch failed, where that has no code either', () => {
    const refused = new TypeError('fetch failed', { cause: new Error('bad port') });
    expect(describeRemoteFailure(SPEC, new Error('outer', { cause: refused }))).toBe(
      'https://example.test/mcp: bad port',
    );
  });

  it('never show header values, credentials or the query', () => {
    const echo = new Error('you sent Authorization: Bearer top-secret, that is top-secret');
    expect(safeText(SPEC, echo.message)).toBe('you sent Authorization: ***, that is ***');
    expect(describeRemoteFailure(SPEC, echo)).toContain('https://example.test/mcp: you sent');
    expect(describeRemoteFailure(SPEC, echo)).not.toMatch(/pass|in-the-query|top-secret/);
  });
});
