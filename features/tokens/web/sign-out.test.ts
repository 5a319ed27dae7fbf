import { describe, expect, test } from 'vitest';
import type { SendResult } from './send-token.ts';
import { MINUTE, openBrowser, passes, SECOND, settle, signedInBrowser } from './testing/open-browser.ts';
import type { TokenSync } from './token-sync.ts';

describe('sending tokens to another server (token sync), after a sign-out', () => {
  /** Signs out as the button does; other tabs notice it through the session store. */
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

  test('all tabs together send one DELETE with a new token, and nothing after it', async () => {
    const { world, openTab, tab } = await signedInBrowser();
    await signOut(world, tab, [openTab(), openTab()]);
    await passes(60 * MINUTE);
    expect(world.methods()).toEqual(['POST', 'DELETE']);
    const [post, goodbye] = world.sent;
    expect(goodbye?.token).toEqual(expect.any(String));
    expect(goodbye?.token).not.toBe(post?.token);
    expect(world.stored.size).toBe(0);
  });

  test('when the tab that signed out was closed, another tab sends the DELETE without a token after three seconds', async () => {
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

  test('a session that ended elsewhere is noticed at the next token refresh, and a DELETE is sent', async () => {
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

  test('a token that does not arrive delays the sign-out by two seconds at most', async () => {
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

  test('no token is requested and nothing is sent when no token was sent before', async () => {
    const { world, openTab } = openBrowser();
    const tab = openTab();
    await signOut(world, tab);
    await passes(MINUTE);
    expect({ sent: world.sent, asked: world.asked }).toEqual({ sent: [], asked: 0 });
  });

  test('a DELETE that gets no answer is sent at most five times', async () => {
    const { world, tab } = await signedInBrowser();
    world.hostAnswers = Array.from({ length: 20 }, () => 'unreachable');
    await signOut(world, tab);
    await passes(60 * MINUTE);
    expect(world.sent.slice(1).map(({ at }) => at / SECOND)).toEqual([0, 2, 6, 14, 30]);
  });

  test.each<SendResult>(['failed', 'refused'])(
    'a DELETE that the other server answers as “%s” is not repeated',
    async (result) => {
      const { world, tab } = await signedInBrowser();
      world.hostAnswers = [result];
      await signOut(world, tab);
      await passes(60 * MINUTE);
      expect(world.methods()).toEqual(['POST', 'DELETE']);
    },
  );

  test('when another user signs in before a DELETE is repeated, the DELETE is dropped and the new token is sent', async () => {
    const { world, tab } = await signedInBrowser();
    world.hostAnswers = ['unreachable'];
    await signOut(world, tab);
    world.session = 'ravi';
    void tab.check();
    await passes(9 * MINUTE);
    expect(world.methods()).toEqual(['POST', 'DELETE', 'POST']);
  });

  test('the token of another user is not sent with the DELETE for this user', async () => {
    const { world, tab } = await signedInBrowser();
    world.session = 'ravi';
    await tab.prepareSignOut();
    world.session = null;
    void tab.check();
    await passes(MINUTE);
    expect(world.sent.slice(1)).toEqual([{ method: 'DELETE', token: undefined, at: 3 * SECOND }]);
  });
});
