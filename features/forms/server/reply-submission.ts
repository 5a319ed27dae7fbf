import { REPLY_MAIL } from '#content/features/forms.ts';
import { addressKey } from '#contract/address.ts';
import { cutTo } from '#contract/text.ts';
import { operatorsOf } from '#features/accounts/server/slots.ts';
import { type AuditActor, recordAction } from '#server/audit/record-action.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import { findRows } from '#server/database/rows.ts';
import type { AppDeps } from '#server/feature.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { MINUTE_MS, timeAfter, timeInWords } from '#server/time.ts';
import { SUBMISSION_ANSWERED } from './audit-actions.ts';
import { replyIds } from './message-mails.ts';
import { answerAddress } from './notification.ts';
import { notificationAddress } from './settings.ts';
import { referenceOf, type StoredSubmission } from './stored-submissions.ts';

const QUOTED_MOST = 5_000;

/** A note that stores an answer begins with this text. @public */
export const ANSWERED = 'Answered by mail: ';

/** The same answer within this time counts as a double press of the button. */
const SAME_WITHIN = 10 * MINUTE_MS;

/**
 * Mails an operator's answer to the sender. A note stores the answer's text, because the text is erased from the mail. The note
 * also reveals a double press of the button. `seen`: the number of answers when the operator's page was made. `answered`:
 * somebody has answered since then. `too-many`: too many earlier answers are still in the outbox. @public
 */
export async function replyToSubmission(
  deps: AppDeps,
  submission: StoredSubmission,
  { subject, text, seen }: { readonly subject: string; readonly text: string; readonly seen: number },
  by: AuditActor & { readonly author: string },
): Promise<'stored' | 'no-address' | 'answered' | 'too-many'> {
  const to = answerAddress(submission, submission.fields);
  if (to === undefined) return 'no-address';
  const { author, ...who } = by;
  const result = await deps.db.transaction().execute(async (tx) => {
    await who.stillMay?.(tx);
    await advisoryLock(tx, `reply ${submission.id}`);
    const note = { submissionId: submission.id, author, text: `${ANSWERED}${subject}\n\n${text}` };
    const since = timeAfter(deps.clock(), -SAME_WITHIN);
    if (await operatorsOf(deps)?.wasAnswered(tx, note, since)) return 'stored';
    const ids = replyIds(submission.id);
    const rows = await findRows(tx, 'outbox', ['id'], { id: ids });
    if (rows.length > seen) return 'answered';
    const id = ids.find((one) => rows.every((row) => row.id !== one));
    if (id === undefined) return 'too-many';
    const values = {
      subject,
      text,
      sentAt: timeInWords(submission.created_at),
      letter: cutTo(submission.message, QUOTED_MOST),
      reference: referenceOf(submission),
    };
    await storeMail(deps, tx, {
      id,
      mail: REPLY_MAIL,
      to: addressKey(to) ?? to,
      userId: submission.user_id,
      replyTo: notificationAddress(deps.settings),
      values,
    });
    await operatorsOf(deps)?.noteAnswer(deps, tx, note);
    await recordAction(deps, tx, { ...who, action: SUBMISSION_ANSWERED, subject: submission.id });
    return 'stored';
  });
  if (result === 'stored') deps.wakeMail();
  return result;
}
