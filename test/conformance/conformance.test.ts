import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unexpected } from './expected.ts';
import { type FixtureServer, startFixture } from './fixture-server.ts';
import { REVISIONS, runServerSuite } from './suite.ts';
import { passThrough, type ServedGateway } from './through-gateway.ts';

/** Scenarios that each revision's frozen set runs; fewer would mean that the suite did not get through. */
const SCENARIOS = { '2025-11-25': 33, '2026-07-28': 50 } as const;

// The part that runs with every change: what a client meets. `npm run conformance` runs all legs.
describe('the official conformance suite, through a gateway that passes tools through', () => {
  let fixture: FixtureServer;
  let gateway: ServedGateway;
  beforeAll(async () => {
    fixture = await startFixture();
    gateway = await passThrough(fixture.url);
  });
  afterAll(async () => {
    await gateway.close();
    await fixture.close();
  });

  it.each(REVISIONS)(
    'finds nothing wrong with %s that it scores',
    async (revision) => {
      const result = await runServerSuite(gateway.url, { revision });
      expect(unexpected('server', result)).toEqual([]);
      expect(result.size).toBe(SCENARIOS[revision]);
    },
    180_000,
  );
});
