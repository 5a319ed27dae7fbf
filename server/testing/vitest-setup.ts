import { AsyncLocalStorage } from 'node:async_hooks';
import net from 'node:net';
import { format } from 'node:util';
import { afterEach, aroundEach, vi } from 'vitest';

/**
 * A test fails if it wrote to the console or connected to another machine, even if the code catches the connection error. A test
 * that expects output must mock it. Not covered: output that bypasses `console`, UDP, child processes, and what a test does after
 * it has ended.
 */
const ofTest = new AsyncLocalStorage<string[]>();
/** The output and connections of the running test, or of work that no test began, as in `beforeAll`. */
let running: string[] = [];
// Adds output or a connection to the list of the test that caused it, so that late work of a test does not fail the next one.
const note = (unexpected: string) => (ofTest.getStore() ?? running).push(unexpected);

for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  console[method] = (...values: unknown[]) => {
    note(`console.${method}: ${format(...values)}`);
  };
}

/** The tests may connect to these database and Redis servers. IPv6 hosts are listed without brackets. */
const ALLOWED = [process.env.TEST_DATABASE_URL, process.env.TEST_REDIS_URL].flatMap((url) =>
  url ? [bare(new URL(url).hostname)] : [],
);
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const host = hostOf(args);
  if (host === undefined || isLoopback(host) || ALLOWED.includes(host))
    return Reflect.apply(connect, this, args);
  note(`network call to ${host}`);
  this.destroy(Object.assign(new Error(`Tests may not reach ${host}.`), { code: 'ENOTFOUND' }));
  return this;
} as typeof connect;

aroundEach(async (runTest) => {
  const found: string[] = [];
  running = found;
  await ofTest.run(found, runTest);
  if (found.length > 0) throw new Error(`Unexpected during this test:\n  ${found.join('\n  ')}`);
});

// The options `unstubGlobals`, `unstubEnvs` and `restoreMocks` act only before the next test. Until then, the imports of the next
// file would see the stubs of the last test: a package that finds `window` takes Node for a browser.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The arguments of `connect` are `(options)`, `(port, host)`, `(path)`, or Node’s own `([options, callback])`. */
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
  // `::` and an empty host are allowed: they stand for all addresses of this machine.
  return ['', 'localhost', '::', '::1'].includes(name) || /\.localhost$|^(::ffff:)?127\./.test(name);
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
