import type { Fixture } from '#server/testing/process-database.ts';

export const FIXTURE: Fixture = {
  complete: async (db, { userId: user_id, sessionId, submissionId, now }) => {
    await db.insertInto('staff').values({ user_id, role: 'owner', created_at: now }).execute();
    await db
      .insertInto('staff_invitations')
      .values({ token_hash: 'a'.repeat(64), email: 'invited@example.com', role: 'support', expires_at: now })
      .execute();
    await db
      .insertInto('console_sessions')
      .values({ session_id: sessionId, user_id, started_at: now, last_used_at: now, proved_at: now })
      .execute();
    await db
      .insertInto('operator_notes')
      .values({
        id: 'a-note',
        submission_id: submissionId,
        user_id: null,
        author_id: user_id,
        text: 'A note.',
        created_at: now,
      })
      .execute();
  },
};
