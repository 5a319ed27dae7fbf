/** Something else happened to the account while this was under way; rolls the transaction back. */
export class AccountChanged extends Error {}

/** How often work starts again because something else happened to the same account meanwhile. */
const TRIES = 5;

/**
 * Does the work again when it lost a race against another request for the same address: then it finds what the other
 * one stored. Everything else that it throws, and what it throws at the last try, is thrown on.
 */
export async function retryLostRaces<T>(work: () => Promise<T>, triesLeft = TRIES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLostRace(error) || triesLeft <= 1) throw error;
    return retryLostRaces(work, triesLeft - 1);
  }
}

/** PostgreSQL: the row that was there is taken, or gone; or two transactions waited for each other. */
const LOST_RACE_CODES = ['23505', '23503', '40P01'];

function isLostRace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    error instanceof AccountChanged ||
    LOST_RACE_CODES.includes(code) ||
    /UNIQUE constraint failed/.test(error.message)
  );
}
