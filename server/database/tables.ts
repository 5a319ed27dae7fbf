import { type RawBuilder, sql } from 'kysely';
import { CORE_COLUMNS, DONE_BY } from '#content/core-data.ts';
import type { Columns } from '#content/data-facts.ts';
import { MAILS, TO_OPERATORS } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';

export type Person = {
  /** The id of the account; null for a person who has proved only their address. */
  readonly id: string | null;
  /** The key of the address (`contract/address.ts`). */
  readonly email: string;
  /** Hashes of the ids of the account and its messages in audit lines, with each of the site's secrets. */
  readonly subjects: readonly string[];
};

export type Row = Readonly<Record<string, string | number | null>>;

/** Rules for a table, besides its facts for people (`content/features/<name>-data.ts`). */
export type TableRules = Columns & {
  /** Condition for the rows of a person. Absent when nobody gets rows; the facts say why (`notGiven`). */
  readonly where?: (person: Person) => RawBuilder<unknown>;
  /** The order of the person's rows: unique, and by time if there is one. */
  readonly order?: readonly string[];
  /** Changes a row for the person, where a value identifies somebody else. */
  readonly given?: (row: Row, person: Person) => Row;
  /** Rows also belong to an address without an account. */
  readonly isOfMailbox?: true;
  /** Condition for rows that are deleted when all access to an account ends, except `session`. */
  readonly endsWithAccess?: (userId: string, session: string) => RawBuilder<unknown>;
  /** Why rows stay when the account is deleted. Without it they are deleted. */
  readonly staysAfterDeletion?: string;
  /** Rows grant access and may have been used since a backup: a restore deletes them. */
  readonly isEmptiedByRestore?: true;
};

/** For tables with the id of the account. */
export const ofAccount = {
  where: ({ id }: Person) => sql`user_id = ${id}`,
} as const;
export const endsWithAccess = (userId: string) => sql`user_id = ${userId}`;

/** All tables by name, those of the features first. */
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
        // An `or` over several tables would scan them.
        where: (person) => sql`id in (${rows} ${own(person)} union all ${rows} ${others(person)})`,
      }),
  };
}

/** Not the mails that operators get about other people's messages; an operator may have an account with that address. */
const isNotToOperators = sql`kind not in (${sql.join(TO_OPERATORS.map((name) => sql.lit(name)))})`;

const mailsAbout = (features: readonly Feature[], person: Person): RawBuilder<unknown> =>
  sql.join(
    features.flatMap(({ mailsAbout: about }) =>
      about === undefined ? [] : [sql`union all ${about(person)}`],
    ),
    sql` `,
  );

/** Mails to an address that belong to no account and no sign-up, and mails about other rows of this address. */
export const mailsOfAddress = (features: readonly Feature[], email: string) =>
  sql<boolean>`id in (
      select id from outbox where recipient = ${email} and user_id is null and ${isNotToOperators}
      ${mailsAbout(features, { id: null, email, subjects: [] })})`;

/** An `or` would scan all mails. */
const mailsOfAccount = (features: readonly Feature[], person: Person) => sql`id in (
      select id from outbox where user_id = ${person.id}
      union all select id from outbox where recipient = ${person.email} and ${isNotToOperators}
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
      staysAfterDeletion: 'A line names nobody, and is deleted after a year.',
    },
    audit_head: CORE_COLUMNS.audit_head,
    retention_clock: CORE_COLUMNS.retention_clock,
  };
}

export function doneBy(actor: string, subjects: readonly string[]): string {
  if (subjects.includes(actor)) return DONE_BY.you;
  if (actor === 'visitor') return DONE_BY.visitor;
  return actor === 'system' ? DONE_BY.site : DONE_BY.us;
}
