import { createHash } from 'node:crypto';
import { LAUNCH_MAIL } from '#content/features/launch-list.ts';
import { PAGES } from '#content/page-paths.ts';
import { TEST_MAIL_SENT } from '#server/audit/core-actions.ts';
import { type AuditActor, type AuditDeps, recordAction } from '#server/audit/record-action.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { LAUNCH_MAIL_STORED } from './audit-actions.ts';
import { createLinks, type LinkDeps } from './requested-mails.ts';

export type LaunchMail = { readonly subject: string; readonly text: string };

const BATCH_SIZE = 100;

/** Stores a test mail to the operator who wrote it. Its leave link opens the page but removes nobody. */
export async function storeTestMail(
  deps: LinkDeps & AuditDeps,
  mail: LaunchMail,
  { email, by }: { readonly email: string; readonly by: AuditActor },
): Promise<void> {
  const { db, clock, newId, newToken, origin, mails } = deps;
  const leaveLink = `${origin}${PAGES.launchListLeave}?token=${newToken()}`;
  const values = { ...mail, subject: `Test: ${mail.subject}`, site: origin, leaveLink };
  const id = testId(mail, newId());
  await db.transaction().execute(async (tx) => {
    await storeMail(tx, { id, mail: LAUNCH_MAIL, to: email, userId: null, values }, mails, clock());
    await recordAction(deps, tx, {
      ...by,
      action: TEST_MAIL_SENT,
      detail: 'launch mail',
      words: mail.subject,
    });
  });
}

/** Whether a test of this mail was sent. Without a mail server, a waiting test counts as sent. */
export async function findTests(
  db: Db,
  mail: LaunchMail,
  { hasMailServer }: { readonly hasMailServer: boolean },
): Promise<'none' | 'waiting' | 'sent'> {
  const rows = await db.selectFrom('outbox').select('state').where('id', 'like', testId(mail, '%')).execute();
  if (rows.some(({ state }) => state === 'sent') || (rows.length > 0 && !hasMailServer)) return 'sent';
  return rows.length > 0 ? 'waiting' : 'none';
}

/** The id holds a hash of subject and text, because both are erased after sending. */
function testId({ subject, text }: LaunchMail, unique: string): string {
  const hash = createHash('sha256').update(JSON.stringify([subject, text]));
  return `launch-test-${hash.digest('hex').slice(0, 32)}-${unique}`;
}

/** Stores a mail for every confirmed address without one: the site promises only one. Returns their number. Repeatable. */
export async function storeLaunchMails(
  deps: LinkDeps & AuditDeps,
  mail: LaunchMail,
  by: AuditActor,
): Promise<number> {
  let total = 0;
  for (let stored = 1; stored > 0; total += stored)
    stored = await retryTransaction(deps.db, (tx) => storeBatch(deps, tx, mail, by));
  return total;
}

async function storeBatch(
  deps: LinkDeps & AuditDeps,
  tx: Tx,
  mail: LaunchMail,
  by: AuditActor,
): Promise<number> {
  const now = deps.clock();
  // Waits for a mailing that another operator has started at the same time.
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
    const stored = { id: `launch-${id}`, mail: LAUNCH_MAIL, to: email, userId: id, values };
    await storeMail(tx, stored, deps.mails, now);
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
