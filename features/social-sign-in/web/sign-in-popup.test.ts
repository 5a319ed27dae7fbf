import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '#features/accounts/bodies.ts';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { SOCIAL_POPUP, type SocialOutcome } from '#features/social-sign-in/contract.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { BLOCKED_PAUSE_MS, createSignInPopup, SETTLE_MS, type SocialRequest } from './sign-in-popup.ts';

const ASHA = { id: 'asha', name: 'Asha' } as UserRecord;
const GOOGLE: SocialRequest = { provider: 'google', purpose: 'sign-in', remember: true };
const GITHUB: SocialRequest = { provider: 'github', purpose: 'sign-in', remember: false };
const DELETION: SocialRequest = { provider: 'google', purpose: 'deletion', remember: false };

function openWindow(closed = false) {
  const opened = {
    closed,
    focus: vi.fn(),
    close: () => {
      opened.closed = true;
    },
  };
  return opened;
}

let windows: ReturnType<typeof openWindow>[];
let open: () => ReturnType<typeof openWindow> | null;
let fetchSession: ReturnType<typeof vi.fn<() => Promise<CallResult<SessionAnswer>>>>;
let redirect: ReturnType<typeof vi.fn<(event: string) => void>>;
let told: string[];
let signIn: ReturnType<typeof createSignInPopup>;

beforeEach(() => {
  vi.useFakeTimers();
  windows = [];
  open = () => openWindow();
  fetchSession = vi.fn(async () => ({ kind: 'ok', data: { success: true, data: ASHA } }));
  redirect = vi.fn();
  told = [];
  signIn = create(SOCIAL_POPUP.pollMs);
});
afterEach(() => void vi.useRealTimers());

function create(pollMs: number) {
  let events = 0;
  return createSignInPopup({
    newEvent: () => `event-${++events}`,
    open: () => {
      const opened = open();
      if (opened !== null) windows.push(opened);
      return opened;
    },
    redirect: (event) => redirect(event),
    fetchSession,
    now: () => Date.now(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    pollMs,
  });
}

const pass = (ms: number) => vi.advanceTimersByTime(ms);
const start = (request: SocialRequest = GOOGLE) =>
  signIn.start(request, (state, user) => told.push(user ? `${state} as ${user.name}` : state));
const report = (event: string, outcome: SocialOutcome, provider = 'google') =>
  signIn.hear({ event, outcome, provider, mode: 'popup' });

test('a provider’s button opens one window, and signs in once the window has reported and the server has confirmed', async () => {
  start();
  expect(windows.map(({ closed, focus }) => [closed, focus.mock.calls.length])).toEqual([[false, 1]]);
  pass(60 * 60_000);
  expect(told).toEqual(['waiting']);
  await report('event-1', 'signed-in');
  expect(fetchSession).toHaveBeenCalledOnce();
  expect(told).toEqual(['waiting', 'signed-in as Asha']);
  expect(windows[0]?.closed).toBe(true);
});

const refused = (status: number): CallResult<SessionAnswer> => ({
  kind: 'refused',
  status,
  refusal: { success: false, code: 'UNEXPECTED', message: '' },
});

test.each<[string, CallResult<SessionAnswer>, string]>([
  ['no session', { kind: 'ok', data: { success: true, data: null } }, 'internal-error'],
  ['no connection', { kind: 'offline' }, 'network-request-failed'],
  ['a rate limit', refused(429), 'too-many-requests'],
  ['a server error', refused(500), 'internal-error'],
])(
  'a sign-in that the provider window has reported fails if the check of the session gives %s',
  async (_name, answer, code) => {
    fetchSession.mockResolvedValue(answer);
    start();
    await report('event-1', 'signed-in');
    expect(told).toEqual(['waiting', code]);
  },
);

test('a closed provider window is noticed within eight seconds, whenever it closed', () => {
  for (let since = 0; since < SOCIAL_POPUP.pollMs; since += 250) {
    signIn = create(SOCIAL_POPUP.pollMs);
    told = [];
    start();
    pass(since);
    windows.at(-1)?.close();
    pass(SOCIAL_POPUP.closedWithinMs - SOCIAL_POPUP.pollMs - 1);
    expect(told, 'not before a report could have come').toEqual(['waiting']);
    pass(SOCIAL_POPUP.pollMs + 1);
    expect(told).toEqual(['waiting', 'popup-closed-by-user']);
  }
});

test('on a phone, a closed provider window is noticed when the page gets the focus; a later report still counts', async () => {
  signIn = create(SOCIAL_POPUP.pollMobileMs);
  start();
  pass(35_000);
  windows[0]?.close();
  pass(4_000);
  expect(told).toEqual(['waiting']);
  signIn.look();
  signIn.look();
  pass(SETTLE_MS);
  expect(told).toEqual(['waiting', 'popup-closed-by-user']);
  pass(20 * 60_000);
  await report('event-1', 'signed-in');
  expect(told).toEqual(['waiting', 'popup-closed-by-user', 'signed-in as Asha']);
});

test('a second press of a provider’s button cancels the earlier sign-in, and the page waits for the new sign-in', async () => {
  start();
  start(GITHUB);
  await report('event-1', 'user-cancelled');
  expect(told, 'without how the first failed').toEqual(['waiting', 'cancelled-popup-request', 'waiting']);
  expect(windows[1]?.closed).toBe(false);
  await report('event-2', 'signed-in', 'github');
  expect(told.at(-1)).toBe('signed-in as Asha');
});

test('a repeated report of the same sign-in is ignored, even after the ten minutes in which a report is valid', async () => {
  start();
  await report('event-1', 'user-cancelled');
  await report('event-1', 'user-cancelled');
  pass(SOCIAL_POPUP.eventsRememberedMs - 1);
  await report('event-1', 'signed-in');
  pass(2);
  await report('event-1', 'signed-in');
  expect(told).toEqual(['waiting', 'user-cancelled']);
  expect(fetchSession).not.toHaveBeenCalled();
});

const REPORT = { event: 'event-1', outcome: 'signed-in', provider: 'google', mode: 'popup' };

test.each([
  ['an unknown event id', { ...REPORT, event: 'event-9' }],
  ['no event id', { ...REPORT, event: '' }],
  ['another provider', { ...REPORT, provider: 'github' }],
  ['an unknown provider', { ...REPORT, provider: 'else' }],
  ['an unknown outcome', { ...REPORT, outcome: 'toString' }],
  ['a text instead of a report', 'event-1'],
  ['no content', null],
])('a message to the sign-in page with %s is ignored', async (_name, message) => {
  start();
  await signIn.hear(message);
  expect(told).toEqual(['waiting']);
  expect(fetchSession).not.toHaveBeenCalled();
  expect(windows[0]?.closed).toBe(false);
});

test.each([
  ['blocked', () => null],
  ['closed at once', () => openWindow(true)],
])(
  'if the provider window is %s, the page reports this and then goes to the provider itself',
  (_how, opened) => {
    open = opened;
    start();
    expect(told).toEqual(['popup-blocked']);
    pass(BLOCKED_PAUSE_MS - 1);
    expect(redirect).not.toHaveBeenCalled();
    pass(1);
    expect(redirect.mock.calls).toEqual([['event-1']]);
  },
);

test('after the page has stopped waiting for a sign-in, only a late success still counts', async () => {
  start();
  signIn.abandon();
  expect(windows[0]?.closed).toBe(true);
  pass(60_000);
  expect(told).toEqual(['waiting']);
  await report('event-1', 'signed-in');
  expect(told).toEqual(['waiting', 'signed-in as Asha']);

  open = () => null;
  start();
  signIn.abandon();
  pass(60_000);
  expect(redirect).not.toHaveBeenCalled();
});

test('a proof of identity for a deletion does not count as a sign-in, and a sign-in does not count as a proof of identity for a deletion', async () => {
  start(DELETION);
  await report('event-1', 'proved');
  start(DELETION);
  await report('event-2', 'signed-in');
  start();
  await report('event-3', 'proved');
  const wrong = ['waiting', 'internal-error'];
  expect(told).toEqual(['waiting', 'proved', ...wrong, ...wrong]);
  expect(fetchSession).not.toHaveBeenCalled();
});
