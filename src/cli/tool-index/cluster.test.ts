import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestMachine, type TestMachine } from '../test-machine.ts';
import { isInCluster, readConnection } from './cluster.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

const withVariables = (env: Readonly<Record<string, string>>) => ({
  ...machine.io,
  environment: { ...machine.io.environment, env },
});

describe('a cluster on the command line', () => {
  it('is where the option says, else the environment, else this machine', async () => {
    const io = withVariables({ TOOLSCOUT_OPENSEARCH_URL: 'https://a:9200, https://b:9200' });
    expect((await readConnection({ url: 'http://c:1' }, io)).nodes).toEqual(['http://c:1']);
    expect((await readConnection({}, io)).nodes).toEqual(['https://a:9200', 'https://b:9200']);
    expect(await readConnection({}, withVariables({}))).toEqual({ nodes: ['http://127.0.0.1:9200'] });
  });

  it('is entered with user and password of the environment, and trusts the authorities of a file', async () => {
    await machine.write('project/ca.pem', 'CERTIFICATES');
    const io = withVariables({ TOOLSCOUT_OPENSEARCH_USERNAME: 'ada', TOOLSCOUT_OPENSEARCH_PASSWORD: 'secret' });
    expect(await readConnection({ url: 'https://a', ca: 'ca.pem' }, io)).toEqual({
      nodes: ['https://a'],
      auth: { username: 'ada', password: 'secret' },
      tls: { ca: 'CERTIFICATES' },
    });
  });

  it('is refused half a login, and a file that is not there', async () => {
    const half = withVariables({ TOOLSCOUT_OPENSEARCH_USERNAME: 'ada' });
    await expect(readConnection({}, half)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(readConnection({ ca: 'none.pem' }, withVariables({}))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });

  it('is only meant with its backend', () => {
    expect(isInCluster({ backend: 'opensearch', url: 'http://a' })).toBe(true);
    expect(isInCluster({ backend: 'local' })).toBe(false);
    for (const stray of [{ url: 'http://a' }, { backend: 'local', ca: 'ca.pem' }] as const)
      expect(() => isInCluster(stray)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});
