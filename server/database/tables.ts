import { type RawBuilder, sql } from 'kysely';
import { CORE_COLUMNS, DONE_BY } from '#content/core-data.ts';
import type { Columns } from '#content/data-facts.ts';
import { MAILS, TO_OPERATORS } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';

export type Person = {
  /** The id of the account; null for a person who has proved only their address. */
  readonly id: string | null;
  /** The key of the email address (`contract/address.ts`). */
  readonly email: string;
  /** The hashes that identify the account and its messages in audit lines, one for each secret of the site. */
  readonly subjects: readonly string[];
};

export type Row = Readonly<Record<string, string | number | null>>;

/** Rules for a table, besides its description for people (`content/features/<name>-data.ts`). */
export type TableRules = Columns & {
  /** The condition for the rows that a person gets. Absent if nobody gets rows: the table’s description says why (`notGiven`). */
  readonly where?: (person: Person) => RawBuilder<unknown>;
  /** The columns by which a person’s rows are sorted. Together they are unique; if one of them is a time, it is the first. */
  readonly order?: readonly string[];
  /** Changes a row before the person gets it, when one of its values identifies somebody else. */
  readonly given?: (row: Row, person: Person) => Row;
  /** Whether rows may also belong to an email address without an account. */
  readonly isOfMailbox?: true;
  /** The condition for rows that are deleted when all access to an account ends. Rows of the given session are kept. */
  readonly endsWithAccess?: (userId: string, session: string) => RawBuilder<unknown>;
  /** Why rows are kept when the account is deleted. If absent, they are deleted. */
  readonly staysAfterDeletion?: string;
  /** Whether a restore deletes the rows, because they grant access and may have been used since the backup. */
  readonly isEmptiedByRestore?: true;
};

/** The condition for tables that have the id of the account in `user_id`. */
export const ofAccount = {
  where: ({ id }: Person) => sql`user_id = ${id}`,
} as const;
export const endsWithAccess = (userId: string) => sql`user_id = ${userId}`;

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
        // A union, because the database would scan the tables for an `or`.
        where: (person) => sql`id in (${rows} ${own(person)} union all ${rows} ${others(person)})`,
      }),
  };
}

/** Excludes mails that tell operators about other people’s messages: an operator may have an account with the same address. */
const isNotToOperators = sql`kind not in (${sql.join(TO_OPERATORS.map((name) => sql.lit(name)))})`;

const mailsAbout = (features: readonly Feature[], person: Person): RawBuilder<unknown> =>
  sql.join(
    features.flatMap(({ mailsAbout: about }) =>
      about === undefined ? [] : [sql`union all ${about(person)}`],
    ),
    sql` `,
  );

/** Mails to an address that belong to no account or sign-up, and mails about other data of the person with this address. */
export const mailsOfAddress = (features: readonly Feature[], email: string) =>
  sql<boolean>`id in (
      select id from outbox where recipient = ${email} and user_id is null and ${isNotToOperators}
      ${mailsAbout(features, { id: null, email, subjects: [] })})`;

/** Mails of an account, found by a union, because the database would scan all mails for an `or`. */
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
