import { expect, test } from 'vitest';
import type { SessionAnswer } from '#contract/identity.ts';
import type { UserRecord } from '#contract/users.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { createSessionStore } from './session-store.ts';

const asha = { id: '1', name: 'Asha' } as UserRecord;
const ravi = { id: '2', name: 'Ravi' } as UserRecord;

function setUp(cached: UserRecord | null, answer: () => Promise<CallResult<SessionAnswer>>) {
  const cache = { user: cached };
  const shown: (string | undefined)[] = [];
  const store = createSessionStore({
    readCache: () => cache.user,
    writeCache: (user) => {
      cache.user = user;
    },
    fetchSession: answer,
    reflect: (user) => shown.push(user?.name),
  });
  return { store, cache, shown };
}

const signedInAs = (data: UserRecord | null): CallResult<SessionAnswer> => ({
  kind: 'ok',
  data: { success: true, data },
});

test('starts from the cache and takes what the server says', async () => {
  const { store, cache, shown } = setUp(asha, async () => signedInAs(ravi));
  expect(store.get()).toEqual({ user: asha, phase: 'cached' });
  await store.confirm();
  expect(store.get()).toEqual({ user: ravi, phase: 'confirmed' });
  expect(cache.user).toBe(ravi);
  expect(shown).toEqual(['Ravi']);
});

test('nobody, said by the server, clears the cache', async () => {
  const { store, cache } = setUp(asha, async () => signedInAs(null));
  await store.confirm();
  expect(store.get()).toEqual({ user: null, phase: 'confirmed' });
  expect(cache.user).toBeNull();
});

test('a 401 clears the cache too', async () => {
  const refusal = { success: false, code: 'NOT_SIGNED_IN', message: '' } as const;
  const { store, cache } = setUp(asha, async () => ({ kind: 'refused', status: 401, refusal }));
  await store.confirm();
  expect(cache.user).toBeNull();
});

test.each<CallResult<SessionAnswer>>([
  { kind: 'offline' },
  { kind: 'refused', status: 503, refusal: { success: false, code: 'NOT_READY', message: '' } },
])('without an answer ($kind) the cached state stays, quietly', async (result) => {
  const { store, cache } = setUp(asha, async () => result);
  await store.confirm();
  expect(store.get()).toEqual({ user: asha, phase: 'unreachable' });
  expect(cache.user).toBe(asha);
});

test('an answer that a sign-out has overtaken is dropped', async () => {
  const { promise, resolve } = Promise.withResolvers<CallResult<SessionAnswer>>();
  const { store, cache } = setUp(asha, () => promise);
  const confirming = store.confirm();
  store.tell(null);
  resolve(signedInAs(asha));
  await confirming;
  expect(store.get().user).toBeNull();
  expect(cache.user).toBeNull();
});

test('another tab signing out is followed', () => {
  const { store, cache } = setUp(asha, async () => ({ kind: 'offline' }));
  let calls = 0;
  store.subscribe(() => {
    calls += 1;
  });
  cache.user = null;
  store.follow();
  expect(store.get().user).toBeNull();
  expect(calls).toBe(1);
});
