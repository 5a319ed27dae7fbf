import type { Db } from '#server/database/database.ts';
import type { Evidence, Factor } from './factor.ts';
import { isPassword } from './passwords.ts';
import { stillHasPassword } from './sign-in.ts';

export const passwordFactor: Factor = {
  name: 'password',
  strength: 'first',
  guards: false,
  list: async (db, userId) => {
    const rows = await db.selectFrom('passwords').select('user_id').where('user_id', '=', userId).execute();
    return rows.map(() => ({ id: 'password', opensConsoleFrom: null }));
  },
  end: async (tx, userId) => {
    await tx.deleteFrom('passwords').where('user_id', '=', userId).execute();
  },
};

/** Undefined for a wrong one, also where the account has none. One hash, whatever was typed. */
export async function passwordEvidence(db: Db, userId: string, typed: string): Promise<Evidence | undefined> {
  const known = await db
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!(await isPassword(typed, known?.hash)) || known === undefined) return undefined;
  return { factor: 'password', strength: 'first', spend: (tx) => stillHasPassword(tx, userId, known.hash) };
}
