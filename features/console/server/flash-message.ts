import { z } from 'zod';
import type { ConsolePage, FlashMessage, Operator } from '#server/console-view.ts';
import type { Db } from '#server/database/database.ts';
import { html } from '#server/html/html.ts';
import { pressForm } from '#server/html/parts.ts';
import type { FoundOperator } from './operator.ts';

const flashSchema: z.ZodType<FlashMessage> = z.object({
  words: z.string(),
  isProblem: z.literal(true).optional(),
  undo: z
    .object({ to: z.string(), fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])) })
    .optional(),
});

/** The way to a page that says why what was asked for did not happen. */
export const toProblem = (goTo: string, words: string) => ({
  goTo,
  flash: { words, isProblem: true } satisfies FlashMessage,
});

/** Keeps a message for the next page of this session, which shows it once. Not in a cookie: what undoes it may be 200 ids. */
export async function storeFlash(
  db: Db,
  { session }: Operator,
  flash: FlashMessage | undefined,
): Promise<void> {
  await db
    .updateTable('console_sessions')
    .set({ told: flash === undefined ? null : JSON.stringify(flash) })
    .where('session_id', '=', session.id)
    .execute();
}

/**
 * What was done before this page or why it was not, with a button that undoes it where that goes.
 *
 * @param here where the button leads back to
 */
export async function takeFlash(
  db: Db,
  operator: Operator & Pick<FoundOperator, 'flash'>,
  here: string,
): Promise<Pick<ConsolePage, 'done' | 'problem'>> {
  if (operator.flash === null) return {};
  await storeFlash(db, operator, undefined);
  const { words, undo, isProblem } = flashSchema.parse(JSON.parse(operator.flash));
  if (isProblem) return { problem: words };
  const done = html`<span>${words}</span>${
    undo &&
    html`<div data-undo>${pressForm(undo.to, { ...undo.fields, next: here }, 'Undo', 'button-quiet', 'z')}</div>`
  }`;
  return { done };
}
