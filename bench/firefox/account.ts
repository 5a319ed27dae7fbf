import { AUTH_WORDS, PROFILE_WORDS, VERIFY_WORDS } from '#content/account.ts';
import { PAGES } from '#content/page-paths.ts';
import { sentenceOf } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { OPERATIONS } from '#contract/paths.ts';
import { ROUTES } from '#e2e/support/routes.ts';
import { startFirefox } from '../support/firefox.ts';
import { waitFor } from '../support/wait.ts';
import { openAtRest, type Trial, withoutKnownLines } from './trial.ts';

const EMAIL = 'asha@example.com';
const NAME = 'Asha Rawat';
const PASSWORD = 'dawn over kanpur 5:42';

/** From sign-up to deletion, with mouse and keys. */
export async function accountJourney({ origin, note }: Trial): Promise<void> {
  await using firefox = await startFirefox();
  const button = (name: string) => ({ role: 'button', name });
  const open = (path: string) => openAtRest(firefox, origin + path);
  const fillIn = async (panel: string) => {
    await firefox.fill(`${panel} input[type="email"]`, EMAIL);
    await firefox.fill(`${panel} input[type="password"]`, PASSWORD);
  };
  const signIn = async () => {
    await open(PAGES.auth);
    await fillIn('[data-testid="sign-in-panel"]');
    await firefox.click(button(AUTH_WORDS.signIn.submit));
  };

  await open(`${PAGES.auth}?view=create`);
  await fillIn('[data-testid="create-panel"]');
  await firefox.click(button(AUTH_WORDS.create.submit));
  await firefox.shows(MESSAGES.checkYourEmail);
  await firefox.open(await linkMailed(origin));
  await firefox.click(button(VERIFY_WORDS.submit));
  await firefox.shows(VERIFY_WORDS.done);
  note('sign up, and confirm by the mailed link', []);

  await firefox.click(button(PROFILE_WORDS.edit));
  await firefox.fill({ role: 'textbox', name: PROFILE_WORDS.fields.name }, NAME);
  await firefox.click(button(PROFILE_WORDS.save));
  await firefox.shows(MESSAGES.profileUpdated);
  const wrong: string[] = [];
  for (const { path, title } of ROUTES.filter(({ signedIn }) => signedIn)) {
    await open(path);
    const shown = String(await firefox.inPage(() => document.title));
    if (shown !== title) wrong.push(`${path} shows ${shown}`);
  }
  note('change the name, and open the pages of the account', wrong);

  await open(PAGES.profile);
  await firefox.shows(NAME);
  await firefox.click(button(PROFILE_WORDS.signOut));
  await firefox.shows(MESSAGES.signedOut);
  await signIn();
  await waitFor('being signed in', 30_000, async () =>
    String(await firefox.inPage(() => location.pathname)).endsWith(PAGES.homeAlias),
  );
  note('sign out, and in again', []);

  await open(PAGES.profile);
  await firefox.click(button(PROFILE_WORDS.deleteAccount));
  await firefox.fill({ role: 'textbox', name: PROFILE_WORDS.deletion.name }, NAME);
  await firefox.fill('dialog input[type="password"]', PASSWORD);
  await firefox.click('dialog button[type="submit"]');
  await firefox.shows(MESSAGES.accountDeleted);
  await signIn();
  await firefox.shows(sentenceOf('INVALID_EMAIL_OR_PASSWORD'));
  note('delete the account: nothing is left to sign in to', []);
  const lines = withoutKnownLines(await firefox.takeConsole(origin));
  note('all along: nothing in the console, no dialog', [...lines, ...firefox.alerts]);
}

/** Waits for a mail, and reads the link in it. */
async function linkMailed(origin: string): Promise<string> {
  let link: string | undefined;
  await waitFor('a mail', 30_000, async () => {
    const mails: readonly { readonly text: string }[] = await (
      await fetch(origin + OPERATIONS.mailboxMessages)
    ).json();
    link = /https?:\/\/\S+/.exec(mails[0]?.text ?? '')?.[0];
    return link !== undefined;
  });
  return link ?? '';
}
