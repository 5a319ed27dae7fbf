import { type Command, Option } from '@commander-js/extra-typings';
import { LIST_ROWS } from '#features/console/contract.ts';
import { actionsOf, createLineInWords, hashesOfAccount, listLines } from '#server/audit/lines.ts';
import type { AuditLine } from '#server/audit/record-action.ts';
import { fromOption, limitOption, openSite, type Start, toOption } from '#server/commands/operator-deps.ts';
import type { Feature } from '#server/feature.ts';
import { type Html, html, timeOf } from '#server/html/html.ts';
import { betweenDays } from '#server/http/form-fields.ts';
import { plainLine, printableJson, printableLine } from '#server/printable-text.ts';
import { toSecond } from '#server/time.ts';
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

/** What was done (docs/decisions/0052-audit-lines-go-to-the-log.md). */
export function addAuditCommand(program: Command, start: Start, features: readonly Feature[]): void {
  const names = actionsOf(features).map(({ name }) => name);
  const audit = program.command('audit').description('what people and operators did');

  audit
    .command('list')
    .description('show the newest lines')
    .addOption(new Option('--action <action>', 'of one kind').choices(names))
    .addOption(fromOption())
    .addOption(toOption())
    .option('--account <address or id>', 'by or about one account; its id when it is gone')
    .addOption(limitOption())
    .option('--json', 'as they are stored')
    .action(async ({ action, from, to, account, limit, json = false }) => {
      const deps = start();
      const site = await openSite(deps);
      const hashes = account === undefined ? undefined : await hashesOfAccount(site, account);
      const lines = await listLines(site.db, { action, hashes, ...betweenDays(from, to), limit });
      if (json) return deps.print(printableJson(lines));
      for (const { at, who, what, why } of await linesInWords(site, lines, hashes))
        deps.print(printableLine(`${toSecond(at)} ${who}: ${what}${why === '' ? '' : ` (${why})`}`));
    });
}
