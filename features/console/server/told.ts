import { z } from 'zod';
import type { ConsolePage, Operator, Told } from '#server/console-view.ts';
import type { Db } from '#server/database/database.ts';
import { html } from '#server/html/html.ts';
import { pressForm } from '#server/html/parts.ts';
import type { FoundOperator } from './operator.ts';

const toldSchema: z.ZodType<Told> = z.object({
  words: z.string(),
  isProblem: z.literal(true).optional(),
  undo: z
    .object({ to: z.string(), fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })
    .optional(),
});

/** The way to a page that says why what was asked for did not happen. */
export const toProblem = (goTo: string, words: string) => ({
  goTo,
  told: { words, isProblem: true } satisfies Told,
});

/** Keeps what was done for the next page of this session, which says it once. */
export async function tell(db: Db, { session }: Operator, told: Told | undefined): Promise<void> {
  await db
    .updateTable('console_sessions')
    .set({ told: told === undefined ? null : JSON.stringify(told) })
    .where('session_id', '=', session.id)
    .execute();
}

/**
 * What was done before this page or why it was not, with a button that undoes it where that goes.
 *
 * @param here where the button leads back to
 */
export async function takeTold(
  db: Db,
  operator: Operator & Pick<FoundOperator, 'told'>,
  here: string,
): Promise<Pick<ConsolePage, 'done' | 'problem'>> {
  if (operator.told === null) return {};
  await tell(db, operator, undefined);
  const { words, undo, isProblem } = toldSchema.parse(JSON.parse(operator.told));
  if (isProblem) return { problem: words };
  const done = html`<span>${words}</span>${
    undo &&
    html`<div data-undo>${pressForm(undo.to, { ...undo.fields, next: here }, 'Undo', 'button-quiet', 'z')}</div>`
  }`;
  return { done };
}
