import { ToolscoutError } from '../errors.ts';

/**
 * The key that an environment variable holds. A key that no header can carry is refused here, because what would
 * refuse it later quotes it.
 */
export function readApiKey(
  variable: string,
  env: Readonly<Record<string, string | undefined>>,
  section = 'llm',
): string {
  const key = env[variable]?.trim() ?? '';
  if (key === '') {
    throw new ToolscoutError('LLM_KEY_MISSING', `The environment variable ${variable} holds no key.`, {
      next: `Set ${variable}, or name another variable as ${section}.apiKeyEnv.`,
      details: { variable },
    });
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ToolscoutError('LLM_KEY_MISSING', `The key in ${variable} holds characters that no key has.`, {
      next: `Look for blanks, line breaks and quotes in ${variable}.`,
      details: { variable },
    });
  }
  return key;
}
