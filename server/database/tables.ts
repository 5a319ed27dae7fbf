import { type RawBuilder, sql } from 'kysely';
import { CORE_COLUMNS, DONE_BY } from '#content/core-data.ts';
import type { Columns } from '#content/data-facts.ts';
import { MAILS, TO_OPERATORS } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';

export type Person = {
  /** The id of the account. Null for a person who has proved only an address. */
  readonly id: string | null;
  readonly email: string;
  /** The hashes with which audit lines name the account and its messages: one hash for each secret of the site. */
  readonly subjects: readonly string[];
};

export type Row = Readonly<Record<string, string | number | null>>;

/** Rules for a table, besides its description for people (`content/features/<name>-data.ts`). */
export type TableRules = Columns & {
  /** The rows in the download of a person’s data. If absent, the table’s description says why (`notGiven`). */
  readonly where?: (person: Person) => RawBuilder<unknown>;
  /** The columns by which the rows are sorted. Their values together are unique. If there is a time, it comes first. */
  readonly order?: readonly string[];
  /** Replaces what identifies somebody else in a row of the download. */
  readonly given?: (row: Row, person: Person) => Row;
  readonly isOfMailbox?: true;
  /** The rows that are deleted when all access to an account ends. Rows of the given session are kept. */
  readonly endsWithAccess?: (userId: string, session: string) => RawBuilder<unknown>;
  /** Why rows outlive the account. If absent, the rows are deleted with the account. */
  readonly staysAfterDeletion?: string;
  /** Whether a restore deletes the rows, because they grant access and may have been used since the backup. */
  readonly isEmptiedByRestore?: true;
  /** Whether backups contain the table without its rows. */
  readonly isLeftOutOfBackups?: true;
};

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

export function tablesLeftOutOfBackups(features: readonly Feature[]): readonly string[] {
  const tables = Object.entries(tablesOf(features));
  return tables.flatMap(([name, { isLeftOutOfBackups }]) => (isLeftOutOfBackups ? [name] : []));
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
        // A union of two queries, because the database would scan the tables for one query with `or`.
        where: (person) => sql`id in (${rows} ${own(person)} union all ${rows} ${others(person)})`,
      }),
  };
}

/** Leaves out mails to operators, which are about other people’s messages: an operator may have an account, too. */
const isNotToOperators = sql`kind not in (${sql.join(TO_OPERATORS.map((name) => sql.lit(name)))})`;

const mailsAbout = (features: readonly Feature[], person: Person): RawBuilder<unknown> =>
  sql.join(
    features.flatMap(({ mailsAbout: about }) =>
      about === undefined ? [] : [sql`union all ${about(person)}`],
    ),
    sql` `,
  );

/**
 * Makes the user id of a mail that belongs to no account. The mail keeps its recipient for a day after it is sent, because this
 * mail counts towards the limit of that address.
 */
export const nobody = (id = '0') => `nobody-${id}`;

/**
 * A condition for mails whose user id `nobody` made. This is a range, because PostgreSQL uses no index for `like`. The ids have
 * hexadecimal digits, which come before “g” in every collation.
 */
export const isOfNobody = sql<boolean>`(user_id >= ${nobody('')} and user_id < ${nobody('g')})`;

/** Mails to an address without an account or sign-up, and mails about other data of the person with this address. */
export const mailsOfAddress = (features: readonly Feature[], email: string) =>
  sql<boolean>`id in (
      select id from outbox where recipient = ${email} and (user_id is null or ${isOfNobody}) and ${isNotToOperators}
      ${mailsAbout(features, { id: null, email, subjects: [] })})`;

/** A union of two queries, because the database would scan all mails for one query with `or`. */
const mailsOfAccount = (features: readonly Feature[], person: Person) => sql`id in (
      select id from outbox where user_id = ${person.id}
      union all select id from outbox where recipient = ${person.email} and ${isNotToOperators}
      ${mailsAbout(features, person)})`;

function coreTables(features: readonly Feature[]): Readonly<Record<string, TableRules>> {
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
