import { type ExpressionBuilder, sql } from 'kysely';
import type { MailKind } from '#content/mails.ts';
import { PAGES } from '#contract/paths.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { holdName } from '#server/database/hold-name.ts';
import { prepareQuery, type Values } from '#server/database/prepare-query.ts';
import type { Schema } from '#server/database/schema.ts';
import { MAILS_PER_ADDRESS } from '#server/http/rate-limits.ts';
import { writeMail } from '#server/mail/outbox.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { secondsAfter } from './sign-ups.ts';
import { hashToken } from './token-hash.ts';

type WriteDeps = Pick<AccountsDeps, 'db' | 'clock' | 'newToken' | 'origin' | 'mails'>;

const HOUR = 60 * 60;
/** How long mailed links work from then on, in seconds (decisions §3.4). */
const LINK_SECONDS = { confirm: 24 * HOUR, reset: HOUR } as const;
/** Requests looked at in one call, and mails written to one address. */
const AT_ONCE = 50;

/**
 * Writes the mails that were requested and are due, resets first, and says whether there were any. Only here it is looked
 * up what an address has: a reset for an address without an account is dropped, a sign-up with a taken address becomes
 * "you already have an account". To be called at a fixed pace, never because a mail was requested.
 */
export async function writeRequestedMails(deps: WriteDeps): Promise<boolean> {
  const now = deps.clock();
  const resets = await findDue(deps.db, 'reset-password', now);
  const confirmations = await findDue(deps.db, 'verify-email', now);
  if (resets.size + confirmations.size === 0) return false;
  await deps.db.transaction().execute(async (tx) => {
    // Processes take turns; what the one before has written is seen by the queries below.
    await holdName(tx, 'requested mails', 'alone');
    for (const email of resets) await writeResets(deps, tx, email, now);
    for (const email of confirmations) await writeConfirmations(deps, tx, email, now);
  });
  return true;
}

const findDueRequests = prepareQuery((db, value: Values<{ kind: string; now: string }>) =>
  db
    .selectFrom('outbox')
    .select('recipient')
    // Written out, as the index holds requested mails only.
    .where(sql<boolean>`state = 'requested'`)
    .where('kind', '=', value('kind'))
    .where('next_attempt_at', '<=', value('now'))
    .orderBy('next_attempt_at')
    .limit(AT_ONCE),
);

/** The addresses of the requests that have waited longest. */
async function findDue(db: Db, kind: MailKind, now: Date): Promise<Set<string>> {
  const rows = await findDueRequests(db, { kind, now: now.toISOString() });
  return new Set(rows.map(({ recipient }) => recipient));
}

async function writeResets(deps: WriteDeps, tx: Tx, email: string, now: Date): Promise<void> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const written = await findWritten(tx, email, ['reset-password'], now);
  const left = MAILS_PER_ADDRESS.resetsAnHour - written.length;
  if (user !== undefined && left > 0) {
    const requests = await tx
      .selectFrom('outbox')
      .select('id')
      .where(isRequested(email, 'reset-password'))
      .orderBy('created_at')
      .limit(left)
      .execute();
    for (const { id } of requests) {
      const token = deps.newToken();
      await tx
        .insertInto('reset_links')
        .values({
          token_hash: hashToken(token),
          user_id: user.id,
          expires_at: secondsAfter(now, LINK_SECONDS.reset),
          created_at: now.toISOString(),
        })
        .execute();
      const values = { link: `${deps.origin}${PAGES.authReset}?token=${token}` };
      await writeMail(tx, { id, kind: 'reset-password', userId: user.id, values }, deps.mails, now);
    }
  }
  await tx.deleteFrom('outbox').where(isRequested(email, 'reset-password')).execute();
}

async function writeConfirmations(deps: WriteDeps, tx: Tx, email: string, now: Date): Promise<void> {
  for (let times = 0; times < AT_ONCE; times++) {
    const turn = await findTurn(tx, email, now);
    if (turn === undefined) return;
    if (turn.at > now) return putOff(tx, email, turn.at, now);
    const { id, user_id } = await tx
      .selectFrom('outbox')
      .select(['id', 'user_id'])
      .where(isRequested(email, 'verify-email'))
      .where('network', '=', turn.network)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    await writeConfirmation(deps, tx, { id, signUp: user_id ?? '' }, now);
  }
}

type Turn = { readonly network: string; readonly at: Date };

/**
 * Whose mail to this address is next, and when it may be written; undefined when none is requested. Networks take turns,
 * however often each asked: first those that were served least in the last hour, then those that ask for fewest.
 */
async function findTurn(tx: Tx, email: string, now: Date): Promise<Turn | undefined> {
  const written = await findWritten(tx, email, CONFIRMATIONS, now);
  const waiting = await tx
    .selectFrom('outbox')
    .select(({ fn }) => [
      'network',
      fn.countAll<number | string>().as('requests'),
      fn.min('created_at').as('oldest'),
    ])
    .where(isRequested(email, 'verify-email'))
    .groupBy('network')
    .execute();
  const [first] = waiting
    .map(({ network, requests, oldest }) => ({
      network,
      oldest,
      requests: Number(requests),
      served: written.filter((mail) => mail.network === network).length,
    }))
    .toSorted((a, b) => a.served - b.served || a.requests - b.requests || (a.oldest < b.oldest ? -1 : 1));
  if (first === undefined) return undefined;
  const asksOnce = first.requests + first.served === 1;
  return { network: first.network, at: nextMailAt(written, asksOnce, now) };
}

/** @param written the mails of the last hour, newest first */
function nextMailAt(written: readonly { created_at: string }[], asksOnce: boolean, now: Date): Date {
  const limits = MAILS_PER_ADDRESS;
  const limit = asksOnce ? limits.confirmationsAnHour : limits.confirmationsOfCrowds;
  const [newest, oldestOfLimit] = [written[0], written[limit - 1]];
  if (oldestOfLimit !== undefined) return new Date(secondsAfter(new Date(oldestOfLimit.created_at), HOUR));
  if (newest === undefined || written.length < limits.confirmationsAtOnce) return now;
  return new Date(secondsAfter(new Date(newest.created_at), limits.secondsBetween));
}

/** Only those that are due: an address with thousands of requests then costs little until its next turn. */
async function putOff(tx: Tx, email: string, at: Date, now: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ next_attempt_at: at.toISOString() })
    .where(isRequested(email, 'verify-email'))
    .where('next_attempt_at', '<=', now.toISOString())
    .execute();
}

async function writeConfirmation(
  deps: WriteDeps,
  tx: Tx,
  { id, signUp }: { id: string; signUp: string },
  now: Date,
): Promise<void> {
  const mail = { id, userId: signUp };
  const token = deps.newToken();
  const waiting = (eb: ExpressionBuilder<Schema, 'sign_ups'>) =>
    eb.and([eb('id', '=', signUp), eb('confirmed_at', 'is', null), eb('expires_at', '>', now.toISOString())]);
  const { numUpdatedRows } = await tx
    .updateTable('sign_ups')
    .set({ link_hash: hashToken(token), link_expires_at: secondsAfter(now, LINK_SECONDS.confirm) })
    .where(waiting)
    .where('taken', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) {
    const values = { link: `${deps.origin}${PAGES.authVerify}?token=${token}` };
    return writeMail(tx, { ...mail, kind: 'verify-email', values }, deps.mails, now);
  }
  if ((await tx.selectFrom('sign_ups').select('id').where(waiting).executeTakeFirst()) !== undefined) {
    const signInLink = `${deps.origin}${PAGES.auth}`;
    const values = { signInLink, resetLink: `${signInLink}?view=reset` };
    return writeMail(tx, { ...mail, kind: 'account-exists', values }, deps.mails, now);
  }
  await tx.deleteFrom('outbox').where('id', '=', id).execute();
}

const CONFIRMATIONS: readonly MailKind[] = ['verify-email', 'account-exists'];

/** Mails of these kinds that were written to the address within the last hour, newest first. */
function findWritten(tx: Tx, email: string, kinds: readonly MailKind[], now: Date) {
  return tx
    .selectFrom('outbox')
    .select(['network', 'created_at'])
    .where('recipient', '=', email)
    .where('state', 'in', ['waiting', 'sent', 'dead'])
    .where('kind', 'in', kinds)
    .where('created_at', '>', secondsAfter(now, -HOUR))
    .orderBy('created_at', 'desc')
    .execute();
}

function isRequested(email: string, kind: MailKind) {
  return (eb: ExpressionBuilder<Schema, 'outbox'>) =>
    eb.and([eb('recipient', '=', email), eb('state', '=', 'requested'), eb('kind', '=', kind)]);
}
