import type { FastifyInstance } from 'fastify';
import type { Feature } from '#server/feature.ts';
import { type PageRules, pageRules } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';

/** For answers other than pages of the site. */
const POLICY_FOR_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Browser features that no page needs, so that an injected script cannot use them either. Sorted by name. */
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

/** For all pages, unless a feature of the site overrides it. */
const USED_FEATURES = { payment: '()', 'publickey-credentials-get': '(self)' };

/** Two years, as the browsers' preload list recommends. Operators decide themselves about preloading. */
const HSTS = 'max-age=63072000';

/**
 * The security headers of an answer, by its path. Names are in lower case. Pages set their own `content-security-policy`.
 */
export type SecurityHeaders = (path: string | undefined) => Readonly<Record<string, string>>;

/**
 * @param navigated of `Feature`: such a window keeps its opener, so that the page can close it
 * @param permissions additional browser permissions of pages
 * @param hstsSubdomains applies HSTS to all subdomains, also those on other servers
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

/** Handlers may override single headers. */
export function addSecurityHeaders(app: FastifyInstance, headersAt: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersAt(request.url));
    done();
  });
}

/** For answers about a person. An answer for everybody may override it. */
export function neverCache(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}

export function siteHeaders(settings: Settings, features: readonly Feature[]): SecurityHeaders {
  const { origin, hstsSubdomains } = settings;
  return createSecurityHeaders(origin, {
    navigated: features.flatMap(({ navigated = [] }) => navigated),
    permissions: pageRules(settings, features).permissions,
    hstsSubdomains,
  });
}
