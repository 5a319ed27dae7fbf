import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { CONSOLE } from '#contract/console.ts';
import { cookieNames } from '#server/accounts/cookies.ts';
import { reportStyle } from '#server/analytics/report/report-page.ts';
import type { AnnouncedSite } from '#server/announcements/announced-site.ts';
import type { FormDefinition } from '#server/forms/form-definitions.ts';
import { notificationAddress } from '#server/forms/form-settings.ts';
import { createTrust } from '#server/http/client-address.ts';
import { createAllowedOrigins, requireOwnOrigin } from '#server/http/origin.ts';
import { refuse } from '#server/http/refusal.ts';
import { neverCache } from '#server/http/security-headers.ts';
import type { Site } from '#server/site/site.ts';
import { announcementsRoutes } from './announcements-routes.ts';
import { deletionsRoutes } from './deletions-routes.ts';
import { answerRefusalsAsPages, createConsoleRoute, pathIn } from './guard.ts';
import { type InboxDeps, inboxRoutes } from './inbox-routes.ts';
import { launchListRoutes } from './launch-list-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { closeConsole } from './operator.ts';
import { createConsoleFrame, firstView } from './page.ts';
import { peopleRoutes } from './people-routes.ts';
import { rolesPage } from './roles-page.ts';
import { staffRoutes } from './staff-routes.ts';
import { type SystemDeps, systemRoutes } from './system-routes.ts';
import { visitsRoutes } from './visits-routes.ts';

type ConsoleRoutesDeps = Omit<SystemDeps, 'frame'> & {
  readonly site: Site;
  readonly announced: AnnouncedSite;
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
  const cookies = cookieNames(settings.origin);
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

  const route = createConsoleRoute(app, deps);
  route({
    method: 'GET',
    url: CONSOLE.home,
    action: 'own-console',
    handle: async (_request, _reply, operator) => ({ goTo: firstView(operator) }),
  });
  route({
    method: 'POST',
    url: CONSOLE.enter,
    action: 'own-console',
    needsProof: true,
    handle: async ({ query }) => ({ goTo: pathIn((query as { next?: unknown }).next) }),
  });
  route({
    method: 'POST',
    url: CONSOLE.leave,
    action: 'own-console',
    handle: async (_request, _reply, operator) => {
      await closeConsole(deps.db, operator);
      return { goTo: '/' };
    },
  });
  route({
    method: 'GET',
    url: CONSOLE.roles,
    action: 'own-console',
    handle: async (_request, _reply, operator) => rolesPage(operator),
  });
  mailRoutes(route, deps);
  visitsRoutes(route, deps);
  systemRoutes(route, deps);
  launchListRoutes(route, { ...deps, hasMailServer: settings.smtpUrl !== undefined });
  announcementsRoutes(route, {
    ...deps,
    announced: given.announced,
    hasExport: settings.exportDir !== undefined,
  });
  staffRoutes(app, route, deps);
  peopleRoutes(route, deps);
  inboxRoutes(route, deps);
  messageRoutes(route, deps);
  deletionsRoutes(route, deps);
}

/** A field that is sent several times becomes a list. */
function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const sent = new URLSearchParams(String(body));
      const form = Object.create(null) as Record<string, string | string[]>;
      for (const name of new Set(sent.keys())) {
        const [value = '', ...more] = sent.getAll(name);
        form[name] = more.length === 0 ? value : [value, ...more];
      }
      done(null, form);
    },
  );
}
