import type { Db } from '#server/database/database.ts';
import type { FakeSmtp } from '#server/testing/fake-mail.ts';

/** What the site confirmed to one person as saved. `about` is the text of the profile field “about”. */
export type Person = {
  readonly email: string;
  confirmed: boolean;
  about: string;
  /** A value whose save got no answer, so it may be stored or not. */
  aboutMaybe: string | undefined;
};

/** A message sent through a form. Each has its own sender address, which identifies it. */
type Letter = { readonly email: string; acknowledged: boolean };

/** Records the answers that the visitors received, and the failures. Times are from `performance.now()`. */
export function openLedger() {
  return {
    people: new Map<string, Person>(),
    letters: new Map<string, Letter>(),
    /** Visits that ended well and had no failed request. */
    goodVisits: [] as { readonly began: number; readonly ended: number }[],
    /** The number of requests, including those without an answer. */
    requests: 0,
    /** Requests with no answer or a status of 500 or above: the caller has to try again. */
    failed: 0,
    /** What a visitor must never get: another person's data, an old value, a 401 before the sign-out, a success after it. */
    wrong: [] as string[],
  };
}

export type Ledger = ReturnType<typeof openLedger>;

/** Milliseconds from `moment` to the end of the first good visit that began after it; undefined if there is none. */
export function goodAgainAfter({ goodVisits }: Ledger, moment: number): number | undefined {
  const ends = goodVisits.filter(({ began }) => began >= moment).map(({ ended }) => ended - moment);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** The number of mails not sent yet, including those that are still to be written. */
export async function mailsWaiting(db: Db): Promise<number> {
  const waiting = db.selectFrom('outbox').select('id').where('state', 'in', ['waiting', 'requested']);
  return (await waiting.execute()).length;
}

/**
 * Compares the stored data and the mails received with what the ledger promises. Call it after all mails were sent. `lost`
 * names each missing thing; `doubles` counts mails that arrived more than once.
 */
export async function checkLedger(db: Db, mail: FakeSmtp, { people, letters }: Ledger) {
  const lost: string[] = [];
  const byEmail = <T extends { email: string | null }>(rows: readonly T[]) =>
    new Map(rows.map((row) => [row.email, row]));
  const users = byEmail(await db.selectFrom('users').select(['id', 'email', 'about']).execute());
  const waiting = db.selectFrom('sign_ups').select(['email', 'about']).where('confirmed_at', 'is', null);
  const signUps = byEmail(await waiting.execute());
  const withPassword = await db.selectFrom('passwords').select('user_id').execute();
  const passwords = new Set(withPassword.map(({ user_id }) => user_id));
  /** Returns a function that counts the mails for which `keyOf` returns a given key. Mails with the same Message-ID count once. */
  const mailsBy = (keyOf: (received: FakeSmtp['received'][number]) => string | undefined) => {
    const grouped = Map.groupBy(mail.received, keyOf);
    return (key: string) => new Set(grouped.get(key)?.map((one) => one.mail.messageId)).size;
  };
  const mailsTo = mailsBy(({ to }) => to);
  const mailsReplyingTo = mailsBy((one) => one.mail.replyTo?.[0]?.address);

  for (const { email, confirmed, about, aboutMaybe } of people.values()) {
    const user = users.get(email);
    const record = user ?? signUps.get(email);
    if (record === undefined) {
      lost.push(`the sign-up of ${email}`);
      continue;
    }
    if (user !== undefined && !passwords.has(user.id)) lost.push(`the password of ${email}`);
    if (confirmed && user === undefined) lost.push(`the confirmation of ${email}`);
    if (record.about !== about && record.about !== aboutMaybe)
      lost.push(`the profile of ${email}: told "${about}", there is "${record.about}"`);
    if (mailsTo(email) !== 1) lost.push(`the one mail to ${email}: ${mailsTo(email)} different ones came`);
  }

  const submissions = await db.selectFrom('submissions').select('email').execute();
  const rows = Map.groupBy(submissions, ({ email }) => email);
  for (const { email, acknowledged } of letters.values()) {
    const stored = rows.get(email)?.length ?? 0;
    if (acknowledged && stored === 0) lost.push(`the message of ${email}`);
    if (stored > 1) lost.push(`the message of ${email} is there ${stored} times`);
    const told = mailsReplyingTo(email);
    if (told !== stored) lost.push(`the mail about ${email}: ${told} different ones for ${stored} messages`);
  }
  const dead = await db.selectFrom('outbox').select('id').where('state', '=', 'dead').execute();
  if (dead.length > 0) lost.push(`${dead.length} mails were given up`);
  const different = new Set(mail.received.map((one) => one.mail.messageId));
  const acknowledged = people.size + [...letters.values()].filter((letter) => letter.acknowledged).length;
  return { acknowledged, lost, doubles: mail.received.length - different.size };
}
