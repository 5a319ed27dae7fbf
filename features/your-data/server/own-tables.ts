import { type RawBuilder, sql } from 'kysely';
import { DONE_BY } from '#content/features/your-data-export.ts';
import { PROFILE_FIELD_NAMES } from '#contract/profile-fields.ts';
import { idsSentFrom } from '#features/forms/server/sender-addresses.ts';
import { hashedId } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { REMINDER_ID_PREFIX, SUBMISSION_ID_PREFIX } from '#server/mail/outbox.ts';
import type { Keyring } from '#server/settings/keyring.ts';

export type Person = {
  /** Of the account; null for whoever has shown no more than to hold the mailbox. */
  readonly id: string | null;
  /** Its key (`contract/address.ts`). */
  readonly email: string;
  /** How audit lines name the account and its messages: by their ids, hashed with each of the site's secrets. */
  readonly subjects: readonly string[];
  /** Where their rows may be. */
  readonly tables: readonly OwnTable[];
};

export type AccountPerson = Person & { readonly id: string };

type OwnRows = {
  /** Which rows are the person's: those that a deletion takes along (`accounts/delete-account.ts`). */
  readonly where: (person: Person) => RawBuilder<unknown>;
  /** Parted by blanks, like the rest. */
  readonly shown: string;
  /** Hashes, secrets, texts with a link that opens something, and the id that stands for the person. */
  readonly withheld: string;
  /** Unique among the person's rows, the oldest first where there is a time. */
  readonly order: string;
  /** What the person is given in place of a row, where a value stands for somebody. */
  readonly given?: (row: OwnRow, person: Person) => OwnRow;
};

const ofUser = { where: ({ id }: Person) => sql`user_id = ${id}` };

/** Messages that no account sent, whoever typed the address. */
export const messagesOfAddress = (email: string) =>
  sql<boolean>`(user_id is null and id in ${idsSentFrom(email)})`;

/** Mails to an address that are no account's and no sign-up's, and those that tell the operator of its messages. */
export const mailsOfAddress = (email: string) => sql<boolean>`id in (
      select id from outbox where recipient = ${email} and user_id is null and ${isTold}
      union all select o.id from outbox o join launch_list l on o.user_id = l.id where l.email = ${email}
      union all ${mailsAbout(messagesOfAddress(email))})`;

/** What others sent through a form goes to the operator, who may have an account with that address. */
const isTold = sql`kind not in ('form-notification', 'rights-reminder')`;

const mailsAbout = (messages: RawBuilder<unknown>) => sql`
      select ${sql.lit(SUBMISSION_ID_PREFIX)} || id from submissions where ${messages}
      union all select ${sql.lit(REMINDER_ID_PREFIX)} || id from submissions where ${messages}`;

/** Their ids, by one index for each part. */
export const idsOfOwnSubmissions = ({ id, email }: Person) =>
  sql`select id from submissions where user_id = ${id} union all select id from submissions where ${messagesOfAddress(email)}`;

export const ownSubmissions = (person: Person) =>
  person.id === null ? messagesOfAddress(person.email) : sql`id in (${idsOfOwnSubmissions(person)})`;

const PROFILE_COLUMNS = PROFILE_FIELD_NAMES.join(' ');

/**
 * Each table about people, with the rows and columns that its person is shown, counted and given, in this order; those
 * that nobody is given are in `content/features/your-data-export.ts`, with the reason. A table or column of the register that is nowhere
 * fails the test.
 */
export const OWN_TABLES = {
  users: {
    where: ({ id }) => sql`id = ${id}`,
    shown: `id email ${PROFILE_COLUMNS} created_at updated_at last_login login_count verification_sent_at verification_attempts closed_at closed_reason age_met`,
    withheld: '',
    order: 'id',
  },
  submissions: {
    where: ownSubmissions,
    shown:
      'id form state name email message fields payment_intent amount currency created_at due_at reminded_at done_at read_at',
    withheld: 'user_id idempotency_key digest assigned_to',
    order: 'created_at id',
  },
  payments: {
    where: (person) => sql`submission_id in (select id from submissions where ${ownSubmissions(person)})`,
    shown: 'submission_id state intent tries refusal told_at created_at look_at',
    withheld: 'digest sender begun asks',
    order: 'submission_id',
  },
  submission_files: {
    where: (person) => sql`submission_id in (select id from submissions where ${ownSubmissions(person)})`,
    shown: 'id submission_id field name type size',
    // In the zip as a file.
    withheld: 'content',
    order: 'submission_id id',
  },
  submission_senders: {
    where: (person) => sql`submission_id in (select id from submissions where ${ownSubmissions(person)})`,
    shown: 'submission_id address',
    withheld: '',
    order: 'submission_id',
  },
  launch_list: {
    where: ({ email }) => sql`email = ${email}`,
    shown: 'id email asked_at confirmed_at told_at',
    withheld: '',
    order: 'id',
  },
  launch_list_links: {
    where: ({ email }) => sql`entry_id in (select id from launch_list where email = ${email})`,
    shown: 'entry_id',
    withheld: 'token_hash',
    order: 'token_hash',
  },
  notices: {
    // One `or` over three tables would be a look through all of them.
    where: (person) => sql`id in (
      select id from notices where user_id = ${person.id}
      union all select id from notices where submission_id in (
        select id from submissions where ${ownSubmissions(person)})
      union all select id from notices where entry_id in (
        select id from launch_list where email = ${person.email}))`,
    shown: 'id notice version kind at submission_id entry_id',
    withheld: 'user_id',
    order: 'at id',
  },
  passwords: { ...ofUser, shown: 'updated_at', withheld: 'user_id hash', order: 'user_id' },
  provider_accounts: {
    ...ofUser,
    shown: 'provider account_id created_at',
    withheld: 'user_id',
    order: 'provider account_id',
  },
  passkeys: {
    ...ofUser,
    shown:
      'id name public_key counter transports discoverable backed_up created_at last_used_at opens_console_from',
    withheld: 'user_id',
    order: 'created_at id',
  },
  second_steps: {
    ...ofUser,
    shown: 'confirmed_at last_used_step created_at opens_console_from',
    withheld: 'user_id secret',
    order: 'user_id',
  },
  recovery_codes: { ...ofUser, shown: 'user_id', withheld: 'code_hash unsaved_set', order: 'code_hash' },
  trusted_browsers: {
    ...ofUser,
    shown: 'id created_at expires_at',
    withheld: 'user_id token_hash',
    order: 'created_at id',
  },
  sessions: {
    ...ofUser,
    shown:
      'id browser remembered created_at last_used_at expires_at proved_at reauthenticated_at first_step_at',
    withheld: 'user_id token_hash',
    order: 'created_at id',
  },
  devices: {
    ...ofUser,
    shown: 'id created_at expires_at',
    withheld: 'user_id token_hash',
    order: 'created_at id',
  },
  sign_in_steps: {
    ...ofUser,
    shown: 'way remember tries expires_at',
    withheld: 'user_id token_hash credential',
    order: 'token_hash',
  },
  reset_links: {
    ...ofUser,
    shown: 'created_at expires_at',
    withheld: 'user_id token_hash',
    order: 'token_hash',
  },
  address_changes: {
    ...ofUser,
    shown: 'email expires_at',
    withheld: 'user_id token_hash',
    order: 'user_id',
  },
  account_changes: {
    ...ofUser,
    shown: 'id kind detail created_at contested_at kept_at former_email',
    // The hashes and secrets of before.
    withheld: 'user_id before token_hash',
    order: 'created_at id',
  },
  sign_ups: {
    // Others may have typed the address too: what they said of themselves is theirs.
    where: ({ id }) => sql`id = ${id}`,
    shown: `id email ${PROFILE_COLUMNS} browser_expires_at attempts sent_at link_expires_at taken confirmed_at created_at updated_at expires_at notice age_met`,
    withheld: 'password_hash browser link_hash',
    order: 'id',
  },
  rights_links: {
    where: ({ email }) => sql`email = ${email}`,
    shown: 'email expires_at',
    withheld: 'token_hash',
    order: 'token_hash',
  },
  outbox: {
    // One `or` over two tables would be a look through all mails.
    where: (person) =>
      person.id === null
        ? mailsOfAddress(person.email)
        : sql`id in (
      select id from outbox where user_id = ${person.id}
      union all select id from outbox where recipient = ${person.email} and ${isTold}
      union all ${mailsAbout(ownSubmissions(person))})`,
    shown:
      'id kind subject state created_at sent_at attempts next_attempt_at leased_until link_expires_at last_error notice',
    withheld: 'user_id recipient reply_to text_body html_body leave_link network',
    order: 'created_at id',
  },
  operator_notes: {
    where: (person) => sql`id in (
      select id from operator_notes where user_id = ${person.id}
      union all select id from operator_notes where submission_id in (
        select id from submissions where ${ownSubmissions(person)}))`,
    shown: 'id submission_id text created_at',
    withheld: 'user_id author_id',
    order: 'created_at id',
  },
  staff: { ...ofUser, shown: 'role created_at', withheld: 'user_id enrols_in', order: 'user_id' },
  staff_invitations: {
    where: ({ email }) => sql`email = ${email}`,
    shown: 'email role expires_at withdrawn_at',
    withheld: 'token_hash invited_by',
    order: 'token_hash',
  },
  console_sessions: {
    ...ofUser,
    shown: 'session_id started_at last_used_at proved_at',
    // What was done to the messages of others.
    withheld: 'user_id told',
    order: 'session_id',
  },
  planned_deletions: {
    ...ofUser,
    shown: 'id reason created_at due_at',
    // The messages of others.
    withheld: 'user_id ids',
    order: 'created_at id',
  },
  audit: {
    where: ({ subjects }) => sql`subject in (${sql.join(subjects)})`,
    shown: 'id at action detail actor',
    withheld: 'subject session seq link',
    order: 'at id',
    given: (row, { subjects }) => ({ ...row, actor: doneBy(String(row.actor), subjects) }),
  },
} as const satisfies { readonly [T in keyof Schema]?: OwnRows };

/** Only the account itself, and those who work for us, act on an account. */
export function doneBy(actor: string, subjects: readonly string[]): string {
  if (subjects.includes(actor)) return DONE_BY.you;
  if (actor === 'visitor') return DONE_BY.visitor;
  return actor === 'system' ? DONE_BY.site : DONE_BY.us;
}

export type OwnTable = keyof typeof OWN_TABLES;
export type OwnRow = Readonly<Record<string, string | number | null>>;

export const OWN_TABLE_NAMES = Object.keys(OWN_TABLES) as readonly OwnTable[];

/** A person who proved only that they can read the mail of an address. Rows of an account with that address are left out. */
export function personOfMailbox(email: string): Person {
  const tables = [
    'submissions',
    'payments',
    'submission_files',
    'submission_senders',
    'launch_list',
    'launch_list_links',
    'notices',
    'operator_notes',
    'rights_links',
    'outbox',
  ];
  return { id: null, email, subjects: [], tables: tables as OwnTable[] };
}

/** Of so many messages, the newest, it is told who read them. */
const MESSAGES_MOST = 1_000;

/** The person of an account, by its id or its address; undefined when there is none. */
export async function findPerson(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  by: { readonly id: string } | { readonly email: string },
): Promise<AccountPerson | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['email', by.email] as const);
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(column, '=', value)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const person = { ...user, subjects: [], tables: OWN_TABLE_NAMES };
  // Who read a message of theirs did something to them.
  const messages = await db
    .selectFrom('submissions')
    .select('id')
    .where(sql<boolean>`id in (${idsOfOwnSubmissions(person)})`)
    .orderBy('created_at', 'desc')
    .limit(MESSAGES_MOST)
    .execute();
  const subjects = [user, ...messages].flatMap(({ id }) =>
    keyring.map((secret) => hashedId(secret, 'subject', id)),
  );
  return { ...person, subjects };
}

/** How many rows of each table are the person's. */
export async function countOwn(db: Db, person: Person): Promise<Record<OwnTable, number>> {
  const counts: Partial<Record<OwnTable, number>> = {};
  for (const table of person.tables) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table)} where ${OWN_TABLES[table].where(person)}`.execute(db);
    counts[table] = Number(rows[0]?.count);
  }
  return counts as Record<OwnTable, number>;
}

/** Read at once: a row may have the 256 KiB of a form. */
const PAGE = 50;

/** Throws once whoever is given something may not have it any more. */
export type StillMay = () => Promise<void>;

/** The person's rows of a table, a few at a time, each time asked. Those that are added meanwhile may be missing. */
export async function* ownRows(
  db: Db,
  person: Person,
  table: OwnTable,
  stillMay: StillMay = async () => {},
): AsyncGenerator<OwnRow> {
  const { where, shown, order, given = (row) => row }: OwnRows = OWN_TABLES[table];
  const [names, keys] = [shown.split(' '), order.split(' ')];
  const read = sql.join([...new Set([...names, ...keys])].map((name) => sql.ref(name)));
  const by = sql.join(keys.map((name) => sql.ref(name)));
  for (let later = sql``; ; ) {
    const { rows } = await sql<OwnRow>`select ${read} from ${sql.table(table)}
      where (${where(person)}) ${later} order by ${by} limit ${sql.lit(PAGE)}`.execute(db);
    await stillMay();
    for (const row of rows)
      yield given(Object.fromEntries(names.map((name) => [name, row[name] ?? null])), person);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    later = sql`and (${by}) > (${sql.join(keys.map((name) => last[name]))})`;
  }
}
