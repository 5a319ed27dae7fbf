import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AppEnv } from '#server/http/app-env.ts';
import type { CookieNames } from './cookies.ts';
import { knownSecrets, type Secrets } from './keyed-hash.ts';
import { isSameText } from './same-text.ts';

/** What one of the known secrets signed; `undefined` for everything else. */
export function openSignedCookie(secrets: Secrets, cookie: string | undefined): string | undefined {
  const cut = cookie?.lastIndexOf('.') ?? -1;
  if (cookie === undefined || cut < 1) return undefined;
  const [value, given] = [cookie.slice(0, cut), cookie.slice(cut + 1)];
  return knownSecrets(secrets).some((secret) => isSameText(given, signature(secret, value)))
    ? value
    : undefined;
}

/**
 * The headers of a request for better-auth, which knows the current secret only: of its cookies those that a known
 * secret signed, as the current one would have signed them; no others.
 */
export function headersForAuth(secrets: Secrets, names: CookieNames, c: Context<AppEnv>): Headers {
  const cookies = [names.session, names.dontRemember].flatMap((name) => {
    const value = openSignedCookie(secrets, getCookie(c, name));
    if (value === undefined) return [];
    return [`${name}=${encodeURIComponent(signedCookie(secrets.secret, value))}`];
  });
  const headers = new Headers(c.req.raw.headers);
  headers.set('cookie', cookies.join('; '));
  return headers;
}

/** A value as a cookie carries it, for `openSignedCookie` and better-auth; still to be encoded for the header. */
export function signedCookie(secret: string, value: string): string {
  return `${value}.${signature(secret, value)}`;
}

/** As better-auth signs a cookie: HMAC-SHA-256 of the value, in base64. */
function signature(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64');
}
