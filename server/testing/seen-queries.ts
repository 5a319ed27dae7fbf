import { CompiledQuery, type KyselyPlugin, PostgresAdapter, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** A statement that looks at every row of a table, or at every entry of one of its indexes. */
export type WholeTable = { readonly sql: string; readonly table: string; readonly text: string };

export type SeenQueries = {
  /** How the database would find what a statement with these words asks for, in its own words. Throws when none was seen. */
  readonly planOf: (words: RegExp) => Promise<string>;
  /** The same database; what it is asked by this way is seen. */
  readonly db: Db;
  readonly count: () => number;
  /** What the database says it would do for the statements that were seen. Nothing is done again. */
  readonly wholeTables: () => Promise<WholeTable[]>;
};

/** Remembers each different statement, so that a test can ask the database how it finds the rows. */
export function seeQueries(real: Db): SeenQueries {
  const seen = new Map<string, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const query = real.getExecutor().compileQuery(node, queryId);
      if (/^(with|select|insert|update|delete)\b/i.test(query.sql)) seen.set(query.sql, query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const isShared = real.getExecutor().adapter instanceof PostgresAdapter;
  return {
    db: real.withPlugin(plugin),
    count: () => seen.size,
    planOf: async (words) => {
      const query = [...seen.values()].find(({ sql }) => words.test(sql));
      if (query === undefined) throw new Error(`no statement like ${words} was seen`);
      return JSON.stringify(isShared ? await planOnPostgres(real, query) : await planOnSqlite(real, query));
    },
    wholeTables: async () => {
      const found: WholeTable[] = [];
      for (const query of seen.values())
        found.push(...(await (isShared ? onPostgres(real, query) : onSqlite(real, query))));
      return found;
    },
  };
}

async function planOnSqlite(db: Db, query: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  );
  return rows.map(({ detail }) => detail);
}

async function onSqlite(db: Db, query: CompiledQuery): Promise<WholeTable[]> {
  return (await planOnSqlite(db, query)).flatMap((detail) => {
    const name = /^SCAN (\w+)/.exec(detail)?.[1];
    // A search for words is called a scan as well.
    if (/ VIRTUAL TABLE INDEX \d+:M/.test(detail)) return [];
    // A constant, or the one row of an inner query.
    if (name === undefined || name === 'CONSTANT' || query.sql.includes(`) as "${name}"`)) return [];
    // The index of words, asked for a word.
    if (/VIRTUAL TABLE INDEX \d+:.*M/.test(detail)) return [];
    const table = new RegExp(`"(\\w+)" as "${name}"`).exec(query.sql)?.[1] ?? name;
    return [{ sql: query.sql, table, text: `${detail}: ${query.sql}` }];
  });
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
};

/** A small table is read whole, whatever indexes it has, unless that is made dear. */
function planOnPostgres(db: Db, query: CompiledQuery): Promise<Plan | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]),
    );
    return rows[0]?.['QUERY PLAN'][0]?.Plan;
  });
}

async function onPostgres(db: Db, query: CompiledQuery): Promise<WholeTable[]> {
  const plan = await planOnPostgres(db, query);
  const scans = plan === undefined ? [] : scansIn(plan, '');
  return scans.map(({ table, kind }) => ({
    sql: query.sql,
    table,
    text: `${kind} on ${table}: ${query.sql}`,
  }));
}

function scansIn(plan: Plan, around: string): { table: string; kind: string }[] {
  const kind = plan['Node Type'];
  const table = plan['Relation Name'] ?? around;
  const isWhole = kind === 'Seq Scan' || (/Index.* Scan$/.test(kind) && plan['Index Cond'] === undefined);
  const inner = (plan.Plans ?? []).flatMap((one) => scansIn(one, table));
  return isWhole ? [{ table, kind }, ...inner] : inner;
}
