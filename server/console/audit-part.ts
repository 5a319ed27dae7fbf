import { LIST_ROWS } from '#contract/console.ts';
import { AUDITED_ACTIONS, type AuditedAction } from '#server/audit/actions.ts';
import { detailInWords } from '#server/audit/detail-in-words.ts';
import type { Db } from '#server/database/database.ts';
import { plainLine } from '#server/forms/plain-line.ts';
import type { Keyring } from '#server/settings/keyring.ts';
import { type Html, html } from './html.ts';
import { timeOf } from './parts.ts';
import { operatorsByHash } from './staff.ts';

const OTHERS: Readonly<Record<string, string>> = {
  operator: 'With the tools of the server',
  system: 'The site',
  visitor: 'A visitor',
};

/** The newest audit lines about something, by the hashes that stand for it, with the names of operators. */
export async function linesAbout(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  subjects: readonly string[],
) {
  const names = await operatorsByHash({ db, keyring });
  const lines = await db
    .selectFrom('audit')
    .select(['at', 'action', 'detail', 'actor'])
    .where('subject', 'in', subjects)
    .orderBy('at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  return lines.map(({ at, action, detail, actor }) => ({
    at,
    what: AUDITED_ACTIONS[action as AuditedAction] ?? action,
    why: detailInWords(action, detail),
    who: names.get(actor) ?? OTHERS[actor] ?? (subjects.includes(actor) ? 'The person' : 'An account'),
  }));
}
export type LineAbout = Awaited<ReturnType<typeof linesAbout>>[number];

/** A list, which fits a phone with large text better than a table. */
export function linesList(lines: readonly LineAbout[]): Html {
  return html`<ul class="plain">${lines.map(
    ({ at, what, why, who }) =>
      html`<li><span class="soft">${timeOf(at)}</span><br><bdi>${plainLine(who)}</bdi>: ${what}${why !== '' && html` <span class="soft">(${why})</span>`}</li>`,
  )}</ul>`;
}
