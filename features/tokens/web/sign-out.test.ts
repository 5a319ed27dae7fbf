import { describe, expect, test } from 'vitest';
import type { SendResult } from './send-token.ts';
import { MINUTE, openBrowser, passes, SECOND, settle, signedInBrowser } from './testing/open-browser.ts';
import type { TokenSync } from './token-sync.ts';

describe('after a sign-out', () => {
  /** Signs out as the button does; other tabs learn it through the session store. */
  async function signOut(
    world: { session: string | null },
    tab: TokenSync,
    others: readonly TokenSync[] = [],
  ) {
    const prepared = tab.prepareSignOut();
    await settle();
    await prepared;
    world.session = null;
    for (const { check } of [...others, tab, ...others]) void check();
    await settle();
  }

  test('one DELETE is sent over all tabs, with a new token, and nothing after it', async () => {
    const { world, openTab, tab } = await signedInBrowser();
    await signOut(world, tab, [openTab(), openTab()]);
    await passes(60 * MINUTE);
    expect(world.methods()).toEqual(['POST', 'DELETE']);
    const [post, goodbye] = world.sent;
    expect(goodbye?.token).toEqual(expect.any(String));
    expect(goodbye?.token).not.toBe(post?.token);
    expect(world.stored.size).toBe(0);
  });

  test('another tab sends the DELETE without a token three seconds after the tab was closed', async () => {
    const { world, openTab, tab } = await signedInBrowser();
    tab.stop();
    world.session = null;
    const others = [openTab(), openTab()];
    for (const { check } of others) void check();
    await passes(3 * SECOND - 1);
    expect(world.methods()).toEqual(['POST']);
    await passes(60 * MINUTE);
    expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at: 3 * SECOND }]);
  });

  test('a session that ended elsewhere is noticed at the refresh, and a DELETE is sent', async () => {
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

  test('a missing token delays the sign-out by two seconds at most', async () => {
    const { world, tab } = await signedInBrowser();
    world.tokenTakes = 20 * SECOND;
    let ready = false;
    void tab.prepareSignOut().then(() => {
      ready = true;
    });
    await passes(2 * SECOND - 1);
    expect(ready).toBe(false);
    await passes(1);
    expect(ready).toBe(true);
  });

  test('nothing is requested or sent when no token was sent before', async () => {
    const { world, openTab } = openBrowser();
    const tab = openTab();
    await signOut(world, tab);
    await passes(MINUTE);
    expect({ sent: world.sent, asked: world.asked }).toEqual({ sent: [], asked: 0 });
  });

  test('a DELETE without an answer is repeated, at most five times', async () => {
    const { world, tab } = await signedInBrowser();
    world.hostAnswers = Array.from({ length: 20 }, () => 'unreachable');
    await signOut(world, tab);
    await passes(60 * MINUTE);
    expect(world.sent.slice(1).map(({ at }) => at / SECOND)).toEqual([0, 2, 6, 14, 30]);
  });

  test.each<SendResult>(['failed', 'refused'])(
    'a DELETE with the answer %s is not repeated',
    async (result) => {
      const { world, tab } = await signedInBrowser();
      world.hostAnswers = [result];
      await signOut(world, tab);
      await passes(60 * MINUTE);
      expect(world.methods()).toEqual(['POST', 'DELETE']);
    },
  );

  test('another user who signs in before the DELETE is sent, and the DELETE is dropped', async () => {
    const { world, tab } = await signedInBrowser();
    world.hostAnswers = ['unreachable'];
    await signOut(world, tab);
    world.session = 'ravi';
    void tab.check();
    await passes(9 * MINUTE);
    expect(world.methods()).toEqual(['POST', 'DELETE', 'POST']);
  });

  test('a token of another user is not sent for this one', async () => {
    const { world, tab } = await signedInBrowser();
    world.session = 'ravi';
    await tab.prepareSignOut();
    world.session = null;
    void tab.check();
    await passes(MINUTE);
    expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at: 3 * SECOND }]);
  });
});
