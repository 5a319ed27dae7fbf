import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/**
 * The pool, without connections on which a query was never answered: the driver gives such a one back as if it were
 * free, and the next query would wait behind the lost one. Here it is closed, after refusing at once what its
 * transaction still asks for.
 *
 * @param onNoConnection called when none was to be had, before the query that wanted it fails
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
