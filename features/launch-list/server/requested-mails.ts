import { LIST_CONFIRM_MAIL, LIST_KNOWN_MAIL } from '#content/features/launch-list.ts';
import { PAGES } from '#content/page-paths.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Tx } from '#server/database/database.ts';
import { insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { findRecentMails, isRequested } from '#server/mail/requested-mails.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { CONFIRM_DAYS, findOrAddEntry, recordListNotice } from './entries.ts';

export type LinkDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'newToken' | 'origin' | 'mails'>;

/** Mails a day to one address, from all requesters together. Over the limit, the links of earlier mails still work. */
const LIST_MAILS_A_DAY = 3;

const ASKED_FOR = [LIST_CONFIRM_MAIL, LIST_KNOWN_MAIL];

/**
 * Creates the entry of a new address and writes its confirmation mail. A confirmed address gets a mail that it is
 * already on the list. Writes only one mail, however many requests there are.
 */
export async function writeListMail(deps: LinkDeps, tx: Tx, email: string, now: Date): Promise<void> {
  // Servers of version 1.0.0, which may still run, use the same lock for these mails (docs/decisions/0077).
  await advisoryLock(tx, 'launch list mails');
  const requested = isRequested(email, [LIST_CONFIRM_MAIL]);
  const request = await tx
    .selectFrom('outbox')
    .select(['id', 'notice', 'created_at'])
    .where(requested)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const today = await findRecentMails(tx, email, ASKED_FOR, now, DAY_MS);
  if (request !== undefined && today.length < LIST_MAILS_A_DAY) {
    const { id: userId, confirmed_at } = await findOrAddEntry(deps, tx, email, now);
    if (confirmed_at === null)
      await recordListNotice(deps, tx, userId, { version: request.notice, at: request.created_at });
    const written = { id: request.id, userId };
    const links = await createLinks(deps, tx, userId);
    if (confirmed_at === null) {
      const linkExpiresAt = timeAfter(now, CONFIRM_DAYS * DAY_MS);
      await writeMail(
        tx,
        { ...written, mail: LIST_CONFIRM_MAIL, values: links, linkExpiresAt },
        deps.mails,
        now,
      );
    } else {
      const values = { leaveLink: links.leaveLink };
      await writeMail(tx, { ...written, mail: LIST_KNOWN_MAIL, values }, deps.mails, now);
    }
  }
  await tx.deleteFrom('outbox').where(requested).execute();
}

export async function createLinks(
  { newToken, origin }: Pick<LinkDeps, 'newToken' | 'origin'>,
  tx: Tx,
  entryId: string,
) {
  const token = newToken();
  await insertRow(tx, 'launch_list_links', { token_hash: hashToken(token), entry_id: entryId });
  return {
    link: `${origin}${PAGES.launchListConfirm}?token=${token}`,
    leaveLink: `${origin}${PAGES.launchListLeave}?token=${token}`,
  };
}
