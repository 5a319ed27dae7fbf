import type { Db } from '#server/database/database.ts';
import type { LaunchProblem } from '#server/settings/launch-checks.ts';

/** What an operator does about Stripe's word for a refusal; other words are looked up there. */
const FIXES: Readonly<Record<string, string>> = {
  'no-such-card': 'set both keys of one account, or correct the one that is wrong',
  amount_too_small: 'raise the amount in content/forms.ts to what Stripe takes in that currency',
  amount_too_large: 'lower the amount in content/forms.ts',
};

/** Milliseconds; what was refused before then is no news. */
const LOOKED_BACK_MS = 30 * 24 * 60 * 60_000;

/** What Stripe refuses of the payments that wait now, and no visitor can mend; nothing once one went through after it. */
export async function paymentProblems(db: Db, now: Date): Promise<LaunchProblem[]> {
  const refused = await db
    .selectFrom('payments')
    .select(['refusal', 'created_at'])
    .where('created_at', '>', new Date(now.getTime() - LOOKED_BACK_MS).toISOString())
    .where('refusal', 'is not', null)
    .where('state', '<>', 'settled')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (refused === undefined || refused.refusal === null) return [];
  const { refusal } = refused;
  const since = await db
    .selectFrom('payments')
    .select('submission_id')
    .where('state', '=', 'settled')
    .where('created_at', '>', refused.created_at)
    .limit(1)
    .executeTakeFirst();
  if (since !== undefined) return [];
  return [
    {
      weight: 'blocks',
      where: 'card payments',
      problem: `do not work: Stripe refused one at ${refused.created_at} (${refusal})`,
      fix: FIXES[refusal] ?? 'look for this word on your dashboard at Stripe, and correct STRIPE_SECRET_KEY',
    },
  ];
}
