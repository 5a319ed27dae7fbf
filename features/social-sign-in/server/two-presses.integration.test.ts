import { beforeEach, describe, expect, test } from 'vitest';
import { PROVIDERS } from '#features/social-sign-in/contract.ts';
import { newAddress, recordOf } from '#server/testing/people.ts';
import { goToProvider, reportIn, socialSignIn } from '#server/testing/provider-visit.ts';
import { openSocialSite } from '#server/testing/social-site.ts';
import type { TestClient } from '#server/testing/test-client.ts';

/** A browser has only one running sign-in, the newest. Answers to older or unknown sign-ins must not disturb it. */
const [FIRST, SECOND] = ['first-press', 'second-press'];

const app = await openSocialSite();

let browser: TestClient;
beforeEach(() => {
  browser = app.browser();
});

const asha = () => ({ email: newAddress(), name: 'Asha' });
const isSignedIn = async () => (await recordOf(browser)) !== null;

describe.each([
  ['google', 'github'],
  ['google', 'google'],
] as const)('with two started sign-ins, first at %s, then at %s,', (first, second) => {
  test('the first one is cancelled when it comes back, and the second still succeeds', async () => {
    const late = await goToProvider(browser, first, asha(), { event: FIRST });
    const back = await goToProvider(browser, second, asha(), { event: SECOND, mode: 'redirect' });
    const answer = await browser.get(late);
    expect(reportIn(answer)).toEqual({
      event: FIRST,
      outcome: 'cancelled-popup-request',
      provider: first,
      mode: 'popup',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await isSignedIn()).toBe(false);
    expect(reportIn(await browser.get(back))).toEqual({
      event: SECOND,
      outcome: 'signed-in',
      provider: second,
      mode: 'redirect',
    });
    expect(await isSignedIn()).toBe(true);
  });

  test('the first one is not used when it comes back after the second has succeeded', async () => {
    const late = await goToProvider(browser, first, asha(), { event: FIRST, mode: 'redirect' });
    await socialSignIn(browser, second, asha(), { event: SECOND });
    const { id } = await recordOf(browser);
    expect(reportIn(await browser.get(late))).toEqual({
      event: FIRST,
      outcome: 'invalid-state',
      provider: first,
      mode: 'redirect',
    });
    expect((await recordOf(browser)).id).toBe(id);
  });
});

test.each([
  'state=x',
  'state=',
  '',
  'state=~~',
  'state=<b>~popup~x',
  'state=a~popup~x',
  'error=access_denied',
])(
  'a forged call of the callback with the query “%s” is reported to no page, and the running sign-in still succeeds',
  async (query) => {
    const back = await goToProvider(browser, 'google', asha(), { event: FIRST });
    for (const provider of PROVIDERS) {
      const answer = await browser.get(`/api/account/social/${provider}/callback?${query}`);
      expect(reportIn(answer)).toEqual({ event: '', outcome: 'invalid-state', provider, mode: 'popup' });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(reportIn(await browser.get(back)).outcome).toBe('signed-in');
  },
);
