import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toCallFailure } from '../../calling/index.ts';
import { Gateway } from '../gateway.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { AuditLog, type AuditRecord } from './audit-log.ts';

describe('the audit log', () => {
  let folder: string;
  let file: string;
  const open: Gateway[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolscout-audit-'));
    file = join(folder, 'deep', 'audit.jsonl');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((gateway) => gateway.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  const gatewayWith = (more: Partial<GatewayOptions> = {}): Gateway => {
    const gateway = new Gateway({
      servers: [],
      entries: ['read', 'write'].map((name) => ({ source: { kind: 'mcp', name: 'notes' }, definition: { name } })),
      execute: async () => ({ content: [] }),
      audit: new AuditLog({ file }),
      ...more,
    });
    open.push(gateway);
    gateway.start();
    return gateway;
  };
  const records = (): AuditRecord[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditRecord);

  it('has the record of a call before the tool is asked, and its end before the answer is out', async () => {
    let seen: AuditRecord[] = [];
    const gateway = gatewayWith({
      session: { agent: 'writer' },
      execute: async () => {
        seen = records();
        return { content: [], isError: true };
      },
    });
    await gateway.call({ name: 'notes__write', arguments: { text: 'private' } }, { session: 's1', entrance: 'bridge' });
    expect(seen).toMatchObject([
      {
        event: 'begin',
        session: 's1',
        scope: { agent: 'writer' },
        via: 'bridge',
        tool: 'mcp:notes:write',
        server: 'notes',
        name: 'write',
        decision: 'allow',
      },
    ]);
    expect(records()[1]).toMatchObject({ event: 'end', call: seen[0]?.call, outcome: 'tool-error', ran: true });
    expect(readFileSync(file, 'utf8')).not.toContain('private');
  });

  it('has what was refused, and what meant no tool', async () => {
    const gateway = gatewayWith({ callPolicies: [({ tool }) => tool.originalName !== 'write' || 'not today'] });
    await gateway.call({ name: 'notes__write', arguments: {} }).catch(toCallFailure);
    await gateway.call({ name: 'nobody_has_this', arguments: {} }).catch(toCallFailure);
    expect(records()).toMatchObject([
      { event: 'end', tool: 'mcp:notes:write', decision: 'deny', outcome: 'refused', code: 'NOT_ALLOWED', ran: false },
      { event: 'end', reference: 'nobody_has_this', outcome: 'refused', code: 'UNKNOWN_TOOL' },
    ]);
  });

  it('lets no call run that it cannot record', async () => {
    writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
    let ran = false;
    const gateway = gatewayWith({
      execute: async () => {
        ran = true;
        return { content: [] };
      },
    });
    const failure = await gateway.call({ name: 'notes__read', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'FILE_NOT_WRITTEN', ran: false });
    expect(ran).toBe(false);
  });

  it('goes on after a line that was left unfinished, and takes nothing out', async () => {
    file = join(folder, 'audit.jsonl');
    writeFileSync(file, '{"v":1}\n{"torn');
    const gateway = gatewayWith({ audit: new AuditLog({ file, sync: true }) });
    await gateway.call({ name: 'notes__read', arguments: {} });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual(['{"v":1}', '{"torn']);
    expect(lines.slice(2).map((line) => (JSON.parse(line) as AuditRecord).event)).toEqual(['begin', 'end']);
  });

  it('has a call that was over its rate as refused', async () => {
    const gateway = gatewayWith({ limits: { calls: { perMinute: 1, burst: 1 } } });
    await gateway.call({ name: 'notes__read', arguments: {} });
    const failure = await gateway.call({ name: 'notes__read', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', ran: false });
    expect(records().at(-1)).toMatchObject({ event: 'end', code: 'RATE_LIMITED', outcome: 'refused' });
    expect(gateway.metrics()).toContain('toolscout_rate_limited_total 1\n');
  });
});
