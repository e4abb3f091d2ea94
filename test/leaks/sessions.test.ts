import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import type { FailedServer, GatewayOptions } from '../../src/gateway/index.ts';
import { observe, openSubject, type Subject, toText } from './observe.ts';
import { type Rights, registry } from './registries.ts';

/**
 * SPEC C6 as a property: whatever is hidden from a caller, every output is byte for byte that of a gateway which never
 * held it. The hidden tools are made to show through; see `registries.ts`.
 */
const embedder = createBuiltInEmbedder();
/** A minute on a slow machine, and still thousands of comparisons. */
const RUNS = 24;
const PATIENCE_MS = 240_000;

/** Ways to show tools to a model; each has texts of its own about what there is. */
const FACES: readonly Partial<GatewayOptions>[] = [
  {},
  { mode: 'directory', directoryMaxCharacters: 700 },
  { expose: 'tools' },
  { pinned: ['export_salaries', 'create_invoice', 'hr__list_user'] },
  { profile: 'mode' },
  { profile: 'bridge-batch' },
  { maxResultBytes: 20 },
];

async function report(subject: Subject): Promise<string> {
  try {
    const before = subject.events.list().length;
    const seen = await observe(subject.view);
    return toText([seen, subject.events.list().slice(before)]);
  } finally {
    await subject.close();
  }
}

/** Servers that do not run; one of them is hidden where rights are those to servers. */
const down = (rights: Rights, isHidden: boolean): { readonly failed: readonly FailedServer[] } => ({
  failed: ['desk', 'hr', 'shop-eu']
    .filter((name) => !(isHidden && rights === 'servers' && name !== 'desk'))
    .map((name) => ({ name, message: `${name} is not there`, origin: 'test' })),
});

describe('a session with hidden tools beside its own', () => {
  it('sees, byte for byte, what it would see without them', { timeout: PATIENCE_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(registry, fc.constantFrom(...FACES), async ({ all, visible, rights }, face) => {
        const whole = openSubject(all, rights, { embedder, ...face, ...down(rights, false) });
        // Whatever is cached is cached with the rights of another caller first.
        await observe(whole.gateway.session({ agent: 'root' }));
        const seen = await report(whole);
        expect(seen).toBe(await report(openSubject(visible, rights, { embedder, ...face, ...down(rights, true) })));
      }),
      { numRuns: RUNS },
    );
  });
});
