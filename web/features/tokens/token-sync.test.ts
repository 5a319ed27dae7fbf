import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TokenAnswer } from '#contract/identity.ts';
import type { CallResult } from '#web/api/call-api.ts';
import { MINUTE, openBrowser, passes, refused, SECOND, START, settle, told } from './browser-for-tests.ts';
import type { SendResult } from './send-token.ts';
import { SYNC_MARKER_KEY } from './sync-marker.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('telling of a sign-in', () => {
  test('a sign-in is told with a token; a reload, a second tab and a look in between tell nothing', async () => {
    const { world, openTab, tab } = await told();
    const [second, reloaded] = [openTab(), openTab()];
    for (const { check } of [tab, second, reloaded, tab]) await check();
    await passes(9 * MINUTE);
    await tab.check();
    expect(world.sayings()).toEqual(['POST']);
    expect(world.asked).toBe(1);
  });

  test('two tabs at once tell once', async () => {
    const { world, openTab } = openBrowser();
    world.hostTakes = world.tokenTakes = SECOND;
    const tabs = [openTab(), openTab(), openTab()];
    for (const { check } of tabs) void check();
    await passes(9 * SECOND);
    expect(world.sayings()).toEqual(['POST']);
  });

  test.each([0, -3 * 60 * MINUTE, 3 * 60 * MINUTE])(
    'the next token is told five minutes before the end of the last, each once, with the server %i ms ahead',
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

  test('nobody signed in, and nobody certain to be, is not told of', async () => {
    const { world, openTab } = openBrowser();
    await openTab(() => null).check();
    await openTab(() => undefined).check();
    await passes(60 * MINUTE);
    expect(world.sent).toEqual([]);
    expect(world.asked).toBe(0);
  });

  test('somebody else who signs in is told of at once', async () => {
    const { world, tab } = await told();
    world.session = 'ravi';
    void tab.check();
    await settle();
    expect(world.sayings()).toEqual(['POST', 'POST']);
  });

  test('what is stored holds the account and a time, and no part of a token', async () => {
    const { world } = await told();
    expect([...world.stored.keys()]).toEqual([SYNC_MARKER_KEY]);
    expect(JSON.parse(world.stored.get(SYNC_MARKER_KEY) ?? '')).toEqual({
      account: 'asha',
      nextAt: START + 10 * MINUTE,
      failures: 0,
    });
  });

  test.each(['{', 'null', '[]', '{"account":1}', '{"account":"asha","nextAt":"soon","failures":0}'])(
    'a marker that is %s counts as none',
    async (text) => {
      const { world, openTab } = openBrowser();
      world.stored.set(SYNC_MARKER_KEY, text);
      void openTab().check();
      await settle();
      expect(world.sayings()).toEqual(['POST']);
    },
  );

  test('a marker from a clock that has been set back since does not silence for hours', async () => {
    const { world, tab } = await told();
    vi.setSystemTime(START - 5 * 60 * MINUTE);
    void tab.check();
    await settle();
    expect(world.sayings()).toEqual(['POST', 'POST']);
  });

  test('where storage is blocked a tab remembers by itself', async () => {
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
    expect(world.sayings()).toEqual(['POST', 'POST', 'DELETE']);
  });
});

test('where storage is full a tab remembers by itself, too', async () => {
  const { world, openTab } = openBrowser();
  const setItem = () => {
    throw new Error('full');
  };
  world.storage = () => ({ getItem: () => null, setItem, removeItem: () => {} });
  const tab = openTab();
  void tab.check();
  await settle();
  void tab.check();
  await settle();
  expect(world.sayings()).toEqual(['POST']);
});

describe('a laptop that sleeps', () => {
  test('past the refresh tells on waking, with a new token', async () => {
    const { world, tab } = await told();
    vi.setSystemTime(START + 8 * 60 * MINUTE);
    void tab.check();
    await settle();
    expect(world.sayings()).toEqual(['POST', 'POST']);
    expect(world.sent[1]?.token).not.toBe(world.sent[0]?.token);
  });

  test.each([
    [5 * MINUTE, 1],
    [5 * MINUTE + 1, 0],
  ])(
    'between question and answer for %i ms: a token of more than five minutes is not told',
    async (ms, posts) => {
      const { world, openTab } = openBrowser();
      world.tokenTakes = ms;
      void openTab().check();
      await passes(ms);
      expect(world.sent).toHaveLength(posts);
    },
  );

  test('a clock that is set back between question and answer: that token is not told', async () => {
    const { world, openTab } = openBrowser();
    world.tokenTakes = SECOND;
    void openTab().check();
    await settle();
    vi.setSystemTime(START - 60 * MINUTE);
    await passes(SECOND);
    expect(world.asked).toBe(1);
    expect(world.sent).toEqual([]);
  });
});

describe('when something does not work', () => {
  test.each<SendResult>(['unreachable', 'failed'])(
    '%s: told again after 2, 4, 8 … seconds, at most 5 minutes, each time with a token of its own',
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
      // It worked at last: back to one every ten minutes.
      expect(world.sent).toHaveLength(11 + 2);
    },
  );

  test('all tabs together try as often as one would', async () => {
    const { world, openTab } = openBrowser();
    world.hostAnswers = Array.from({ length: 5 }, () => 'unreachable');
    for (const { check } of [openTab(), openTab(), openTab()]) void check();
    await passes(MINUTE - 1);
    expect(world.sent.map(({ at }) => at / SECOND)).toEqual([0, 2, 6, 14, 30]);
  });

  test('the network is back: tried at once; what went well is not told again', async () => {
    const { world, openTab } = openBrowser();
    const tabs = [openTab(), openTab()];
    world.hostAnswers = Array.from({ length: 6 }, () => 'unreachable');
    void tabs[0]?.check();
    await passes(MINUTE);
    expect(world.sent).toHaveLength(5);
    world.hostAnswers = [];
    for (const { retry } of tabs) void retry();
    await settle();
    for (const { retry } of tabs) void retry();
    await settle();
    expect(world.sent).toHaveLength(6);
  });

  test('refused: not repeated before the next token is due', async () => {
    const { world, openTab } = openBrowser();
    world.hostAnswers = ['refused'];
    const tab = openTab();
    void tab.check();
    await passes(10 * MINUTE - 1);
    void tab.retry();
    await settle();
    expect(world.sent).toHaveLength(1);
    await passes(1);
    expect(world.sent).toHaveLength(2);
  });

  test.each<CallResult<TokenAnswer>>([
    { kind: 'offline' },
    refused(503),
    refused(429),
    { kind: 'ok', data: { token: 'not a token' } },
    { kind: 'ok', data: {} as TokenAnswer },
    { kind: 'ok', data: { token: `h.${btoa('{"sub":"asha"}')}.s` } },
  ])('no token to be had (%j): asked again with the same patience', async (answer) => {
    const { world, openTab } = openBrowser();
    world.tokenAnswer = answer;
    void openTab().check();
    await passes(29 * SECOND);
    expect(world.asked).toBe(4);
    world.tokenAnswer = undefined;
    await passes(SECOND);
    expect(world.sent.map(({ at }) => at)).toEqual([30 * SECOND]);
  });

  test('the server gives the same token again: it is not told twice', async () => {
    const { world, tab } = await told();
    world.tokenAnswer = { kind: 'ok', data: { token: world.sent[0]?.token ?? '' } };
    await passes(10 * MINUTE);
    void tab.check();
    await settle();
    expect(world.asked).toBeGreaterThan(1);
    expect(world.sayings()).toEqual(['POST']);
  });

  test.each([
    ['no session', null],
    ['the session of somebody else', 'ravi'],
  ])('the server knows %s: nothing is told, and the page asks who is signed in', async (_what, session) => {
    const { world, openTab } = openBrowser();
    world.session = session;
    const tab = openTab(() => 'asha');
    void tab.check();
    await settle();
    // The page still believes it, and looks again: no storm of questions.
    for (let look = 0; look < 5; look++) await tab.check();
    expect({ sent: world.sent, asked: world.asked, lost: tab.lost() }).toEqual({
      sent: [],
      asked: 1,
      lost: 1,
    });
  });

  test('a sign-out while the token is on its way: it is not told any more', async () => {
    const { world, openTab } = openBrowser();
    world.tokenTakes = SECOND;
    const tab = openTab();
    void tab.check();
    await passes(SECOND / 2);
    world.session = null;
    void tab.check();
    await passes(MINUTE);
    expect(world.sayings()).not.toContain('POST');
  });

  test('a tab that is closed in the middle leaves it to the others, in time', async () => {
    const { world, openTab } = openBrowser();
    world.hostTakes = 100 * MINUTE;
    void openTab().check();
    await settle();
    world.freeLock();
    world.hostTakes = 0;
    void openTab().check();
    await settle();
    expect(world.sayings()).toEqual(['POST']);
    await passes(2 * SECOND);
    expect(world.sayings()).toEqual(['POST', 'POST']);
  });

  test('after stop nothing more happens', async () => {
    const { world, tab } = await told();
    tab.stop();
    await passes(60 * MINUTE);
    void tab.check();
    void tab.retry();
    await passes(60 * MINUTE);
    expect(world.sayings()).toEqual(['POST']);
  });
});
