import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';

/**
 * Fills tables in one transaction, and makes their indexes and constraints afterwards, which takes a fraction of the
 * time that entering each row takes. They are the same ones, made from their own definitions.
 */
export async function withoutIndexes(db: Db, fill: (tx: Tx) => Promise<void>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.transaction().execute(async (tx) => {
    const { rows } = await (isPostgres ? ON_POSTGRES : ON_SQLITE).execute(tx);
    for (const { drop } of rows) await sql.raw(drop).execute(tx);
    await fill(tx);
    for (const { create } of rows.toReversed()) await sql.raw(create).execute(tx);
  });
}

type Statements = { readonly drop: string; readonly create: string };

/** Those that come with a table's keys cannot go. */
const ON_SQLITE = sql<Statements>`select 'drop index ' || name as "drop", sql as "create" from sqlite_schema
  where type = 'index' and sql is not null`;

/** What refers to another table first, then what it refers to, then what belongs to no constraint. */
const ON_POSTGRES = sql<Statements>`
  select 'alter table ' || conrelid::regclass || ' drop constraint ' || quote_ident(conname) as "drop",
    'alter table ' || conrelid::regclass || ' add constraint ' || quote_ident(conname) || ' ' ||
    pg_get_constraintdef(oid) as "create", case contype when 'f' then 1 else 2 end as turn
  from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('f', 'p', 'u')
  union all
  select 'drop index ' || indexname, indexdef, 3 from pg_indexes where schemaname = current_schema()
    and not exists (select from pg_constraint where conname = indexname)
  order by turn`;
