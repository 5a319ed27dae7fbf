import { z } from 'zod';
import { CONSOLE } from '#contract/console.ts';
import { ACTION_NAMES, type AuditedAction } from '#server/audit/actions.ts';
import { listLines } from '#server/audit/list-lines.ts';
import { describeReport, readSeal } from '#server/audit/report-words.ts';
import { verifyChain } from '#server/audit/verify-chain.ts';
import { NEWEST } from '#server/database/beside-place.ts';
import type { Db } from '#server/database/database.ts';
import { parseBody, parseQuery } from '#server/http/body.ts';
import { readContent } from '#server/launch-checks/content-files.ts';
import { checkLaunch } from '#server/launch-checks/launch-checks.ts';
import type { GivenSettings } from '#server/settings/settings.ts';
import { type LineInWords, linesInWords, linesList } from './audit-part.ts';
import type { ConsoleDeps, ConsoleRoutes } from './guard.ts';
import { type Html, html } from './html.ts';
import { type ListPage, page, pages, readPage } from './list-pages.ts';
import type { Page } from './page.ts';
import { empty, hidden, nameOf, section, select } from './parts.ts';
import { launchPart, type StateDeps, settingsPart, statePart } from './system-state.ts';

export type SystemDeps = ConsoleDeps &
  StateDeps & {
    readonly given: GivenSettings;
    readonly withOwnConnection: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  };

const systemQuery = z.object({
  action: z.enum(ACTION_NAMES).optional().catch(undefined),
  ...page,
});
const verifyBody = z.object({ do: z.literal('verify'), seal: z.string().trim().default('') });

/** How the site is: its state, its audit log, its settings, and what still stands before a public launch. */
export function systemRoutes(route: ConsoleRoutes, deps: SystemDeps): void {
  const startedAt = deps.clock();

  const show = async (query: z.infer<typeof systemQuery>, said?: Html): Promise<Page> => {
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
${auditPart(action, { ...found, rows: await linesInWords(deps, found.rows) }, said)}
${launchPart(problems)}
${settingsPart(deps.given)}`,
    };
  };

  route.get(CONSOLE.system, 'read-system', ({ request }) => show(parseQuery(request, systemQuery)));

  route.post(CONSOLE.system, 'read-system', async ({ request }) => {
    const { seal: typed } = parseBody(request, verifyBody);
    const seal = readSeal(typed);
    const query = systemQuery.parse({});
    if (typed !== '' && seal === undefined) {
      const said = sentences(['A seal is a place and a link, like 120:x8Kd0aZq.…'], false);
      return { ...(await show(query, said)), status: 422 };
    }
    const seals = seal === undefined ? [] : [seal];
    const report = await deps.withOwnConnection((own) => verifyChain(own, deps, seals));
    const words = describeReport(report, seals, 'type in a seal that the site logged earlier.');
    return show(query, sentences(words, report.problems.length === 0));
  });
}

function sentences(words: readonly string[], isGood: boolean): Html {
  const look = isGood ? 'banner-success' : 'banner-error';
  return html`<div class="banner ${look}" role="${isGood ? 'status' : 'alert'}" id="verified">${words.map(
    (one) => html`<p>${one}</p>`,
  )}</div>`;
}

function auditPart(
  action: AuditedAction | undefined,
  found: ListPage<LineInWords>,
  said: Html | undefined,
): Html {
  const kinds = Object.fromEntries([...ACTION_NAMES].sort().map((name) => [name, nameOf(name)]));
  return section(
    'audit',
    'Audit log',
    html`${said}
<form method="post" action="${CONSOLE.system}#audit" class="bar">${hidden({ do: 'verify' })}
<label class="field grow"><span>A seal from the site’s log, if you have one</span><input class="input" name="seal" autocomplete="off" placeholder="120:x8Kd0aZq.…"></label>
<button class="button button-quiet">Verify the log</button></form>
<form method="get" action="${CONSOLE.system}#audit" class="bar">
${select('action', 'Kind', { '': 'All kinds', ...kinds }, action)}
<button class="button button-quiet">Show</button></form>
${found.rows.length === 0 ? empty('No line of this kind.') : linesList(found.rows)}
${pages(CONSOLE.system, { action }, found)}`,
    'part',
  );
}
