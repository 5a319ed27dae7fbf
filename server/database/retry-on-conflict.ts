import { setTimeout as wait } from 'node:timers/promises';

/** Another request changed the same rows meanwhile. Thrown in a transaction, it rolls the transaction back. */
export class ConflictError extends Error {}

const TRIES = 5;
/** Milliseconds at most before the second try; twice as many before each further one. */
const FIRST_WAIT = 10;

/**
 * Repeats work that conflicted with another transaction, after a while that grows and differs, so that two do not meet again and
 * again. Throws every other error, and the conflict of the last try.
 */
export async function retryOnConflict<T>(
  work: () => Promise<T>,
  { random = Math.random, triesLeft = TRIES }: { random?: () => number; triesLeft?: number } = {},
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error) || triesLeft <= 1) throw error;
    await wait(random() * FIRST_WAIT * 2 ** (TRIES - triesLeft));
    return retryOnConflict(work, { random, triesLeft: triesLeft - 1 });
  }
}

/** PostgreSQL: unique violation, foreign key violation, deadlock, serialization failure. */
const CONFLICT_CODES = ['23505', '23503', '40P01', '40001'];

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    error instanceof ConflictError ||
    CONFLICT_CODES.includes(code) ||
    /UNIQUE constraint failed/.test(error.message)
  );
}
