import { ACCOUNT_API } from '#contract/paths.ts';
import type { ThrowAwayPlace } from '#server/testing/process-database.ts';
import { createTimedClient } from './timed-client.ts';
import { waitFor } from './wait.ts';

export type SignedIn = {
  readonly id: string;
  /** `name=value` of the session's cookie. */
  readonly cookie: string;
};

/** Somebody new, confirmed and signed in through the real endpoints. The site must have no mail server: mails wait. */
export async function signInSomebody(url: string, place: ThrowAwayPlace, email: string): Promise<SignedIn> {
  const password = 'a password for the figures';
  const client = createTimedClient(url);
  const db = place.open();
  try {
    await client.post(ACCOUNT_API.signUp, { email, password });
    const findToken = async () => {
      const mail = await db
        .selectFrom('outbox')
        .select('text_body')
        .where('recipient', '=', email)
        .executeTakeFirst();
      return /token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1];
    };
    let token: string | undefined;
    await waitFor('the confirmation mail', 10_000, async () => {
      token = await findToken();
      return token !== undefined;
    });
    await client.post(ACCOUNT_API.verify, { token, password });
    const answer = await client.post(ACCOUNT_API.signIn, { email, password, rememberDevice: true });
    if (answer.status !== 200) throw new Error(`could not sign in: ${answer.status} ${answer.text}`);
    const { data } = JSON.parse(answer.text) as { readonly data: { readonly id: string } };
    return { id: data.id, cookie: answer.cookie };
  } finally {
    client.close();
    await db.destroy();
  }
}
