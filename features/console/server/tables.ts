import { type Generated, sql } from 'kysely';
import { CONSOLE_COLUMNS } from '#content/features/console-data.ts';
import type { Reason } from '#contract/reasons.ts';
import type { Role } from '#contract/roles.ts';
import { ownSubmissions } from '#features/forms/server/own-messages.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { ofAccount, type TableRules } from '#server/database/tables.ts';

/** Accounts that may use the operators' console (docs/decisions/0074-the-operators-console.md). */
export type StaffTable = {
  user_id: string;
  role: Role;
  created_at: IsoTime;
  /** The session that used the invitation: the first factor that it enrols opens the console at once. */
  enrols_in: Generated<string | null>;
  /** In which they read the console; null for that of the site. */
  time_zone: Generated<string | null>;
};

/** A link that makes the account of its address an operator, once. */
export type StaffInvitationsTable = {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  /** Its key (`contract/address.ts`). */
  email: string;
  role: Role;
  expires_at: IsoTime;
  /** Null unless an owner took it back: until it ends, its link says so. */
  withdrawn_at: Generated<IsoTime | null>;
  /** The account that made it; null where that was done with the tools of the server. */
  invited_by: Generated<string | null>;
};

/** A session that was let into the console by a second step or a passkey. */
export type ConsoleSessionsTable = {
  session_id: string;
  user_id: string;
  started_at: IsoTime;
  /** Noted at most once a minute. */
  last_used_at: IsoTime;
  /** When its owner last showed in the console who they are. */
  proved_at: IsoTime;
  /** JSON: what was done last, which the next page says, and how it is undone. */
  told: string | null;
};

/** What operators write down about a message or a person. One of the two is set. */
export type OperatorNotesTable = {
  id: string;
  submission_id: string | null;
  user_id: string | null;
  author_id: string | null;
  text: string;
  created_at: IsoTime;
};

/** No longer written: submissions that waited for a second owner to agree to their deletion. */
export type PlannedDeletionsTable = {
  id: string;
  /** The operator who asked for it. */
  user_id: string;
  /** JSON array. */
  ids: string;
  reason: Reason;
  created_at: IsoTime;
  /** When it happens by itself; null while it waits for a second owner. */
  due_at: IsoTime | null;
};

export const consoleTables = {
  staff: {
    ...CONSOLE_COLUMNS.staff,
    ...ofAccount,
    order: ['user_id'],
  },
  staff_invitations: {
    ...CONSOLE_COLUMNS.staff_invitations,
    where: ({ email }) => sql`email = ${email}`,
    order: ['token_hash'],
    // An invitation ends with the role of who made it, and a thief of the account cannot come back by one.
    endsWithAccess: (userId) =>
      sql`email = (select email from users where id = ${userId}) or invited_by = ${userId}`,
    isEmptiedByRestore: true,
  },
  console_sessions: {
    ...CONSOLE_COLUMNS.console_sessions,
    ...ofAccount,
    order: ['session_id'],
  },
  operator_notes: {
    ...CONSOLE_COLUMNS.operator_notes,
    where: (person) => sql`id in (select id from operator_notes where user_id = ${person.id}
      union all select id from operator_notes where submission_id in (select id from submissions where ${ownSubmissions(person)}))`,
    order: ['created_at', 'id'],
    isOfMailbox: true,
  },
  planned_deletions: {
    ...CONSOLE_COLUMNS.planned_deletions,
    ...ofAccount,
    order: ['created_at', 'id'],
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    staff: StaffTable;
    staff_invitations: StaffInvitationsTable;
    console_sessions: ConsoleSessionsTable;
    operator_notes: OperatorNotesTable;
    planned_deletions: PlannedDeletionsTable;
  }
}
