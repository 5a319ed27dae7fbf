import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE, openBrowser, passes, SECOND, START, settle, told } from './browser-for-tests.ts';
import type { SendResult } from './send-token.ts';
import type { TokenSync } from './token-sync.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('saying goodbye', () => {
  /** As the button does it; `told` of the others comes by the session store. */
  async function signOut(
    world: { session: string | null },
    tab: TokenSync,
    others: readonly TokenSync[] = [],
  ) {
    const prepared = tab.prepareFarewell();
    await settle();
    await prepared;
    world.session = null;
    for (const { check } of [...others, tab, ...others]) void check();
    await settle();
  }

  test('DELETE once over all tabs, with a token that was never told, and nothing after it', async () => {
    const { world, openTab, tab } = await told();
    await signOut(world, tab, [openTab(), openTab()]);
    await passes(60 * MINUTE);
    expect(world.sayings()).toEqual(['POST', 'DELETE']);
    const [post, goodbye] = world.sent;
    expect(goodbye?.token).toEqual(expect.any(String));
    expect(goodbye?.token).not.toBe(post?.token);
    expect(world.stored.size).toBe(0);
  });

  test('the tab that signs out is closed: another one says it, without a token, three seconds later', async () => {
    const { world, openTab, tab } = await told();
    tab.stop();
    world.session = null;
    const others = [openTab(), openTab()];
    for (const { check } of others) void check();
    await passes(3 * SECOND - 1);
    expect(world.sayings()).toEqual(['POST']);
    await passes(60 * MINUTE);
    expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at: 3 * SECOND }]);
  });

  test('a session that ended elsewhere is found out at the refresh, and said', async () => {
    const { world, openTab } = openBrowser();
    let account: string | null = 'asha';
    const tab = openTab(() => account);
    void tab.check();
    await passes(9 * MINUTE);
    world.session = null;
    await passes(MINUTE);
    expect(tab.lost()).toBe(1);
    account = null;
    void tab.check();
    await passes(60 * MINUTE);
    expect(world.sent.slice(1)).toEqual([
      { method: 'DELETE', token: undefined, at: 10 * MINUTE + 3 * SECOND },
    ]);
  });

  test('no token to be had for it keeps nobody for more than two seconds', async () => {
    const { world, tab } = await told();
    world.tokenTakes = 20 * SECOND;
    let ready = false;
    void tab.prepareFarewell().then(() => {
      ready = true;
    });
    await passes(2 * SECOND - 1);
    expect(ready).toBe(false);
    await passes(1);
    expect(ready).toBe(true);
  });

  test('with nobody told there is nothing to prepare and nothing to say', async () => {
    const { world, openTab } = openBrowser();
    const tab = openTab();
    await signOut(world, tab);
    await passes(MINUTE);
    expect({ sent: world.sent, asked: world.asked }).toEqual({ sent: [], asked: 0 });
  });

  test('a sign-out that did not work goes on as before; its token is not used five minutes later', async () => {
    const { world, tab } = await told();
    await tab.prepareFarewell();
    void tab.check();
    await passes(5 * MINUTE + 1);
    world.session = null;
    void tab.check();
    await passes(3 * SECOND);
    expect(world.sent.slice(1).map(({ method, token }) => [method, token])).toEqual([['DELETE', undefined]]);
  });

  test('not heard: said again until it is, at most five times and not with an old token', async () => {
    const { world, tab } = await told();
    world.hostAnswers = Array.from({ length: 20 }, () => 'unreachable');
    await signOut(world, tab);
    await passes(60 * MINUTE);
    expect(world.sent.slice(1).map(({ at }) => at / SECOND)).toEqual([0, 2, 6, 14, 30]);
  });

  test('not heard, and then the network is back', async () => {
    const { world, tab } = await told();
    world.hostAnswers = ['unreachable', 'unreachable'];
    await signOut(world, tab);
    void tab.retry();
    await settle();
    void tab.retry();
    await settle();
    expect(world.sayings()).toEqual(['POST', 'DELETE', 'DELETE', 'DELETE']);
    await passes(60 * MINUTE);
    expect(world.sayings()).toHaveLength(4);
  });

  test.each<SendResult>(['failed', 'refused'])(
    'answered with %s: not said again, the token has been seen',
    async (result) => {
      const { world, tab } = await told();
      world.hostAnswers = [result];
      await signOut(world, tab);
      await passes(60 * MINUTE);
      expect(world.sayings()).toEqual(['POST', 'DELETE']);
    },
  );

  test('whoever signs in again meanwhile is told of, and not said goodbye for', async () => {
    const { world, tab } = await told();
    world.hostAnswers = ['unreachable'];
    await signOut(world, tab);
    world.session = 'ravi';
    void tab.check();
    await passes(9 * MINUTE);
    expect(world.sayings()).toEqual(['POST', 'DELETE', 'POST']);
  });

  test('not heard, and then slept over: the token is too old to be sent', async () => {
    const { world, tab } = await told();
    world.hostAnswers = ['unreachable'];
    await signOut(world, tab);
    vi.setSystemTime(START + 5 * MINUTE + 1);
    void tab.check();
    await passes(60 * MINUTE);
    expect(world.sayings()).toEqual(['POST', 'DELETE']);
  });

  test('its token is sent once, whatever ends next', async () => {
    const { world, tab } = await told();
    await signOut(world, tab);
    world.session = 'asha';
    void tab.check();
    await settle();
    // This time the session ends elsewhere, and it is another tab's turn first, again.
    await passes(MINUTE);
    world.session = null;
    void tab.check();
    await settle();
    expect(world.sayings()).toEqual(['POST', 'DELETE', 'POST']);
    await passes(3 * SECOND);
    expect(world.sayings()).toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
    expect(world.sent[3]?.token).toBeUndefined();
  });

  test('a token that speaks of somebody else is not sent for them', async () => {
    const { world, tab } = await told();
    world.session = 'ravi';
    await tab.prepareFarewell();
    world.session = null;
    void tab.check();
    await passes(MINUTE);
    expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at: 3 * SECOND }]);
  });
});
