import { LLM_PROVIDERS, type LlmSettings } from '../../llm/index.ts';
import { own } from '../../shared/json.ts';
import { readAddress, readKeyVariable, refuseKey } from './endpoint-settings.ts';
import { type NumberRange, SettingsReader } from './settings-reader.ts';

const KEYS = ['provider', 'baseUrl', 'model', 'apiKeyEnv', 'timeoutMs', 'retries', 'maxConcurrent'];
const TIMEOUT: NumberRange = { min: 1_000, max: 600_000, integer: true };
const RETRIES: NumberRange = { min: 0, max: 10, integer: true };
const CONCURRENT: NumberRange = { min: 1, max: 64, integer: true };

/** Reads the section `llm`: the model that writes examples and judges candidates. Keys of endpoints never stand here. */
export function readLlm(root: Readonly<Record<string, unknown>>, reader: SettingsReader): LlmSettings | undefined {
  if (!Object.hasOwn(root, 'llm')) return undefined;
  const { apiKey, ...known } = reader.object(root.llm, 'llm', [...KEYS, 'apiKey']);
  refuseKey(apiKey, 'llm', reader);
  const provider = reader.oneOf(own(known, 'provider') ?? 'openai', 'llm.provider', LLM_PROVIDERS);
  const number = (key: string, range: NumberRange): Record<string, number> =>
    Object.hasOwn(known, key) ? { [key]: reader.number(known[key], `llm.${key}`, range) } : {};
  const apiKeyEnv = readKeyVariable(known, 'llm', reader);
  const baseUrl = readAddress(known, 'llm', apiKeyEnv !== undefined, reader);
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
