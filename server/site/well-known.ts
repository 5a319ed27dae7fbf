import type { FastifyInstance } from 'fastify';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { SECURITY_LANGUAGES } from '#content/seo.ts';
import { DISCOVERY } from '#contract/paths.ts';
import type { AppDeps } from '#server/feature.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { DAY_MS } from '#server/time.ts';

/** How long a security.txt is valid. RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * The text of security.txt, which names where to report a vulnerability (RFC 9116). Generated at each request, so that
 * it never expires; unchanged for a whole day (UTC).
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

export function wellKnownRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { clock, origin } = deps;
  const route = declareRoutes(app, deps);
  route.get(DISCOVERY.securityText, { answers: { 200: 'text/plain' } }, async ({ reply }) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(securityText(clock(), origin)),
  );
  route.get(DISCOVERY.securityTextAtRoot, { answers: { 308: 'text/plain' } }, async ({ reply }) =>
    reply.redirect(DISCOVERY.securityText, 308),
  );
  // Not a permanent redirect, because the page may move.
  route.get(DISCOVERY.changePassword, { answers: { 303: 'text/plain' } }, async ({ reply }) =>
    reply.header('cache-control', 'no-store').redirect(PAGES.security, 303),
  );
}
