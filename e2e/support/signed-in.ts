import type { BrowserContextOptions } from '@playwright/test';
import type { UserRecord } from '#contract/users.ts';
import { signInByRequest } from './account.ts';
import { test as base, expect } from './test.ts';
import { uniqueAddress } from './unique-address.ts';

/** A person with an account and a remembered session, and the state of the browser they signed in with. */
export type Person = { readonly user: UserRecord; readonly state: BrowserState };
type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/**
 * The site's test with a visitor who is signed in already. All tests of one worker are the same person: whoever signs
 * out or changes the record belongs into a test of their own, with `arriveSignedIn`.
 */
export const test = base.extend<object, { person: Person }>({
  person: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const browser = await playwright.request.newContext({ baseURL });
      const user = await signInByRequest(browser, uniqueAddress('asha'), true);
      const { cookies } = await browser.storageState();
      const localStorage = [{ name: 'user', value: JSON.stringify(user) }];
      await use({ user, state: { cookies, origins: [{ origin: baseURL, localStorage }] } });
      await browser.dispose();
    },
    { scope: 'worker' },
  ],

  storageState: ({ person }, use) => use(person.state),
});

export { expect };
