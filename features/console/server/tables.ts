import { type Generated, sql } from 'kysely';
import { CONSOLE_COLUMNS } from '#content/features/console-data.ts';
import type { Role } from '#contract/operators.ts';
import { ofAccountOrSubmissions } from '#features/forms/server/own-messages.ts';
import { ofAccount, type TableRules } from '#server/database/tables.ts';

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
    // An invitation ends with its author’s role. Otherwise somebody who stole the author’s account could return with an invitation.
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
    where: ofAccountOrSubmissions('operator_notes'),
    order: ['created_at', 'id'],
    isOfMailbox: true,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#server/database/schema.ts' {
  interface Schema {
    staff: {
      user_id: string;
      role: Role;
      created_at: IsoTime;
      /** The session that accepted the invitation. The first factor that it adds opens the console at once. */
      enrols_in: Generated<string | null>;
      /** The time zone of the times that the operator sees. Null for the site’s own. */
      time_zone: Generated<string | null>;
    };
    /** An invitation. Its link works once, and makes the account with the invited address an operator. */
    staff_invitations: {
      token_hash: string;
      /** The key of the invited address (`contract/address.ts`). */
      email: string;
      role: Role;
      expires_at: IsoTime;
      /** When an owner withdrew the invitation, or null. Until the invitation expires, its link shows that it was withdrawn. */
      withdrawn_at: Generated<IsoTime | null>;
      /** The account that made the invitation. Null if it was made on the command line of the server. */
      invited_by: Generated<string | null>;
    };
    /** A session in which a second step or a passkey opened the console. */
    console_sessions: {
      session_id: string;
      user_id: string;
      started_at: IsoTime;
      /** When the console was last used, updated at most once a minute. */
      last_used_at: IsoTime;
      proved_at: IsoTime;
      /** JSON: the message about the last action for the next page, and the form that undoes the action. */
      told: string | null;
    };
    /** Notes of operators about a message or a person: either `submission_id` or `user_id` is set. */
    operator_notes: {
      id: string;
      submission_id: string | null;
      user_id: string | null;
      author_id: string | null;
      text: string;
      created_at: IsoTime;
    };
  }
}
