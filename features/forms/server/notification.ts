import type { Selectable } from 'kysely';
import { DUE_RECEIPT_MAIL, NOTIFICATION_MAIL, RECEIPT_MAIL } from '#content/features/forms.ts';
import { NOTIFICATION } from '#content/form-service.ts';
import { addressKey, isAddress, needsSmtpUtf8 } from '#contract/address.ts';
import { moneyText } from '#contract/money.ts';
import { filled } from '#contract/page-errors.ts';
import { operatorsOf } from '#features/accounts/server/slots.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { findRow } from '#server/database/rows.ts';
import { nobody } from '#server/database/tables.ts';
import type { AppDeps, Deps } from '#server/feature.ts';
import type { MakeBodies } from '#server/mail/mail-queue.ts';
import { storeMailWithoutBodies } from '#server/mail/outbox.ts';
import { findRecentMails } from '#server/mail/requested-mails.ts';
import { renderMail } from '#server/mail/templates.ts';
import { plainLine } from '#server/printable-text.ts';
import { dateInWords, HOUR_MS, timeInWords } from '#server/time.ts';
import { type FormDefinition, formsOf, titleOf } from './form-definitions.ts';
import { notificationId, RECEIPT_ID_PREFIX, receiptId, SUBMISSION_ID_PREFIX } from './message-mails.ts';
import { isSpecial, SPECIAL } from './read-form.ts';
import { notificationAddress } from './settings.ts';
import { referenceOf } from './stored-submissions.ts';
import type { SubmissionsTable } from './tables.ts';

/**
 * Stores the operator's mail about a submission. The mail is deleted with the sender's account, and its text is made when it is
 * sent.
 */
export async function storeNotification(deps: AppDeps, tx: Tx, row: Row): Promise<void> {
  const fields = fieldsOf(row);
  await storeMailWithoutBodies(deps, tx, {
    id: notificationId(row.id),
    mail: NOTIFICATION_MAIL,
    to: notificationAddress(deps.settings),
    replyTo: answerAddress(row, fields),
    userId: row.user_id,
    subject: subjectOf(formsOf(deps), row, fields),
  });
}

/**
 * Stores a receipt for the sender, unless the address got one within `HOURS_BETWEEN_RECEIPTS`. Requests with a due date are counted
 * separately, so that an earlier message does not prevent their receipt.
 */
export async function storeReceipt(deps: Deps, tx: Tx, row: Row): Promise<void> {
  const to = addressKey(row.email);
  if (to === undefined) return;
  await advisoryLock(tx, `receipt ${to}`);
  const mail = row.due_at === null ? RECEIPT_MAIL : DUE_RECEIPT_MAIL;
  const recent = await findRecentMails(tx, to, [mail], deps.clock(), HOURS_BETWEEN_RECEIPTS * HOUR_MS);
  if (recent.length > 0) return;
  await storeMailWithoutBodies(deps, tx, {
    id: receiptId(row.id),
    mail,
    to,
    userId: row.user_id ?? nobody(),
    subject: filled(mail.wording.subject, { reference: referenceOf(row) }),
  });
}

/** The hours between two receipts to one address. Receipts are limited, because a stranger may have typed the address. */
const HOURS_BETWEEN_RECEIPTS = 24;

export function createNotificationBodies(deps: AppDeps): MakeBodies {
  const { db, mails } = deps;
  const forms = formsOf(deps);
  return async (id) => {
    const prefix = [SUBMISSION_ID_PREFIX, RECEIPT_ID_PREFIX].find((beginning) => id.startsWith(beginning));
    if (prefix === undefined) return undefined;
    const row = await findRow(db, 'submissions', '*', { id: id.slice(prefix.length) });
    if (row === undefined) return undefined;
    const form = titleOf(forms, row.form);
    const sentAt = timeInWords(row.created_at);
    const receipt = { form, sentAt, reference: referenceOf(row) };
    if (prefix === RECEIPT_ID_PREFIX)
      return row.due_at === null
        ? renderMail(mails, RECEIPT_MAIL, receipt)
        : renderMail(mails, DUE_RECEIPT_MAIL, { ...receipt, due: dateInWords(row.due_at) });
    const fields = fieldsOf(row);
    const replyTo = answerAddress(row, fields);
    const name = nameOf(row);
    const operators = operatorsOf(deps);
    const files = await db
      .selectFrom('submission_files')
      .select(['name', 'size'])
      .where('submission_id', '=', row.id)
      .orderBy('id')
      .execute();
    return renderMail(mails, NOTIFICATION_MAIL, {
      subject: subjectOf(forms, row, fields),
      name,
      form,
      sender: row.email === '' ? name : `${name} <${row.email}>`,
      standing: [await senderStatus(db, row.user_id), ...paymentOf(row), ...dueOf(row)].join(' '),
      letter: letterOf(row, fields, files),
      open: operators ? NOTIFICATION.open : NOTIFICATION.openSite,
      console: deps.origin + (operators?.messagePath(row.id) ?? '/'),
      answer: answerTo(replyTo),
      reference: receipt.reference,
      id: row.id,
      sentAt,
    });
  };
}

type Row = Selectable<SubmissionsTable>;
type Fields = Readonly<Record<string, string>>;

function fieldsOf({ fields }: Row): Fields {
  return JSON.parse(fields);
}

/** The address for an answer. Undefined if the sender left none. @public */
export function answerAddress({ email }: Pick<Row, 'email'>, fields: Fields): string | undefined {
  return [fields[SPECIAL.replyTo] ?? '', email].find(isAddress);
}

/**
 * The sentence on where to answer. Mail servers may refuse a Reply-To address with characters other than ASCII, so this
 * sentence contains such an address.
 */
function answerTo(address: string | undefined): string {
  if (address === undefined) return NOTIFICATION.noAnswer;
  return filled(needsSmtpUtf8(address) ? NOTIFICATION.answerByHand : NOTIFICATION.answer, { name: address });
}

function nameOf({ name }: Row): string {
  return plainLine(name) || NOTIFICATION.nobody;
}

function subjectOf(forms: readonly FormDefinition[], row: Row, fields: Fields): string {
  const own = plainLine(fields[SPECIAL.subject] ?? '');
  return own || filled(NOTIFICATION.subject, { form: titleOf(forms, row.form), name: nameOf(row) });
}

async function senderStatus(db: Db, userId: string | null): Promise<string> {
  if (userId === null) return NOTIFICATION.notSignedIn;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return filled(NOTIFICATION.signedIn, { email });
}

function paymentOf({ amount, currency, payment_intent: intent }: Row): readonly string[] {
  if (intent === null || amount === null || currency === null) return [];
  return [filled(NOTIFICATION.payment, { amount: moneyText(amount, currency), intent })];
}

function dueOf(row: Row): readonly string[] {
  if (row.due_at === null) return [];
  return [filled(NOTIFICATION.due, { date: dateInWords(row.due_at) })];
}

function letterOf(
  { message }: Row,
  fields: Fields,
  files: readonly { readonly name: string; readonly size: number }[],
): string {
  const lines = [
    ...Object.entries(fields)
      .filter(([name]) => !isSpecial(name))
      .map(([name, value]) => `${plainLine(name)}: ${value}`),
    ...files.map(
      ({ name, size }) => `${NOTIFICATION.file}: ${plainLine(name)} (${Math.ceil(size / 1024)} KiB)`,
    ),
  ];
  const parts = [message, lines.join('\n')].filter((part) => part !== '');
  return parts.length === 0 ? NOTIFICATION.noText : parts.join('\n\n');
}
