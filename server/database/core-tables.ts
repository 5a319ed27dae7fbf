import { type RawBuilder, sql } from 'kysely';
import { CORE_COLUMNS, DONE_BY } from '#content/core-data.ts';
import { MAILS, TO_OPERATORS } from '#content/features.ts';
import type { Feature } from '#server/feature.ts';
import type { Person, TableRules } from './tables.ts';

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
