import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '#content/data-facts.ts';
import type { Feature } from '#server/feature.ts';
import { coreTables } from './core-tables.ts';

/** Whose rows are looked for. */
export type Person = {
  /** Of the account; null for whoever has shown no more than to hold the mailbox. */
  readonly id: string | null;
  /** Its key (`contract/address.ts`). */
  readonly email: string;
  /** How audit lines name the account and its messages: by their ids, hashed with each of the site's secrets. */
  readonly subjects: readonly string[];
};

export type Row = Readonly<Record<string, string | number | null>>;

/** What a feature tells of one of its tables, beside what people read of it (`content/features/<name>-data.ts`). */
export type TableRules = Columns & {
  /** Which rows are a person's. Absent where nobody is given any: then its facts say why (`notGiven`), or it is about nobody. */
  readonly where?: (person: Person) => RawBuilder<unknown>;
  /** Columns that are unique among the person's rows, the oldest first where there is a time. */
  readonly order?: readonly string[];
  /** What the person is given in place of a row, where a value stands for somebody. */
  readonly given?: (row: Row, person: Person) => Row;
  /** Its rows belong to an address too, and not to an account only. */
  readonly isOfMailbox?: true;
  /** Which rows end when all access to an account ends; `session` goes on. */
  readonly endsWithAccess?: (userId: string, session: string) => RawBuilder<unknown>;
  /** Of a deleted account: why rows of the person stay. All others go. */
  readonly staysAfterDeletion?: string;
  /** Its rows open something and may have been used since a backup was made: a restore brings none back. */
  readonly isEmptiedByRestore?: true;
};

/** Of a table whose rows have the id of their account: what most of them tell. */
export const ofAccount = {
  where: ({ id }: Person) => sql`user_id = ${id}`,
} as const;
export const endsWithAccess = (userId: string) => sql`user_id = ${userId}`;

/** All tables of this site by name, the features' first. */
export function tablesOf(features: readonly Feature[]): Readonly<Record<string, TableRules>> {
  const tables: Record<string, TableRules> = Object.assign({}, ...features.map((feature) => feature.tables));
  for (const { columns = {} } of features)
    for (const [name, more] of Object.entries(columns)) {
      const rules = tables[name];
      if (rules !== undefined) tables[name] = withColumns(name, rules, more);
    }
  return { ...tables, ...coreTables(features) };
}

function withColumns(name: string, rules: TableRules, more: Columns & Pick<TableRules, 'where'>): TableRules {
  const [own, others] = [rules.where, more.where];
  const rows = sql`select id from ${sql.table(name)} where`;
  return {
    ...rules,
    shown: [...rules.shown, ...more.shown],
    withheld: [...rules.withheld, ...more.withheld],
    labels: { ...rules.labels, ...more.labels },
    ...(own &&
      others && {
        // One `or` over several tables would be a look through all of them.
        where: (person) => sql`id in (${rows} ${own(person)} union all ${rows} ${others(person)})`,
      }),
  };
}
