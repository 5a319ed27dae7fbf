import { Hono } from 'hono';
import type { Logger } from 'pino';
import { PAGES } from '#contract/paths.ts';
import { receiveBody } from '#server/http/body.ts';
import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { cookieNames } from './accounts/cookies.ts';
import { usersRoutes } from './accounts/profile-routes.ts';
import { identityRoutes } from './accounts/routes.ts';
import { socialRoutes } from './accounts/social/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import type { VisitCounter } from './analytics/visit-counter.ts';
import { clientErrorRoutes } from './client-errors/routes.ts';
import { FORM_DEFINITIONS, type FormDefinition } from './forms/form-definitions.ts';
import { formsRoutes } from './forms/routes.ts';
import { answerError } from './http/answer-errors.ts';
import type { AppEnv } from './http/app-env.ts';
import { createClientAddress, createForwardedScheme, createLoopbackCheck } from './http/client-address.ts';
import { healthRoutes } from './http/health.ts';
import { requireHttps } from './http/https-only.ts';
import { refuseOtherMethods } from './http/method-not-allowed.ts';
import { createAllowedOrigins, requireOwnOrigin } from './http/origin.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { RefusalError } from './http/refusal.ts';
import type { RequestIds } from './http/request-id.ts';
import type { RequestLog } from './http/request-lines.ts';
import { logRequests } from './http/request-log.ts';
import { createSecurityHeaders, neverCached, securityHeaders } from './http/security-headers.ts';
import { mailboxRoutes } from './mail/mailbox.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { createRequestWatch } from './metrics/watch-requests.ts';
import type { SharedRedis } from './redis/redis.ts';
import { publicSettings } from './settings/public-settings.ts';
import type { Settings } from './settings/settings.ts';
import { leadToSignIn } from './site/profile-gate.ts';
import { sendNotFound, serveSite } from './site/routes.ts';
import { securityTextRoutes } from './site/security-txt.ts';
import type { Site } from './site/site.ts';

export type AppDeps = AccountsDeps & {
  readonly settings: Settings;
  readonly site: Site;
  readonly visits: Pick<VisitCounter, 'count'>;
  readonly log: Logger;
  /** Beside it, without its scrubbing. */
  readonly requestLog: RequestLog;
  readonly requestIdOf: RequestIds;
  readonly isStopping: () => boolean;
  readonly metrics: Metrics;
  /** Where the processes of the site share what they count; without it, this process counts alone. */
  readonly redis?: SharedRedis | undefined;
  /** The forms of the site, unless told otherwise. */
  readonly forms?: readonly FormDefinition[];
};

/** The whole server as one function from request to answer: no port, no process, no surroundings. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const { settings, site } = deps;
  const cookies = cookieNames(settings.origin);
  const shared = {
    ...deps,
    cookies,
    takeFromLimit: createRateLimits({
      ...deps,
      scale: settings.rateLimitScale,
      onRefusal: (limit) => deps.metrics.count('site_limit_refusals_total', { limit }),
    }),
    clientAddress: createClientAddress(settings.trustedProxies),
  };
  const isAllowedOrigin = createAllowedOrigins(settings.origin, settings.authorizedDomains);

  const app = new Hono<AppEnv>();
  app.use(
    logRequests(
      deps.log,
      deps.requestLog,
      deps.requestIdOf,
      () => performance.now(),
      createRequestWatch(deps.metrics.requests, site),
    ),
  );
  const takesCards = publicSettings(settings).stripePublishableKey !== '';
  app.use(securityHeaders(createSecurityHeaders(settings.origin, takesCards)));
  app.use(requireHttps(settings.origin, createForwardedScheme(settings.trustedProxies)));
  app.use(PAGES.profile, leadToSignIn(cookies.session));
  app.use(serveSite(site));
  app.use('/api/*', neverCached);
  app.use('/api/*', requireOwnOrigin(isAllowedOrigin, [cookies.session, cookies.pending]));
  app.use('/api/*', receiveBody);
  app.route('/', healthRoutes(deps.db, deps.isStopping));
  app.route('/', metricsRoutes(deps));
  app.route('/', identityRoutes({ ...shared, passwordMinLength: settings.passwordMinLength }));
  app.route('/', socialRoutes(shared));
  app.route('/', usersRoutes({ ...shared, publicApiKey: settings.publicApiKey }));
  app.route('/', clientErrorRoutes(shared));
  app.route('/', analyticsRoutes(shared));
  app.route('/', formsRoutes({ ...shared, isAllowedOrigin, forms: deps.forms ?? FORM_DEFINITIONS }));
  if (settings.smtpUrl === undefined) {
    app.route('/', mailboxRoutes({ db: deps.db, isLoopback: createLoopbackCheck(settings.origin) }));
  }
  app.route('/', securityTextRoutes({ clock: deps.clock, origin: settings.origin }));
  refuseOtherMethods(app);
  const notFound = sendNotFound(site.notFound);
  app.notFound((c) =>
    c.req.path.startsWith('/api/') || !['GET', 'HEAD'].includes(c.req.method)
      ? answerError(new RefusalError('PATH_NOT_FOUND'), c)
      : notFound(c),
  );
  app.onError((error, c) => answerError(error, c));
  return app;
}
