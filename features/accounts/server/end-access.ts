import type { Tx } from '#server/database/database.ts';

/** What goes on after access has ended: the session of the caller. */
type Except = { readonly session?: string | undefined };

/**
 * Ends all access to an account: sessions (with the console in them), remembered browsers, sign-ins that wait for a code, challenges of
 * passkeys, and the links that open or change the account: a new password, another address, the rights of the address, an invitation
 * that nobody used, to the account or by it. Never the links by which a change is contested or undone, nor mails that tell of one. Call
 * it with the account's row locked.
 */
export async function endAccess(tx: Tx, userId: string, { session = '' }: Except = {}): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', session).execute();
  for (const table of [
    'trusted_browsers',
    'sign_in_steps',
    'webauthn_challenges',
    'reset_links',
    'address_changes',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await tx
    .deleteFrom('outbox')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['reset-password', 'confirm-address'])
    .where('state', '=', 'requested')
    .execute();
  await endInvitations(tx, userId);
  await tx
    .deleteFrom('rights_links')
    .where('email', '=', ({ selectFrom }) => selectFrom('users').select('email').where('id', '=', userId))
    .execute();
}

/**
 * Ends the invitations to the console that an account was sent, and those that it made: an invitation ends with the role of the operator
 * who made it, and a thief of the account cannot come back by one.
 */
export async function endInvitations(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('staff_invitations')
    .where((eb) =>
      eb.or([
        eb('email', '=', eb.selectFrom('users').select('email').where('id', '=', userId)),
        eb('invited_by', '=', userId),
      ]),
    )
    .execute();
}
