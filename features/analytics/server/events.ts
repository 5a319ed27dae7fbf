import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import { z } from 'zod';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { type Device, EVENT_LIMITS, METRICS, OTHER_PATH } from '#features/analytics/contract.ts';
import { LONGEST_USER_AGENT } from '#server/http/browser-kind.ts';
import { scrubError } from '#server/http/log.ts';
import type { Site } from '#server/site/site.ts';

const { perBatch, pathMax, hostMax, campaignMax, valueMax } = EVENT_LIMITS;

const path = z
  .string('Each event needs a path.')
  .startsWith('/', 'A path starts with a slash.')
  .max(pathMax, `A path has at most ${pathMax} characters.`)
  .meta({ examples: ['/'] });

const event = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('view'),
      path,
      referrer: z.string().max(hostMax, `A host has at most ${hostMax} characters.`).optional(),
      campaign: z.string().max(campaignMax, `A campaign has at most ${campaignMax} characters.`).optional(),
    }),
    z.object({
      kind: z.literal('vital'),
      path,
      metric: z.enum(METRICS, `A metric is one of ${METRICS.join(', ')}.`),
      value: z
        .number('A value is a number.')
        .min(0, 'A value is not negative.')
        .max(valueMax, `A value is at most ${valueMax}.`),
    }),
  ],
  'Each event is a "view" or a "vital".',
);

/** The body of `POST /api/events`. Unknown fields are dropped. If one event is invalid, the whole batch is refused. */
export const eventBatch = z.object({
  events: z
    .array(event, 'Please send a list of events.')
    .min(1, 'Please send at least one event.')
    .max(perBatch, `Please send at most ${perBatch} events at once.`),
});

type KnownPage = (path: string) => string;

/** Strangers must not add paths to the counts, so all paths except pages of the build become `other`. */
export function createKnownPages(site: Site): KnownPage {
  const pages = new Set([...site.files].flatMap(([path, { isPage }]) => (isPage ? [path] : [])));
  return (path) => {
    const bare = path.replace(/[?#].*$/s, '').replace(/(?!^)\/+$/, '');
    return pages.has(bare) ? bare : OTHER_PATH;
  };
}

/** The maximum length of a stored path or host name. A longer path of a missing page is cut. A longer host name is not counted. */
const LONGEST_NAME = 100;

/** Returns what is stored of a missing page's path: printable ASCII without query, email addresses and tokens. */
export function missingPath(path: string): string {
  const bare = scrubError(path.replace(/[?#].*$/s, ''));
  return bare.replace(/[^\x21-\x7e]/g, '?').slice(0, LONGEST_NAME);
}

const HOST = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+$/;

/** The host of a referring site. Undefined for this site’s own hosts, IP addresses and names that no public host can have. */
export function referrerHost(sent: string | undefined, ownHosts: readonly string[]): string | undefined {
  const host = sent?.toLowerCase() ?? '';
  return host.length <= LONGEST_NAME && HOST.test(host) && !ownHosts.includes(host) ? host : undefined;
}

const CAMPAIGN = /^[a-z](?:[a-z_.-]|\d(?!\d{4})){0,39}$/;

/** The name of a campaign. Undefined for text that may identify a person: an email address, a customer number or a token. */
export function campaignName(sent: string | undefined): string | undefined {
  const name = sent?.toLowerCase() ?? '';
  return CAMPAIGN.test(name) && scrubError(name) === name ? name : undefined;
}

const COUNTRIES = new Intl.DisplayNames(SITE_LANGUAGE, { type: 'region', fallback: 'none' });

/**
 * The name of a country: `India` for the code `IN`. Undefined for other text, such as `other`, the name under which countries
 * beyond a day’s limit are counted together.
 */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code) : undefined;
}

/** The country of the browser's first language (`IN` for `en-IN`). The IP address is not used. */
export function countryOf(headers: IncomingHttpHeaders): string | undefined {
  const country = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i
    .exec(headers['accept-language'] ?? '')?.[1]
    ?.toUpperCase();
  return country !== undefined && countryName(country) !== undefined ? country : undefined;
}

function userAgentOf(headers: IncomingHttpHeaders): string {
  return (headers['user-agent'] ?? '').trim().slice(0, LONGEST_USER_AGENT);
}

/**
 * Whether a visit may be counted. Visits by robots and visits with Do Not Track or Global Privacy Control are not counted
 * (docs/product.md, "Analytics").
 */
export function isCounted(headers: IncomingHttpHeaders): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false;
  const userAgent = userAgentOf(headers);
  return userAgent !== '' && !isbot(userAgent);
}

/** An iPad requests desktop pages by default, and then counts as a desktop. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const userAgent = userAgentOf(headers);
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Kindle/i.test(userAgent)) return 'tablet';
  if (headers['sec-ch-ua-mobile'] === '?1' || /Mobi|iPhone|iPod/i.test(userAgent)) return 'phone';
  // Only Android phones have "Mobile" in their user agent, so other Android devices count as tablets.
  return /Android/i.test(userAgent) ? 'tablet' : 'desktop';
}
