import type { MiddlewareHandler } from 'hono';
import { PAGES, SOCIAL_API } from '#contract/paths.ts';
import type { AppEnv } from './app-env.ts';

/** Whatever is not a page of the site loads nothing and is framed by nobody. */
const POLICY_FOR_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** On the way back from a provider: their window keeps its link to the page that opened it, and so may be closed. */
const WAY_BACK = [PAGES.authCallback, SOCIAL_API.start.split(':')[0] ?? ''];

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

/** What the card field and a bank's window in it may use, where cards are taken; else nobody. */
const CARD_FEATURES = {
  payment: '(self "https://js.stripe.com")',
  'publickey-credentials-get': '(self "https://js.stripe.com" "https://hooks.stripe.com")',
} as const;

/** Two years, as the browsers' preload list recommends; that list itself is the operator's decision. */
const HSTS = 'max-age=63072000; includeSubDomains';

/**
 * Sets the headers that every answer carries; a handler that sends a page brings its own Content-Security-Policy.
 *
 * @param takesCards Stripe's card field may use what it needs of the browser
 */
export function securityHeaders(origin: string, takesCards = false): MiddlewareHandler<AppEnv> {
  const isHttps = origin.startsWith('https:');
  const features = [
    ...UNUSED_FEATURES.map((name) => `${name}=()`),
    ...Object.entries(CARD_FEATURES).map(([name, users]) => `${name}=${takesCards ? users : '()'}`),
  ].join(', ');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', POLICY_FOR_DATA);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('X-Frame-Options', headers.get('X-Frame-Options') ?? 'DENY');
    headers.set('Referrer-Policy', headers.get('Referrer-Policy') ?? 'same-origin');
    const isWayBack = WAY_BACK.some((start) => c.req.path.startsWith(start));
    headers.set('Cross-Origin-Opener-Policy', isWayBack ? 'unsafe-none' : 'same-origin-allow-popups');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    headers.set('Permissions-Policy', features);
    headers.set('X-DNS-Prefetch-Control', 'off');
    headers.set('X-Permitted-Cross-Domain-Policies', 'none');
    if (isHttps) headers.set('Strict-Transport-Security', HSTS);
  };
}

/** For what is about a person: no cache may keep it, unless the answer says by itself that it is for everybody. */
export const neverCached: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!c.res.headers.get('Cache-Control')?.startsWith('public'))
    c.res.headers.set('Cache-Control', 'no-store');
};
