import { beforeEach, expect, test } from 'vitest';
import type { SOCIAL_ERRORS } from '#contract/errors.ts';
import type { SessionAnswer } from '#contract/identity.ts';
import { SOCIAL_POPUP, type SocialOutcome } from '#contract/social.ts';
import type { UserRecord } from '#contract/users.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { BLOCKED_PAUSE_MS, createSignInPopup, SETTLE_MS, type SocialRequest } from './sign-in-popup.ts';

const ASHA = { id: 'asha', name: 'Asha' } as UserRecord;
const GOOGLE: SocialRequest = { provider: 'google', purpose: 'sign-in', remember: true };
const GITHUB: SocialRequest = { provider: 'github', purpose: 'sign-in', remember: false };
const DELETION: SocialRequest = { provider: 'google', purpose: 'deletion', remember: false };

const WAITING = { kind: 'waiting' };
const SIGNED_IN = { kind: 'signed-in', user: ASHA };
const failed = (code: keyof typeof SOCIAL_ERRORS) => ({ kind: 'failed', code });

let now: number;
let timers: { readonly at: number; readonly work: () => void }[];
let windows: { closed: boolean; focused: number; focus(): void; close(): void }[];
let redirects: string[];
let session: CallResult<SessionAnswer>;
let sessionsAsked: number;
let isBlocked: boolean;
let told: unknown[];
let signIn: ReturnType<typeof createSignInPopup>;

beforeEach(() => {
  now = 1_000;
  timers = [];
  windows = [];
  redirects = [];
  session = { kind: 'ok', data: { success: true, data: ASHA } };
  sessionsAsked = 0;
  isBlocked = false;
  told = [];
  signIn = create(SOCIAL_POPUP.pollMs);
});

function create(pollMs: number) {
  let events = 0;
  return createSignInPopup({
    newEvent: () => {
      events += 1;
      return `event-${events}`;
    },
    open: () => {
      if (isBlocked) return null;
      const opened = {
        closed: false,
        focused: 0,
        focus: () => {
          opened.focused += 1;
        },
        close: () => {
          opened.closed = true;
        },
      };
      windows.push(opened);
      return opened;
    },
    redirect: (event) => redirects.push(event),
    fetchSession: async () => {
      sessionsAsked += 1;
      return session;
    },
    now: () => now,
    later: (work, ms) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    pollMs,
  });
}

function pass(ms: number) {
  const end = now + ms;
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    if (!next) break;
    now = next.at;
    timers = timers.filter((each) => each !== next);
    next.work();
  }
  now = end;
}

const start = (request: SocialRequest = GOOGLE) => signIn.start(request, (step) => told.push(step));
const report = (event: string, outcome: SocialOutcome | 'nonsense', provider = 'google') =>
  signIn.hear({ event, outcome, provider, mode: 'popup' });

test('a press opens one window, in front, and waits', () => {
  start();
  expect(windows).toMatchObject([{ closed: false, focused: 1 }]);
  pass(60 * 60_000);
  expect(told).toEqual([WAITING]);
});

test('“signed in” counts when the server says so', async () => {
  start();
  await report('event-1', 'signed-in');
  expect(sessionsAsked).toBe(1);
  expect(told).toEqual([WAITING, SIGNED_IN]);
  expect(windows[0]?.closed).toBe(true);
});

test.each([
  ['nobody', { kind: 'ok', data: { success: true, data: null } }, 'internal-error'],
  ['no network', { kind: 'offline' }, 'network-request-failed'],
  [
    'too many tries',
    { kind: 'refused', status: 429, refusal: { success: false, code: 'RATE_LIMITED', message: '' } },
    'too-many-requests',
  ],
  [
    'a broken server',
    { kind: 'refused', status: 500, refusal: { success: false, code: 'UNEXPECTED', message: '' } },
    'internal-error',
  ],
] as const)('“signed in” does not count when the server says: %s', async (_name, answer, code) => {
  session = answer;
  start();
  await report('event-1', 'signed-in');
  expect(told).toEqual([WAITING, failed(code)]);
});

test('a closed window is told at most eight seconds after it closed, whenever between two looks that was', () => {
  for (let open = 0; open < SOCIAL_POPUP.pollMs; open += 250) {
    signIn = create(SOCIAL_POPUP.pollMs);
    told = [];
    start();
    pass(open);
    const opened = windows.at(-1);
    if (opened) opened.closed = true;
    pass(SOCIAL_POPUP.closedWithinMs - SOCIAL_POPUP.pollMs - 1);
    expect(told, 'not before a report could have come').toEqual([WAITING]);
    pass(SOCIAL_POPUP.pollMs + 1);
    expect(told).toEqual([WAITING, failed('popup-closed-by-user')]);
  }
});

test('a phone looks each ten seconds, and at once when the page comes back', () => {
  signIn = create(SOCIAL_POPUP.pollMobileMs);
  start();
  pass(35_000);
  windows[0]?.close();
  pass(4_000);
  expect(told).toEqual([WAITING]);
  signIn.look();
  signIn.look();
  pass(SETTLE_MS);
  expect(told).toEqual([WAITING, failed('popup-closed-by-user')]);
});

test('a window whose link was cut seems closed; its report counts all the same, and replaces the message', async () => {
  start();
  windows[0]?.close();
  pass(60_000);
  expect(told).toEqual([WAITING, failed('popup-closed-by-user')]);
  pass(20 * 60_000);
  await report('event-1', 'signed-in');
  expect(told).toEqual([WAITING, failed('popup-closed-by-user'), SIGNED_IN]);
});

test('a late refusal says more than “closed”', async () => {
  start();
  windows[0]?.close();
  pass(60_000);
  await report('event-1', 'user-cancelled');
  expect(told.at(-1)).toEqual(failed('user-cancelled'));
});

test('a report in time is the only thing told', async () => {
  start();
  windows[0]?.close();
  pass(3_000);
  await report('event-1', 'signed-in');
  pass(60_000);
  expect(told).toEqual([WAITING, SIGNED_IN]);
});

test('a second press cancels the first, and says so first', async () => {
  start();
  start(GITHUB);
  expect(told).toEqual([WAITING, failed('cancelled-popup-request'), WAITING]);
  await report('event-1', 'user-cancelled');
  expect(told, 'how the first failed is of no interest').toHaveLength(3);
  expect(windows[1]?.closed).toBe(false);
  await report('event-2', 'signed-in', 'github');
  expect(told.at(-1)).toEqual(SIGNED_IN);
});

test('whoever signs in through the first of two windows is signed in, and the second is not waited for', async () => {
  start();
  start(GITHUB);
  await report('event-1', 'signed-in');
  expect(told.at(-1)).toEqual(SIGNED_IN);
  expect(windows[1]?.closed).toBe(true);
  pass(60_000);
  expect(told).toHaveLength(4);
});

test('a third press after a closed window cancels nothing', () => {
  start();
  windows[0]?.close();
  pass(10_000);
  start();
  expect(told).toEqual([WAITING, failed('popup-closed-by-user'), WAITING]);
});

test('a report counts once, for ten minutes and after', async () => {
  start();
  await report('event-1', 'user-cancelled');
  await report('event-1', 'user-cancelled');
  pass(SOCIAL_POPUP.eventsRememberedMs - 1);
  await report('event-1', 'signed-in');
  pass(2);
  await report('event-1', 'signed-in');
  expect(told).toEqual([WAITING, failed('user-cancelled')]);
  expect(sessionsAsked).toBe(0);
});

test.each([
  ['an unknown event', { event: 'event-9', outcome: 'signed-in', provider: 'google', mode: 'popup' }],
  ['no event', { event: '', outcome: 'signed-in', provider: 'google', mode: 'popup' }],
  ['another provider', { event: 'event-1', outcome: 'signed-in', provider: 'github', mode: 'popup' }],
  ['an unknown provider', { event: 'event-1', outcome: 'signed-in', provider: 'else', mode: 'popup' }],
  ['an unknown outcome', { event: 'event-1', outcome: 'toString', provider: 'google', mode: 'popup' }],
  ['a text', 'event-1'],
  ['nothing', null],
])('%s is ignored', async (_name, message) => {
  start();
  await signIn.hear(message);
  expect(told).toEqual([WAITING]);
  expect(sessionsAsked).toBe(0);
  expect(windows[0]?.closed).toBe(false);
});

test.each(['blocked', 'closed at once'])(
  'a window that is %s is told, then the page itself goes on',
  (how) => {
    if (how === 'blocked') isBlocked = true;
    else signIn = createClosed();
    start();
    expect(told).toEqual([failed('popup-blocked')]);
    pass(BLOCKED_PAUSE_MS - 1);
    expect(redirects).toEqual([]);
    pass(1);
    expect(redirects).toEqual(['event-1']);
  },
);

function createClosed() {
  return createSignInPopup({
    newEvent: () => 'event-1',
    open: () => ({ closed: true, focus: () => undefined, close: () => undefined }),
    redirect: (event) => redirects.push(event),
    fetchSession: async () => session,
    now: () => now,
    later: (work, ms) => {
      timers.push({ at: now + ms, work });
      return () => undefined;
    },
    pollMs: SOCIAL_POPUP.pollMs,
  });
}

test('another press while the redirect is still to come takes its place', () => {
  isBlocked = true;
  start();
  isBlocked = false;
  start();
  pass(60_000);
  expect(redirects).toEqual([]);
  expect(told).toEqual([failed('popup-blocked'), failed('cancelled-popup-request'), WAITING]);
});

test('whoever does something else is left in peace, and can still be signed in', async () => {
  start();
  signIn.abandon();
  expect(windows[0]?.closed).toBe(true);
  pass(60_000);
  expect(told).toEqual([WAITING]);
  await report('event-1', 'signed-in');
  expect(told).toEqual([WAITING, SIGNED_IN]);

  isBlocked = true;
  start();
  signIn.abandon();
  pass(60_000);
  expect(redirects).toEqual([]);
});

test('a proof for a deletion is no sign-in, nor the other way round', async () => {
  start(DELETION);
  await report('event-1', 'proved');
  start(DELETION);
  await report('event-2', 'signed-in');
  start();
  await report('event-3', 'proved');
  expect(told).toEqual([
    WAITING,
    { kind: 'proved' },
    WAITING,
    failed('internal-error'),
    WAITING,
    failed('internal-error'),
  ]);
  expect(sessionsAsked).toBe(0);
});
