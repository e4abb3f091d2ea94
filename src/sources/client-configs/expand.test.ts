// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import { describe, expect, it } from 'vitest';
import { type ExpansionScope, expand, inputVariable } from './expand.ts';
import { filesOf, LINUX, WINDOWS } from './test-environments.ts';

const scope: ExpansionScope = {
  syntax: 'toolscout',
  environment: { ...LINUX, env: { TOKEN: 's3cr3t', EMPTY: '' } },
  workspaceFolder: '/home/ada/app',
  baseFolder: '/home/ada/conf',
  inputs: [],
  readText: filesOf({ '/home/ada/conf/key.txt': 'from file\n', '/home/ada/key.txt': 'from home\n' }),
};

describe('expand', () => {
  it('fills in a set variable, an empty one too', async () => {
    expect(await expand('a=${TOKEN};b=${EMPTY};', scope)).toEqual({
      text: 'a=s3cr3t;b=;',
      problems: [],
      leftovers: [],
    });
  });

  it('takes the default of an unset variable, but not of an empty one', async () => {
    expect((await expand('${NOPE:-x${TOKEN}}${EMPTY:-y}', scope)).text).toBe('xs3cr3t');
  });

  it('names a missing variable', async () => {
    const { problems } = await expand('Bearer ${NOPE}', scope);
    expect(problems).toEqual(['needs the environment variable NOPE, which is not set']);
  });

  it('does not look into a value for further variables', async () => {
    const environment = { ...LINUX, env: { A: '${B}', B: 'b' } };
    expect((await expand('${A}', { ...scope, environment })).text).toBe('${B}');
  });

  it('knows the places of an editor', async () => {
    const places = '${userHome}|${workspaceFolder}|${workspaceFolderBasename}|${pathSeparator}|${/}';
    expect((await expand(places, { ...scope, syntax: 'editor' })).text).toBe('/home/ada|/home/ada/app|app|/|/');
    const windows = { ...scope, syntax: 'editor', environment: WINDOWS, workspaceFolder: 'D:\\code\\app' } as const;
    expect((await expand(places, windows)).text).toBe('C:\\Users\\Ada|D:\\code\\app|app|\\|\\');
  });

  it('reads files that OpenCode refers to, relative to the configuration', async () => {
    const opencode = { ...scope, syntax: 'opencode' } as const;
    expect((await expand('{file:key.txt},{file:~/key.txt}', opencode)).text).toBe('from file,from home');
    const { problems } = await expand('{file:gone.txt}', opencode);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('/home/ada/conf/gone.txt');
  });

  it('says how to give an input that nobody can be asked for', async () => {
    const inputs = [{ id: 'api-key', description: 'Key of the tracker' }];
    const editor = { ...scope, syntax: 'editor', inputs } as const;
    const { problems } = await expand('${input:api-key}', editor);
    expect(problems).toEqual([
      'needs the input api-key ("Key of the tracker"); give it as the environment variable TOOLSCOUT_INPUT_API_KEY',
    ]);
    const environment = { ...LINUX, env: { TOOLSCOUT_INPUT_API_KEY: 'k' } };
    expect((await expand('${input:api-key}', { ...editor, environment })).text).toBe('k');
  });

  it('takes the default of an input', async () => {
    const editor = { ...scope, syntax: 'editor', inputs: [{ id: 'region', default: 'eu' }] } as const;
    expect((await expand('${input:region}', editor)).text).toBe('eu');
  });

  it('tells of references that belong to another syntax and leaves them', async () => {
    expect(await expand('${TOKEN}', { ...scope, syntax: 'editor' })).toEqual({
      text: '${TOKEN}',
      problems: [],
      leftovers: ['${TOKEN}'],
    });
  });
});

describe('inputVariable', () => {
  it('makes a name that every shell can set', () => {
    expect(inputVariable('github.token-2')).toBe('TOOLSCOUT_INPUT_GITHUB_TOKEN_2');
  });
});
