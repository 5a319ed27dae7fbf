import cookie from '@fastify/cookie';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { createAuthenticate } from './accounts/authenticate.ts';
import { cookieNames } from './accounts/cookies.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { socialRoutes } from './accounts/social/routes.ts';
import { tokenRoutes } from './accounts/token-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import type { VisitCounter } from './analytics/visit-counter.ts';
import { clientErrorRoutes } from './client-errors/routes.ts';
import { FORM_DEFINITIONS, type FormDefinition } from './forms/form-definitions.ts';
import { formsRoutes } from './forms/routes.ts';
import { createLoopbackCheck, createTrust } from './http/client-address.ts';
import type { ConnectionLimits } from './http/connection-limits.ts';
import { createServer } from './http/create-server.ts';
import { healthRoutes } from './http/health.ts';
import { requireHttps } from './http/https-only.ts';
import { collectMethods } from './http/method-not-allowed.ts';
import { createAllowedOrigins, requireOwnOrigin } from './http/origin.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createSecurityHeaders, neverCache } from './http/security-headers.ts';
import { mailboxRoutes } from './mail/mailbox.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsRoutes } from './metrics/routes.ts';
import type { SharedRedis } from './redis/redis.ts';
import { publicSettings } from './settings/public-settings.ts';
import type { Settings } from './settings/settings.ts';
import { answerNotFound } from './site/not-found.ts';
import { siteRoutes } from './site/routes.ts';
import { securityTextRoutes } from './site/security-txt.ts';
import type { Site } from './site/site.ts';

export type AppDeps = AccountsDeps & {
  readonly settings: Settings;
  readonly site: Site;
  readonly visits: Pick<VisitCounter, 'count'>;
  readonly log: Logger;
  readonly isStopping: () => boolean;
  readonly metrics: Metrics;
  /** Where the processes of the site share what they count; without it, this process counts alone. */
  readonly redis?: SharedRedis | undefined;
  /** The forms of the site, unless told otherwise. */
  readonly forms?: readonly FormDefinition[];
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Hears of each route, for tests that go through all of them. */
  readonly onRoute?: (route: Pick<RouteOptions, 'method' | 'url' | 'config'>) => void;
};

/** The whole server from its parts. It listens on no port: `http/listen.ts` does. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { settings, site, db, clock, metrics } = deps;
  const { origin } = settings;
  const cookies = cookieNames(origin);
  const isAllowedOrigin = createAllowedOrigins(origin, settings.authorizedDomains);
  const isTrustedProxy = createTrust(settings.trustedProxies);
  const shared = {
    ...deps,
    cookies,
    isAllowedOrigin,
    authenticate: createAuthenticate(deps, cookies),
    takeFromLimit: createRateLimits({
      ...deps,
      scale: settings.rateLimitScale,
      onRefusal: (limit) => metrics.count('site_limit_refusals_total', { limit }),
    }),
  };
  const takesCards = publicSettings(settings).stripePublishableKey !== '';
  const app = createServer({
    log: deps.log,
    requests: metrics.requests,
    isTrustedProxy,
    securityHeaders: createSecurityHeaders(origin, takesCards),
    limits: deps.connectionLimits,
    onDrop: () => metrics.count('site_connections_refused_total', {}),
  });
  if (deps.onRoute !== undefined) app.addHook('onRoute', deps.onRoute);
  const { refuseOtherMethods } = collectMethods(app);
  requireHttps(app, origin, isTrustedProxy);
  answerNotFound(app, site);
  await app.register(cookie);

  siteRoutes(app, site, cookies.session);
  securityTextRoutes(app, { clock, origin });
  healthRoutes(app, deps);
  await app.register(async (api) => {
    neverCache(api);
    requireOwnOrigin(api, isAllowedOrigin, [cookies.session, cookies.pending]);
    accountRoutes(api, { ...shared, passwordMinLength: settings.passwordMinLength });
    tokenRoutes(api, shared);
    socialRoutes(api, shared);
    clientErrorRoutes(api, shared);
    analyticsRoutes(api, shared);
    await api.register(async (scope) =>
      profileRoutes(scope, { ...shared, publicApiKey: settings.publicApiKey }),
    );
  });
  await app.register(async (scope) =>
    formsRoutes(scope, { ...shared, forms: deps.forms ?? FORM_DEFINITIONS }),
  );
  await app.register(async (scope) => metricsRoutes(scope, deps));
  // Without a mail server the origin is a loopback address: `settings-together.ts` sees to it.
  if (settings.smtpUrl === undefined)
    await app.register(async (scope) =>
      mailboxRoutes(scope, { db, isLoopback: createLoopbackCheck(origin) }),
    );
  refuseOtherMethods();
  await app.ready();
  return app;
}
