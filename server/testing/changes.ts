import { ACCOUNT_API } from '#contract/paths.ts';
import { CHANGES_API } from '#features/undo-changes/contract.ts';
import { PASSWORD, type Person } from './people.ts';
import type { TestApp } from './test-app.ts';
import type { TestAnswer } from './test-client.ts';

export const NEW_PASSWORD = 'staple of a new horse';

/** The tokens in the mails to an address about changes, the newest first. */
export async function toldTokens(app: TestApp, email: string): Promise<readonly string[]> {
  const mails = await app.mailsTo(email);
  return mails.flatMap(({ text }) => /not-me\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}

/** The token of the newest mail about a change. Advance the clock between changes: otherwise their order is undefined. */
export async function toldToken(app: TestApp, email: string): Promise<string> {
  const [token] = await toldTokens(app, email);
  if (token === undefined) throw new Error(`nothing was told to ${email}`);
  return token;
}

export async function changePassword(
  { browser }: Pick<Person, 'browser'>,
  password = NEW_PASSWORD,
  former = PASSWORD,
): Promise<void> {
  await browser.post(ACCOUNT_API.proof, { password: former });
  const answer = await browser.post(ACCOUNT_API.password, { password });
  if (answer.status !== 200) throw new Error(`could not change the password: ${answer.text}`);
}

export const pressNotMe = (app: TestApp, token: string): Promise<TestAnswer> =>
  app.browser().post(CHANGES_API.notMe, { token });

/** Changes the password, and then contests the change with “This wasn’t me”. Returns the token of the mail. */
export async function contestedPassword(app: TestApp, person: Pick<Person, 'browser' | 'email'>) {
  app.advance(1);
  await changePassword(person);
  const token = await toldToken(app, person.email);
  await pressNotMe(app, token);
  return token;
}
