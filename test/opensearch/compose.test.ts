import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../../src/cli/run.ts';
import { registerServe } from '../../src/cli/serve.ts';
import { createTestMachine } from '../../src/cli/test-machine.ts';

const file = resolve(import.meta.dirname, '../../deploy/compose.yaml');

/** Keys of the Compose specification that this file may use; anything else is a typing error. */
const TOP = ['services', 'networks', 'volumes'];
const SERVICE: Readonly<Record<string, (value: unknown) => boolean>> = {
  image: isText,
  restart: (value) => ['no', 'always', 'on-failure', 'unless-stopped'].includes(String(value)),
  hostname: isText,
  working_dir: isText,
  entrypoint: isTexts,
  command: isTexts,
  ports: isTexts,
  networks: isTexts,
  volumes: isTexts,
  environment: (value) => isMap(value) && Object.values(value).every(isText),
  ulimits: isMap,
  healthcheck: (value) => isMap(value) && isTexts(value.test) && isText(value.interval),
  depends_on: isMap,
};

type Services = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

describe('deploy/compose.yaml', () => {
  const document = parse(readFileSync(file, 'utf8'), { merge: true }) as Record<string, Record<string, unknown>>;
  const services = document.services as Services;

  it('is YAML with nothing but keys of the Compose specification, each of its type', () => {
    expect(Object.keys(document).filter((key) => !TOP.includes(key) && !key.startsWith('x-'))).toEqual([]);
    for (const [name, service] of Object.entries(services)) {
      const wrong = Object.entries(service).filter(([key, value]) => SERVICE[key]?.(value) !== true);
      expect([name, wrong.map(([key]) => key)]).toEqual([name, []]);
    }
  });

  it('names only networks, volumes and services that it has', () => {
    for (const service of Object.values(services)) {
      for (const network of service.networks as string[]) expect(document.networks).toHaveProperty(network);
      for (const volume of service.volumes as string[]) {
        const [source] = volume.split(':');
        if (!source!.startsWith('.')) expect(document.volumes).toHaveProperty([source!]);
      }
      for (const [other, { condition }] of Object.entries((service.depends_on ?? {}) as Services)) {
        expect(services).toHaveProperty([other]);
        expect([condition, services[other]]).toEqual([
          'service_healthy',
          expect.objectContaining({ healthcheck: expect.anything() }),
        ]);
      }
    }
  });

  it('has three nodes that know each other, with memory, passwords and certificates of their own', () => {
    const nodes = Object.entries(services).filter(([, { image }]) => String(image).includes('opensearch'));
    expect(nodes.map(([name]) => name)).toEqual(['search-1', 'search-2', 'search-3']);
    for (const [name, service] of nodes) {
      const environment = service.environment as Record<string, string>;
      expect(environment['node.name']).toBe(name);
      expect(environment['discovery.seed_hosts']!.split(',')).toEqual(nodes.map(([one]) => one));
      expect(environment.OPENSEARCH_INITIAL_ADMIN_PASSWORD).toMatch(/^\$\{OPENSEARCH_ADMIN_PASSWORD:\?/);
      expect(environment['plugins.security.ssl.http.pemkey_filepath']).toBe(`certs/${name}-key.pem`);
    }
  });

  it('starts the gateway with a command line that the command takes', async () => {
    const { command, environment, ports } = services.gateway!;
    expect((environment as Record<string, string>).TOOLSCOUT_OPENSEARCH_URL!.split(',')).toEqual(
      ['search-1', 'search-2', 'search-3'].map((node) => `https://${node}:9200`),
    );
    expect(ports).toEqual(['127.0.0.1:8420:8420']);
    const machine = await createTestMachine();
    // It comes as far as to look for its files: every option of it was understood.
    expect(await runCommandLine([...(command as string[])], machine.io, [registerServe])).toBe(1);
    expect(machine.stderr()).toContain('toolscout.json');
    await machine.remove();
  });
});

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
