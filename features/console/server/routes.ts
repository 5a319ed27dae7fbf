import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PAGES } from '#content/page-paths.ts';
import { ROLE_NAMES, ROLES } from '#contract/operators.ts';
import { ACTIONS, CONSOLE, may } from '#features/console/contract.ts';
import { type ConsolePage, NOBODY_IS_SHOWN, type Operator } from '#server/console-view.ts';
import { deleteRows, updateRows } from '#server/database/rows.ts';
import type { AppDeps, Feature } from '#server/feature.ts';
import { facts, html, section, select } from '#server/html/html.ts';
import { addFormParser, requestTarget } from '#server/http/body.ts';
import { createTrust } from '#server/http/client-address.ts';
import { collectMethods } from '#server/http/create-server.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { createAllowedOrigins, requireOwnOrigin } from '#server/http/origin.ts';
import { neverCache } from '#server/http/security-headers.ts';
import { withoutSlashes } from '#server/site/file-routes.ts';
import { type ConsoleDeps, guardRoutes } from './guard.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { overviewMain } from './overview.ts';
import { consoleActionsOf, createConsoleFrame, menuOf, sendConsolePage, viewsOf } from './page.ts';
import { peopleRoutes } from './people.ts';
import { personRoutes } from './person-routes.ts';
import { answerRefusalsAsPages, pathIn } from './refused-pages.ts';
import { staffRoutes } from './staff-routes.ts';
import { systemRoutes } from './system-routes.ts';
import { TIME_ZONES, timeZone } from './times.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/**
 * The console (docs/decisions/0074-the-operators-console.md) works without JavaScript. Its routes need a Fastify scope of their
 * own.
 */
export function consoleRoutes(app: FastifyInstance, given: AppDeps): void {
  const { settings } = given;
  const deps: ConsoleDeps = { ...given, frame: createConsoleFrame(given.site, given.features, given.clock) };
  const { cookies } = given;
  neverCache(app);
  const { refuseOtherMethods } = collectMethods(app);
  if (settings.consoleAddresses.length > 0) {
    const isAllowed = createTrust(settings.consoleAddresses);
    app.addHook('onRequest', async ({ ip }, reply) => {
      if (!isAllowed(ip)) return reply.callNotFound();
    });
  }
  // Only the site’s own origin may write to the console, whatever `AUTHORIZED_DOMAINS` allows elsewhere.
  requireOwnOrigin(app, createAllowedOrigins(settings.origin, []), [cookies.session]);
  addFormParser(app);
  answerRefusalsAsPages(app, deps.frame);

  const views = viewsOf(given.features);
  const style = [read('console.css'), ...views.map(({ style }) => style?.() ?? '')].join('\n');
  const script = read('browser/console.js');
  const files = declareRoutes(app, given);
  files.get(CONSOLE.style, { answers: { 200: 'text/css' } }, async ({ reply }) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
  files.get(CONSOLE.script, { answers: { 200: 'text/javascript' } }, async ({ reply }) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );

  const route = guardRoutes(app, deps);
  const action = ACTIONS.ownConsole;
  const look = { action, audit: NOBODY_IS_SHOWN } as const;
  route.get(CONSOLE.home, look, ({ operator }) => overviewPage(given, operator));
  route.get(CONSOLE.roles, look, async ({ operator }) => rolesPage(given.features, operator));
  route.post(CONSOLE.enter, { action, proof: true }, async ({ request }) => ({
    goTo: pathIn((request.query as { next?: unknown }).next),
  }));
  route.post(CONSOLE.leave, { action }, async ({ operator, reply }) => {
    // Only the console is closed. The person stays signed in to the site.
    await deleteRows(deps.db, 'console_sessions', { session_id: operator.session.id });
    return sendConsolePage(reply, deps.frame, CLOSED_PAGE);
  });
  route.post(CONSOLE.timeZone, { action, body: z.object({ zone: timeZone }) }, async ({ operator, body }) => {
    await updateRows(deps.db, 'staff', { user_id: operator.session.userId }, { time_zone: body.zone });
    return { goTo: CONSOLE.roles, flash: { words: `Times are now shown in the time zone ${body.zone}.` } };
  });
  mailRoutes(route, deps);
  systemRoutes(route, deps);
  staffRoutes(app, route, deps);
  peopleRoutes(route, deps);
  personRoutes(route, deps);
  inboxRoutes(route, deps);
  messageRoutes(route, deps);
  for (const { routes } of views) routes(route, deps);
  // An operator who mistypes a path gets the console's not-found page. For other people the guard answers as for any other path.
  route.get(`${CONSOLE.home}/*`, look, async ({ request }) => {
    const { path, search } = requestTarget(request.url);
    const shorter = withoutSlashes(path);
    return shorter === path ? NOT_FOUND_PAGE : { goTo: pathIn(shorter + search) };
  });
  // Refuses methods without a route in this scope, after the scope's hook, which answers 404 to networks that may not reach the
  // console.
  refuseOtherMethods();
}

const NOT_FOUND_PAGE: ConsolePage = {
  title: 'Page not found',
  status: 404,
  main: html`<p>The console has no page at this address. <a href="${CONSOLE.home}">Go to the overview</a></p>`,
};

const CLOSED_PAGE: ConsolePage = {
  title: 'The console is closed',
  main: html`<p class="text-lead">You’re still signed in to the site.</p>
<p class="inline"><a class="button button-dawn" href="${CONSOLE.home}">Open the console again</a> <a class="button button-quiet" href="${PAGES.home}">Go to the site</a></p>`,
};

async function overviewPage(deps: AppDeps, { role }: Operator): Promise<ConsolePage> {
  const views = menuOf(deps.features).filter(({ action }) => may(role, action));
  const told = await Promise.all(
    views.map(async ({ label, path, overview }) =>
      ((await overview?.(deps)) ?? []).map((line) => ({ to: path, label, ...line })),
    ),
  );
  return { title: 'Overview', main: overviewMain(told.flat()) };
}

const ZONE_CHOICES = Object.fromEntries(TIME_ZONES.map((name) => [name, name.replaceAll('_', ' ')]));

function rolesPage(features: readonly Feature[], { role, timeZone }: Operator): ConsolePage {
  return {
    title: 'Who may do what',
    main: html`<p class="text-lead">Your role is ${role}.</p>
${facts(Object.entries(ROLES), 'facts card')}
<div class="scroll" role="region" tabindex="0" aria-label="What each role may do"><table class="roles"><thead><tr>${['May', ...ROLE_NAMES].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${consoleActionsOf(features).map(
      (action) =>
        html`<tr><th scope="row">${action.what}</th>${ROLE_NAMES.map(
          (name) => html`<td>${may(name, action) ? 'yes' : html`<span class="soft">no</span>`}</td>`,
        )}</tr>`,
    )}</tbody></table></div>
${section(
  'zone',
  'Your time zone',
  html`<form method="post" action="${CONSOLE.timeZone}" class="inline">${select('zone', 'Show times in', ZONE_CHOICES, timeZone)}<button class="button button-quiet">Change</button></form>`,
)}`,
  };
}
