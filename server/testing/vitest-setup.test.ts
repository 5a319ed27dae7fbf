import dns from 'node:dns/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';

// `it.fails` passes when the test or one of its hooks fails: here that is the guard's doing.
it.fails('unexpected console output fails a test', () => {
  // biome-ignore lint/suspicious/noConsole: writing to it is what is tested.
  console.warn('nobody expects this');
});

it('expected console output does not', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  // biome-ignore lint/suspicious/noConsole: writing to it is what is tested.
  console.warn('expected');
  expect(warn).toHaveBeenCalledOnce();
});

it.fails('a network call fails a test even when its failure is swallowed', async () => {
  await fetch('http://192.0.2.1/').catch(() => {});
});

it.fails('so does a request through node:http', async () => {
  await new Promise((resolve) => get('http://192.0.2.1/').on('error', resolve));
});

it.fails('looking up a name fails a test as well', async () => {
  await dns.lookup('www.example.com').catch(() => {});
});

it('this machine may be called', async () => {
  const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://localhost:${port}/`);
  expect(await answer.text()).toBe('hello');
  await new Promise((resolve) => server.close(resolve));
});
