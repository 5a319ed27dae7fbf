import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Tells from which address a request came; `undefined` when it came through no socket. */
export type ClientAddress = (c: Context<AppEnv>) => string | undefined;

/**
 * Believes `X-Forwarded-For` only as far as the chain consists of `trustedProxies` (addresses or CIDR blocks), read
 * from the right: what a stranger wrote in front never counts. Throws on an entry that is no address.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createTrust(trustedProxies);
  return (c) => {
    const socketAddress = c.env?.incoming?.socket.remoteAddress;
    if (socketAddress === undefined) return undefined;
    let address = plain(socketAddress);
    const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
    while (isTrusted(address)) {
      const next = forwarded.pop();
      if (next === undefined || isIP(plain(next)) === 0) break;
      address = plain(next);
    }
    return address;
  };
}

/**
 * Tells whether a request comes from this machine: over loopback, through no proxy, and for a name of this machine or
 * of the site (a page of a stranger whose name was re-pointed to 127.0.0.1 names itself in `Host`).
 */
export function createLoopbackCheck(siteOrigin: string): (c: Context<AppEnv>) => boolean {
  const siteHost = new URL(siteOrigin).hostname;
  return (c) => {
    const address = c.env?.incoming?.socket.remoteAddress;
    const isForwarded =
      c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined;
    if (address === undefined || isForwarded) return false;
    const { hostname } = new URL(c.req.url);
    return isLoopbackHost(plain(address)) && (isLoopbackHost(hostname) || hostname === siteHost);
  };
}

/**
 * Tells whether an address at the other end of a connection stands for many visitors: a proxy of ours, or whatever runs
 * on this machine (where a proxy is often forgotten in the settings, and nobody needs connections to do harm).
 */
export function createManyVisitorsCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const isTrusted = createTrust(trustedProxies);
  return (address) => isTrusted(plain(address)) || isLoopbackHost(plain(address));
}

/** Whom a connection from this address counts for, when the address is as the socket tells it. */
export function connectionKeyOf(address: string): string {
  return limitKeyOf(plain(address));
}

/** `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127(\.\d+){3}$/.test(host)
  );
}

/**
 * Tells how the visitor reached the proxy in front, as that proxy says it (`X-Forwarded-Proto`); `undefined` when it
 * says nothing, or when who says it is not one of `trustedProxies`.
 */
export function createForwardedScheme(
  trustedProxies: readonly string[],
): (c: Context<AppEnv>) => string | undefined {
  const isTrusted = createTrust(trustedProxies);
  return (c) => {
    const address = c.env?.incoming?.socket.remoteAddress;
    if (address === undefined || !isTrusted(plain(address))) return undefined;
    return c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase();
  };
}

/** An IPv6 customer owns a whole /64, so limits count that. */
export function limitKeyOf(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return isIPv6(address) ? expandedPrefix(address) : address;
}

function createTrust(entries: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const entry of entries) addTo(trusted, entry);
  return (address) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
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

function expandedPrefix(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
