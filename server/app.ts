import cookie, { type CookieSerializeOptions, type ParseOptions } from '@fastify/cookie';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { PasswordRule } from '#contract/identity.ts';
import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { addressChangeRoutes } from './accounts/address-change/routes.ts';
import { createAuthenticate } from './accounts/authenticate.ts';
import { changeRoutes } from './accounts/changes/routes.ts';
import { cookieAttributes, cookieNames } from './accounts/cookies.ts';
import { passkeyRoutes } from './accounts/passkeys/routes.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { secondStepRoutes } from './accounts/second-step/routes.ts';
import { securityRoutes } from './accounts/security/routes.ts';
import { socialRoutes } from './accounts/social/routes.ts';
import { tokenRoutes } from './accounts/token-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import type { VisitCounter } from './analytics/visit-counter.ts';
import { type AnnouncedSite, createAnnouncedSite } from './announcements/announced-site.ts';
import { clientErrorRoutes } from './client-errors/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import { FORM_DEFINITIONS, type FormDefinition } from './forms/form-definitions.ts';
import { createNotificationBodies } from './forms/notification.ts';
import { formsRoutes } from './forms/routes.ts';
import { createLoopbackCheck, createTrust } from './http/client-address.ts';
import type { ConnectionLimits } from './http/connection-limits.ts';
import { createServer } from './http/create-server.ts';
import { healthRoutes } from './http/health.ts';
import { requireHttps } from './http/https-only.ts';
import { collectMethods } from './http/method-not-allowed.ts';
import { createAllowedOrigins, requireOwnOrigin } from './http/origin.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { RefusalError } from './http/refusal.ts';
import type { NoteRefused } from './http/refused-callers.ts';
import { neverCache, siteHeaders } from './http/security-headers.ts';
import { launchListRoutes } from './launch-list/routes.ts';
import { mailboxRoutes } from './mail/mailbox.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsRoutes } from './metrics/routes.ts';
import type { SharedRedis } from './redis/redis.ts';
import { rightsRoutes } from './rights/routes.ts';
import type { GivenSettings, Settings } from './settings/settings.ts';
import { answerNotFound, fileRoutes } from './site/file-routes.ts';
import type { Site } from './site/site.ts';
import { wellKnownRoutes } from './site/well-known.ts';
import { yourDataRoutes } from './your-data/routes.ts';

export type AppDeps = AccountsDeps & {
  readonly settings: Settings;
  /** The settings as they were written, for the page that shows them. */
  readonly given: GivenSettings;
  readonly site: Site;
  /** The site with an announcement on its pages; without it, nobody looks for one but the console. */
  readonly announced?: AnnouncedSite | undefined;
  readonly visits: Pick<VisitCounter, 'count'>;
  readonly log: Logger;
  readonly isStopping: () => boolean;
  /** Whether the export that a web server serves is what the site would answer; absent where there is none. */
  readonly isExportCurrent?: (() => boolean) | undefined;
  readonly metrics: Metrics;
  /** Keeps the addresses of refused callers for a day; without it, nobody does. */
  readonly noteRefused?: NoteRefused | undefined;
  /** Where the processes of the site share what they count; without it, this process counts alone. */
  readonly redis?: SharedRedis | undefined;
  /** The forms of the site, unless told otherwise. */
  readonly forms?: readonly FormDefinition[];
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Hears of each route, for tests that go through all of them. */
  readonly onRoute?: (route: Pick<RouteOptions, 'method' | 'url' | 'config'>) => void;
};

/**
 * Our values need no decoding, and what cannot be decoded would cost an exception each, thousands in one request. The
 * type of `parseOptions` knows only what writes a cookie.
 */
const COOKIE_OPTIONS: CookieSerializeOptions & ParseOptions = { decode: (value) => value };

/** The whole server from its parts. It listens on no port: `http/listen.ts` does. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { settings, site, db, clock, metrics } = deps;
  const { origin } = settings;
  const cookies = cookieNames(origin);
  const isAllowedOrigin = createAllowedOrigins(origin, settings.authorizedDomains);
  const isTrustedProxy = createTrust(settings.trustedProxies);
  const takeFromLimit = createRateLimits({
    ...deps,
    scale: settings.rateLimitScale,
    isTrustedProxy,
    onUnnamed: warnOnce(
      deps.log,
      'a proxy of TRUSTED_PROXIES names no visitor in X-Forwarded-For whose address can be read: limits count all its visitors as one, a hundred times wider. Let it write the address of each visitor, as `proxy_set_header X-Forwarded-For $remote_addr` does for nginx',
    ),
    onRefusal: (limit) => metrics.count('site_limit_refusals_total', { limit }),
  });
  const shared = {
    ...deps,
    cookies,
    isAllowedOrigin,
    authenticate: createAuthenticate({ ...deps, takeFromLimit }, cookies),
    takeFromLimit,
  };
  const announced = deps.announced ?? createAnnouncedSite(deps);
  const app = createServer({
    log: deps.log,
    requests: metrics.requests,
    isTrustedProxy,
    securityHeaders: siteHeaders(settings),
    limits: deps.connectionLimits,
    onDrop: () => metrics.count('site_connections_refused_total', {}),
  });
  if (deps.onRoute !== undefined) app.addHook('onRoute', deps.onRoute);
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof RefusalError) deps.noteRefused?.(request, error);
  });
  const { refuseOtherMethods } = collectMethods(app, (path) => site.files.has(path));
  requireHttps(app, origin, {
    isTrustedProxy,
    onUnread: warnOnce(
      deps.log,
      'a proxy of TRUSTED_PROXIES writes neither http nor https into X-Forwarded-Proto: visitors who come by http are not led to https. Let it write the scheme that the visitor used',
    ),
  });
  answerNotFound(app, announced.site);
  await app.register(cookie, { parseOptions: { ...COOKIE_OPTIONS, ...cookieAttributes(origin) } });

  fileRoutes(app, announced.site, cookies.session);
  wellKnownRoutes(app, { clock, origin });
  healthRoutes(app, deps);
  await app.register(async (api) => {
    neverCache(api);
    requireOwnOrigin(api, isAllowedOrigin, [
      cookies.session,
      cookies.pending,
      cookies.passkey,
      cookies.signInStep,
    ]);
    const passwordRule = await passwordRuleOf(settings);
    accountRoutes(api, { ...shared, passwordRule });
    securityRoutes(api, { ...shared, passwordRule });
    addressChangeRoutes(api, shared);
    passkeyRoutes(api, shared);
    secondStepRoutes(api, shared);
    changeRoutes(api, shared);
    yourDataRoutes(api, shared);
    tokenRoutes(api, shared);
    socialRoutes(api, shared);
    clientErrorRoutes(api, shared);
    analyticsRoutes(api, shared);
    await api.register(async (scope) => profileRoutes(scope, shared));
  });
  const forms = deps.forms ?? FORM_DEFINITIONS;
  await app.register(async (scope) => formsRoutes(scope, { ...shared, forms }));
  await app.register(async (scope) => launchListRoutes(scope, shared));
  await app.register(async (scope) => rightsRoutes(scope, shared));
  await app.register(async (scope) => consoleRoutes(scope, { ...shared, announced, forms }));
  await app.register(async (scope) => metricsRoutes(scope, deps));
  // Without a mail server the origin is a loopback address: `settings-together.ts` sees to it.
  if (settings.smtpUrl === undefined)
    await app.register(async (scope) =>
      mailboxRoutes(scope, {
        db,
        isLoopback: createLoopbackCheck(origin),
        makeBodies: createNotificationBodies({ ...deps, forms }),
      }),
    );
  refuseOtherMethods();
  await app.ready();
  return app;
}

/** What each request may show, and the operator needs to hear but once in a process. */
function warnOnce(log: Logger, message: string): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) log.warn(message);
    isSaid = true;
  };
}

/** The list of common passwords takes memory: it is loaded only where it counts. */
async function passwordRuleOf({ passwordMinLength, refuseCommonPasswords }: Settings): Promise<PasswordRule> {
  const { isCommonPassword } = refuseCommonPasswords
    ? await import('#contract/common-passwords.ts')
    : { isCommonPassword: () => false };
  return { minLength: passwordMinLength, isCommon: isCommonPassword };
}
