import type { ApiParameter } from './operation.ts';

/** Places in the order in which they may keep a name that several of them have. */
const PLACES = ['path', 'query', 'header', 'cookie'] as const;
const BODY = 'body';

/**
 * Gives each parameter, and the body, a key of its own among the tool's arguments. The key is the name; of several
 * parameters of one name the one in the path keeps it, and the others say where they go: `id`, `id_query`.
 */
export function nameArguments<T extends Omit<ApiParameter, 'argument'>>(
  parameters: readonly T[],
  hasBody: boolean,
): { readonly parameters: readonly (T & { readonly argument: string })[]; readonly body: string } {
  const taken = new Set<string>(hasBody ? [BODY] : []);
  const names = new Set(parameters.map(({ name }) => name));
  const keys = new Map<T, string>();
  for (const place of PLACES) {
    for (const parameter of parameters) {
      if (parameter.in !== place) continue;
      let key = parameter.name;
      for (let n = 1; taken.has(key) || (key !== parameter.name && names.has(key)); n++) {
        key = `${parameter.name}_${place}${n === 1 ? '' : n}`;
      }
      taken.add(key);
      keys.set(parameter, key);
    }
  }
  return { parameters: parameters.map((one) => ({ ...one, argument: keys.get(one)! })), body: BODY };
}
