import { CONSOLE_HOURS, CONSOLE_REST_MINUTES, type Role } from '#contract/console.ts';
import { PROOF_MINUTES } from '#contract/limits.ts';
import type { Session } from '#server/accounts/sessions.ts';
import type { AuditEntry } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';

/** Who works in the console, and from which session. */
export type Operator = {
  readonly session: Session;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  /** Who did it, for an audit line. */
  readonly by: Pick<AuditEntry, 'actor' | 'session'>;
  /** What was done just now and is not said yet, as `tell` keeps it. */
  readonly told: string | null;
};

export type FoundOperator = Operator & {
  /** What the account has beside its password. Without either, the console does not open. */
  readonly hasSecondStep: boolean;
  readonly hasPasskey: boolean;
  /** Whether the console is open in this session. */
  readonly isInside: boolean;
  /** Whether it was shown within the last minutes who sits here. */
  readonly isProved: boolean;
  /** When the use of the console was noted last; null before it was opened. */
  readonly lastUsedAt: Date | null;
};

const MINUTE = 60_000;

/** Undefined for whoever is no operator, or whose account is closed. */
export async function findOperator(db: Db, session: Session, now: Date): Promise<FoundOperator | undefined> {
  const row = await db
    .selectFrom('staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('console_sessions as c', (join) => join.on('c.session_id', '=', session.id))
    .select(({ selectFrom }) => [
      's.role',
      'u.name',
      'u.email',
      'c.started_at',
      'c.last_used_at',
      'c.proved_at',
      'c.told',
      selectFrom('passkeys').select('id').where('user_id', '=', session.userId).limit(1).as('passkey'),
      selectFrom('second_steps')
        .select('user_id')
        .where('user_id', '=', session.userId)
        .where('confirmed_at', 'is not', null)
        .as('second_step'),
    ])
    .where('s.user_id', '=', session.userId)
    .where('u.closed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isWithin = (at: string | null, minutes: number) =>
    at !== null && now.getTime() - Date.parse(at) < minutes * MINUTE;
  const isInside =
    isWithin(row.last_used_at, CONSOLE_REST_MINUTES) && isWithin(row.started_at, CONSOLE_HOURS * 60);
  return {
    session,
    role: row.role,
    name: row.name,
    email: row.email,
    by: { actor: { account: session.userId }, session: session.id },
    told: row.told,
    hasPasskey: row.passkey !== null,
    hasSecondStep: row.second_step !== null,
    isInside,
    isProved: isInside && isWithin(row.proved_at, PROOF_MINUTES),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  };
}

/** Opens the console in a session whose owner has just been proved, or notes that they were proved again. */
export async function noteEntry(db: Db, { session, isInside }: FoundOperator, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('console_sessions')
    .values({
      session_id: session.id,
      user_id: session.userId,
      started_at: at,
      last_used_at: at,
      proved_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .doUpdateSet({ last_used_at: at, proved_at: at, ...(isInside ? {} : { started_at: at }) }),
    )
    .execute();
}

/** Notes that the console is used, at most once a minute. */
export async function noteUse(db: Db, { session, lastUsedAt }: FoundOperator, now: Date): Promise<void> {
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() < MINUTE) return;
  await db
    .updateTable('console_sessions')
    .set({ last_used_at: now.toISOString() })
    .where('session_id', '=', session.id)
    .execute();
}

/** Closes the console in a session, which stays signed in to the site. */
export async function closeConsole(db: Db, { session }: Operator): Promise<void> {
  await db.deleteFrom('console_sessions').where('session_id', '=', session.id).execute();
}
