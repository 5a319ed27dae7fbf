import { ACCOUNT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { Db } from '#server/database/database.ts';
import { PASSWORD } from './people.ts';
import { type RestartingSite, until } from './restarting-site.ts';

export const API_HEADERS = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey, accept: 'application/json' };

export type ConfirmedVisitor = { readonly email: string; readonly cookie: string };

/** Somebody with a confirmed address who is signed in at a site that runs as a process. */
export async function confirmedVisitor(
  site: RestartingSite,
  openDatabase: () => Db,
): Promise<ConfirmedVisitor> {
  const email = 'confirmed@example.com';
  const signedUp = await site.post(ACCOUNT_API.signUp, { email, password: PASSWORD }, API_HEADERS);
  const db = openDatabase();
  const mail = db.selectFrom('outbox').select('text_body').where('recipient', '=', email);
  let token: string | undefined;
  // The site writes it within a second.
  await until(async () => {
    token = /token=([\w-]+)/.exec((await mail.executeTakeFirst())?.text_body ?? '')?.[1];
    return token !== undefined;
  });
  await db.destroy();
  // Only the browser that signed up confirms without being asked.
  const cookie = signedUp?.cookie ?? '';
  await site.post(ACCOUNT_API.verify, { token }, { ...API_HEADERS, cookie });
  const signedIn = await site.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, API_HEADERS);
  if (signedIn?.status !== 200) throw new Error(`could not sign in: ${signedIn?.text}`);
  return { email, cookie: signedIn.cookie };
}
