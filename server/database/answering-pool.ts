import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/**
 * Closes connections on which a query was never answered: the driver would return them to the pool, and the next query
 * would wait behind the lost one. What its transaction still asks is refused at once.
 *
 * @param onNoConnection called before a query fails for want of a connection
 */
export function answeringPool(pool: pg.Pool, onNoConnection: () => void): PostgresPool {
  return {
    connect: async () => {
      try {
        return answeringClient(await pool.connect());
      } catch (error) {
        onNoConnection();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

function answeringClient(pooled: pg.PoolClient): PostgresPoolClient {
  const client: PostgresPoolClient = pooled;
  let silence: Error | undefined;

  async function ask<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (silence !== undefined) throw silence;
    try {
      return await client.query<R>(text, values);
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') silence = error;
      throw error;
    }
  }

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(asked: string | PostgresCursor<R>, values: readonly unknown[] = []) {
    return typeof asked === 'string' ? ask<R>(asked, values) : client.query<R>(asked);
  }
  return { query, release: () => pooled.release(silence) };
}
