import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '#server/settings/loopback.ts';

/** Where a request comes from, as limits count it. */
export type Network = {
  /** An IPv4 address, or the /64 of an IPv6 address, which one customer owns as a whole. */
  readonly block: string;
  /** The /48 around an IPv6 block: some customers own that much. */
  readonly site: string | undefined;
};

/**
 * The network of the visitor. Fastify takes `X-Forwarded-For` from the right, as far as the chain consists of trusted
 * proxies; it knows no address once the connection is gone.
 */
export function networkOf({ ip }: { readonly ip: string | undefined }): Network {
  const address = plain(ip ?? '');
  if (!isIPv6(address)) return { block: isIP(address) === 0 ? 'unknown' : address, site: undefined };
  const groups = expandedGroups(address);
  return { block: prefixOf(groups, 64), site: prefixOf(groups, 48) };
}

/** The largest block that one customer may own: what asks from within it counts as one asker. */
export function widestBlock({ block, site }: Network): string {
  return site ?? block;
}

/**
 * Whether a request comes from this machine: over loopback, through no proxy, and for a name of this machine or of the
 * site (a foreign name that points to 127.0.0.1 shows in `Host`).
 */
export function createLoopbackCheck(siteOrigin: string): (request: FastifyRequest) => boolean {
  const siteHost = new URL(siteOrigin).hostname;
  return ({ headers, socket }) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (isForwarded || socket.remoteAddress === undefined || headers.host === undefined) return false;
    const hostname = hostnameOf(headers.host);
    return (
      isLoopbackHost(plain(socket.remoteAddress)) &&
      hostname !== undefined &&
      (isLoopbackHost(hostname) || hostname === siteHost)
    );
  };
}

/** The name in a `Host` header, without its port; undefined for what cannot be one. */
export function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, href } = new URL(url);
  // Credentials, a path or the like make it something else than a host.
  return href === `http://${new URL(url).host}/` ? hostname : undefined;
}

/** Tells whether an address is one of `entries`, which may be CIDR blocks. Throws on an entry that is no address. */
export function createTrust(entries: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const entry of entries) addTo(trusted, entry);
  return (address) => {
    const known = plain(address);
    // `X-Forwarded-For` may hold anything, and the list throws on what is no address.
    return isIP(known) !== 0 && trusted.check(known, isIPv6(known) ? 'ipv6' : 'ipv4');
  };
}

function addTo(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

function expandedGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}

function prefixOf(groups: readonly string[], bits: 48 | 64): string {
  const kept = groups.slice(0, bits / 16).map((group) => Number.parseInt(group, 16).toString(16));
  return `${kept.join(':')}::/${bits}`;
}
