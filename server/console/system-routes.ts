import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import { EMAIL_MAX_LENGTH } from '#contract/limits.ts';
import { ACTION_NAMES } from '#server/audit/actions.ts';
import { hashesOfAccount, listLines } from '#server/audit/list-lines.ts';
import { NEWEST } from '#server/database/beside-place.ts';
import { parseQuery } from '#server/http/body.ts';
import { readContent } from '#server/launch-checks/content-files.ts';
import { checkLaunch } from '#server/launch-checks/launch-checks.ts';
import type { GivenSettings } from '#server/settings/settings.ts';
import { type LineInWords, linesInWords, linesList } from './audit-part.ts';
import { betweenDays, days, unlessEmpty } from './fields.ts';
import type { ConsoleDeps, ConsoleRoutes } from './guard.ts';
import { type Html, html } from './html.ts';
import { type ListPage, page, pages, readPage } from './list-pages.ts';
import type { Page } from './page.ts';
import { dayFields, empty, nameOf, section, select } from './parts.ts';
import { launchPart, type StateDeps, settingsPart, statePart } from './system-state.ts';

export type SystemDeps = ConsoleDeps & StateDeps & { readonly given: GivenSettings };

const systemQuery = z.object({
  action: z.enum(ACTION_NAMES).optional().catch(undefined),
  person: unlessEmpty(z.string().trim().max(EMAIL_MAX_LENGTH)),
  ...days,
  ...page,
});

/** How the site is: its state, its audit log, its settings, and what still stands before a public launch. */
export function systemRoutes(route: ConsoleRoutes, deps: SystemDeps): void {
  const startedAt = deps.clock();

  const show = async (query: z.infer<typeof systemQuery>): Promise<Page> => {
    const { action, person, from, to } = query;
    const hashes = person === undefined ? undefined : await hashesOfAccount(deps, person);
    const found = await readPage(
      query,
      NEWEST,
      (place, limit) => listLines(deps.db, { action, hashes, ...betweenDays(from, to), place, limit }),
      (line) => line.at,
    );
    const problems = checkLaunch(
      deps.given,
      { kind: 'ok', settings: deps.settings, given: deps.given },
      await readContent(),
      // While it runs, the machine is as the settings say.
      [],
    );
    return {
      title: 'System',
      view: CONSOLE.system,
      main: html`${await statePart(deps, startedAt)}
${launchPart(problems)}
${auditPart(query, { ...found, rows: await linesInWords(deps, found.rows, hashes) })}
${settingsPart(deps.given)}`,
    };
  };

  route.get(CONSOLE.system, 'read-system', ({ request }) => show(parseQuery(request, systemQuery)));
}

function auditPart(
  { action, person, from, to }: z.infer<typeof systemQuery>,
  found: ListPage<LineInWords>,
): Html {
  const kinds = Object.fromEntries([...ACTION_NAMES].sort().map((name) => [name, nameOf(name)]));
  return section(
    'audit',
    'Audit log',
    html`<form method="get" action="${CONSOLE.system}#audit" class="bar">
<label class="field grow"><span>By or about whom</span><input class="input" type="search" name="person" value="${person}" maxlength="${EMAIL_MAX_LENGTH}" placeholder="Address, or id of an account that is gone" autocomplete="off"></label>
${select('action', 'Kind', { '': 'All kinds', ...kinds }, action)}${dayFields({ from, to })}
<button class="button button-quiet">Show</button></form>
${found.rows.length === 0 ? empty('No line matches.') : linesList(found.rows)}
${pages(CONSOLE.system, { action, person, from, to }, found)}`,
    'part',
  );
}
