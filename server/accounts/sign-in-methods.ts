import type { SignInMethodsAnswer } from '#contract/identity.ts';
import { PROVIDERS } from '#contract/social.ts';
import type { Db } from '#server/database/database.ts';

/** The ways into an account, the password first. Empty when the account is gone. */
export async function findSignInMethods(db: Db, userId: string): Promise<SignInMethodsAnswer['methods']> {
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
  const ways = PROVIDERS.filter((provider) => joined.some((row) => row.provider === provider));
  return password === undefined ? ways : ['password', ...ways];
}
