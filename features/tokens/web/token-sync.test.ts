import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TokenAnswer } from '#features/accounts/bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { createTokenTaker, type SendResult } from './token-calls.ts';
import { createTokenSync, type TokenSync } from './token-sync.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-01-06T05:42:00Z');

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The state of a browser and of both servers. The clock stays at `START` until the test advances it. */
function newWorld() {
  return {
    session: 'asha' as string | null,
    tokenAnswer: undefined as CallResult<TokenAnswer> | undefined,
    /** The server’s clock is ahead by this many milliseconds. */
    skew: 0,
    tokenTakes: 0,
    hostAnswers: [] as SendResult[],
    isStorageBlocked: false,
    stored: new Map<string, string>(),
    lock: Promise.resolve(),
    asked: 0,
    sent: [] as { readonly method: string; readonly token: string | undefined; readonly at: number }[],
  };
}

let world: ReturnType<typeof newWorld>;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  world = newWorld();
  vi.stubGlobal('window', {
    get localStorage() {
      if (world.isStorageBlocked) throw new Error('blocked');
      return {
        getItem: (key: string) => world.stored.get(key) ?? null,
        setItem: (key: string, value: string) => void world.stored.set(key, value),
        removeItem: (key: string) => void world.stored.delete(key),
      };
    },
  });
});
afterEach(() => void vi.useRealTimers());

const methods = () => world.sent.map(({ method }) => method);
const refused = (status: number): CallResult<TokenAnswer> => ({
  kind: 'refused',
  status,
  refusal: { success: false, code: 'UNEXPECTED', message: '' },
});

function tokenAnswer(): CallResult<TokenAnswer> {
  if (world.tokenAnswer) return world.tokenAnswer;
  if (world.session === null) return refused(401);
  const iat = Math.floor((Date.now() + world.skew) / SECOND);
  const payload = { sub: world.session, iat, exp: iat + 15 * 60, jti: world.asked };
  return { kind: 'ok', data: { token: `h.${btoa(JSON.stringify(payload))}.s` } };
}

async function fetchToken() {
  world.asked += 1;
  const answer = tokenAnswer();
  if (world.tokenTakes > 0) await new Promise((done) => setTimeout(done, world.tokenTakes));
  return answer;
}

/** Opens a tab, which shares storage and lock with the others. */
function openTab(account: () => string | null | undefined = () => world.session) {
  const onSessionLost = vi.fn();
  const sync: TokenSync = createTokenSync({
    clock: () => Date.now(),
    setTimer: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    random: () => 0,
    account,
    onSessionLost,
    take: createTokenTaker(() => Date.now(), fetchToken),
    send: async (method, token) => {
      world.sent.push({ method, token, at: Date.now() - START });
      return world.hostAnswers.shift() ?? 'taken';
    },
    exclusively: (work) => {
      world.lock = world.lock.then(work);
      return world.lock;
    },
  });
  /** Lets the sync send what is due, and advances the clock. */
  const checkFor = async (ms = 0) => {
    void sync.check();
    await passes(ms);
  };
  return { ...sync, checkFor, onSessionLost };
}

async function signedInTab() {
  const tab = openTab();
  await tab.checkFor();
  expect(methods()).toEqual(['POST']);
  return tab;
}

const SKEWS = [0, -3 * 60 * MINUTE, 3 * 60 * MINUTE];
test.each(SKEWS)(
  'all tabs together send one token every ten minutes, even if the server’s clock is %i ms ahead',
  async (skew) => {
    world.skew = skew;
    const tabs = [openTab(), openTab()];
    for (const tab of tabs) void tab.check();
    await passes(9 * MINUTE);
    for (const tab of [...tabs, openTab()]) await tab.check();
    await passes(MINUTE - 1);
    expect([world.sent.length, world.asked]).toEqual([1, 1]);
    await passes(20 * MINUTE + 1);
    expect(world.sent.map(({ at }) => at)).toEqual([0, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE]);
    expect(new Set(world.sent.map(({ token }) => token)).size).toBe(4);
  },
);

test('without a confirmed session no token is sent, and a sign-out is reported only if a token was sent before', async () => {
  for (const account of [null, undefined]) await openTab(() => account).check();
  await signOut(openTab());
  await passes(60 * MINUTE);
  expect([world.sent, world.asked]).toEqual([[], 0]);
});

test('in storage, a sent token leaves only an account and a time, and another user’s token is still sent', async () => {
  const tab = await signedInTab();
  expect([...world.stored.keys()]).toEqual(['tokenSync']);
  const marker = { account: 'asha', nextAt: START + 10 * MINUTE, failures: 0 };
  expect(JSON.parse(world.stored.get('tokenSync') ?? '')).toEqual(marker);
  world.session = 'ravi';
  await tab.checkFor();
  expect(methods()).toEqual(['POST', 'POST']);
});

const INVALID = ['{', 'null', '[]', '{"account":1}', '{"account":"asha","nextAt":"soon","failures":0}'];
test.each(INVALID)(
  'a token is sent although the stored marker is %s, because an invalid marker is ignored',
  async (text) => {
    world.stored.set('tokenSync', text);
    await openTab().checkFor();
    expect(methods()).toEqual(['POST']);
  },
);

test('a tab keeps the marker in memory when storage is blocked', async () => {
  world.isStorageBlocked = true;
  const tab = openTab();
  await tab.checkFor(10 * MINUTE);
  world.session = null;
  await tab.checkFor(MINUTE);
  expect(methods()).toEqual(['POST', 'POST', 'DELETE']);
});

test.each([
  [5 * MINUTE, 1],
  [5 * MINUTE + 1, 0],
])(
  'a token that arrives after %i ms, for example because the device slept, is sent only if it is at most five minutes old',
  async (ms, posts) => {
    world.tokenTakes = ms;
    await openTab().checkFor(ms);
    expect(world.sent).toHaveLength(posts);
  },
);

test.each<SendResult>(['unreachable', 'failed'])(
  'after the result “%s”, a new token is sent after a pause of 2, 4, 8 … seconds, up to 5 minutes',
  async (result) => {
    world.hostAnswers = Array.from({ length: 10 }, () => result);
    await openTab().checkFor(40 * MINUTE);
    const times = world.sent.map(({ at }) => at / SECOND);
    const pauses = times.slice(1, 11).map((at, index) => at - (times[index] ?? 0));
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    expect(new Set(world.sent.map(({ token }) => token)).size).toBe(world.sent.length);
    // After a success, one token is sent every ten minutes again.
    expect(world.sent).toHaveLength(11 + 2);
  },
);

test.each<CallResult<TokenAnswer>>([
  { kind: 'offline' },
  refused(503),
  refused(429),
  { kind: 'ok', data: { token: 'not a token' } },
  { kind: 'ok', data: {} as TokenAnswer },
  { kind: 'ok', data: { token: `h.${btoa('{"sub":"asha"}')}.s` } },
])(
  'if the site’s answer %j contains no usable token, the browser requests a token again, with growing pauses',
  async (answer) => {
    world.tokenAnswer = answer;
    await openTab().checkFor(29 * SECOND);
    expect(world.asked).toBe(4);
    world.tokenAnswer = undefined;
    await passes(SECOND);
    expect(world.sent.map(({ at }) => at)).toEqual([30 * SECOND]);
  },
);

test.each([
  ['no session', null],
  ['the session of another person', 'ravi'],
])(
  'if the request for a token shows %s, nothing is sent to the other server, and the page checks its session once',
  async (_what, session) => {
    world.session = session;
    const tab = openTab(() => 'asha');
    await tab.checkFor();
    // While the page still has its old session, further checks must send no requests.
    for (let look = 0; look < 5; look++) await tab.check();
    expect([world.sent, world.asked]).toEqual([[], 1]);
    expect(tab.onSessionLost).toHaveBeenCalledOnce();
  },
);

test('a token that arrives after a sign-out is not sent', async () => {
  world.tokenTakes = SECOND;
  const tab = openTab();
  await tab.checkFor(SECOND / 2);
  world.session = null;
  await tab.checkFor(MINUTE);
  expect(methods()).not.toContain('POST');
});

/** Signs out as the button does; other tabs notice it through the session store. */
async function signOut(tab: TokenSync, others: readonly TokenSync[] = []): Promise<void> {
  const prepared = tab.prepareSignOut();
  await passes(0);
  await prepared;
  world.session = null;
  for (const { check } of [...others, tab, ...others]) void check();
  await passes(0);
}

test('after a sign-out, all tabs together send one DELETE with a new token, and then nothing more', async () => {
  const tab = await signedInTab();
  await signOut(tab, [openTab(), openTab()]);
  await passes(60 * MINUTE);
  expect(methods()).toEqual(['POST', 'DELETE']);
  const [post, goodbye] = world.sent;
  expect(goodbye?.token).toEqual(expect.any(String));
  expect(goodbye?.token).not.toBe(post?.token);
  expect(world.stored.size).toBe(0);
});

test('when the tab that signed out was closed, another tab sends the DELETE without a token after three seconds', async () => {
  const tab = await signedInTab();
  tab.stop();
  world.session = null;
  for (const other of [openTab(), openTab()]) void other.check();
  await passes(3 * SECOND - 1);
  expect(methods()).toEqual(['POST']);
  await passes(60 * MINUTE);
  expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at: 3 * SECOND }]);
});

test('a session that ended elsewhere is noticed at the next token refresh, and a DELETE is sent', async () => {
  let account: string | null = 'asha';
  const tab = openTab(() => account);
  await tab.checkFor(9 * MINUTE);
  world.session = null;
  await passes(MINUTE);
  expect(tab.onSessionLost).toHaveBeenCalledOnce();
  account = null;
  await tab.checkFor(60 * MINUTE);
  const at = 10 * MINUTE + 3 * SECOND;
  expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at }]);
});

test('waiting for a token delays the sign-out by at most two seconds', async () => {
  const tab = await signedInTab();
  world.tokenTakes = 20 * SECOND;
  const ready = vi.fn();
  void tab.prepareSignOut().then(ready);
  await passes(2 * SECOND - 1);
  expect(ready).not.toHaveBeenCalled();
  await passes(1);
  expect(ready).toHaveBeenCalledOnce();
});

test.each<[SendResult, readonly number[]]>([
  ['unreachable', [0, 2, 6, 14, 30]],
  ['failed', [0]],
  ['refused', [0]],
])(
  'a DELETE whose every try ends as “%s” is sent after %j seconds and then given up',
  async (result, seconds) => {
    const tab = await signedInTab();
    world.hostAnswers = Array.from({ length: 20 }, () => result);
    await signOut(tab);
    await passes(60 * MINUTE);
    expect(world.sent.slice(1).map(({ at }) => at / SECOND)).toEqual(seconds);
  },
);

test('if another user signs in before a failed DELETE is repeated, the DELETE is dropped and the new token is sent', async () => {
  const tab = await signedInTab();
  world.hostAnswers = ['unreachable'];
  await signOut(tab);
  world.session = 'ravi';
  await tab.checkFor(9 * MINUTE);
  expect(methods()).toEqual(['POST', 'DELETE', 'POST']);
});

test('the DELETE for one user is never sent with the token of another user', async () => {
  const tab = await signedInTab();
  world.session = 'ravi';
  await tab.prepareSignOut();
  world.session = null;
  await tab.checkFor(MINUTE);
  expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at: 3 * SECOND }]);
});
