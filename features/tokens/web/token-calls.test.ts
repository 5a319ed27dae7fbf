import { expect, test } from 'vitest';
import { syncTarget } from './token-calls.ts';

test.each([
  ['https://example.co.in/token', 'example.co.in'],
  ['https://sync.example.co.in/token?a=b', 'example.co.in'],
  ['https://a.b.example.co.in:8443/', 'example.co.in'],
  ['https://SYNC.Example.co.in/token', 'example.co.in'],
  ['https://localhost:9443/token', 'localhost'],
  ['https://127.0.0.1:9443/token', '127.0.0.1'],
])('tokens may be sent to %s from the domain %s', (url, domain) => {
  expect(syncTarget(url, domain)).toBe(new URL(url).href);
});

test.each([
  ['http://sync.example.co.in/token', 'example.co.in'],
  ['http://localhost:9443/token', 'localhost'],
  ['ws://example.co.in/', 'example.co.in'],
  ['https://other.co.in/token', 'example.co.in'],
  ['https://co.in/', 'example.co.in'],
  ['https://badexample.co.in/', 'example.co.in'],
  ['https://example.co.in.evil.example/', 'example.co.in'],
  ['https://example.co.in@evil.example/', 'example.co.in'],
  ['https://user:word@example.co.in/', 'example.co.in'],
  ['https://example.co.in./', 'example.co.in'],
  ['https://evil.example/#.example.co.in', 'example.co.in'],
  ['https://evil.example/?.example.co.in', 'example.co.in'],
  ['https://evil.example\\.example.co.in/', 'example.co.in'],
  ['https://1.127.0.0.1.example/', '127.0.0.1'],
  ['/token', 'example.co.in'],
  ['', 'example.co.in'],
  ['https://example.com/', ''],
])('tokens may not be sent to %s from the domain %s', (url, domain) => {
  expect(syncTarget(url, domain)).toBeUndefined();
});
