import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type Misbehaviour, startTokenSyncHost } from '#e2e/fakes/token-sync.ts';
import { createTokenSender, type SendResult } from '#features/tokens/web/token-calls.ts';

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

test('a token sent over TLS counts as taken, refused, failed or unreachable, depending on the receiver’s answer', async () => {
  const trusted = tls.getCACertificates('default');
  const host = await startTokenSyncHost();
  onTestFinished(async () => {
    tls.setDefaultCACertificates(trusted);
    await host.close();
  });
  tls.setDefaultCACertificates([...trusted, host.certificate]);
  const send = createTokenSender(host.url);
  for (const [misbehaviour, meaning] of MEANINGS) {
    host.misbehave(misbehaviour);
    expect(await send('POST', 'a.b.c'), String(misbehaviour)).toBe(meaning);
  }
  expect(host.told.map(({ path }) => path)).toEqual(MEANINGS.map(() => '/token'));
});

test('no token is sent to a server whose certificate is not trusted', async () => {
  const stranger = await startTokenSyncHost();
  onTestFinished(stranger.close);
  expect(await createTokenSender(stranger.url)('POST', 'a.b.c')).toBe('unreachable');
  expect(stranger.told).toEqual([]);
});
