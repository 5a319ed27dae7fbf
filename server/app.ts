import cookie, { type CookieSerializeOptions, type ParseOptions } from '@fastify/cookie';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { AppDeps } from './feature.ts';
import { createTrust } from './http/client-address.ts';
import { cookieAttributes, cookieNames } from './http/cookies.ts';
import { type ConnectionLimits, collectMethods, createServer } from './http/create-server.ts';
import { healthRoutes } from './http/health.ts';
import { openApiRoute } from './http/open-api.ts';
import { createAllowedOrigins, requireHttps, requireOwnOrigin } from './http/origin.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { RefusalError } from './http/refusal.ts';
import { neverCache, siteHeaders } from './http/security-headers.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { CONNECTIONS_REFUSED, LIMIT_REFUSALS } from './metrics/series.ts';
import { answerNotFound, fileRoutes, wellKnownRoutes } from './site/file-routes.ts';
import { answerOwnSubmits } from './site/page-frame.ts';
import { createLiveSite } from './site/site.ts';

type Derived = 'live' | 'cookies' | 'takeFromLimit' | 'isAllowedOrigin' | 'isTrustedProxy';
type GivenDeps = Omit<AppDeps, Derived>;

export function createDeps(given: GivenDeps): AppDeps {
  const { settings, origin, log, metrics } = given;
  const isTrustedProxy = createTrust(settings.trustedProxies);
  return {
    ...given,
    isTrustedProxy,
    live: createLiveSite(
      given,
      given.features.flatMap(({ changePages }) => changePages ?? []),
    ),
    cookies: cookieNames(origin),
    isAllowedOrigin: createAllowedOrigins(origin, settings.authorizedDomains),
    takeFromLimit: createRateLimits({
      ...given,
      scale: settings.rateLimitScale,
      isTrustedProxy,
      onUnnamed: warnOnce(
        log,
        'a proxy of TRUSTED_PROXIES sends no valid visitor address in X-Forwarded-For, so all its visitors share one limit, a hundred times as high. Configure it to send the address of each visitor, for nginx by `proxy_set_header X-Forwarded-For $remote_addr`',
      ),
      onRefusal: (limit) => metrics.count(LIMIT_REFUSALS, { limit }),
    }),
  };
}

/**
 * Turns off the URL decoding of cookie values. Our cookies need none, and one request can have thousands of malformed values, each
 * of which would throw. Two types are combined, because the type of `parseOptions` lacks `decode`.
 */
const COOKIE_OPTIONS: CookieSerializeOptions & ParseOptions = { decode: (value) => value };

type AppOptions = {
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly onRoute?: (route: Pick<RouteOptions, 'method' | 'url' | 'config'>) => void;
};

export async function createApp(deps: AppDeps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings, site, origin, log, metrics, cookies, features, live, isAllowedOrigin, isTrustedProxy } =
    deps;
  const app = createServer({
    log,
    requests: metrics.requests,
    isTrustedProxy,
    securityHeaders: siteHeaders(settings, features),
    limits: options.connectionLimits,
    onDrop: () => metrics.count(CONNECTIONS_REFUSED, {}),
  });
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute);
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof RefusalError) deps.noteRefused?.(request, error);
  });
  const { refuseOtherMethods } = collectMethods(app, (path) => site.files.has(path));
  requireHttps(app, origin, {
    navigated: features.flatMap(({ navigated = [] }) => navigated),
    isTrustedProxy,
    onUnread: warnOnce(
      log,
      'a proxy of TRUSTED_PROXIES sends neither http nor https in X-Forwarded-Proto, so visitors over http are not redirected to https. Configure it to send the scheme of the visitor’s request',
    ),
  });
  answerNotFound(app, live.current);
  await app.register(cookie, { parseOptions: { ...COOKIE_OPTIONS, ...cookieAttributes(origin) } });

  openApiRoute(app, deps);
  fileRoutes(app, live.current, cookies.session);
  wellKnownRoutes(app, deps);
  healthRoutes(app, deps);
  await app.register(async (scope) => metricsRoutes(scope, deps));
  await app.register(async (api) => {
    neverCache(api);
    requireOwnOrigin(api, isAllowedOrigin, [
      cookies.session,
      cookies.pending,
      cookies.passkey,
      cookies.signInStep,
    ]);
    answerOwnSubmits(api, live.current);
    for (const { apiRoutes } of features)
      if (apiRoutes !== undefined) await api.register(async (scope) => apiRoutes(scope, deps));
  });
  for (const { routes } of features)
    if (routes !== undefined) await app.register(async (scope) => routes(scope, deps));
  refuseOtherMethods();
  await app.ready();
  return app;
}

function warnOnce(log: Logger, message: string): () => void {
  let isLogged = false;
  return () => {
    if (!isLogged) log.warn(message);
    isLogged = true;
  };
}
