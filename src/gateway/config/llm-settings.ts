import { LLM_PROVIDERS, type LlmSettings } from '../../llm/index.ts';
import { own } from '../../shared/json.ts';
import { type NumberRange, SettingsReader } from './settings-reader.ts';

const KEYS = ['provider', 'baseUrl', 'model', 'apiKeyEnv', 'timeoutMs', 'retries', 'maxConcurrent'];
const TIMEOUT: NumberRange = { min: 1_000, max: 600_000, integer: true };
const RETRIES: NumberRange = { min: 0, max: 10, integer: true };
const CONCURRENT: NumberRange = { min: 1, max: 64, integer: true };
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reads the section `llm`: the model that writes examples and judges candidates. Keys of endpoints never stand here. */
export function readLlm(root: Readonly<Record<string, unknown>>, reader: SettingsReader): LlmSettings | undefined {
  if (!Object.hasOwn(root, 'llm')) return undefined;
  const { apiKey, ...known } = reader.object(root.llm, 'llm', [...KEYS, 'apiKey']);
  if (apiKey !== undefined) {
    return reader.fail(
      'llm.apiKey',
      'would put a key into a file',
      'Take the key out of the file, put it into an environment variable, and name that as llm.apiKeyEnv.',
    );
  }
  const provider = reader.oneOf(own(known, 'provider') ?? 'openai', 'llm.provider', LLM_PROVIDERS);
  const text = (key: 'baseUrl' | 'apiKeyEnv'): string | undefined =>
    Object.hasOwn(known, key) ? reader.text(known[key], `llm.${key}`) : undefined;
  const number = (key: string, range: NumberRange): Record<string, number> =>
    Object.hasOwn(known, key) ? { [key]: reader.number(known[key], `llm.${key}`, range) } : {};
  const baseUrl = text('baseUrl');
  const apiKeyEnv = text('apiKeyEnv');
  if (baseUrl !== undefined) checkAddress(baseUrl, apiKeyEnv !== undefined, reader);
  if (apiKeyEnv !== undefined && !/^[A-Za-z_]\w*$/.test(apiKeyEnv)) {
    // What stands there may be the key itself: it is not repeated.
    return reader.fail('llm.apiKeyEnv', 'must be the name of an environment variable, such as OPENAI_API_KEY');
  }
  return {
    provider,
    model: reader.text(own(known, 'model'), 'llm.model'),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...number('timeoutMs', TIMEOUT),
    ...number('retries', RETRIES),
    ...number('maxConcurrent', CONCURRENT),
  };
}

/** Checks settings that do not come from a configuration, by the same rules; `place` stands for the file in messages. */
export function parseLlmSettings(value: object, place: string): LlmSettings | undefined {
  return readLlm({ llm: value }, new SettingsReader(place));
}

function checkAddress(baseUrl: string, hasKey: boolean, reader: SettingsReader): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    reader.fail('llm.baseUrl', 'must be an address such as http://localhost:11434/v1');
  } else if (url.username !== '' || url.password !== '') {
    reader.fail('llm.baseUrl', 'must not hold a name or password');
  } else if (hasKey && url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    reader.warn('llm.baseUrl', 'llm.baseUrl is no https address: the key travels readable for everybody between');
  }
}
