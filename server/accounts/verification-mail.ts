import { VERIFICATION } from '#contract/limits.ts';
import { PAGES } from '#contract/paths.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { storeMail } from '#server/mail/outbox.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { storeLink } from './mail-links.ts';

const MINUTE = 60_000;

/** Whether another verification mail may be sent now (spec §5). */
export type VerificationState =
  | { readonly kind: 'may-send' }
  | { readonly kind: 'exhausted' }
  /** `minutes`: 5 minus the whole minutes elapsed, at least 1. `seconds`: until it may be sent, rounded up. */
  | { readonly kind: 'too-soon'; readonly minutes: number; readonly seconds: number };

export function verificationState(
  sent: { verification_attempts: number; verification_sent_at: string | null },
  now: Date,
): VerificationState {
  if (sent.verification_attempts >= VERIFICATION.maxAttempts) return { kind: 'exhausted' };
  if (sent.verification_sent_at === null) return { kind: 'may-send' };
  const elapsed = Math.max(0, now.getTime() - Date.parse(sent.verification_sent_at));
  const wait = VERIFICATION.minutesBetween * MINUTE;
  if (elapsed >= wait) return { kind: 'may-send' };
  const minutes = Math.max(1, VERIFICATION.minutesBetween - Math.floor(elapsed / MINUTE));
  return { kind: 'too-soon', minutes, seconds: Math.ceil((wait - elapsed) / 1_000) };
}

/** `undefined` when the account is gone. */
export async function verificationStateOf(
  db: Db | Tx,
  userId: string,
  now: Date,
): Promise<VerificationState | undefined> {
  const sent = await db
    .selectFrom('users')
    .select(['verification_attempts', 'verification_sent_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return sent === undefined ? undefined : verificationState(sent, now);
}

/** Stores a new link and the mail that carries it. A decoy is the same two rows, never sent. */
export async function sendVerification(
  deps: AccountsDeps,
  tx: Tx,
  { userId, email, decoy }: { userId: string; email: string; decoy: boolean },
): Promise<void> {
  const [now, token] = [deps.clock(), deps.newToken()];
  // Nobody is told of a sign-up before the address is confirmed, so this is always true. It is asked all the same:
  // the mail to the owner of a taken address, which a stranger must not tell from this one, has to ask.
  const mayMail = await mayMailOwner(tx, userId, now);
  await storeLink(tx, 'verify', userId, token, now);
  await storeMail(
    tx,
    {
      id: deps.newId(),
      kind: 'verify-email',
      to: email,
      userId,
      decoy: decoy || !mayMail,
      values: { link: `${deps.origin}${PAGES.authVerify}?token=${token}` },
    },
    deps.mails,
    now,
  );
}

const OWNER_WINDOW = 24 * 60 * MINUTE;

/**
 * Whether the owner of a taken address may be told of another sign-up: as often as verification mails go out, counted
 * over a day, so that nobody can flood an inbox through the sign-up form.
 */
export async function mayMailOwner(tx: Tx, ownerId: string, now: Date): Promise<boolean> {
  const { count, latest } = await tx
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number | string>().as('count'), eb.fn.max('created_at').as('latest')])
    .where('user_id', '=', ownerId)
    .where('kind', '=', 'account-exists')
    .where('state', '!=', 'decoy')
    .where('created_at', '>', new Date(now.getTime() - OWNER_WINDOW).toISOString())
    .executeTakeFirstOrThrow();
  return (
    verificationState({ verification_attempts: Number(count), verification_sent_at: latest }, now).kind ===
    'may-send'
  );
}
