import type { Db } from '#server/database/database.ts';
import type { FakeSmtp } from '#server/testing/fake-smtp.ts';

/** What a person was promised: `about` once the save was answered with success. */
export type Person = {
  readonly email: string;
  confirmed: boolean;
  about: string;
  /** Asked for and not answered: it may have been done or not. */
  aboutMaybe: string | undefined;
};

/** A message sent through a form; its sender's address is its own, so that it can be told from all others. */
type Letter = { readonly email: string; acknowledged: boolean };

/** What the load was told, and what it met. Times are those of `performance.now()`. */
export function openLedger() {
  return {
    people: new Map<string, Person>(),
    letters: new Map<string, Letter>(),
    /** Those that ended well, and without a stumble. */
    goodJourneys: [] as { readonly began: number; readonly ended: number }[],
    /** Answers, those that were refused included. */
    requests: 0,
    /** No answer, or one with a status from 500: the caller has to try again. */
    failed: 0,
    /** Answers that must never be given: somebody else's data, an old value, a session that should be over. */
    wrong: [] as string[],
    /** "Sign in first" for somebody who is signed in. */
    lostSessions: [] as string[],
  };
}

export type Ledger = ReturnType<typeof openLedger>;

/** Milliseconds from a moment to the end of the first good journey that began after it; undefined when there is none. */
export function goodAgainAfter({ goodJourneys }: Ledger, moment: number): number | undefined {
  const ends = goodJourneys.filter(({ began }) => began >= moment).map(({ ended }) => ended - moment);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Mails on their way, also those that are still to be written. */
export async function mailsWaiting(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['waiting', 'requested'])
    .execute();
  return rows.length;
}

/**
 * Compares what is stored, and what the mail server took, with what was promised. The mails must have gone out. `lost`
 * names each thing; `doubles` counts mails that came more than once.
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
