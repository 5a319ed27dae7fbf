import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Whatever is not a page of the site loads nothing and is framed by nobody. */
const POLICY_FOR_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Sets the headers that every answer carries; a handler that sends a page brings its own Content-Security-Policy. */
export function securityHeaders(origin: string): MiddlewareHandler<AppEnv> {
  const isHttps = origin.startsWith('https:');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', POLICY_FOR_DATA);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('X-Frame-Options', headers.get('X-Frame-Options') ?? 'DENY');
    headers.set('Referrer-Policy', headers.get('Referrer-Policy') ?? 'same-origin');
    // Popups of the sign-in providers must be able to come back.
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (isHttps) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
}

/** For what is about a person: no cache may keep it, whatever it makes of an answer that says nothing. */
export const neverCached: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
};
