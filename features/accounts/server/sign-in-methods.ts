import type { SignInMethodsAnswer } from '#contract/identity.ts';
import { PROVIDERS } from '#features/social-sign-in/contract.ts';
import type { Db, Tx } from '#server/database/database.ts';

/** The ways into an account, the password first. A passkey counts that opens it by itself. Empty when the account is gone. */
export async function findSignInMethods(
  db: Db | Tx,
  userId: string,
): Promise<SignInMethodsAnswer['methods']> {
  const password = await db
    .selectFrom('passwords')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const joined = await db
    .selectFrom('provider_accounts')
    .select('provider')
    .where('user_id', '=', userId)
    .execute();
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .where('discoverable', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return [
    ...(password === undefined ? [] : ['password' as const]),
    ...PROVIDERS.filter((provider) => joined.some((row) => row.provider === provider)),
    ...(passkey === undefined ? [] : ['passkey' as const]),
  ];
}
