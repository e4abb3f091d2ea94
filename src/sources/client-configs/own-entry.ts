import type { RawServerEntry } from './format.ts';

/**
 * Is this entry a gateway of this package? A gateway that imports itself would start itself without end, so this errs
 * on the side of yes: `serve` behind anything called toolscout, or behind a build of the command line.
 */
export function isOwnGateway(entry: RawServerEntry): boolean {
  const { endpoint } = entry;
  if (endpoint.kind !== 'stdio') return false;
  const words = [endpoint.command, ...endpoint.args];
  const serve = words.indexOf('serve');
  if (serve < 1) return false;
  const program = words.slice(0, serve);
  return (
    program.some((word) => /(?:^|[/\\])toolscout(?:$|[@./\\])/i.test(word)) ||
    (words.includes('--config') && program.some((word) => /(?:^|[/\\])(?:cli\.m?js|cli[/\\]main\.ts)$/.test(word)))
  );
}
