import { pathFor } from '#contract/paths.ts';
import { CONSOLE, LIST_ROWS } from '#features/console/contract.ts';
import { referenceOf } from '#features/forms/server/stored-submissions.ts';
import { type LineInWords, linesInWords } from '#server/audit/lines.ts';
import { hashedId } from '#server/audit/record-action.ts';
import type { SiteDeps } from '#server/feature.ts';
import { clockTimeOf, type Html, html } from '#server/html/html.ts';
import { plainLine } from '#server/printable-text.ts';

/** Finds the newest audit lines about one subject by the hashes of its id. */
export async function linesAbout(deps: SiteDeps, subjects: readonly string[]) {
  const lines = await deps.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  return linesInWords(deps, lines, subjects);
}

/** Only this many messages, the newest, are compared with audit lines, because hashing their ids takes time (about 20 ms). */
const COMPARED = 5_000;

/**
 * Finds the ids of the messages that the lines are about. Lines contain hashes instead of ids, so the result maps hashes to ids.
 */
export async function messagesIn(
  { db, keyring }: SiteDeps,
  lines: readonly LineInWords[],
): Promise<ReadonlyMap<string, string>> {
  const newest = await db
    .selectFrom('submissions')
    .select('id')
    .where('created_at', '<=', lines[0]?.at ?? '')
    .orderBy('created_at', 'desc')
    .limit(COMPARED)
    .execute();
  return new Map(
    newest.flatMap(({ id }) => keyring.map((secret) => [hashedId(secret, 'subject', id), id] as const)),
  );
}

/** Audit lines as a list, because a list fits a phone with large text better than a table. Lines about `messages` link to them. */
export function linesList(lines: readonly LineInWords[], messages?: ReadonlyMap<string, string>): Html {
  const link = (id: string | undefined) =>
    id && html` <a href="${pathFor(CONSOLE.message, id)}?state=all"><code>${referenceOf({ id })}</code></a>`;
  return html`<ul class="plain lines">${lines.map(
    ({ at, what, why, who, subject }) =>
      html`<li><span class="soft">${clockTimeOf(at)}</span> <span><bdi>${plainLine(who)}</bdi>: ${what}${link(messages?.get(subject))}${why !== '' && html` <span class="soft">(${why})</span>`}</span></li>`,
  )}</ul>`;
}
