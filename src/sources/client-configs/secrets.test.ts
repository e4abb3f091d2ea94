// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import { describe, expect, it } from 'vitest';
import { findLiteralSecrets, looksSecret, maskSecrets, secretValues } from './secrets.ts';

// Put together here, so that no scanner takes this file for a leak.
const GITHUB_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

describe('looksSecret', () => {
  it.each([
    ['API_KEY', 'abcdef123456'],
    ['Authorization', 'Bearer abcdef123456'],
    ['DB_PASSWORD', 'hunter22'],
    ['ANYTHING', GITHUB_TOKEN],
  ])('takes %s=%s for one', (name, value) => {
    expect(looksSecret(name, value)).toBe(true);
  });

  it.each([
    ['API_KEY', 'YOUR_API_KEY'],
    ['API_KEY', '<key>'],
    ['TOKEN_FILE', '/run/secrets/token'],
    ['AUTH', 'true'],
    ['MAX_TOKENS', '4096'],
    ['NODE_ENV', 'production-environment'],
  ])('takes %s=%s for none', (name, value) => {
    expect(looksSecret(name, value)).toBe(false);
  });
});

describe('secretValues', () => {
  it('are those of variables and arguments that look secret, longer ones first', () => {
    const env = { API_KEY: 'abcdef12', MODE: 'production', OTHER_TOKEN: 'abcdef12-longer' };
    const args = ['run', '--password=hunter22', '--token', 'zyxwvu98', '--level', 'verbose', GITHUB_TOKEN];
    expect(secretValues(args, env)).toEqual([GITHUB_TOKEN, 'abcdef12-longer', 'hunter22', 'zyxwvu98', 'abcdef12']);
  });
});

describe('findLiteralSecrets', () => {
  it('names the fields and never the values', () => {
    const endpoint = {
      kind: 'stdio',
      command: 'npx',
      args: ['server', '--api-key', 'abcdef123456', '--token=abcdef123456', '--mode', 'fast-and-loud'],
      env: { GITHUB_TOKEN, OTHER_TOKEN: '${OTHER}', REGION: 'eu-central-1' },
      passedEnv: [],
    } as const;
    expect(findLiteralSecrets(endpoint, 'toolscout')).toEqual(['args[2]', 'args[3]', 'env.GITHUB_TOKEN']);
  });

  it('looks at headers and at the address', () => {
    const endpoint = {
      kind: 'http',
      url: 'https://mcp.example.test/mcp?api_key=abcdef123456',
      headers: { Authorization: 'Bearer abcdef123456', 'X-Api-Key': '${env:KEY}', Accept: 'application/json' },
      headerVariables: [],
    } as const;
    expect(findLiteralSecrets(endpoint, 'editor')).toEqual(['url', 'headers.Authorization']);
  });
});

describe('maskSecrets', () => {
  it.each([
    ['  "GITHUB_TOKEN": "abcdef123456",', '  "GITHUB_TOKEN": "•••",'],
    ['API_KEY = "abcdef123456" # mine', 'API_KEY = "•••" # mine'],
    ['  "args": ["--token", "abcdef123456"]', '  "args": ["--token", "•••"]'],
    ['  "args": ["--api-key=abcdef123456"]', '  "args": ["--api-key=•••"]'],
    [`  "x": "${GITHUB_TOKEN}"`, '  "x": "•••"'],
    ['env = { "A_TOKEN" = "abcdef123456", "B" = "plain" }', 'env = { "A_TOKEN" = "•••", "B" = "plain" }'],
    ['  "url": "https://mcp.example.test/mcp"', '  "url": "https://mcp.example.test/mcp"'],
    [
      '  "args": ["-y", "@modelcontextprotocol/server-memory"]',
      '  "args": ["-y", "@modelcontextprotocol/server-memory"]',
    ],
  ])('shows %s as %s', (line, shown) => {
    expect(maskSecrets(line)).toBe(shown);
  });
});
