import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { SOCIAL_POPUP, type SocialOutcome } from '#features/social-sign-in/contract.ts';
import type { SOCIAL_ERRORS } from '#features/social-sign-in/refusals.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { BLOCKED_PAUSE_MS, createSignInPopup, SETTLE_MS, type SocialRequest } from './sign-in-popup.ts';

const ASHA = { id: 'asha', name: 'Asha' } as UserRecord;
const GOOGLE: SocialRequest = { provider: 'google', purpose: 'sign-in', remember: true };
const GITHUB: SocialRequest = { provider: 'github', purpose: 'sign-in', remember: false };
const DELETION: SocialRequest = { provider: 'google', purpose: 'deletion', remember: false };

const WAITING = ['waiting'];
const SIGNED_IN = ['signed-in', ASHA];
const failed = (code: keyof typeof SOCIAL_ERRORS) => [code];

let windows: { closed: boolean; focused: number; focus(): void; close(): void }[];
let redirects: string[];
let session: CallResult<SessionAnswer>;
let sessionsAsked: number;
let blocked: 'no' | 'blocked' | 'closed at once';
let told: unknown[];
let signIn: ReturnType<typeof createSignInPopup>;

beforeEach(() => {
  vi.useFakeTimers();
  windows = [];
  redirects = [];
  session = { kind: 'ok', data: { success: true, data: ASHA } };
  sessionsAsked = 0;
  blocked = 'no';
  told = [];
  signIn = create(SOCIAL_POPUP.pollMs);
});
afterEach(() => void vi.useRealTimers());

function create(pollMs: number) {
  let events = 0;
  return createSignInPopup({
    newEvent: () => {
      events += 1;
      return `event-${events}`;
    },
    open: () => {
      if (blocked === 'blocked') return null;
      const opened = {
        closed: blocked === 'closed at once',
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
    now: () => Date.now(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    pollMs,
  });
}

const pass = (ms: number) => vi.advanceTimersByTime(ms);
const start = (request: SocialRequest = GOOGLE) => signIn.start(request, (...state) => told.push(state));
const report = (event: string, outcome: SocialOutcome | 'nonsense', provider = 'google') =>
  signIn.hear({ event, outcome, provider, mode: 'popup' });

test('pressing a sign-in provider’s button opens one window, focuses it and waits', () => {
  start();
  expect(windows).toMatchObject([{ closed: false, focused: 1 }]);
  pass(60 * 60_000);
  expect(told).toEqual([WAITING]);
});

test('a reported sign-in succeeds only when the server confirms the session', async () => {
  start();
  await report('event-1', 'signed-in');
  expect(sessionsAsked).toBe(1);
  expect(told).toEqual([WAITING, SIGNED_IN]);
  expect(windows[0]?.closed).toBe(true);
});

test.each([
  ['no session', { kind: 'ok', data: { success: true, data: null } }, 'internal-error'],
  ['no connection', { kind: 'offline' }, 'network-request-failed'],
  [
    'a rate limit',
    { kind: 'refused', status: 429, refusal: { success: false, code: 'RATE_LIMITED', message: '' } },
    'too-many-requests',
  ],
  [
    'a server error',
    { kind: 'refused', status: 500, refusal: { success: false, code: 'UNEXPECTED', message: '' } },
    'internal-error',
  ],
] as const)(
  'a reported sign-in fails when the check of the session gives %s',
  async (_name, answer, code) => {
    session = answer;
    start();
    await report('event-1', 'signed-in');
    expect(told).toEqual([WAITING, failed(code)]);
  },
);

test('a closed provider window is noticed within eight seconds, whenever it closed', () => {
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

test('on a phone the provider window is checked every ten seconds, and at once when the page gets the focus', () => {
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

test('a sign-in reported by a provider window that only seemed closed still counts', async () => {
  start();
  windows[0]?.close();
  pass(60_000);
  expect(told).toEqual([WAITING, failed('popup-closed-by-user')]);
  pass(20 * 60_000);
  await report('event-1', 'signed-in');
  expect(told).toEqual([WAITING, failed('popup-closed-by-user'), SIGNED_IN]);
});

test('a second press of a provider button reports that the earlier sign-in is cancelled, and then waits for the new one', async () => {
  start();
  start(GITHUB);
  expect(told).toEqual([WAITING, failed('cancelled-popup-request'), WAITING]);
  await report('event-1', 'user-cancelled');
  expect(told, 'how the first failed is of no interest').toHaveLength(3);
  expect(windows[1]?.closed).toBe(false);
  await report('event-2', 'signed-in', 'github');
  expect(told.at(-1)).toEqual(SIGNED_IN);
});

test('a repeated report of the same sign-in is ignored, even after the ten minutes in which a report is valid', async () => {
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
  ['an unknown event id', { event: 'event-9', outcome: 'signed-in', provider: 'google', mode: 'popup' }],
  ['no event id', { event: '', outcome: 'signed-in', provider: 'google', mode: 'popup' }],
  ['another provider', { event: 'event-1', outcome: 'signed-in', provider: 'github', mode: 'popup' }],
  ['an unknown provider', { event: 'event-1', outcome: 'signed-in', provider: 'else', mode: 'popup' }],
  ['an unknown outcome', { event: 'event-1', outcome: 'toString', provider: 'google', mode: 'popup' }],
  ['a text instead of a report', 'event-1'],
  ['no content', null],
])('a message with %s is ignored', async (_name, message) => {
  start();
  await signIn.hear(message);
  expect(told).toEqual([WAITING]);
  expect(sessionsAsked).toBe(0);
  expect(windows[0]?.closed).toBe(false);
});

test.each(['blocked', 'closed at once'] as const)(
  'a provider window that is %s is reported, and the page itself then goes to the provider',
  (how) => {
    blocked = how;
    start();
    expect(told).toEqual([failed('popup-blocked')]);
    pass(BLOCKED_PAUSE_MS - 1);
    expect(redirects).toEqual([]);
    pass(1);
    expect(redirects).toEqual(['event-1']);
  },
);

test('after the page stops waiting for a sign-in, only a late success is reported', async () => {
  start();
  signIn.abandon();
  expect(windows[0]?.closed).toBe(true);
  pass(60_000);
  expect(told).toEqual([WAITING]);
  await report('event-1', 'signed-in');
  expect(told).toEqual([WAITING, SIGNED_IN]);

  blocked = 'blocked';
  start();
  signIn.abandon();
  pass(60_000);
  expect(redirects).toEqual([]);
});

test('a proof of identity for a deletion signs nobody in, and a sign-in is no proof of identity for a deletion', async () => {
  start(DELETION);
  await report('event-1', 'proved');
  start(DELETION);
  await report('event-2', 'signed-in');
  start();
  await report('event-3', 'proved');
  expect(told).toEqual([
    WAITING,
    ['proved'],
    WAITING,
    failed('internal-error'),
    WAITING,
    failed('internal-error'),
  ]);
  expect(sessionsAsked).toBe(0);
});
