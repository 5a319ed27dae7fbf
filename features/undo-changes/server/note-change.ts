import { createHmac } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { ACCOUNT_CHANGED_MAIL, CHANGED_BY_US, CHANGES_TOLD } from '#content/features/undo-changes.ts';
import { UNDO_CHANGES_RETENTION } from '#content/features/undo-changes-data.ts';
import { PAGES } from '#content/page-paths.ts';
import { RATE_LIMITED } from '#contract/errors.ts';
import type { UsedWay } from '#features/accounts/server/factors.ts';
import { hashToken } from '#features/accounts/server/hashes.ts';
import { linkWith } from '#features/accounts/server/requested-mails.ts';
import { type NewChange, operatorsOf, type Undo } from '#features/accounts/server/slots.ts';
import type { ChangeKind } from '#features/undo-changes/bodies.ts';
import type { Tx } from '#server/database/database.ts';
import { findRow, insertRow, updateRows } from '#server/database/rows.ts';
import type { Schema } from '#server/database/schema.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { refuse } from '#server/http/refusal.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { DAY_MS, timeAfter, timeInWords } from '#server/time.ts';
import { type CredentialRows, readCredentials } from './credentials.ts';

/** The daily limit for changes of one kind, such as new passkeys. Further changes are refused. */
export const CHANGES_A_DAY = 20;

/** The credentials before a change. For a sign-in in a new browser, `used` is the method of that sign-in. */
export type CredentialsBefore = CredentialRows & { readonly used?: UsedWay | undefined };

export const noteChange: Undo['note'] = async (
  deps,
  tx,
  { userId, kind, detail, session, userAgent, used, isByOperator, overDailyLimit },
) => {
  const now = deps.clock();
  const credentials = await readCredentials(deps, tx, userId);
  if (overDailyLimit !== 'mail' && (await isUsedUp(tx, { userId, kind, detail }, now))) {
    if (overDailyLimit === 'no-mail') return false;
    refuse(RATE_LIMITED, { retryAfter: DAY_MS / 1_000, values: { wait: 'a day' } });
  }
  const id = deps.newId();
  const token = changeToken(deps.keyring[0], id);
  const before: CredentialsBefore = { ...credentials, used };
  await insertRow(tx, 'account_changes', {
    id,
    user_id: userId,
    kind,
    detail,
    before: JSON.stringify(before),
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    contested_at: null,
    kept_at: null,
    former_email: kind === 'address' && detail === '' ? credentials.email : null,
  });
  const values = {
    ...changeWords(kind, detail),
    browser: isByOperator ? CHANGED_BY_US : await browserOf(tx, session, userAgent),
    when: timeInWords(now.toISOString()),
    link: linkWith(deps, PAGES.authNotMe, token),
  };
  const mail = { id: mailIdOf(id), mail: ACCOUNT_CHANGED_MAIL, to: credentials.email, userId, values };
  await storeMail(deps, tx, mail);
  if (kind !== 'device') await operatorsOf(deps)?.tellOfChange(deps, tx, { userId, what: values.what });
  return true;
};

export function mailIdOf(changeId: string): string {
  return `change-${changeId}`;
}

/** Whether the daily limit is reached. Requesting a new address and moving to it are counted separately. */
async function isUsedUp(
  tx: Tx,
  { userId, kind, detail }: Pick<NewChange, 'userId' | 'kind' | 'detail'>,
  now: Date,
): Promise<boolean> {
  const today = await tx
    .selectFrom('account_changes')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('detail', '=', detail)
    .where('created_at', '>', timeAfter(now, -DAY_MS))
    .limit(CHANGES_A_DAY)
    .execute();
  return today.length >= CHANGES_A_DAY;
}

export function changeWords(
  kind: ChangeKind,
  detail: string,
): { readonly title: string; readonly what: string } {
  const told: Readonly<Record<string, { title: string; what: string } | undefined>> = CHANGES_TOLD[kind];
  return told[detail] ?? CHANGES_TOLD[kind].other;
}

async function browserOf(
  tx: Tx,
  session: string | undefined,
  userAgent: string | undefined,
): Promise<string> {
  if (session === undefined) return browserKind(userAgent);
  const row = await findRow(tx, 'sessions', ['browser'], { id: session });
  return row?.browser ?? browserKind(undefined);
}

/** The condition for changes whose link still works: for some days, and longer while the owner contests the change. */
export function canBeUndone(now: Date) {
  const oldest = timeAfter(now, -UNDO_CHANGES_RETENTION['account-changes'].days * DAY_MS);
  return (eb: ExpressionBuilder<Schema, 'account_changes'>) =>
    eb.or([eb('created_at', '>', oldest), eb('contested_at', 'is not', null)]);
}

export const findMoveFrom: Undo['findMoveFrom'] = async (db, email, now) => {
  const row = await db
    .selectFrom('account_changes')
    .select(['id', 'user_id', 'token_hash'])
    .where('former_email', '=', email)
    .where(canBeUndone(now))
    .where('kept_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id, tokenHash: row.token_hash };
};

/** The token of a change's link. It is derived from the change, so that the link can be mailed again. */
function changeToken(secret: string, changeId: string): string {
  return createHmac('sha256', secret).update(`account change ${changeId}`).digest('base64url');
}

/**
 * If the stored token cannot be derived from any secret of the site, a new token replaces it, and the link that was mailed
 * before stops working.
 */
export const mailedToken: Undo['mailedToken'] = async (tx, keyring, { id, tokenHash }) => {
  const known = keyring
    .map((secret) => changeToken(secret, id))
    .find((token) => hashToken(token) === tokenHash);
  if (known !== undefined) return known;
  const token = changeToken(keyring[0], id);
  await updateRows(tx, 'account_changes', { id }, { token_hash: hashToken(token) });
  return token;
};
