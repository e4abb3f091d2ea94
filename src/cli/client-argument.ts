import { ToolscoutError } from '../errors.ts';
import { nearestKey } from '../shared/edit-distance.ts';
import { CLIENT_IDS, type ClientConfigFormat, clientFormat } from '../sources/index.ts';

/** The client that a command line names. */
export function clientArgument(id: string): ClientConfigFormat {
  const format = clientFormat(id);
  if (format !== undefined) return format;
  const nearest = nearestKey(id, CLIENT_IDS);
  const known = `Use one of ${CLIENT_IDS.join(', ')}.`;
  throw new ToolscoutError('USAGE', `"${id}" is no client that toolscout knows.`, {
    next: nearest === undefined ? known : `Did you mean ${nearest}? ${known}`,
  });
}
