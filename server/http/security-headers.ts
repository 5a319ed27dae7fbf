import type { FastifyInstance } from 'fastify';
import type { Feature } from '#server/feature.ts';
import { type PageRules, pageRules } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Whatever is not a page of the site loads nothing and is framed by nobody. */
const POLICY_FOR_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What no page of ours needs, and so no script that gets into one may have either. In the order of their names. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
] as const;

/** What each page may use, unless a feature says otherwise. */
const USED_FEATURES = { payment: '()', 'publickey-credentials-get': '(self)' };

/** Two years, as the browsers' preload list recommends; that list itself is the operator's decision. */
const HSTS = 'max-age=63072000';

/**
 * What every answer says to a browser, in small letters, by its path (undefined where any may be). A page brings a
 * `content-security-policy` of its own.
 */
export type SecurityHeaders = (path: string | undefined) => Readonly<Record<string, string>>;

/**
 * @param navigated of `Feature`: such a window keeps its link to the page that opened it, and so may be closed
 * @param permissions what pages may use of the browser beyond the usual
 * @param hstsSubdomains browsers ask every subdomain over https only, also those of other servers
 */
export function createSecurityHeaders(
  origin: string,
  {
    navigated = [],
    permissions = {},
    hstsSubdomains = false,
  }: Pick<Feature, 'navigated'> &
    Partial<Pick<PageRules, 'permissions'> & Pick<Settings, 'hstsSubdomains'>> = {},
): SecurityHeaders {
  const features = [
    ...UNUSED_FEATURES.map((name) => `${name}=()`),
    ...Object.entries({ ...USED_FEATURES, ...permissions }).map(([name, allowed]) => `${name}=${allowed}`),
  ].join(', ');
  const hsts = hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS;
  const usual = {
    'content-security-policy': POLICY_FOR_DATA,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': features,
    'x-dns-prefetch-control': 'off',
    'x-permitted-cross-domain-policies': 'none',
    ...(origin.startsWith('https:') ? { 'strict-transport-security': hsts } : {}),
  };
  const ofPopups = { ...usual, 'cross-origin-opener-policy': 'unsafe-none' };
  return (path) => (navigated.some((start) => path?.startsWith(start)) ? ofPopups : usual);
}

/** Sets the headers that every answer carries, unless its handler says otherwise in one of them. */
export function addSecurityHeaders(app: FastifyInstance, headersAt: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersAt(request.url));
    done();
  });
}

/** For what is about a person: no cache may keep it, unless the answer says by itself that it is for everybody. */
export function neverCache(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}

/** The headers of every answer under these settings. */
export function siteHeaders(settings: Settings, features: readonly Feature[]): SecurityHeaders {
  const { origin, hstsSubdomains } = settings;
  return createSecurityHeaders(origin, {
    navigated: features.flatMap(({ navigated = [] }) => navigated),
    permissions: pageRules(settings, features).permissions,
    hstsSubdomains,
  });
}
