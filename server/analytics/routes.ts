import { Hono } from 'hono';
import { BODY_LIMITS } from '#contract/limits.ts';
import { EVENTS } from '#contract/paths.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { readJson, requireBodyWithin } from '#server/http/body.ts';
import { type ClientAddress, limitKeyOf } from '#server/http/client-address.ts';
import type { TakeFromLimit } from '#server/http/rate-limits.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { Site } from '#server/site/site.ts';
import { eventBatch } from './batch.ts';
import { createKnownPages } from './known-pages.ts';
import type { VisitCounter } from './visit-counter.ts';
import { deviceOf, isCounted, userAgentOf } from './visitor.ts';

type AnalyticsDeps = {
  readonly site: Site;
  readonly visits: Pick<VisitCounter, 'count'>;
  readonly takeFromLimit: TakeFromLimit;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
};

/**
 * `POST /api/events` (decisions §7): 202, and the batch is part of the day's sums. Refused as a whole: too many, too
 * large, or anything in it that is no event. Whoever is not counted is answered alike, and leaves no trace: not even
 * among the counters of the limit.
 */
export function analyticsRoutes({
  site,
  visits,
  takeFromLimit,
  clientAddress,
  metrics,
}: AnalyticsDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const knownPage = createKnownPages(site);
  routes.post(EVENTS, async (c) => {
    const header = (name: string) => c.req.header(name);
    // Of an IPv6 address the part that its owner keeps: the rest of it changes within a day.
    const address = limitKeyOf(clientAddress(c));
    const counted = isCounted(header);
    if (counted) await takeFromLimit('eventsPerIp', address);
    requireBodyWithin(c, BODY_LIMITS.events);
    const { events } = await readJson(c, eventBatch);
    if (counted) {
      const device = deviceOf(header);
      await visits.count({
        address,
        userAgent: userAgentOf(header),
        device,
        events: events.map((event) => ({ ...event, path: knownPage(event.path) })),
      });
      for (const event of events) {
        if (event.kind === 'view') metrics.count('site_page_views_total', { device });
        else metrics.vital(event.metric, event.value);
      }
    }
    return c.body(null, 202);
  });
  return routes;
}
