import tls from 'node:tls';
import type { APIRequestContext } from '@playwright/test';
import type { TokenAnswer } from '#contract/identity.ts';
import { ACCOUNT_API, AUTH_API } from '#contract/paths.ts';
import { type Misbehaviour, startTokenSyncHost, type TokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { createTokenSender, type SendResult } from '#web/features/tokens/send-token.ts';
import type { SyncMarker } from '#web/features/tokens/sync-marker.ts';
import { createTokenClient } from '#web/features/tokens/token-client.ts';
import { createTokenSync } from '#web/features/tokens/token-sync.ts';
import { PASSWORD } from './support/account.ts';
import { Mailbox } from './support/mailbox.ts';
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

/** Answers how the server names the account. */
async function signIn(request: APIRequestContext, origin = ''): Promise<string> {
  const email = uniqueAddress();
  const post = async (path: string, data: object) =>
    (await request.post(path, { data, headers: { origin } })).json();
  await post(ACCOUNT_API.signUp, { email, password: PASSWORD });
  const token = new URL(await new Mailbox(request).newestLink(email)).searchParams.get('token');
  await post(ACCOUNT_API.verify, { token });
  return (await post(ACCOUNT_API.signIn, { email, password: PASSWORD })).data.id;
}

async function fetchToken(request: APIRequestContext) {
  const answer = await request.get(AUTH_API.token);
  const data: TokenAnswer = await answer.json();
  return { kind: 'ok', data } as const;
}

test('a day of refreshes with real tokens, each accepted by a server that knows only the published keys', async ({
  request,
  baseURL,
}) => {
  const id = await signIn(request, baseURL);
  let account: string | null = id;
  let now = 0;
  let timer: { readonly at: number; readonly callback: () => void } | undefined;
  let marker: SyncMarker | null = null;
  let last: Promise<void> = Promise.resolve();
  const sync = createTokenSync({
    clock: () => now,
    setTimer: (ms, callback) => {
      const own = { at: now + ms, callback };
      timer = own;
      return () => {
        if (timer === own) timer = undefined;
      };
    },
    random: () => 0,
    account: () => account,
    onSessionLost: () => {
      throw new Error('The session is not lost.');
    },
    client: createTokenClient({ clock: () => now, fetchToken: () => fetchToken(request) }),
    send: createTokenSender(host.url),
    marker: {
      read: () => marker,
      write: (written) => {
        marker = written;
      },
    },
    exclusively: (work) => {
      last = last.then(work);
      return last;
    },
  });

  host.misbehave(204, 503, 'redirect', 'cut');
  await sync.check();
  while (timer !== undefined && timer.at <= 24 * 60 * 60_000) {
    const { at, callback } = timer;
    timer = undefined;
    now = at;
    callback();
    await last;
  }
  await sync.prepareFarewell();
  account = null;
  await sync.check();

  const methods = host.told.map(({ method }) => method);
  // One at the start and one every ten minutes; three that went wrong.
  expect(methods).toEqual([...Array.from({ length: 1 + 24 * 6 - 1 + 3 }, () => 'POST'), 'DELETE']);
  expect(new Set(host.told.map(({ token }) => token)).size).toBe(methods.length);
  for (const { problem, payload, path, hasCookie } of host.told)
    expect({ problem, sub: payload?.sub, path, hasCookie }).toEqual({
      problem: null,
      sub: id,
      path: '/token',
      hasCookie: false,
    });
});

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

for (const [misbehaviour, meaning] of MEANINGS) {
  test(`an other server that answers with ${misbehaviour} counts as ${meaning}`, async ({
    request,
    baseURL,
  }) => {
    await signIn(request, baseURL);
    host.misbehave(misbehaviour);
    const { data } = await fetchToken(request);
    expect(await createTokenSender(host.url)('POST', data.token)).toBe(meaning);
    expect(host.told.map(({ path }) => path)).toEqual(['/token']);
  });
}

test('a server whose certificate nobody vouches for gets no token', async () => {
  const stranger = await startTokenSyncHost();
  expect(await createTokenSender(stranger.url)('POST', 'a.b.c')).toBe('unreachable');
  expect(stranger.told).toEqual([]);
  await stranger.close();
});
