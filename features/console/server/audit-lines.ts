import { LIST_ROWS } from '#features/console/contract.ts';
import { type LineInWords, linesInWords } from '#server/audit/lines.ts';
import type { Deps } from '#server/feature.ts';
import { clockTimeOf, type Html, html } from '#server/html/html.ts';
import { plainLine } from '#server/printable-text.ts';

/** The newest audit lines about one subject, found by the hashes of its id. */
export async function linesAbout(
  deps: Pick<Deps, 'features' | 'db' | 'keyring'>,
  subjects: readonly string[],
) {
  const lines = await deps.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  return linesInWords(deps, lines, subjects);
}

/** Shows audit lines as a list, which fits a phone with large text better than a table. */
export function linesList(lines: readonly LineInWords[]): Html {
  return html`<ul class="plain lines">${lines.map(
    ({ at, what, why, who }) =>
      html`<li><span class="soft">${clockTimeOf(at)}</span> <span><bdi>${plainLine(who)}</bdi>: ${what}${why !== '' && html` <span class="soft">(${why})</span>`}</span></li>`,
  )}</ul>`;
}
