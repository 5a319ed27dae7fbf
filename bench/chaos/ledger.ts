import type { Db } from '#server/database/database.ts';
import type { FakeSmtp } from '#server/testing/fake-smtp.ts';

/** What the site promised one person; `about` is the text that the site confirmed as saved. */
export type Person = {
  readonly email: string;
  confirmed: boolean;
  about: string;
  /** A value whose save got no answer, so it may be stored or not. */
  aboutMaybe: string | undefined;
};

/** A message sent through a form. Each has its own sender address, which identifies it. */
type Letter = { readonly email: string; acknowledged: boolean };

/** The answers that the load received, and the failures. Times are from `performance.now()`. */
export function openLedger() {
  return {
    people: new Map<string, Person>(),
    letters: new Map<string, Letter>(),
    /** Journeys that ended well and had no failed request. */
    goodJourneys: [] as { readonly began: number; readonly ended: number }[],
    /** The number of answers, including refusals. */
    requests: 0,
    /** Requests with no answer or a status of 500 or above: the caller has to try again. */
    failed: 0,
    /** Answers that must never be given: another person's data, an old value, a session that should have ended. */
    wrong: [] as string[],
    /** Signed-in people who were told "Sign in first". */
    lostSessions: [] as string[],
  };
}

export type Ledger = ReturnType<typeof openLedger>;

/** Milliseconds from `moment` to the end of the first successful journey that began after it; undefined if there is none. */
export function goodAgainAfter({ goodJourneys }: Ledger, moment: number): number | undefined {
  const ends = goodJourneys.filter(({ began }) => began >= moment).map(({ ended }) => ended - moment);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** The number of mails not sent yet, including those that are still to be written. */
export async function mailsWaiting(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['waiting', 'requested'])
    .execute();
  return rows.length;
}

/**
 * Compares the stored data and the mails received with what the ledger promises. Call it after all mails were sent. `lost`
 * names each missing thing; `doubles` counts mails that arrived more than once.
 */
export async function checkLedger(db: Db, mail: FakeSmtp, ledger: Ledger) {
  const lost: string[] = [];
  let acknowledged = 0;
  const users = new Map(
    (await db.selectFrom('users').select(['id', 'email', 'about']).execute()).map((row) => [row.email, row]),
  );
  const signUps = new Map(
    (
      await db.selectFrom('sign_ups').select(['email', 'about']).where('confirmed_at', 'is', null).execute()
    ).map((row) => [row.email, row]),
  );
  const passwords = new Set(
    (await db.selectFrom('passwords').select('user_id').execute()).map(({ user_id }) => user_id),
  );
  const mails = mailsReceived(mail);

  for (const { email, confirmed, about, aboutMaybe } of ledger.people.values()) {
    acknowledged++;
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
    if (mails.to(email) !== 1) lost.push(`the one mail to ${email}: ${mails.to(email)} different ones came`);
  }

  const rows = Map.groupBy(
    await db.selectFrom('submissions').select(['id', 'email']).execute(),
    ({ email }) => email,
  );
  for (const letter of ledger.letters.values()) {
    const stored = rows.get(letter.email)?.length ?? 0;
    if (letter.acknowledged) acknowledged++;
    if (letter.acknowledged && stored === 0) lost.push(`the message of ${letter.email}`);
    if (stored > 1) lost.push(`the message of ${letter.email} is there ${stored} times`);
    const told = mails.replyingTo(letter.email);
    if (told !== stored)
      lost.push(`the mail about ${letter.email}: ${told} different ones for ${stored} messages`);
  }
  const dead = await db.selectFrom('outbox').select('id').where('state', '=', 'dead').execute();
  if (dead.length > 0) lost.push(`${dead.length} mails were given up`);
  return { acknowledged, lost, doubles: mails.doubles };
}

/** A mail that was sent twice has the same Message-ID both times. */
function mailsReceived({ received }: FakeSmtp) {
  const idsTo = new Map<string, Set<string>>();
  const idsReplyingTo = new Map<string, Set<string>>();
  const all = new Set<string>();
  const add = (map: Map<string, Set<string>>, key: string, id: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(id));
  for (const { to, mail } of received) {
    const id = mail.messageId ?? '';
    all.add(id);
    add(idsTo, to, id);
    add(idsReplyingTo, mail.replyTo?.[0]?.address ?? '', id);
  }
  return {
    to: (address: string) => idsTo.get(address)?.size ?? 0,
    replyingTo: (address: string) => idsReplyingTo.get(address)?.size ?? 0,
    doubles: received.length - all.size,
  };
}
