import { DUE_REMINDER_MAIL, QUARANTINE_MAIL, REMINDER_DAYS } from '#content/features/forms.ts';
import { FORM_RETENTION } from '#content/features/forms-data.ts';
import { operatorsOf } from '#features/accounts/server/slots.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import { isNotReceived } from '#server/database/search.ts';
import type { AppDeps } from '#server/feature.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { DAY_MS, dateInWords, dayOf, timeAfter } from '#server/time.ts';
import { formsOf, titleOf } from './form-definitions.ts';
import { reminderId } from './message-mails.ts';
import { notificationAddress } from './settings.ts';
import { referenceOf } from './stored-submissions.ts';

const BATCH_SIZE = 50;

/**
 * Reminds the operator once of each open request that is due soon. Runs each hour, in any number of processes. The mail has no
 * personal data and is deleted with the request.
 */
export async function storeDueReminders(deps: AppDeps): Promise<void> {
  const now = deps.clock();
  const soon = timeAfter(now, REMINDER_DAYS * DAY_MS);
  const notifyTo = notificationAddress(deps.settings);
  for (let stored = BATCH_SIZE; stored === BATCH_SIZE; ) {
    stored = await deps.db.transaction().execute(async (tx) => {
      const rows = await tx
        .updateTable('submissions')
        .set({ reminded_at: now.toISOString() })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('submissions')
            .select('id')
            .where('due_at', 'is not', null)
            .where('reminded_at', 'is', null)
            .where('due_at', '<=', soon)
            .where('done_at', 'is', null)
            .where('state', '=', 'received')
            .orderBy('due_at')
            .limit(BATCH_SIZE),
        )
        // The query checks again that the request is open: another process may have sent the reminder, or an operator may have
        // answered.
        .where('reminded_at', 'is', null)
        .where('done_at', 'is', null)
        .returning(['id', 'form', 'user_id', 'due_at'])
        .execute();
      for (const { id, form, user_id, due_at } of rows) {
        const values = {
          form: titleOf(formsOf(deps), form),
          reference: referenceOf({ id }),
          due: dateInWords(due_at ?? ''),
          console: deps.origin + (operatorsOf(deps)?.messagePath(id) ?? '/'),
        };
        const reminder = { id: reminderId(id), mail: DUE_REMINDER_MAIL, to: notifyTo, userId: user_id };
        await storeMail(deps, tx, { ...reminder, values });
      }
      return rows.length;
    });
    if (stored > 0) deps.wakeMail();
  }
}

const QUARANTINE_DAYS = FORM_RETENTION['quarantined-submissions'].days;
const idOfDay = (day: Date) => `quarantine-digest-${dayOf(day)}`;

/**
 * Tells the operator of newly quarantined messages, at most once a day (UTC). Runs each hour, in any number of processes. The mail
 * has no personal data, so it outlives the messages.
 */
export async function storeQuarantineDigest(deps: AppDeps): Promise<void> {
  const now = deps.clock();
  const id = idOfDay(now);
  const ids = Array.from({ length: QUARANTINE_DAYS + 1 }, (_, days) =>
    idOfDay(new Date(now.getTime() - days * DAY_MS)),
  );
  const stored = await deps.db.transaction().execute(async (tx) => {
    await advisoryLock(tx, 'quarantine digest');
    const before = await tx
      .selectFrom('outbox')
      .select(['id', 'created_at'])
      .where('id', 'in', ids)
      .orderBy('created_at')
      .execute();
    if (before.some((mail) => mail.id === id)) return false;
    const last = before.at(-1)?.created_at ?? '';
    const caught = tx.selectFrom('submissions').where('state', '=', 'quarantined').where(isNotReceived);
    const { messages, oldest } = await caught
      .select(({ fn }) => [fn.countAll<number>().as('messages'), fn.min('created_at').as('oldest')])
      .where('created_at', '>', last)
      .executeTakeFirstOrThrow();
    if (oldest === null) return false;
    const values = {
      count: String(messages),
      day: dateInWords(timeAfter(new Date(oldest), QUARANTINE_DAYS * DAY_MS)),
      console: deps.origin + (operatorsOf(deps)?.quarantinePath ?? '/'),
    };
    await storeMail(deps, tx, {
      id,
      mail: QUARANTINE_MAIL,
      to: notificationAddress(deps.settings),
      userId: null,
      values,
    });
    return true;
  });
  if (stored) deps.wakeMail();
}
