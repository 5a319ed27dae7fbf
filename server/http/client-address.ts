import { AsyncLocalStorage } from 'node:async_hooks';
import { BlockList, isIPv4, isIPv6, type Socket, SocketAddress } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '#server/settings/settings-part.ts';

export type Network = {
  /**
   * The visitor’s address, or the address of a proxy that does not report the visitor’s address. Undefined after the connection
   * was closed.
   */
  readonly address: string | undefined;
  /** An IPv4 address, or the /64 of an IPv6 address, which belongs to one customer. */
  readonly block: string;
  /** The /48 of an IPv6 address. Rate limits also count the whole /48, because some customers own all of it. */
  readonly site: string | undefined;
};

/**
 * Fastify reads `X-Forwarded-For` from the right while the hops are trusted proxies. If the next entry is not an address, the
 * last proxy counts as the visitor: entries further left may be forged.
 */
export function networkOf({ ips = [] }: Pick<FastifyRequest, 'ips'>): Network {
  const address = ips.map(readAddress).findLast((hop) => hop !== undefined);
  if (address === undefined) return { address, block: 'unknown', site: undefined };
  if (!isIPv6(address)) return { address, block: address, site: undefined };
  const groups = expandedGroups(address);
  return { address, block: prefixOf(groups, 64), site: prefixOf(groups, 48) };
}

export function widestBlock({ block, site }: Network): string {
  return site ?? block;
}

/**
 * Whether a request came over loopback without a proxy. `Host` must be this machine or the site: a foreign domain may point to
 * 127.0.0.1.
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

/** The host name in a `Host` header, without the port. Undefined if the header is invalid. */
export function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, href } = new URL(url);
  // Undefined for a header with credentials or a path, which a valid header does not contain.
  return href === `http://${new URL(url).host}/` ? hostname : undefined;
}

/** Returns a check whether an address is among `entries`, which may be CIDR blocks. Throws on an invalid entry. */
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
 * The address of a hop, without the port and brackets that some proxies add. IPv4 in IPv6 form becomes IPv4. Undefined for any
 * other text.
 */
function readAddress(hop: string | undefined = ''): string | undefined {
  const read = isIPv6(hop) ? new SocketAddress({ address: hop, family: 'ipv6' }) : SocketAddress.parse(hop);
  if (read === undefined) return undefined;
  const { address } = read;
  // Compares the result with the text, because the parser also accepts `1` and `user@192.0.2.1`, which are not plain addresses.
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

/** Makes the connection of a request available to all code that its handler calls. */
export function rememberClients(app: FastifyInstance): void {
  // The hook `onRequest` would be too early, because the async context is lost when the body is read.
  app.addHook('preHandler', ({ raw }, _reply, done) => connections.run(raw.socket, done));
}

/** Whether the connection of the current request has closed. False outside of requests. */
export function hasClientGone(): boolean {
  return connections.getStore()?.destroyed === true;
}
