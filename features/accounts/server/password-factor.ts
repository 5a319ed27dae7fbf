import type { Db } from '#server/database/database.ts';
import type { Evidence, Factor } from './factor.ts';
import { isPassword } from './passwords.ts';
import { stillHasPassword } from './sign-in.ts';
import type { FirstStep } from './sign-in-types.ts';

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
  signIn: {
    isWay: (way) => way === 'password',
    ways: async (db, userId) => (await passwordFactor.list(db, userId)).map(() => 'password'),
    stillCounts: (tx, userId, { credential }) => stillHasPassword(tx, userId, credential),
  },
};

/** The first step of a right password. */
export function passwordStep(userId: string, passwordHash: string): FirstStep {
  return {
    way: 'password',
    credential: passwordHash,
    spend: (tx) => stillHasPassword(tx, userId, passwordHash),
  };
}

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
