import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { ACCOUNT_API } from '#contract/paths.ts';
import { createApp, createDeps } from '#server/app.ts';
import { signedInPerson } from '#server/testing/people.ts';
import { openTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';
import { listen } from './listen.ts';

/** The requests are raw bytes on a socket, because a client library would normalise them. */
const app = await openTestApp();
const { site } = app.deps;
const files = new Map([...site.files, ['/about', site.notFound]]);
const server = await listen(await createApp(createDeps({ ...app.deps, site: { ...site, files } })), 0);
afterAll(server.close);

async function sendRaw(...lines: readonly string[]) {
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (part: string) => {
    text += part;
  });
  // Errors are ignored, because the server may cut the connection of a request that it refuses.
  socket.on('error', () => {}).write(lines.join('\r\n'), 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = ''] = text.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    head,
    location: /^location: (.*)$/im.exec(head)?.[1],
  };
}

const ask = (line: string, ...headers: readonly string[]) =>
  sendRaw(`${line} HTTP/1.1`, 'Host: site.localhost:3000', 'Connection: close', ...headers, '', '');

test.each([
  ['dot segments (..)', '/../../../../etc/passwd'],
  ['encoded dots', '/%2e%2e/%2e%2e/package.json'],
  ['encoded slashes', '/..%2f..%2fpackage.json'],
  ['dots that are encoded twice', '/%252e%252e%252fpackage.json'],
  ['backslashes', '/..\\..\\package.json'],
  ['a NUL character', '/about%00'],
  ['overlong UTF-8', '/%c0%ae%c0%ae/%c0%ae%c0%ae/package.json'],
])('[V1.1.1] a path with %s is answered with 400 or 404', async (_, target) => {
  const { status, location } = await ask(`GET ${target}`);
  expect([400, 404]).toContain(status);
  expect(location).toBeUndefined();
});

test.each([
  ['/about/', '/about'],
  ['/about/?next=//evil.example', '/about?next=//evil.example'],
  ['http://evil.example/about/', '/about'],
  ['/about/?%0d%0aX-Injected:%201', '/about?%0d%0aX-Injected:%201'],
  ['/About?next=//evil.example', '/about?next=//evil.example'],
  ['/ABOUT//', '/about'],
  ['http://evil.example/ABOUT', '/about'],
])(
  '[V3.7.2] redirects stay on this site and cannot add response headers: the target %s is redirected to %s',
  async (target, to) => {
    const { status, location, head } = await ask(`GET ${target}`, 'X-Forwarded-Host: evil.example');
    expect([status, location]).toEqual([308, to]);
    expect(head).not.toMatch(/^x-injected/im);
  },
);

test.each([
  '//evil.example/',
  '//evil.example/about/',
  '//evil.example/ABOUT',
  '/\\evil.example/',
  '/%5cevil.example/about/',
  '/about%0d%0aX-Injected:1/',
  'http://evil.example//evil.example/about/',
  'https://user:word@evil.example/nowhere/',
])(
  '[V3.7.2-3] a target that could lead to another site or add response headers is not redirected: %s',
  async (target) => {
    const { status, location, head } = await ask(`GET ${target}`, 'X-Forwarded-Host: evil.example');
    expect([400, 404]).toContain(status);
    expect(location).toBeUndefined();
    expect(head).not.toMatch(/^x-injected/im);
  },
);

test.each(['TRACE', 'TRACK', 'DEBUG'])(
  '[V13.4.4] the response to a request with the method %s does not contain the request’s headers',
  async (method) => {
    for (const target of ['/', '/about', '/api/user/x', '/nowhere']) {
      const { status, head } = await ask(`${method} ${target}`, 'X-Mine: only-mine');
      expect([400, 401, 404, 405, 501], target).toContain(status);
      expect(head).not.toContain('only-mine');
    }
  },
);

test.each(['evil.example', 'site.localhost:3000@evil.example', 'evil.example/a', '[::1', '%00'])(
  '[V4.1.3-3] links in mails lead to the site even if the request has the forged Host header %s',
  async (host) => {
    const { email } = await signedInPerson(app);
    const body = JSON.stringify({ email });
    const { status } = await sendRaw(
      `POST ${ACCOUNT_API.requestReset} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: close',
      `Origin: ${TEST_ORIGIN}`,
      'Content-Type: application/json',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Server: evil.example',
      'X-Original-URL: http://evil.example/',
      'X-Rewrite-URL: http://evil.example/',
      'Forwarded: for=203.0.113.1;host=evil.example;proto=https',
      `Content-Length: ${body.length}`,
      '',
      body,
    );
    expect([200, 400]).toContain(status);
    const mails = await app.mailsTo(email);
    expect(mails.filter(({ kind }) => kind === 'reset-password')).toHaveLength(status === 200 ? 1 : 0);
    for (const { text } of mails) expect(text).not.toContain('evil.example');
  },
);
