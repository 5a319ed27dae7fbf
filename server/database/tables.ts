import { type RawBuilder, sql } from 'kysely';
import { CORE_COLUMNS, DONE_BY } from '#content/core-data.ts';
import type { Columns } from '#content/data-facts.ts';
import { MAILS, TO_OPERATORS } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';

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

/** What others sent through a form goes to the operator, who may have an account with that address. */
const isTold = sql`kind not in (${sql.join(TO_OPERATORS.map((name) => sql.lit(name)))})`;

const mailsAbout = (features: readonly Feature[], person: Person): RawBuilder<unknown> =>
  sql.join(
    features.flatMap(({ mailsAbout: about }) =>
      about === undefined ? [] : [sql`union all ${about(person)}`],
    ),
    sql` `,
  );

/** Mails to an address that are no account's and no sign-up's, and those about what is kept under it. */
export const mailsOfAddress = (features: readonly Feature[], email: string) =>
  sql<boolean>`id in (
      select id from outbox where recipient = ${email} and user_id is null and ${isTold}
      ${mailsAbout(features, { id: null, email, subjects: [] })})`;

/** One `or` would be a look through all mails. */
const mailsOfAccount = (features: readonly Feature[], person: Person) => sql`id in (
      select id from outbox where user_id = ${person.id}
      union all select id from outbox where recipient = ${person.email} and ${isTold}
      ${mailsAbout(features, person)})`;

export function coreTables(features: readonly Feature[]): Readonly<Record<string, TableRules>> {
  return {
    outbox: {
      ...CORE_COLUMNS.outbox,
      values: {
        ...CORE_COLUMNS.outbox.values,
        kind: Object.fromEntries(MAILS.map(({ name, label }) => [name, label])),
      },
      where: (person) =>
        person.id === null ? mailsOfAddress(features, person.email) : mailsOfAccount(features, person),
      order: ['created_at', 'id'],
      isOfMailbox: true,
    },
    audit: {
      ...CORE_COLUMNS.audit,
      where: ({ subjects }) => sql`subject in (${sql.join(subjects)})`,
      order: ['at', 'id'],
      given: (row, { subjects }) => ({ ...row, actor: doneBy(String(row.actor), subjects) }),
      staysAfterDeletion: 'A line names nobody, and goes after a year.',
    },
    audit_head: CORE_COLUMNS.audit_head,
    retention_clock: CORE_COLUMNS.retention_clock,
  };
}

/** Only the account itself, and those who work for us, act on an account. */
export function doneBy(actor: string, subjects: readonly string[]): string {
  if (subjects.includes(actor)) return DONE_BY.you;
  if (actor === 'visitor') return DONE_BY.visitor;
  return actor === 'system' ? DONE_BY.site : DONE_BY.us;
}
