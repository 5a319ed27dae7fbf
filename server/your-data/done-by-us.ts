import type { DoneByUs } from '#contract/your-data.ts';
import { AUDITED_ACTIONS } from '#server/audit/actions.ts';
import { detailInWords } from '#server/audit/detail-in-words.ts';
import type { Db } from '#server/database/database.ts';
import type { Person } from './own-tables.ts';

const SHOWN = 50;

/** What those who work for us did to an account and with its messages, the newest first. */
export async function findDoneByUs(db: Db, { subjects }: Person): Promise<readonly DoneByUs[]> {
  const lines = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'detail'])
    .where('subject', 'in', subjects)
    .where('actor', 'not in', [...subjects, 'visitor', 'system'])
    .orderBy('at', 'desc')
    .limit(SHOWN)
    .execute();
  return lines.map(({ id, at, action, detail }) => ({
    id,
    at,
    what: AUDITED_ACTIONS[action as keyof typeof AUDITED_ACTIONS] ?? action,
    why: detailInWords(action, detail),
  }));
}
