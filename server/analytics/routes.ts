import type { FastifyInstance } from 'fastify';
import { BODY_LIMITS } from '#contract/limits.ts';
import { EVENTS } from '#contract/paths.ts';
import { parseBody } from '#server/http/body.ts';
import { limitKeyOf } from '#server/http/client-address.ts';
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
  readonly metrics: Metrics;
};

/**
 * `POST /api/events` (decisions §7): 202, and the batch is part of the day's sums. Refused as a whole: too many, too
 * large, or anything in it that is no event. Whoever is not counted gets the same answer and leaves no trace, not even
 * in the counter of the limit.
 */
export function analyticsRoutes(
  app: FastifyInstance,
  { site, visits, takeFromLimit, metrics }: AnalyticsDeps,
): void {
  const knownPage = createKnownPages(site);
  app.post(EVENTS, { bodyLimit: BODY_LIMITS.events }, async (request, reply) => {
    const { headers } = request;
    const counted = isCounted(headers);
    // Of an IPv6 address the part that its owner keeps: the rest of it changes within a day.
    const address = limitKeyOf(request);
    if (counted) await takeFromLimit('eventsPerIp', address);
    const { events } = parseBody(request, eventBatch);
    if (counted) {
      const device = deviceOf(headers);
      await visits.count({
        address,
        userAgent: userAgentOf(headers),
        device,
        events: events.map((event) => ({ ...event, path: knownPage(event.path) })),
      });
      for (const event of events) {
        if (event.kind === 'view') metrics.count('site_page_views_total', { device });
        else metrics.vital(event.metric, event.value);
      }
    }
    return reply.code(202).send();
  });
}
