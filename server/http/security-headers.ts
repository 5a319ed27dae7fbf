import type { FastifyInstance } from 'fastify';
import type { Feature } from '#server/feature.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import type { Settings } from '#server/settings/settings.ts';

const POLICY_FOR_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Browser features that are turned off on every page. No page needs them, and an injected script cannot use them either. Sorted
 * by name.
 */
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

/** Browser permissions of all pages, unless a feature of the site overrides them. */
const USED_FEATURES = { payment: '()', 'publickey-credentials-get': '(self)' };

/** Browsers use https for two years, as their preload list recommends. Operators decide whether to join that list. */
const HSTS = 'max-age=63072000';

/** The security headers for a request path, with names in lower case. Pages set their own `content-security-policy`. */
export type SecurityHeaders = (path: string | undefined) => Readonly<Record<string, string>>;

/** Windows at the paths that features list as `navigated` keep their opener, so that the opening page can close them. */
export function siteHeaders(settings: Settings, features: readonly Feature[]): SecurityHeaders {
  const { permissions } = pageRules(settings, features);
  const navigated = features.flatMap(({ navigated: paths = [] }) => paths);
  const allowed = [
    ...UNUSED_FEATURES.map((name) => `${name}=()`),
    ...Object.entries({ ...USED_FEATURES, ...permissions }).map(([name, who]) => `${name}=${who}`),
  ].join(', ');
  const hsts = settings.hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS;
  const usual = {
    'content-security-policy': POLICY_FOR_DATA,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': allowed,
    'x-dns-prefetch-control': 'off',
    'x-permitted-cross-domain-policies': 'none',
    ...(settings.origin.startsWith('https:') ? { 'strict-transport-security': hsts } : {}),
  };
  const ofPopups = { ...usual, 'cross-origin-opener-policy': 'unsafe-none' };
  return (path) => (navigated.some((start) => path?.startsWith(start)) ? ofPopups : usual);
}

export function addSecurityHeaders(app: FastifyInstance, headersAt: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersAt(request.url));
    done();
  });
}

/** Answers of routes about a person are not cached. An answer that is the same for everybody may override this. */
export function neverCache(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}
