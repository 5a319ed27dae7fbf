import type { BrowserContextOptions } from '@playwright/test';
import type { UserRecord } from '#features/accounts/profile-bodies.ts';
import { signInByRequest } from './account.ts';
import { uniqueAddress } from './mailbox.ts';
import { test as base } from './test.ts';

/** A person with an account and a remembered session, and the browser state after their sign-in. */
type Person = {
  readonly user: UserRecord;
  readonly state: Exclude<BrowserContextOptions['storageState'], string | undefined>;
};

/**
 * The site's `test` with a visitor who is already signed in: the worker's `person`. A test that signs out or changes the
 * record must sign up a person of its own.
 */
export const test = base.extend<object, { readonly person: Person }>({
  storageState: ({ person }, use) => use(person.state),

  person: [
    async ({ playwright }, use, { project }) => {
      const { baseURL: origin = '' } = project.use;
      const request = await playwright.request.newContext({ baseURL: origin });
      const user = await signInByRequest(request, uniqueAddress('asha'), true);
      const { cookies } = await request.storageState();
      const localStorage = [{ name: 'user', value: JSON.stringify(user) }];
      await use({ user, state: { cookies, origins: [{ origin, localStorage }] } });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});
