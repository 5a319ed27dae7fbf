import tls from 'node:tls';
import type { APIRequestContext } from '@playwright/test';
import type { TokenAnswer } from '#contract/identity.ts';
import { AUTH_API } from '#contract/paths.ts';
import { type Misbehaviour, startTokenSyncHost, type TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { createTokenSender, type SendResult } from '#web/features/tokens/send-token.ts';
import { signInByRequest } from './support/account.ts';
import { expect, test } from './support/test.ts';
import { uniqueAddress } from './support/unique-address.ts';

/** The client's core without a browser: real tokens of the real server, over TLS to the stand-in, days in a moment. */
let host: TokenSyncHost;
const trusted = tls.getCACertificates('default');

test.beforeAll(async ({ baseURL }) => {
  host = await startTokenSyncHost();
  host.trust(baseURL ?? '');
  tls.setDefaultCACertificates([...trusted, host.certificate]);
});
test.afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  await host.close();
});
test.beforeEach(() => {
  host.told.length = 0;
  host.misbehave();
});

async function fetchToken(request: APIRequestContext) {
  const answer = await request.get(AUTH_API.token);
  const data: TokenAnswer = await answer.json();
  return { kind: 'ok', data } as const;
}

const MEANINGS: readonly (readonly [Misbehaviour, SendResult])[] = [
  [200, 'taken'],
  [204, 'taken'],
  [400, 'refused'],
  [401, 'refused'],
  [408, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
  ['redirect', 'unreachable'],
  ['cut', 'unreachable'],
];

test('what each answer of the other server counts as', async ({ request }) => {
  await signInByRequest(request, uniqueAddress());
  for (const [misbehaviour, meaning] of MEANINGS) {
    host.misbehave(misbehaviour);
    const { data } = await fetchToken(request);
    expect(await createTokenSender(host.url)('POST', data.token), String(misbehaviour)).toBe(meaning);
  }
  expect(host.told.map(({ path }) => path)).toEqual(MEANINGS.map(() => '/token'));
});

test('a server whose certificate nobody vouches for gets no token', async () => {
  const stranger = await startTokenSyncHost();
  expect(await createTokenSender(stranger.url)('POST', 'a.b.c')).toBe('unreachable');
  expect(stranger.told).toEqual([]);
  await stranger.close();
});
