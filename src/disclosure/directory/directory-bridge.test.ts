import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import { bridgeTools } from '../bridge/definitions.ts';
import { directoryBridgeTools } from './directory-bridge.ts';

const catalogOf = (servers: number, each: number) =>
  createCatalog(
    Array.from({ length: servers * each }, (_, index) => ({
      source: { kind: 'mcp' as const, name: `server${index % servers}` },
      definition: { name: `action_${index}`, description: `Does the action number ${index} for you.` },
    })),
  );

describe('directoryBridgeTools', () => {
  it('puts the directory into the search tool’s description and leaves the rest as it is', () => {
    const catalog = catalogOf(2, 3);
    const [search, ...rest] = directoryBridgeTools(catalog);
    const [plain, ...others] = bridgeTools(catalog);
    expect(rest).toEqual(others);
    expect({ ...search, description: '' }).toEqual({ ...plain, description: '' });
    expect(search!.description).toMatch(/^Find tools .* 6 tools in all\. .*<\/tool_directory>$/s);
    expect(search!.description).toContain('- server0__action_0 "Does the action number 0 for you"');
  });

  it.each([
    [2, 3],
    [5, 40],
    [60, 40],
    [400, 2],
  ])('is never longer than hosts show: %i servers of %i tools', (servers, each) => {
    const catalog = catalogOf(servers, each);
    const [search] = directoryBridgeTools(catalog);
    expect(search!.description.length).toBeLessThanOrEqual(2_048);
    expect(search!.description.length).toBeGreaterThan(600);
    const [short] = directoryBridgeTools(catalog, { maxLength: 600 });
    expect(short!.description.length).toBeLessThanOrEqual(600);
  });

  it('is the plain bridge where there is nothing to list', () => {
    expect(directoryBridgeTools(createCatalog([]))).toEqual(bridgeTools(createCatalog([])));
  });
});
