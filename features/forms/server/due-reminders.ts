import { DUE_REMINDER_MAIL, REMINDER_DAYS } from '#content/features/forms.ts';
import { operatorsOf } from '#features/accounts/server/slots.ts';
import type { Deps } from '#server/feature.ts';
import { reminderId, storeMail } from '#server/mail/outbox.ts';
import { dateInWords } from '#server/words.ts';
import type { FormDefinition } from './form-definitions.ts';
import { referenceOf } from './stored-submissions.ts';

type ReminderDeps = Pick<Deps, 'features' | 'db' | 'clock' | 'mails' | 'wakeMail' | 'origin'> & {
  readonly forms: readonly FormDefinition[];
  /** Who hears of messages. */
  readonly notifyTo: string;
};

const DAY_MS = 24 * 60 * 60_000;
/** In one transaction. */
const AT_ONCE = 50;

/**
 * Reminds the operator of each request that is due soon and not marked as done, once. To be called each hour, from any
 * number of processes. The mail names nobody and quotes nothing; it goes with the request.
 */
export async function storeDueReminders(deps: ReminderDeps): Promise<void> {
  const now = deps.clock();
  const soon = new Date(now.getTime() + REMINDER_DAYS * DAY_MS).toISOString();
  for (let stored = AT_ONCE; stored === AT_ONCE; ) {
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
            .limit(AT_ONCE),
        )
        // Another process may have reminded, or an operator answered, while this one waited for the row.
        .where('reminded_at', 'is', null)
        .where('done_at', 'is', null)
        .returning(['id', 'form', 'user_id', 'due_at'])
        .execute();
      for (const { id, form, user_id, due_at } of rows) {
        const title = deps.forms.find(({ name }) => name === form)?.title ?? form;
        const values = {
          form: title,
          reference: referenceOf({ id }),
          due: dateInWords(due_at ?? ''),
          console: deps.origin + (operatorsOf(deps)?.messagePath(id) ?? '/'),
        };
        const stored = {
          id: reminderId(id),
          mail: DUE_REMINDER_MAIL,
          to: deps.notifyTo,
          userId: user_id,
          values,
        };
        await storeMail(tx, stored, deps.mails, now);
      }
      return rows.length;
    });
    if (stored > 0) deps.wakeMail();
  }
}
