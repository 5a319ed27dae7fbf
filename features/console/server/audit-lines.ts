import { LIST_ROWS } from '#features/console/contract.ts';
import { plainLine } from '#features/forms/server/safe-text.ts';
import { createLineInWords } from '#server/audit/lines.ts';
import type { AuditLine } from '#server/audit/record-action.ts';
import { type Html, html } from '#server/html/html.ts';
import { timeOf } from '#server/html/parts.ts';
import { operatorsByHash, type StaffDeps } from './staff.ts';

type Deps = Pick<StaffDeps, 'features' | 'db' | 'keyring'>;

const OTHERS: Readonly<Record<string, string>> = {
  operator: 'With the tools of the server',
  system: 'The site',
  visitor: 'A visitor',
};
/** Enough of what stands for an account to see that two lines are of the same. */
const SHORT = 8;

/** The newest audit lines about something, by the hashes that stand for it. */
export async function linesAbout(deps: Deps, subjects: readonly string[]) {
  const lines = await deps.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  return linesInWords(deps, lines, subjects);
}
export type LineInWords = Awaited<ReturnType<typeof linesAbout>>[number];

/** Audit lines with the names of operators, and of the person that `subjects` stand for. */
export async function linesInWords(
  deps: Deps,
  lines: readonly AuditLine[],
  subjects: readonly string[] = [],
) {
  const names = await operatorsByHash(deps);
  const inWords = createLineInWords(deps.features);
  const whoOf = (actor: string) =>
    names.get(actor) ??
    OTHERS[actor] ??
    (subjects.includes(actor) ? 'The person' : `Account ${actor.slice(0, SHORT)}`);
  return lines.map((line) => ({ at: line.at, ...inWords(line), who: whoOf(line.actor) }));
}

/** A list, which fits a phone with large text better than a table. */
export function linesList(lines: readonly LineInWords[]): Html {
  return html`<ul class="plain lines">${lines.map(
    ({ at, what, why, who }) =>
      html`<li><span class="soft">${timeOf(at)}</span> <span><bdi>${plainLine(who)}</bdi>: ${what}${why !== '' && html` <span class="soft">(${why})</span>`}</span></li>`,
  )}</ul>`;
}
