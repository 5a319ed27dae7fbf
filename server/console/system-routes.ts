import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import { ACTION_NAMES, type AuditedAction } from '#server/audit/actions.ts';
import { listLines } from '#server/audit/list-lines.ts';
import { NEWEST } from '#server/database/beside-place.ts';
import { parseQuery } from '#server/http/body.ts';
import { readContent } from '#server/launch-checks/content-files.ts';
import { checkLaunch } from '#server/launch-checks/launch-checks.ts';
import type { GivenSettings } from '#server/settings/settings.ts';
import { type LineInWords, linesInWords, linesList } from './audit-part.ts';
import type { ConsoleDeps, ConsoleRoutes } from './guard.ts';
import { type Html, html } from './html.ts';
import { type ListPage, page, pages, readPage } from './list-pages.ts';
import type { Page } from './page.ts';
import { empty, nameOf, section, select } from './parts.ts';
import { launchPart, type StateDeps, settingsPart, statePart } from './system-state.ts';

export type SystemDeps = ConsoleDeps & StateDeps & { readonly given: GivenSettings };

const systemQuery = z.object({
  action: z.enum(ACTION_NAMES).optional().catch(undefined),
  ...page,
});

/** How the site is: its state, its audit log, its settings, and what still stands before a public launch. */
export function systemRoutes(route: ConsoleRoutes, deps: SystemDeps): void {
  const startedAt = deps.clock();

  const show = async (query: z.infer<typeof systemQuery>): Promise<Page> => {
    const { action } = query;
    const found = await readPage(
      query,
      NEWEST,
      (place, limit) => listLines(deps.db, { action, place, limit }),
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
${auditPart(action, { ...found, rows: await linesInWords(deps, found.rows) })}
${launchPart(problems)}
${settingsPart(deps.given)}`,
    };
  };

  route.get(CONSOLE.system, 'read-system', ({ request }) => show(parseQuery(request, systemQuery)));
}

function auditPart(action: AuditedAction | undefined, found: ListPage<LineInWords>): Html {
  const kinds = Object.fromEntries([...ACTION_NAMES].sort().map((name) => [name, nameOf(name)]));
  return section(
    'audit',
    'Audit log',
    html`<form method="get" action="${CONSOLE.system}#audit" class="bar">
${select('action', 'Kind', { '': 'All kinds', ...kinds }, action)}
<button class="button button-quiet">Show</button></form>
${found.rows.length === 0 ? empty('No line of this kind.') : linesList(found.rows)}
${pages(CONSOLE.system, { action }, found)}`,
    'part',
  );
}
