import { sql } from 'kysely';

/**
 * Matches the condition of a partial index: SQLite uses it only for queries that repeat that condition word for word.
 */
export const isNotReceived = sql<boolean>`state <> 'received'`;
