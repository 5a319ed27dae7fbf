import type { Selectable } from 'kysely';
import { NOTIFICATION } from '#content/form-service.ts';
import { moneyText } from '#contract/money.ts';
import type { AccountsDeps } from '#server/accounts/accounts-deps.ts';
import type { Tx } from '#server/database/database.ts';
import type { SubmissionsTable } from '#server/database/schema.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { isAddress } from './check-submission.ts';
import type { FormDefinition } from './form-definitions.ts';
import { plainLine } from './plain-line.ts';
import { isSpecial, SPECIAL } from './special-fields.ts';

export type NotificationDeps = Pick<AccountsDeps, 'clock' | 'newId' | 'mails'> & {
  readonly forms: readonly FormDefinition[];
  /** Who hears of messages. */
  readonly notifyTo: string;
};

/** The id of the one mail that tells of a submission: never two, and whoever deletes the submission finds it. */
export function notificationId(submissionId: string): string {
  return `submission-${submissionId}`;
}

/**
 * Stores the mail that tells of a submission, in the transaction that receives it; it goes when the account goes.
 *
 * @param mayHaveFiles false spares the look for them
 */
export async function storeNotification(
  deps: NotificationDeps,
  tx: Tx,
  row: Selectable<SubmissionsTable>,
  mayHaveFiles = true,
): Promise<void> {
  const files = mayHaveFiles ? await filesOf(tx, row.id) : [];
  const fields = new Map(Object.entries(JSON.parse(row.fields) as Record<string, string>));
  const replyTo = [fields.get(SPECIAL.replyTo) ?? '', row.email].find(isAddress);
  const form = deps.forms.find(({ name }) => name === row.form)?.title ?? row.form;
  const name = plainLine(row.name) || NOTIFICATION.nobody;
  const subject = plainLine(fields.get(SPECIAL.subject) ?? '');
  await storeMail(
    tx,
    {
      id: notificationId(row.id),
      kind: 'form-notification',
      to: deps.notifyTo,
      ...(replyTo === undefined ? {} : { replyTo }),
      userId: row.user_id,
      values: {
        subject: subject || filled(NOTIFICATION.subject, { form, name }),
        form,
        sender: row.email === '' ? name : `${name} <${row.email}>`,
        standing: await standingOf(tx, row.user_id),
        letter: letterOf(row, fields, files),
        answer:
          replyTo === undefined ? NOTIFICATION.noAnswer : filled(NOTIFICATION.answer, { name: replyTo }),
        id: row.id,
        sentAt: `${timeOf(row.created_at)} UTC`,
      },
    },
    deps.mails,
    deps.clock(),
  );
}

function filesOf(tx: Tx, submission: string) {
  return tx
    .selectFrom('submission_files')
    .select(['name', 'size'])
    .where('submission_id', '=', submission)
    .orderBy('id')
    .execute();
}

/** What was typed may be anybody's name and address; the account's was confirmed. */
async function standingOf(tx: Tx, userId: string | null): Promise<string> {
  if (userId === null) return NOTIFICATION.notSignedIn;
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return filled(NOTIFICATION.signedIn, { email });
}

/** Made when it is first needed: what it loads of a language takes 10 ms of a start. */
let inWords: Intl.DateTimeFormat | undefined;

function timeOf(instant: string): string {
  inWords ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return inWords.format(new Date(instant));
}

function letterOf(
  { message, amount, currency, payment_intent: intent }: Selectable<SubmissionsTable>,
  fields: ReadonlyMap<string, string>,
  files: readonly { readonly name: string; readonly size: number }[],
): string {
  const lines = [
    ...[...fields]
      .filter(([name]) => !isSpecial(name))
      .map(([name, value]) => `${plainLine(name)}: ${value}`),
    ...files.map(
      ({ name, size }) => `${NOTIFICATION.file}: ${plainLine(name)} (${Math.ceil(size / 1024)} KiB)`,
    ),
  ];
  if (intent !== null && amount !== null && currency !== null)
    lines.push(filled(NOTIFICATION.payment, { amount: moneyText(amount, currency), intent }));
  const parts = [message, lines.join('\n')].filter((part) => part !== '');
  return parts.length === 0 ? NOTIFICATION.noText : parts.join('\n\n');
}

/** Each value is put in once, as it is. */
function filled(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
}
