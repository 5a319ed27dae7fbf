import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { reportStyle } from '#features/analytics/server/report/report-page.ts';
import { ACTION_NAMES, ACTIONS, CONSOLE, may, ROLE_NAMES, ROLES } from '#features/console/contract.ts';
import type { FormDefinition } from '#features/forms/server/form-definitions.ts';
import { notificationAddress } from '#features/forms/server/form-settings.ts';
import type { AppDeps } from '#server/feature.ts';
import { takeForms } from '#server/http/body.ts';
import { createTrust } from '#server/http/client-address.ts';
import { createAllowedOrigins, requireOwnOrigin } from '#server/http/origin.ts';
import { refuse } from '#server/http/refusal.ts';
import { neverCache } from '#server/http/security-headers.ts';
import { announcementsRoutes } from './announcements-routes.ts';
import { answerRefusalsAsPages, guardRoutes, NOBODY_IS_SHOWN, pathIn } from './guard.ts';
import { html } from './html.ts';
import { type InboxDeps, inboxRoutes } from './inbox-routes.ts';
import { launchListRoutes } from './launch-list-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { closeConsole, type Operator } from './operator.ts';
import { createConsoleFrame, firstView, type Page } from './page.ts';
import { facts } from './parts.ts';
import { peopleRoutes } from './people-routes.ts';
import { personRoutes } from './person-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { type SystemDeps, systemRoutes } from './system-routes.ts';
import { visitsRoutes } from './visits-routes.ts';

type ConsoleRoutesDeps = AppDeps & {
  readonly forms: readonly FormDefinition[];
};

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/**
 * The operators' console (docs/decisions/0074-the-operators-console.md): pages made here, which work without their script.
 * Expects a scope of its own.
 */
export function consoleRoutes(app: FastifyInstance, given: ConsoleRoutesDeps): void {
  const { settings } = given;
  const deps: SystemDeps & InboxDeps = {
    ...given,
    notifyTo: notificationAddress(settings),
    frame: createConsoleFrame(given.site),
  };
  const { cookies } = given;
  neverCache(app);
  if (settings.consoleAddresses.length > 0) {
    const isAllowed = createTrust(settings.consoleAddresses);
    app.addHook('onRequest', async ({ ip }) => {
      if (!isAllowed(ip)) refuse('PATH_NOT_FOUND');
    });
  }
  // No other domain of ours writes here, whatever `AUTHORIZED_DOMAINS` says.
  requireOwnOrigin(app, createAllowedOrigins(settings.origin, []), [cookies.session]);
  takeForms(app);
  answerRefusalsAsPages(app, deps.frame);

  const style = [read('console.css'), reportStyle()].join('\n');
  const script = read('browser/console.js');
  app.get(CONSOLE.style, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get(CONSOLE.script, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );

  const route = guardRoutes(app, deps);
  route.get(CONSOLE.home, 'own-console', async ({ operator }) => ({ goTo: firstView(operator) }), {
    audit: NOBODY_IS_SHOWN,
  });
  route.post(
    CONSOLE.enter,
    'own-console',
    async ({ request }) => ({ goTo: pathIn((request.query as { next?: unknown }).next) }),
    { proof: true },
  );
  route.post(CONSOLE.leave, 'own-console', async ({ operator }) => {
    await closeConsole(deps.db, operator);
    return { goTo: '/' };
  });
  route.get(CONSOLE.roles, 'own-console', async ({ operator }) => rolesPage(operator), {
    audit: NOBODY_IS_SHOWN,
  });
  mailRoutes(route, deps);
  visitsRoutes(route, deps);
  systemRoutes(route, deps);
  launchListRoutes(route, { ...deps, hasMailServer: settings.smtpUrl !== undefined });
  announcementsRoutes(route, {
    ...deps,
    hasExport: settings.exportDir !== undefined,
  });
  staffRoutes(app, route, deps);
  peopleRoutes(route, deps);
  personRoutes(route, deps);
  inboxRoutes(route, deps);
  messageRoutes(route, deps);
}

/** Who may do what: the table by which every route is guarded. */
function rolesPage({ role }: Operator): Page {
  return {
    title: 'Who may do what',
    main: html`<p class="text-lead">Your role is ${role}.</p>
${facts(Object.entries(ROLES), 'facts card')}
<table class="roles"><thead><tr>${['May', ...ROLE_NAMES].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${ACTION_NAMES.map(
      (action) =>
        html`<tr><th scope="row">${ACTIONS[action].what}</th>${ROLE_NAMES.map(
          (name) => html`<td>${may(name, action) ? 'yes' : html`<span class="soft">no</span>`}</td>`,
        )}</tr>`,
    )}</tbody></table>`,
  };
}
