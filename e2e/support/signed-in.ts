import type { BrowserContextOptions } from '@playwright/test';
import type { SessionAnswer } from '#contract/identity.ts';
import { ACCOUNT_API } from '#contract/paths.ts';
import type { UserRecord } from '#contract/users.ts';
import { PASSWORD } from './account.ts';
import { Mailbox } from './mailbox.ts';
import { test as base, expect } from './test.ts';
import { uniqueAddress } from './unique-address.ts';

/** A person with an account and a session, and the state of the browser they signed in with. */
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
      const browser = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
      const email = uniqueAddress('asha');
      const post = async (path: string, data: object) => {
        const answer = await browser.post(path, { data });
        expect(answer.status(), path).toBe(200);
        return answer.json();
      };
      await post(ACCOUNT_API.signUp, { email, password: PASSWORD });
      const link = await new Mailbox(browser).newestLink(email);
      await post(ACCOUNT_API.verify, { token: new URL(link).searchParams.get('token') });
      const { data: user }: SessionAnswer = await post(ACCOUNT_API.signIn, { email, password: PASSWORD });
      if (user === null) throw new Error('Nobody is signed in.');
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
