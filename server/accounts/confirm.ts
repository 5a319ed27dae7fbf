import { recordAction } from '#server/audit/record-action.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { lockAddress, storePassword } from './address-password.ts';
import { AccountChanged, retryLostRaces } from './lost-race.ts';
import { setPassword } from './passwords.ts';
import { freshRecord } from './record.ts';
import { markTaken, type SignUp } from './sign-ups.ts';
import { hashToken } from './token-hash.ts';

export type ConfirmResult = {
  /** `password-needed`: another browser than the one that signed up. Nothing changed. */
  readonly kind: 'confirmed' | 'link-not-valid' | 'password-needed';
};

type Confirmation = {
  readonly token: string;
  readonly password: string | undefined;
  /** The token of this browser's pending cookie. */
  readonly browser: string | undefined;
};

/**
 * Makes an account of a sign-up by its mailed link. The browser that signed up keeps its password and record. In any
 * other browser the holder of the mailbox chooses a password and gets a record and an id of their own: whoever typed
 * that sign-up may be a stranger, who goes on seeing a sign-up that waits (decisions §3.3 and §3.4).
 */
export function confirmAddress(deps: AccountsDeps, confirmation: Confirmation): Promise<ConfirmResult> {
  return retryLostRaces(() => tryConfirm(deps, confirmation));
}

async function tryConfirm(
  deps: AccountsDeps,
  { token, password, browser }: Confirmation,
): Promise<ConfirmResult> {
  const signUp = await findByLink(deps.db, hashToken(token), deps.clock());
  if (signUp === undefined) return { kind: 'link-not-valid' };
  const { email } = signUp;
  const isOwn = browser !== undefined && signUp.browser === hashToken(browser);
  if (password !== undefined) {
    await storePassword(deps, { email, password }, (tx, passwordHash) =>
      createAccount(deps, tx, signUp, { isOwn, passwordHash }),
    );
  } else if (isOwn) {
    await deps.db.transaction().execute(async (tx) => {
      await lockAddress(tx, email);
      await createAccount(deps, tx, signUp, { isOwn, passwordHash: signUp.password_hash });
    });
  } else {
    return { kind: 'password-needed' };
  }
  return { kind: 'confirmed' };
}

/** The sign-up whose newest link this is, without using it up. */
function findByLink(db: Db, linkHash: string, now: Date): Promise<SignUp | undefined> {
  return db
    .selectFrom('sign_ups')
    .selectAll()
    .where('link_hash', '=', linkHash)
    .where('link_expires_at', '>', now.toISOString())
    .where('expires_at', '>', now.toISOString())
    .where('taken', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('id').whereRef('users.email', '=', 'sign_ups.email'))),
    )
    .executeTakeFirst();
}

/** Throws `AccountChanged` when the link was used, replaced or ended meanwhile. */
async function createAccount(
  deps: AccountsDeps,
  tx: Tx,
  { id, email, link_hash, browser }: SignUp,
  { isOwn, passwordHash }: { isOwn: boolean; passwordHash: string },
): Promise<void> {
  const now = deps.clock();
  const time = now.toISOString();
  // Holds the row, so that a save which is answered before this is in what it returns, and a later one finds no sign-up.
  const signUp = await tx
    .updateTable('sign_ups')
    .set({ link_hash: null, ...(isOwn ? { confirmed_at: time } : {}) })
    .where('id', '=', id)
    .where('link_hash', '=', link_hash)
    .where('browser', '=', browser)
    .where('taken', '=', 0)
    .returningAll()
    .executeTakeFirst();
  if (signUp === undefined) throw new AccountChanged();
  const { name, gender, dob, about, created_at, updated_at, attempts, sent_at } = signUp;
  const userId = isOwn ? id : deps.newId();
  await tx
    .insertInto('users')
    .values({
      id: userId,
      email,
      ...(isOwn ? { name, gender, dob, about, created_at, updated_at } : freshRecord(email, now)),
      verification_attempts: attempts,
      verification_sent_at: sent_at,
      login_count: 0,
    })
    .execute();
  await setPassword(tx, userId, passwordHash, now);
  if (isOwn) await leaveStub(tx, id);
  await markTaken(tx, email);
  await recordAction(deps, tx, {
    action: 'email-confirmed',
    actor: { account: userId },
    subject: userId,
  });
}

/** What stays of a confirmed sign-up answers that the address is confirmed, and holds nothing of the person. */
async function leaveStub(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sign_ups')
    .set({ email: '', password_hash: '', name: '', gender: '', dob: '', about: '' })
    .where('id', '=', id)
    .execute();
}
