import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ToolscoutError } from '../../errors.ts';

/** Hosts inside that may be reached all the same: each by its name or address as written in URLs, or all of them. */
export type PrivateHosts = true | readonly string[];

/**
 * Ranges of IPv4 that are not the public internet: RFC 6890 with what was added since (this network, private use,
 * shared, loopback, link-local, protocol assignments, documentation, benchmarks, 6to4 relays, multicast, reserved).
 */
const INSIDE_4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** All of IPv6 that is given out for the public internet. */
const GLOBAL_6 = blockList('ipv6', [['2000::', 3]]);
/** Within it: protocol assignments with Teredo, documentation, and 6to4, which leads back to IPv4. */
const INSIDE_6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

function blockList(family: 'ipv4' | 'ipv6', nets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}

/** Is it an address of the public internet? IPv4 in the dress of IPv6 is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !INSIDE_4.check(address, 'ipv4');
    case 6:
      return GLOBAL_6.check(address, 'ipv6') && !INSIDE_6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Lets connections out to the public internet, and to those hosts inside that the configuration names. */
export interface AddressGuard {
  /**
   * Refuses what is no web address or an address inside.
   * @throws ToolscoutError `NOT_ALLOWED`
   */
  check(url: URL): void;
  /** Resolves a name for a connection to the URL's host; the connection goes to the very addresses that were looked at. */
  lookup(url: URL): LookupFunction;
}

export interface AddressGuardOptions {
  readonly allow: PrivateHosts;
  /** Resolves names; for tests. */
  readonly resolve?: typeof resolveName;
}

/** Makes the guard of one API. */
export function createAddressGuard({ allow, resolve = resolveName }: AddressGuardOptions): AddressGuard {
  const allowed = allow === true ? undefined : new Set(allow.map((host) => bare(host.toLowerCase())));
  const isAllowed = (url: URL): boolean => allowed === undefined || allowed.has(bare(url.hostname));

  return {
    check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused(url, `is no web address`);
      const host = bare(url.hostname);
      if (isIP(host) !== 0 && !isPublicAddress(host) && !isAllowed(url)) throw inside(url);
    },
    lookup(url) {
      return (hostname, options, callback) => {
        resolve(hostname, { ...options, all: true }, (error, found) => {
          if (error !== null) {
            callback(error, [], 0);
            return;
          }
          const usable = isAllowed(url) ? found : found.filter(({ address }) => isPublicAddress(address));
          const [first] = usable;
          if (first === undefined) callback(inside(url), [], 0);
          else if (options.all === true) callback(null, usable);
          else callback(null, first.address, first.family);
        });
      };
    },
  };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function inside(url: URL): ToolscoutError {
  return refused(url, 'is not on the public internet');
}

function refused(url: URL, why: string): ToolscoutError {
  return new ToolscoutError('NOT_ALLOWED', `${url.protocol}//${url.host} ${why}.`, {
    next: 'If it is meant to be reached, name its host in "allowPrivateHosts" of the OpenAPI service.',
    details: { host: url.host, ran: false },
  });
}
