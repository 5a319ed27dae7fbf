import { PAGES } from '#contract/paths.ts';
import { recordAction } from '#server/audit/record-action.ts';
import type { Tx } from '#server/database/database.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { credentialRow, findAccount, freshRecord, type KnownAccount, setPassword } from './accounts.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { AccountChanged, retryLostRaces } from './lost-race.ts';
import { storeLink } from './mail-links.ts';
import { freshSalt, hashPassword, saltOf } from './passwords.ts';
import { credentialFingerprint, type PendingVerification } from './pending-cookie.ts';
import { mayMailOwner, sendVerification, verificationStateOf } from './verification-mail.ts';

/**
 * Creates an unverified account, its record and its verification mail in one transaction, and says what the pending
 * cookie holds. For an address that is taken it does the same amount of work and answers the same; its owner gets a
 * mail instead (decisions §3.1 and §3.3, docs/decisions/0006-sign-up-answers-alike.md).
 */
export async function signUp(
  deps: AccountsDeps,
  request: { email: string; password: string },
): Promise<PendingVerification> {
  const pending = await retryLostRaces(() => trySignUp(deps, request));
  deps.wakeMail();
  return pending;
}

async function trySignUp(
  deps: AccountsDeps,
  { email, password }: { email: string; password: string },
): Promise<PendingVerification> {
  const known = await findAccount(deps.db, email);
  // The shadow's password shares the salt of the real one, so that signing in costs one hash for every address.
  const salt = known?.passwordHash != null && known.isVerified ? saltOf(known.passwordHash) : freshSalt();
  const passwordHash = await hashPassword(password, salt);
  const userId = await storeSignUp(deps, email, passwordHash);
  return { userId, credential: credentialFingerprint(deps.keyring, passwordHash) };
}

function storeSignUp(deps: AccountsDeps, email: string, passwordHash: string): Promise<string> {
  return deps.db.transaction().execute(async (tx) => {
    const known = await findAccount(tx, email);
    const userId = await storeBeside(known);
    // One line, whatever was there: the work must not tell.
    await recordAction(deps, tx, {
      action: 'signed-up',
      actor: 'visitor',
      subject: known?.id ?? userId,
      detail: known === undefined ? '' : known.isVerified ? 'address-taken' : 'again',
    });
    return userId;

    function storeBeside(known: KnownAccount | undefined): Promise<string> {
      if (known === undefined) return storeNewAccount(deps, tx, email, passwordHash);
      if (!known.isVerified) return replaceUnverified(deps, tx, known, known.id, passwordHash);
      // Confirmed since the password was hashed: another salt is needed.
      if (known.passwordHash !== null && !saltOf(known.passwordHash).equals(saltOf(passwordHash)))
        throw new AccountChanged();
      if (known.shadowId !== null) return replaceUnverified(deps, tx, known, known.shadowId, passwordHash);
      return storeShadow(deps, tx, known, passwordHash);
    }
  });
}

async function storeNewAccount(
  deps: AccountsDeps,
  tx: Tx,
  email: string,
  passwordHash: string,
): Promise<string> {
  const id = deps.newId();
  await storeUnverified(deps, tx, { id, email, shadows: null }, email, passwordHash);
  await sendVerification(deps, tx, { userId: id, email, decoy: false });
  return id;
}

/** An account nobody has confirmed yet, with its record and its password; its first mail counts as sent. */
async function storeUnverified(
  deps: AccountsDeps,
  tx: Tx,
  identity: { id: string; email: string; shadows: string | null },
  typedAddress: string,
  passwordHash: string,
): Promise<void> {
  const now = deps.clock();
  await tx
    .insertInto('users')
    .values({
      ...identity,
      ...freshRecord(typedAddress, now),
      email_verified: 0,
      login_count: 0,
      verification_attempts: 1,
      verification_sent_at: now.toISOString(),
    })
    .execute();
  await setPassword(tx, credentialRow(deps.newId(), identity.id, passwordHash, now));
}

/**
 * Somebody signs up again before the address was confirmed. The newest password counts and the record starts afresh;
 * the mails stay within what resending allows, and a link that is already in the inbox goes on working. The shadow of
 * a taken address goes the same way, down to its id and its counter: who signs up twice must not tell them apart.
 *
 * @param id the unverified account's own, or its shadow's
 */
async function replaceUnverified(
  deps: AccountsDeps,
  tx: Tx,
  known: KnownAccount,
  id: string,
  passwordHash: string,
): Promise<string> {
  const now = deps.clock();
  const state = await verificationStateOf(tx, id, now);
  const mayMail = state?.kind === 'may-send';
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((eb) => ({
      ...freshRecord(known.email, now),
      ...(mayMail
        ? {
            verification_attempts: eb('verification_attempts', '+', 1),
            verification_sent_at: now.toISOString(),
          }
        : {}),
    }))
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .executeTakeFirst();
  // Confirmed or removed a moment ago: its password is no longer ours to replace.
  if (numUpdatedRows !== 1n) throw new AccountChanged();
  await setPassword(tx, credentialRow(deps.newId(), id, passwordHash, now));
  const linkOwner = mayMail ? id : `decoy:${deps.newId()}`;
  if (id === known.id) {
    await sendVerification(deps, tx, { userId: linkOwner, email: known.email, decoy: !mayMail });
  } else {
    await mailOwner(deps, tx, { owner: known, shadowId: linkOwner, decoy: !mayMail });
  }
  return id;
}

/** The address is taken and verified: a row that looks like a new account from outside, and a mail to the owner. */
async function storeShadow(
  deps: AccountsDeps,
  tx: Tx,
  owner: KnownAccount,
  passwordHash: string,
): Promise<string> {
  const id = deps.newId();
  const shadow = { id, email: `shadow:${id}`, shadows: owner.id };
  await storeUnverified(deps, tx, shadow, owner.email, passwordHash);
  await mailOwner(deps, tx, { owner, shadowId: id });
  return id;
}

/** Tells the owner of a taken address, at most as often as a verification mail could be sent. */
export async function mailOwner(
  deps: AccountsDeps,
  tx: Tx,
  {
    owner,
    shadowId,
    decoy = false,
  }: { owner: { id: string; email: string }; shadowId: string; decoy?: boolean },
): Promise<void> {
  const now = deps.clock();
  const mayMail = await mayMailOwner(tx, owner.id, now);
  await storeMail(
    tx,
    {
      id: deps.newId(),
      kind: 'account-exists',
      to: owner.email,
      userId: owner.id,
      decoy: decoy || !mayMail,
      values: {
        signInLink: `${deps.origin}${PAGES.auth}`,
        resetLink: `${deps.origin}${PAGES.auth}?view=reset`,
      },
    },
    deps.mails,
    now,
  );
  await storeLink(tx, 'verify', `decoy:${shadowId}`, deps.newToken(), now);
}
