import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import type { Db } from '#server/database/database.ts';
import { type Html, html } from './html.ts';
import type { Operator } from './operator.ts';
import { pressForm } from './page.ts';

const toldSchema = z.object({
  words: z.string(),
  /** What takes it back: fields of a form to the inbox. */
  undo: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});
type Told = z.infer<typeof toldSchema>;

/** Keeps what was done for the next page of this session, which says it once. */
export async function tell(db: Db, { session }: Operator, told: Told): Promise<void> {
  await db
    .updateTable('console_sessions')
    .set({ told: JSON.stringify(told) })
    .where('session_id', '=', session.id)
    .execute();
}

/**
 * What was done before this page, with a button that undoes it where that goes.
 *
 * @param here where the button leads back to
 */
export async function takeTold(db: Db, { session }: Operator, here: string): Promise<Html | undefined> {
  const row = await db
    .selectFrom('console_sessions')
    .select('told')
    .where('session_id', '=', session.id)
    .executeTakeFirst();
  if (typeof row?.told !== 'string') return undefined;
  await db.updateTable('console_sessions').set({ told: null }).where('session_id', '=', session.id).execute();
  const { words, undo } = toldSchema.parse(JSON.parse(row.told));
  return html`<span>${words}</span>${
    undo &&
    html`<div data-undo>${pressForm(CONSOLE.inbox, { ...undo, next: here }, 'Undo', 'button-quiet', 'z')}</div>`
  }`;
}
