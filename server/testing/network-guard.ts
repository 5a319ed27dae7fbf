import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { Recorder } from './console-guard.ts';

/**
 * Refuses TCP connections and name look-ups that would leave this machine, and remembers each, so that code which
 * swallows the refusal is caught as well. Hosts of `allowedUrls` may be reached.
 *
 * Not covered: UDP to a literal address, and child processes.
 */
export function guardNetwork(allowedUrls: readonly (string | undefined)[]): Recorder {
  let targets: string[] = [];
  const allowedHosts = new Set(allowedUrls.flatMap((url) => (url ? [bare(new URL(url).hostname)] : [])));
  const refuses = (host: unknown) => {
    if (typeof host !== 'string' || isLoopback(host) || allowedHosts.has(host)) return undefined;
    targets.push(host);
    return Object.assign(new Error(`Tests may not reach ${host}.`), { code: 'ENOTFOUND' });
  };

  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const refusal = refuses(hostOf(args));
    if (refusal === undefined) return Reflect.apply(connect, this, args);
    this.destroy(refusal);
    return this;
  } as typeof connect;

  const callbackCalls = dns as unknown as Record<string, (...args: unknown[]) => unknown>;
  const promiseCalls = dns.promises as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of LOOK_UPS) {
    const withCallback = callbackCalls[name];
    if (withCallback !== undefined) {
      callbackCalls[name] = (...args) => {
        const refusal = refuses(args[0]);
        if (refusal === undefined) return withCallback(...args);
        const callback = args.at(-1);
        if (typeof callback === 'function') queueMicrotask(() => callback(refusal));
        return undefined;
      };
    }
    const withPromise = promiseCalls[name];
    if (withPromise !== undefined) {
      promiseCalls[name] = async (...args) => {
        const refusal = refuses(args[0]);
        if (refusal !== undefined) throw refusal;
        return withPromise(...args);
      };
    }
  }
  // Otherwise `import { lookup } from 'node:dns'` keeps the function from before.
  syncBuiltinESMExports();

  return {
    takeAll: () => {
      const taken = targets;
      targets = [];
      return taken;
    },
  };
}

const LOOK_UPS = [
  'lookup',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveMx',
  'resolveSrv',
  'resolveTxt',
] as const;

/** `connect` takes `(options)`, `(port, host)`, `(path)`, or what Node hands on to itself: `([options, callback])`. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = args;
  const options = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'object' && options !== null) {
    const { host, path } = options as { host?: string; path?: string };
    return path === undefined || path === null ? host : undefined;
  }
  return typeof second === 'string' ? second : undefined;
}

function isLoopback(host: string): boolean {
  const name = bare(host).toLowerCase();
  return (
    name === '' ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    // All addresses of this machine, for who listens.
    name === '::' ||
    name === '::1' ||
    /^(::ffff:)?127\./.test(name)
  );
}

/** `[::1]` as it stands in a URL → `::1`. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
