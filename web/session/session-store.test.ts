import { describe, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { createSessionStore, type Session } from './session-store.ts';

const asha = { id: '1', name: 'Asha', messages: [] as UserRecord['messages'] } as UserRecord;
const ravi = { ...asha, id: '2', name: 'Ravi' };
const renamed = { ...asha, name: 'Asha Rawat' };

type Answer = CallResult<SessionAnswer>;

/** @param answers the server's answers to requests for the session, in order; the last answer is repeated */
function setUp(
  cached: UserRecord | null,
  answers: (Answer | Promise<Answer>)[],
  fetchProductRecord?: () => Promise<UserRecord | null>,
) {
  const cache = { user: cached, works: true };
  const shown: (string | undefined)[] = [];
  const announced: boolean[] = [];
  const store = createSessionStore({
    readCache: () => (cache.works ? cache.user : null),
    writeCache: (user) => {
      if (cache.works) cache.user = user;
      return cache.works;
    },
    dropTabCopy: () => {},
    fetchSession: async () => {
      const [answer = signedInAs(null), ...later] = answers;
      if (later.length > 0) answers.shift();
      return answer;
    },
    fetchProductRecord,
    reflect: (user) => shown.push(user?.name),
    announce: (signedIn) => announced.push(signedIn),
  });
  return { store, cache, shown, announced };
}

const signedInAs = (data: UserRecord | null): Answer => ({
  kind: 'ok',
  data: { success: true, data, remembered: true },
});

const refusal = (status: number, code: string): Answer => ({
  kind: 'refused',
  status,
  refusal: { success: false, code, message: '' },
});

describe('the profile from an external server of user records', () => {
  test('is shown, and stays visible when the external server stops answering', async () => {
    const theirs = { ...asha, name: 'Asha There' };
    const answers: (UserRecord | null)[] = [null, theirs, null];
    const { store, shown } = setUp(null, [signedInAs(asha)], async () => answers.shift() ?? null);
    await store.confirm();
    store.tell(asha, true, 'password');
    await vi.waitFor(() => expect(store.get().user).toEqual(theirs));
    await store.confirm();
    expect(shown).toEqual(['Asha', 'Asha', 'Asha There', 'Asha There']);
  });

  test('has the email address that the site’s own server knows, even when the external server is down', async () => {
    const moved = { ...asha, email: 'new@example.com' };
    const { store } = setUp({ ...asha, name: 'Asha There' }, [signedInAs(moved)], async () => null);
    await store.confirm();
    expect(store.get().user).toEqual({ ...moved, name: 'Asha There' });
  });

  test('is ignored if it arrives after the sign-out', async () => {
    const { promise, resolve } = Promise.withResolvers<UserRecord | null>();
    const { store } = setUp(null, [signedInAs(asha)], () => promise);
    store.tell(asha, true, 'password');
    store.tell(null);
    resolve(asha);
    await promise;
    expect(store.get().user).toBeNull();
  });
});

test('[V14.3.1] the page first shows the cached user, and after the server’s response the user that the server names', async () => {
  const { store, cache, shown } = setUp(asha, [signedInAs(ravi)]);
  expect(store.get()).toEqual({ user: asha, phase: 'cached' });
  await store.confirm();
  expect(store.get()).toEqual({ user: ravi, phase: 'confirmed' });
  expect(cache.user).toBe(ravi);
  expect(shown).toEqual(['Ravi']);
});

const ENDED: Session = { user: null, phase: 'confirmed', endedElsewhere: true };

test.each<[string, Session, Answer]>([
  ['“nobody is signed in”', ENDED, signedInAs(null)],
  ['401, which means the same', ENDED, refusal(401, 'NOT_SIGNED_IN')],
  ['nothing, as the browser is offline', { user: asha, phase: 'unreachable' }, { kind: 'offline' }],
  ['that its database cannot be read', { user: asha, phase: 'unreachable' }, refusal(503, 'STORAGE_AWAY')],
])(
  'a cached session ends only if the server says that nobody is signed in; here the server answers %s',
  async (_, session, result) => {
    const { store, cache } = setUp(asha, [result]);
    await store.confirm();
    expect(store.get()).toEqual(session);
    expect(cache.user).toBe(session.user);
  },
);

test('a server response about the session is ignored if it was requested before a sign-out', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const { store, cache } = setUp(asha, [promise]);
  const confirming = store.confirm();
  store.tell(null);
  resolve(signedInAs(asha));
  await confirming;
  expect([store.get().user, cache.user]).toEqual([null, null]);
});

describe('saving the profile in this tab', () => {
  test.each([true, false])('replaces the user of the session (browser storage works: %s)', async (works) => {
    const { store, cache } = setUp(asha, [signedInAs(asha)]);
    cache.works = works;
    await store.confirm();
    store.update(renamed);
    expect(store.get().user).toEqual(renamed);
  });

  test.each([true, false])(
    'does not sign in again a user who signed out in another tab (this tab already knows of the sign-out: %s)',
    async (isTold) => {
      const { store, cache } = setUp(asha, [signedInAs(asha), signedInAs(null)]);
      await store.confirm();
      cache.user = null;
      if (isTold) store.follow();
      store.update(renamed);
      await Promise.resolve();
      expect(cache.user).toBeNull();
      await vi.waitFor(() => expect(store.get()).toMatchObject({ user: null, phase: 'confirmed' }));
    },
  );

  test('does not replace another user who has signed in in another tab', async () => {
    const { store, cache } = setUp(asha, [signedInAs(asha), signedInAs(ravi)]);
    await store.confirm();
    cache.user = ravi;
    store.update(renamed);
    await vi.waitFor(() => expect(store.get().user).toEqual(ravi));
    expect(cache.user).toEqual(ravi);
  });
});

describe('sessions across tabs', () => {
  test('each sign-in and sign-out is announced once to the other tabs, but a saved profile is not', async () => {
    const { store, announced } = setUp(null, [signedInAs(null)]);
    await store.confirm();
    store.tell(asha);
    store.update(renamed);
    store.tell(ravi);
    store.tell(null);
    expect(announced).toEqual([true, true, false]);
  });

  test('a tab shows a sign-out of another tab at once, a sign-in once the server confirms it, and announces neither again', async () => {
    const { store, cache, announced } = setUp(asha, [signedInAs(asha), signedInAs(ravi)]);
    cache.works = false;
    await store.confirm();
    store.hear(false);
    expect(store.get()).toMatchObject({ user: null, phase: 'confirmed' });
    store.hear(true);
    await vi.waitFor(() => expect(store.get().user).toEqual(ravi));
    expect(announced).toEqual([]);
  });

  test('a tab remembers that the session was ended in another tab until somebody signs in', async () => {
    const { store, cache } = setUp(asha, [signedInAs(null)]);
    cache.user = null;
    store.follow();
    store.hear(false);
    await store.confirm();
    expect(store.get()).toEqual(ENDED);
    store.tell(ravi);
    expect(store.get()).toEqual({ user: ravi, phase: 'confirmed' });
  });

  test('a page restored from the back/forward cache shows the newest cached user without waiting for the server', () => {
    const { store, cache } = setUp(asha, [new Promise(() => {})]);
    cache.user = null;
    store.resume();
    expect(store.get()).toEqual({ user: null, phase: 'confirmed' });
  });
});

test('callbacks for the end of a session run before the session ends, and their errors are ignored', async () => {
  const { store } = setUp(asha, [signedInAs(asha)]);
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
