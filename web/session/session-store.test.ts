import { describe, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { StoredMessage, UserRecord } from '#features/accounts/profile-bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { createSessionStore } from './session-store.ts';

const none: readonly StoredMessage[] = [];
const asha = { id: '1', name: 'Asha', messages: none } as UserRecord;
const ravi = { id: '2', name: 'Ravi', messages: none } as UserRecord;

function setUp(
  cached: UserRecord | null,
  answer: () => Promise<CallResult<SessionAnswer>>,
  fetchProductRecord?: () => Promise<UserRecord | null>,
) {
  const cache = { user: cached, works: true };
  const shown: (string | undefined)[] = [];
  const remembered: (boolean | undefined)[] = [];
  const announced: boolean[] = [];
  const store = createSessionStore({
    readCache: () => (cache.works ? cache.user : null),
    writeCache: (user, isRemembered) => {
      remembered.push(isRemembered);
      if (cache.works) cache.user = user;
      return cache.works;
    },
    dropTabCopy: () => {},
    fetchSession: answer,
    fetchProductRecord,
    reflect: (user) => shown.push(user?.name),
    announce: (signedIn) => announced.push(signedIn),
  });
  return { store, cache, shown, remembered, announced };
}

const signedInAs = (data: UserRecord | null): CallResult<SessionAnswer> => ({
  kind: 'ok',
  data: { success: true, data, remembered: true },
});

const refusal = (status: number, code: string): CallResult<SessionAnswer> => ({
  kind: 'refused',
  status,
  refusal: { success: false, code, message: '' },
});

test('the profile from an external server of user records is shown, and stays when that server stops answering', async () => {
  const theirs = { ...asha, name: 'Asha There' };
  const answers: (UserRecord | null)[] = [null, theirs, null];
  const { store, shown } = setUp(
    null,
    async () => signedInAs(asha),
    async () => answers.shift() ?? null,
  );
  await store.confirm();
  store.tell(asha, true, 'password');
  await vi.waitFor(() => expect(store.get().user).toEqual(theirs));
  await store.confirm();
  expect(shown).toEqual(['Asha', 'Asha', 'Asha There', 'Asha There']);
});

test('the email address comes from the site’s own server, even when an external server for user records is down', async () => {
  const moved = { ...asha, email: 'new@example.com' };
  const { store } = setUp(
    { ...asha, name: 'Asha There' },
    async () => signedInAs(moved),
    async () => null,
  );
  await store.confirm();
  expect(store.get().user).toEqual({ ...moved, name: 'Asha There' });
});

test('a profile from an external server of user records is ignored if it arrives after the sign-out', async () => {
  const { promise, resolve } = Promise.withResolvers<UserRecord | null>();
  const { store } = setUp(
    null,
    async () => signedInAs(asha),
    () => promise,
  );
  store.tell(asha, true, 'password');
  store.tell(null);
  resolve(asha);
  await promise;
  expect(store.get().user).toBeNull();
});

test('[V14.3.1] the page first shows the cached user, and then the user that the server names', async () => {
  const { store, cache, shown } = setUp(asha, async () => signedInAs(ravi));
  expect(store.get()).toEqual({ user: asha, phase: 'cached' });
  await store.confirm();
  expect(store.get()).toEqual({ user: ravi, phase: 'confirmed' });
  expect(cache.user).toBe(ravi);
  expect(shown).toEqual(['Ravi']);
});

test.each<[string, UserRecord | null, string, CallResult<SessionAnswer>]>([
  ['that nobody is signed in', null, 'confirmed', signedInAs(null)],
  ['401, so nobody is signed in', null, 'confirmed', refusal(401, 'NOT_SIGNED_IN')],
  ['nothing', asha, 'unreachable', { kind: 'offline' }],
  ['that it cannot read its database', asha, 'unreachable', refusal(503, 'STORAGE_AWAY')],
])(
  'a cached session ends only when the server says that nobody is signed in; here the server says %s',
  async (_, user, phase, result) => {
    const { store, cache } = setUp(asha, async () => result);
    await store.confirm();
    expect(store.get()).toEqual({ user, phase });
    expect(cache.user).toBe(user);
  },
);

test('a server response about the session is ignored if it was requested before a sign-out', async () => {
  const { promise, resolve } = Promise.withResolvers<CallResult<SessionAnswer>>();
  const { store, cache } = setUp(asha, () => promise);
  const confirming = store.confirm();
  store.tell(null);
  resolve(signedInAs(asha));
  await confirming;
  expect(store.get().user).toBeNull();
  expect(cache.user).toBeNull();
});

describe('saving the profile in this tab', () => {
  const renamed = { ...asha, name: 'Asha Rawat' };

  test.each([true, false])('replaces the user of the session (browser storage works: %s)', async (works) => {
    const { store, cache } = setUp(asha, async () => signedInAs(asha));
    cache.works = works;
    await store.confirm();
    store.update(renamed);
    expect(store.get().user).toEqual(renamed);
  });

  test('does not sign in again a user who has signed out in another tab, whether or not this tab was told', async () => {
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

  test('does not replace another user who has signed in in another tab', async () => {
    const answers = [signedInAs(asha), signedInAs(ravi)];
    const { store, cache } = setUp(asha, async () => answers.shift() ?? signedInAs(ravi));
    await store.confirm();
    cache.user = ravi;
    store.update(renamed);
    await vi.waitFor(() => expect(store.get().user).toEqual(ravi));
    expect(cache.user).toEqual(ravi);
  });
});

describe('sessions across tabs', () => {
  test('other tabs are told once of each sign-in and sign-out in this tab, and are not told of a saved profile', async () => {
    const { store, announced } = setUp(null, async () => signedInAs(null));
    await store.confirm();
    store.tell(asha);
    store.update({ ...asha, name: 'Asha Rawat' });
    store.tell(ravi);
    store.tell(null);
    expect(announced).toEqual([true, true, false]);
  });

  test('a tab shows a sign-out in another tab at once, and a sign-in there once the server has named the user', async () => {
    const { store, cache } = setUp(asha, async () => signedInAs(ravi));
    cache.works = false;
    await store.confirm();
    store.hear(false);
    expect(store.get()).toMatchObject({ user: null, phase: 'confirmed' });
    store.hear(true);
    await vi.waitFor(() => expect(store.get().user).toEqual(ravi));
  });

  test('a sign-in that a tab learns of from another tab is not announced again', async () => {
    const { store, announced } = setUp(null, async () => signedInAs(ravi));
    store.hear(true);
    await vi.waitFor(() => expect(store.get().user).toEqual(ravi));
    expect(announced).toEqual([]);
  });

  test('a tab remembers that the session was ended in another tab until somebody signs in', async () => {
    const { store, cache } = setUp(asha, async () => signedInAs(null));
    cache.user = null;
    store.follow();
    store.hear(false);
    await store.confirm();
    expect(store.get()).toEqual({ user: null, phase: 'confirmed', endedElsewhere: true });
    store.tell(ravi);
    expect(store.get()).toEqual({ user: ravi, phase: 'confirmed' });
  });

  test('a page restored from the back/forward cache shows the newest cached user without waiting for the server', () => {
    const { store, cache } = setUp(asha, () => new Promise(() => {}));
    cache.user = null;
    store.resume();
    expect(store.get()).toEqual({ user: null, phase: 'confirmed' });
  });
});

test('callbacks registered for the end of the session run before it ends, and their errors are ignored', async () => {
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
