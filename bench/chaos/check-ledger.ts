import type { Db } from '#server/database/database.ts';
import type { MailServer } from '../support/mail-server.ts';
import type { Ledger } from './ledger.ts';

/** What became of what was acknowledged. `lost` names each thing; `doubles` counts mails that came more than once. */
export type LedgerCheck = {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubles: number;
};

/** Mails on their way, decoys apart. */
export async function mailsWaiting(db: Db): Promise<number> {
  const rows = await db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute();
  return rows.length;
}

/** Compares what is stored, and what the mail server took, with what was promised. The mails must have gone out. */
export async function checkLedger(db: Db, mail: MailServer, ledger: Ledger): Promise<LedgerCheck> {
  const lost: string[] = [];
  let acknowledged = 0;
  const users = new Map(
    (await db.selectFrom('users').select(['id', 'email', 'email_verified', 'about']).execute()).map((row) => [
      row.email,
      row,
    ]),
  );
  const passwords = Map.groupBy(
    await db.selectFrom('accounts').select(['user_id']).where('provider_id', '=', 'credential').execute(),
    ({ user_id }) => user_id,
  );
  const mails = mailsReceived(mail);

  for (const { email, confirmed, about, aboutMaybe } of ledger.people.values()) {
    acknowledged++;
    const user = users.get(email);
    if (user === undefined) {
      lost.push(`the account of ${email}`);
      continue;
    }
    if (passwords.get(user.id)?.length !== 1) lost.push(`the one password of ${email}`);
    if (confirmed && user.email_verified !== 1) lost.push(`the confirmation of ${email}`);
    if (user.about !== about && user.about !== aboutMaybe)
      lost.push(`the profile of ${email}: told "${about}", there is "${user.about}"`);
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
function mailsReceived({ received }: MailServer) {
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
