import { describe, expect, test, vi } from 'vitest';
import type { TokenAnswer } from '#features/accounts/bodies.ts';
import type { CallResult } from '#web/api/call-api.ts';
import type { SendResult } from './send-token.ts';
import { SYNC_MARKER_KEY } from './sync-marker.ts';
import {
  MINUTE,
  openBrowser,
  passes,
  refused,
  SECOND,
  START,
  settle,
  signedInBrowser,
} from './testing/open-browser.ts';

describe('sending tokens to another server (token sync), after a sign-in', () => {
  test('a token is sent once; a reload, a second tab and a further check of the session send nothing more', async () => {
    const { world, openTab, tab } = await signedInBrowser();
    const [second, reloaded] = [openTab(), openTab()];
    for (const { check } of [tab, second, reloaded, tab]) await check();
    await passes(9 * MINUTE);
    await tab.check();
    expect(world.methods()).toEqual(['POST']);
    expect(world.asked).toBe(1);
  });

  test.each([0, -3 * 60 * MINUTE, 3 * 60 * MINUTE])(
    'the next token is sent five minutes before the last one expires, with the server’s clock %i ms ahead',
    async (skew) => {
      const { world, openTab } = openBrowser();
      world.skew = skew;
      const tabs = [openTab(), openTab()];
      for (const { check } of tabs) void check();
      await passes(10 * MINUTE - 1);
      expect(world.sent).toHaveLength(1);
      await passes(20 * MINUTE + 1);
      expect(world.sent.map(({ at }) => at)).toEqual([0, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE]);
      expect(new Set(world.sent.map(({ token }) => token)).size).toBe(4);
    },
  );

  test('nothing is sent while nobody is signed in or the session is not confirmed', async () => {
    const { world, openTab } = openBrowser();
    await openTab(() => null).check();
    await openTab(() => undefined).check();
    await passes(60 * MINUTE);
    expect(world.sent).toEqual([]);
    expect(world.asked).toBe(0);
  });

  test('when another user signs in, a new token is sent at once', async () => {
    const { world, tab } = await signedInBrowser();
    world.session = 'ravi';
    void tab.check();
    await settle();
    expect(world.methods()).toEqual(['POST', 'POST']);
  });

  test('the marker in the browser’s storage has the account and a time, but no part of a token', async () => {
    const { world } = await signedInBrowser();
    expect([...world.stored.keys()]).toEqual([SYNC_MARKER_KEY]);
    expect(JSON.parse(world.stored.get(SYNC_MARKER_KEY) ?? '')).toEqual({
      account: 'asha',
      nextAt: START + 10 * MINUTE,
      failures: 0,
    });
  });

  test.each(['{', 'null', '[]', '{"account":1}', '{"account":"asha","nextAt":"soon","failures":0}'])(
    'the invalid stored marker %s is ignored, and a token is sent',
    async (text) => {
      const { world, openTab } = openBrowser();
      world.stored.set(SYNC_MARKER_KEY, text);
      void openTab().check();
      await settle();
      expect(world.methods()).toEqual(['POST']);
    },
  );

  test('a tab keeps the marker in memory when storage is blocked', async () => {
    const { world, openTab } = openBrowser();
    world.storage = vi.fn().mockImplementation(() => {
      throw new Error('blocked');
    });
    const tab = openTab();
    void tab.check();
    await passes(10 * MINUTE);
    world.session = null;
    void tab.check();
    await passes(MINUTE);
    expect(world.methods()).toEqual(['POST', 'POST', 'DELETE']);
  });
});

describe('a device that sleeps', () => {
  test.each([
    [5 * MINUTE, 1],
    [5 * MINUTE + 1, 0],
  ])('for %i ms during a request never sends a token older than five minutes', async (ms, posts) => {
    const { world, openTab } = openBrowser();
    world.tokenTakes = ms;
    void openTab().check();
    await passes(ms);
    expect(world.sent).toHaveLength(posts);
  });
});

describe('sending tokens to another server, after a failure', () => {
  test.each<SendResult>(['unreachable', 'failed'])(
    'after the result “%s”, a new token is sent in 2, 4, 8 … seconds, with pauses of at most 5 minutes',
    async (result) => {
      const { world, openTab } = openBrowser();
      world.hostAnswers = Array.from({ length: 10 }, () => result);
      void openTab().check();
      await passes(40 * MINUTE);
      const pauses = world.sent
        .slice(1, 11)
        .map(({ at }, index) => (at - (world.sent[index]?.at ?? 0)) / SECOND);
      expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
      expect(new Set(world.sent.map(({ token }) => token)).size).toBe(world.sent.length);
      // After the success there is one token every ten minutes again.
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
  ])('without a usable token (%j) a token is requested again, with growing pauses', async (answer) => {
    const { world, openTab } = openBrowser();
    world.tokenAnswer = answer;
    void openTab().check();
    await passes(29 * SECOND);
    expect(world.asked).toBe(4);
    world.tokenAnswer = undefined;
    await passes(SECOND);
    expect(world.sent.map(({ at }) => at)).toEqual([30 * SECOND]);
  });

  test.each([
    ['no session', null],
    ['the session of another person', 'ravi'],
  ])(
    'when the token request shows %s, nothing is sent and the page checks its session again',
    async (_what, session) => {
      const { world, openTab } = openBrowser();
      world.session = session;
      const tab = openTab(() => 'asha');
      void tab.check();
      await settle();
      // While the page still has its old session, further checks must send no requests.
      for (let look = 0; look < 5; look++) await tab.check();
      expect({ sent: world.sent, asked: world.asked, lost: tab.lost() }).toEqual({
        sent: [],
        asked: 1,
        lost: 1,
      });
    },
  );

  test('a token that arrives after a sign-out is not sent', async () => {
    const { world, openTab } = openBrowser();
    world.tokenTakes = SECOND;
    const tab = openTab();
    void tab.check();
    await passes(SECOND / 2);
    world.session = null;
    void tab.check();
    await passes(MINUTE);
    expect(world.methods()).not.toContain('POST');
  });
});
