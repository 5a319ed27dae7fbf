import cookie, { type CookieSerializeOptions, type ParseOptions } from '@fastify/cookie';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { PasswordRule } from '#contract/identity.ts';
import type { AccountsDeps } from '#features/accounts/server/accounts-deps.ts';
import { createAuthenticate } from '#features/accounts/server/authenticate.ts';
import { cookieAttributes, cookieNames } from '#features/accounts/server/cookies.ts';
import { profileRoutes } from '#features/accounts/server/profile-routes.ts';
import { accountRoutes } from '#features/accounts/server/routes.ts';
import { securityRoutes } from '#features/accounts/server/security/routes.ts';
import { addressChangeRoutes } from '#features/address-change/server/routes.ts';
import { analyticsRoutes } from '#features/analytics/server/routes.ts';
import type { VisitCounter } from '#features/analytics/server/visit-counter.ts';
import { type AnnouncedSite, createAnnouncedSite } from '#features/announcements/server/announced-site.ts';
import { clientErrorRoutes } from '#features/client-errors/server/routes.ts';
import { consoleRoutes } from '#features/console/server/routes.ts';
import { FORM_DEFINITIONS, type FormDefinition } from '#features/forms/server/form-definitions.ts';
import { createNotificationBodies } from '#features/forms/server/notification.ts';
import { formsRoutes } from '#features/forms/server/routes.ts';
import { launchListRoutes } from '#features/launch-list/server/routes.ts';
import { mailboxRoutes } from '#features/mailbox/server/mailbox.ts';
import { passkeyRoutes } from '#features/passkeys/server/routes.ts';
import { socialRoutes } from '#features/social-sign-in/server/routes.ts';
import { tokenRoutes } from '#features/tokens/server/token-routes.ts';
import { secondStepRoutes } from '#features/two-step/server/routes.ts';
import { changeRoutes } from '#features/undo-changes/server/routes.ts';
import { rightsRoutes } from '#features/your-data/server/rights/routes.ts';
import { yourDataRoutes } from '#features/your-data/server/routes.ts';
import { createLoopbackCheck, createTrust } from './http/client-address.ts';
import type { ConnectionLimits } from './http/connection-limits.ts';
import { createServer } from './http/create-server.ts';
import { healthRoutes } from './http/health.ts';
import { requireHttps } from './http/https-only.ts';
import { collectMethods } from './http/method-not-allowed.ts';
import { createAllowedOrigins, requireOwnOrigin } from './http/origin.ts';
import { createRateLimits } from './http/rate-limits.ts';
import type { SharedRedis } from './http/redis.ts';
import { RefusalError } from './http/refusal.ts';
import type { NoteRefused } from './http/refused-callers.ts';
import { neverCache, siteHeaders } from './http/security-headers.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsRoutes } from './metrics/routes.ts';
import type { GivenSettings, Settings } from './settings/settings.ts';
import { answerNotFound, fileRoutes } from './site/file-routes.ts';
import type { Site } from './site/site.ts';
import { wellKnownRoutes } from './site/well-known.ts';

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
