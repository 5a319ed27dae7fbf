import { hash } from 'node:crypto';
import {
  LAUNCH_MAIL,
  LAUNCH_TEST_MAIL,
  LIST_CONFIRM_MAIL,
  LIST_KNOWN_MAIL,
} from '#content/features/launch-list.ts';
import { PAGES } from '#content/page-paths.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { linkWith } from '#features/accounts/server/requested-mails.ts';
import { TEST_MAIL_SENT } from '#server/audit/core-actions.ts';
import { type AuditActor, recordAction } from '#server/audit/record-action.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { insertRow } from '#server/database/rows.ts';
import type { Deps } from '#server/feature.ts';
import { storeMail, writeMail } from '#server/mail/outbox.ts';
import { findRecentMails, isRequested } from '#server/mail/requested-mails.ts';
import { DAY_MS, timeAfter } from '#server/time.ts';
import { LAUNCH_MAIL_STORED } from './audit-actions.ts';
import { CONFIRM_DAYS, findOrAddEntry, LAUNCH_ID_PREFIX, recordListNotice } from './entries.ts';

type LaunchMail = { readonly subject: string; readonly text: string };

const BATCH_SIZE = 100;

/** Stores a test mail to the operator who wrote it. Its leave link opens the page but removes nobody. */
export async function storeTestMail(
  deps: Deps,
  mail: LaunchMail,
  { email, by }: { readonly email: string; readonly by: AuditActor },
): Promise<void> {
  const { db, newId, newToken, origin } = deps;
  const leaveLink = linkWith(deps, PAGES.launchListLeave, newToken());
  const values = { ...mail, subject: `Test: ${mail.subject}`, site: origin, leaveLink };
  const id = testId(mail, newId());
  await db.transaction().execute(async (tx) => {
    await storeMail(deps, tx, { id, mail: LAUNCH_TEST_MAIL, to: email, userId: null, values });
    await recordAction(deps, tx, {
      ...by,
      action: TEST_MAIL_SENT,
      detail: 'launch mail',
      words: mail.subject,
    });
  });
}

/** Whether a test mail of this text was sent. Without a mail server, a waiting test mail counts as sent. */
export async function findTests(
  db: Db,
  mail: LaunchMail,
  { hasMailServer }: { readonly hasMailServer: boolean },
): Promise<'none' | 'waiting' | 'given-up' | 'sent'> {
  const rows = await db.selectFrom('outbox').select('state').where('id', 'like', testId(mail, '%')).execute();
  if (rows.some(({ state }) => state === 'sent') || (rows.length > 0 && !hasMailServer)) return 'sent';
  if (rows.length === 0) return 'none';
  return rows.some(({ state }) => state === 'waiting') ? 'waiting' : 'given-up';
}

/** The id of a test mail holds a hash of subject and text, because both are erased after sending. */
function testId({ subject, text }: LaunchMail, unique: string): string {
  return `launch-test-${hash('sha256', JSON.stringify([subject, text])).slice(0, 32)}-${unique}`;
}

/**
 * Stores a launch mail for every confirmed address that has none, because the site promises only one. Returns the number of new
 * mails. Can be repeated.
 */
export async function storeLaunchMails(deps: Deps, mail: LaunchMail, by: AuditActor): Promise<number> {
  let total = 0;
  for (let stored = 1, batch = 0; stored > 0; total += stored, batch++)
    stored = await retryTransaction(deps.db, (tx) => storeBatch(deps, tx, mail, { batch, by }));
  return total;
}

async function storeBatch(
  deps: Deps,
  tx: Tx,
  mail: LaunchMail,
  { batch, by }: { readonly batch: number; readonly by: AuditActor },
): Promise<number> {
  const now = deps.clock();
  // If another operator starts the mailing at the same time, this transaction waits until the other one has ended.
  await advisoryLock(tx, 'launch mail');
  const entries = await tx
    .updateTable('launch_list')
    .set({ told_at: now.toISOString() })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('launch_list')
        .select('id')
        .where('confirmed_at', 'is not', null)
        .where('told_at', 'is', null)
        .limit(BATCH_SIZE),
    )
    .returning(['id', 'email'])
    .execute();
  for (const { id, email } of entries) {
    const { leaveLink } = await createLinks(deps, tx, id);
    const values = { ...mail, site: deps.origin, leaveLink };
    const stored = {
      id: `${LAUNCH_ID_PREFIX}${id}`,
      mail: LAUNCH_MAIL,
      to: email,
      userId: id,
      batch,
      values,
    };
    await storeMail(deps, tx, stored);
  }
  const detail = String(entries.length);
  if (entries.length > 0)
    await recordAction(deps, tx, {
      ...by,
      action: LAUNCH_MAIL_STORED,
      detail,
      words: `${mail.subject} – ${mail.text}`,
    });
  return entries.length;
}

/**
 * The maximum number of mails a day to one address, for the requests of all visitors together. Over the limit, the links of earlier
 * mails still work.
 */
const LIST_MAILS_A_DAY = 3;

const ASKED_FOR = [LIST_CONFIRM_MAIL, LIST_KNOWN_MAIL];

/**
 * Creates the entry of a new address and writes its confirmation mail. A confirmed address gets a mail which says that it is
 * already on the list. Writes only one mail, however many requests there are.
 */
export async function writeListMail(deps: Deps, tx: Tx, email: string, now: Date): Promise<void> {
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
    const written = { id: request.id, userId };
    const links = await createLinks(deps, tx, userId);
    if (confirmed_at === null) {
      await recordListNotice(deps, tx, userId, { version: request.notice, at: request.created_at });
      const linkExpiresAt = timeAfter(now, CONFIRM_DAYS * DAY_MS);
      await writeMail(deps, tx, { ...written, mail: LIST_CONFIRM_MAIL, values: links, linkExpiresAt });
    } else {
      const values = { leaveLink: links.leaveLink };
      await writeMail(deps, tx, { ...written, mail: LIST_KNOWN_MAIL, values });
    }
  }
  await tx.deleteFrom('outbox').where(requested).execute();
}

async function createLinks(deps: Deps, tx: Tx, entryId: string) {
  const token = deps.newToken();
  await insertRow(tx, 'launch_list_links', { token_hash: hashToken(token), entry_id: entryId });
  return {
    link: linkWith(deps, PAGES.launchListConfirm, token),
    leaveLink: linkWith(deps, PAGES.launchListLeave, token),
  };
}
