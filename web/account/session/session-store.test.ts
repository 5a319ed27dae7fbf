import { describe, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '#contract/identity.ts';
import type { StoredMessage, UserRecord } from '#contract/users.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { createSessionStore } from './session-store.ts';

const none: readonly StoredMessage[] = [];
const asha = { id: '1', name: 'Asha', messages: none } as UserRecord;
const ravi = { id: '2', name: 'Ravi', messages: none } as UserRecord;

function setUp(cached: UserRecord | null, answer: () => Promise<CallResult<SessionAnswer>>) {
  const cache = { user: cached, works: true };
  const shown: (string | undefined)[] = [];
  const announced: boolean[] = [];
  const store = createSessionStore({
    readCache: () => (cache.works ? cache.user : null),
    writeCache: (user) => {
      if (cache.works) cache.user = user;
      return cache.works;
    },
    fetchSession: answer,
    reflect: (user) => shown.push(user?.name),
    announce: (signedIn) => announced.push(signedIn),
  });
  return { store, cache, shown, announced };
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

test('many long messages stay on the server', () => {
  const { store, cache } = setUp(null, async () => ({ kind: 'offline' }));
  const message: StoredMessage = { id: 'm', form: 'contact', message: 'a'.repeat(4_000), created_at: '' };
  store.tell({ ...asha, messages: Array.from({ length: 100 }, () => message) });
  expect(store.get().user?.messages).toEqual([message, message]);
  expect(cache.user?.messages).toEqual([message, message]);
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

test('the end in another tab wins over an answer that left before, though its event comes later', async () => {
  const answers = [signedInAs(asha), signedInAs(null)];
  const { store, cache } = setUp(asha, async () => {
    const answer = answers.shift() ?? signedInAs(null);
    cache.user = null;
    return answer;
  });
  await store.confirm();
  expect(cache.user).toBeNull();
  expect(store.get()).toEqual({ user: null, phase: 'confirmed' });
});

describe('a record that was saved here', () => {
  const renamed = { ...asha, name: 'Asha Rawat' };

  test.each([true, false])('is taken over (the cache works: %s)', async (works) => {
    const { store, cache } = setUp(asha, async () => signedInAs(asha));
    cache.works = works;
    await store.confirm();
    store.update(renamed);
    expect(store.get().user).toEqual(renamed);
  });

  test('signs nobody in again who signed out in another tab, before its event or after', async () => {
    for (const isHeard of [false, true]) {
      const answers = [signedInAs(asha), signedInAs(null)];
      const { store, cache } = setUp(asha, async () => answers.shift() ?? signedInAs(null));
      await store.confirm();
      cache.user = null;
      if (isHeard) store.follow();
      store.update(renamed);
      await Promise.resolve();
      expect(cache.user).toBeNull();
      await vi.waitFor(() => expect(store.get()).toMatchObject({ user: null, phase: 'confirmed' }));
    }
  });

  test('does not replace somebody else who signed in in another tab', async () => {
    const answers = [signedInAs(asha), signedInAs(ravi)];
    const { store, cache } = setUp(asha, async () => answers.shift() ?? signedInAs(ravi));
    await store.confirm();
    cache.user = ravi;
    store.update(renamed);
    await vi.waitFor(() => expect(store.get().user).toEqual(ravi));
    expect(cache.user).toEqual(ravi);
  });
});

test('a record that was saved late does not replace somebody else, without a cache either', async () => {
  const { store, cache } = setUp(null, async () => signedInAs(ravi));
  cache.works = false;
  await store.confirm();
  store.update(asha);
  expect(store.get().user).toEqual(ravi);
});

describe('other tabs', () => {
  test('hear of whoever signs in or out here, once, and not of a saved record', async () => {
    const { store, announced } = setUp(null, async () => signedInAs(null));
    await store.confirm();
    store.tell(asha);
    store.update({ ...asha, name: 'Asha Rawat' });
    store.tell(ravi);
    store.tell(null);
    expect(announced).toEqual([true, true, false]);
  });

  test('a sign-out that is heard of shows at once, a sign-in when the server says who it is', async () => {
    const { store, cache } = setUp(asha, async () => signedInAs(ravi));
    cache.works = false;
    await store.confirm();
    store.hear(false);
    expect(store.get()).toMatchObject({ user: null, phase: 'confirmed' });
    store.hear(true);
    await vi.waitFor(() => expect(store.get().user).toEqual(ravi));
  });

  test('are named as those who ended the session, however often they say so, until somebody signs in', async () => {
    const { store, cache } = setUp(asha, async () => signedInAs(null));
    cache.user = null;
    store.follow();
    store.hear(false);
    await store.confirm();
    expect(store.get()).toEqual({ user: null, phase: 'confirmed', endedElsewhere: true });
    store.tell(ravi);
    expect(store.get()).toEqual({ user: ravi, phase: 'confirmed' });
  });

  test.each([asha, null])('are not named when it ends here, or nobody was signed in (%j)', (user) => {
    const { store } = setUp(user, async () => ({ kind: 'offline' }));
    store.tell(null);
    store.hear(false);
    expect(store.get()).toEqual({ user: null, phase: 'confirmed' });
  });

  test('a page that was kept for the way back shows who is signed in now, before the server has answered', () => {
    const { store, cache } = setUp(asha, () => new Promise(() => {}));
    cache.user = null;
    store.resume();
    expect(store.get()).toEqual({ user: null, phase: 'confirmed' });
  });
});

test('what needs the session once more is done before it ends; its failure changes nothing', async () => {
  const { store } = setUp(asha, async () => signedInAs(asha));
  const done: string[] = [];
  const stop = store.onLeaving(async () => void done.push('first'));
  store.onLeaving(async () => {
    throw new Error('no network');
  });
  store.onLeaving(async () => void done.push('second'));
  await store.prepareToLeave();
  stop();
  await store.prepareToLeave();
  expect(done).toEqual(['first', 'second', 'second']);
});
