import type { SignInMethodsAnswer } from '#contract/identity.ts';
import { PROVIDERS } from '#contract/social.ts';
import type { Db } from '#server/database/database.ts';

/** The ways into an account, the password first. Empty when the account is gone. */
export async function findSignInMethods(db: Db, userId: string): Promise<SignInMethodsAnswer['methods']> {
  const rows = await db.selectFrom('accounts').select('provider_id').where('user_id', '=', userId).execute();
  const has = (provider: string) => rows.some((row) => row.provider_id === provider);
  return [...(has('credential') ? (['password'] as const) : []), ...PROVIDERS.filter(has)];
}
