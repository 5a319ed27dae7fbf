import { Hono } from 'hono';
import { BRAND } from '#content/brand.ts';
import { SECURITY_LANGUAGES } from '#content/seo.ts';
import { DISCOVERY } from '#contract/paths.ts';
import type { AppEnv } from '#server/http/app-env.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Less than the year that RFC 9116 §2.5.5 advises; long enough for whoever keeps a copy. */
const VALID_DAYS = 180;

/**
 * Where to report a security hole (RFC 9116). It is written at each request, so that a site which runs for years never
 * shows one that has lapsed; over one day (UTC) it stays the same.
 */
export function securityText(now: Date, origin: string): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace('.000', '');
  return `${[
    `Contact: mailto:${BRAND.securityEmail}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${SECURITY_LANGUAGES.join(', ')}`,
    `Canonical: ${origin}${DISCOVERY.securityText}`,
  ].join('\n')}\n`;
}

export function securityTextRoutes(deps: {
  readonly clock: () => Date;
  readonly origin: string;
}): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(DISCOVERY.securityText, (c) =>
      c.text(securityText(deps.clock(), deps.origin), 200, { 'Cache-Control': 'public, max-age=3600' }),
    )
    .get(DISCOVERY.securityTextAtRoot, (c) => c.redirect(DISCOVERY.securityText, 308));
}
