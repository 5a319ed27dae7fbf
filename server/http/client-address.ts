import { AsyncLocalStorage } from 'node:async_hooks';
import { BlockList, isIPv4, isIPv6, type Socket, SocketAddress } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '#server/settings/loopback.ts';

/** Where a request comes from, as limits count it. */
export type Network = {
  /** Absent once the connection is gone. It is a proxy's own where that names no visitor. */
  readonly address: string | undefined;
  /** An IPv4 address, or the /64 of an IPv6 address, which one customer owns as a whole. */
  readonly block: string;
  /** The /48 around an IPv6 block: some customers own that much. */
  readonly site: string | undefined;
};

/**
 * The network of the visitor. Fastify takes `X-Forwarded-For` from the right, as far as the chain consists of trusted
 * proxies. Where that ends in what is no address, the nearest proxy before it counts: what stands further left may be
 * anybody's invention.
 */
export function networkOf({ ips = [] }: Pick<FastifyRequest, 'ips'>): Network {
  const address = ips.map(readAddress).findLast((hop) => hop !== undefined);
  if (address === undefined) return { address, block: 'unknown', site: undefined };
  if (!isIPv6(address)) return { address, block: address, site: undefined };
  const groups = expandedGroups(address);
  return { address, block: prefixOf(groups, 64), site: prefixOf(groups, 48) };
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
      isLoopbackHost(readAddress(socket.remoteAddress) ?? '') &&
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
    const known = readAddress(address);
    return known !== undefined && trusted.check(known, isIPv6(known) ? 'ipv6' : 'ipv4');
  };
}

function addTo(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/**
 * The address of a hop, without the port and the brackets that some proxies write, and an IPv4 address as such also where
 * it comes in IPv6 form. A header may hold anything, and Fastify knows no address once the connection is gone.
 */
function readAddress(hop: string | undefined = ''): string | undefined {
  const read = isIPv6(hop) ? new SocketAddress({ address: hop, family: 'ipv6' }) : SocketAddress.parse(hop);
  if (read === undefined) return undefined;
  const { address } = read;
  // The parser is that of URLs, which also takes `1` and `user@192.0.2.1`.
  if (!isIPv6(address)) return hop.startsWith(address) ? address : undefined;
  const ipv4 = address.replace('::ffff:', '');
  return isIPv4(ipv4) ? ipv4 : address;
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

const connections = new AsyncLocalStorage<Socket>();

/** Remembers, through all that a handler awaits, for whom it works. */
export function rememberClients(app: FastifyInstance): void {
  // Not `onRequest`: what comes after a body was read has lost what was remembered before.
  app.addHook('preHandler', ({ raw }, _reply, done) => connections.run(raw.socket, done));
}

/** Whether nobody waits for the answer any more. False outside of requests. */
export function hasClientGone(): boolean {
  return connections.getStore()?.destroyed === true;
}
