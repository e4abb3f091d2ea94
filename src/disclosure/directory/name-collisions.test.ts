import { describe, expect, it } from 'vitest';
import { createCatalog, type SourceKind, type ToolEntry } from '../../tools/index.ts';
import { findNameCollisions, nameCollisionError } from './name-collisions.ts';

const entry = (kind: SourceKind, server: string, name: string): ToolEntry => ({
  source: { kind, name: server },
  definition: { name },
});
const collisionsOf = (...entries: ToolEntry[]) =>
  findNameCollisions(createCatalog(entries).tools).map(({ name, client, other }) => [name, client.id, other?.id]);

describe('findNameCollisions', () => {
  it('finds client tools under the name of a catalog tool, which the catalog itself has renamed', () => {
    const entries = [
      entry('client', 'app', 'github__create_issue'),
      entry('mcp', 'github', 'create_issue'),
      entry('client', 'app', 'read_file'),
      entry('core', '', 'read_file'),
    ];
    const expected = [
      ['github__create_issue', 'client:app:github__create_issue', 'mcp:github:create_issue'],
      ['read_file', 'client:app:read_file', 'core::read_file'],
    ];
    expect(collisionsOf(...entries)).toEqual(expected);
    expect(collisionsOf(...[...entries].reverse())).toEqual(expected);
  });

  it('finds client tools under the name of a bridge tool, or of another client’s tool', () => {
    expect(
      collisionsOf(entry('client', 'app', 'tool_call'), entry('client', 'app', 'open'), entry('client', 'ide', 'open')),
    ).toEqual([
      ['open', 'client:app:open', 'client:ide:open'],
      ['tool_call', 'client:app:tool_call', undefined],
    ]);
  });

  it('has nothing against the same operation on two servers, or a client tool with a server’s bare name', () => {
    expect(
      collisionsOf(
        entry('mcp', 'a', 'send'),
        entry('mcp', 'b', 'send'),
        entry('client', 'app', 'send'),
        entry('core', '', 'tool_search'),
      ),
    ).toEqual([]);
  });

  it('becomes an error that names both', () => {
    const { tools } = createCatalog([entry('client', 'app', 'read_file'), entry('core', '', 'read_file')]);
    expect(nameCollisionError(findNameCollisions(tools))).toMatchObject({
      code: 'NAME_COLLISION',
      message:
        'In directory mode a name must mean one tool: "read_file" is both client:app:read_file and core::read_file.',
      next: expect.stringContaining('Rename'),
      details: { collisions: [{ name: 'read_file', client: 'client:app:read_file', other: 'core::read_file' }] },
    });
  });
});
