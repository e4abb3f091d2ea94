import { ToolscoutError } from '../../errors.ts';
import type { ApiServer } from './operation.ts';

/** What an address is made from beside the document. */
export interface BaseUrlSettings {
  /** Stands for every server that the document names. */
  readonly baseUrl?: string;
  /** Values of variables in the servers' addresses. */
  readonly serverVariables?: Readonly<Record<string, string>>;
  /** Where the document was found: relative addresses start there. */
  readonly documentUrl?: string;
}

/**
 * The address that the paths of these servers' operations are put after, without a slash at its end; the first server
 * counts.
 * @throws ToolscoutError `CONFIG_INVALID` where there is none
 */
export function baseUrlOf(
  servers: readonly ApiServer[],
  { baseUrl, serverVariables = {}, documentUrl }: BaseUrlSettings,
): string {
  const [server] = servers;
  const written = baseUrl ?? (server === undefined ? '/' : fill(server, serverVariables));
  const url = URL.canParse(written, documentUrl) ? new URL(written, documentUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ToolscoutError('CONFIG_INVALID', `The document does not say where its API is (${written}).`, {
      next: 'Set "baseUrl" of the OpenAPI service.',
      details: { ran: false },
    });
  }
  url.hash = '';
  url.search = '';
  return url.href.replace(/\/+$/, '');
}

function fill({ url, variables }: ApiServer, values: Readonly<Record<string, string>>): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (given !== undefined && variable?.choices !== undefined && !variable.choices.includes(given)) {
      throw new ToolscoutError('CONFIG_INVALID', `"${name}" in the address of the API cannot be "${given}".`, {
        next: `Set it in "serverVariables" to one of ${variable.choices.join(', ')}.`,
        details: { ran: false },
      });
    }
    return given ?? variable?.value ?? whole;
  });
}
