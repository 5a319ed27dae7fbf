import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { RATE_LIMITED } from '#contract/errors.ts';
import { BODY_LIMITS } from '#contract/limits.ts';
import { EVENTS, OTHER_PATH } from '#features/analytics/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { networkOf } from '#server/http/client-address.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { createKnownPages, deviceOf, eventBatch, isCounted, missingPath, referrerHost } from './events.ts';
import { PAGE_VIEWS, VITALS } from './series.ts';
import { visitCounterOf } from './visit-counter.ts';

export const ANALYTICS_LIMITS = rateLimits({
  eventsPerIp: { points: 60, seconds: 60 },
  /** One batch of events can hold 50 page views. */
  pageViewsPerIp: { points: 120, seconds: 60 },
});

/**
 * `POST /api/events` (docs/product.md, "Analytics") answers 202 and adds the batch to the day's sums, or refuses it as a whole.
 * Visitors who are not counted get the same answer and leave no trace, not even in the limit's counter.
 */
export function analyticsRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { settings, site, takeFromLimit, metrics } = deps;
  const route = declareRoutes(app, deps);
  const visits = visitCounterOf(deps);
  const knownPage = createKnownPages(site);
  const countedEvent = (event: z.infer<typeof eventBatch>['events'][number]) => {
    const path = knownPage(event.path);
    if (event.kind === 'vital') return { ...event, path };
    const referrer = referrerHost(event.referrer, settings.authorizedDomains);
    return {
      kind: event.kind,
      path,
      ...(referrer === undefined ? {} : { referrer }),
      ...(path === OTHER_PATH ? { missing: missingPath(event.path) } : {}),
    };
  };
  const ofEvents = {
    does: 'Takes page views and web vitals.',
    body: eventBatch,
    bodyLimit: BODY_LIMITS.events,
    answers: { 202: 'text/plain' },
    refuses: [RATE_LIMITED],
  } as const;
  route.post(EVENTS, ofEvents, async ({ request, reply, body: { events } }) => {
    const { headers } = request;
    if (isCounted(headers)) {
      const network = networkOf(request);
      await takeFromLimit(ANALYTICS_LIMITS.eventsPerIp, network);
      for (const { kind } of events)
        if (kind === 'view') await takeFromLimit(ANALYTICS_LIMITS.pageViewsPerIp, network);
      const device = deviceOf(headers);
      await visits.count({
        // Of an IPv6 address the part that its owner keeps: the rest of it changes within a day.
        address: network.block,
        browser: browserKind(headers['user-agent']),
        device,
        events: events.map(countedEvent),
      });
      for (const event of events) {
        if (event.kind === 'view') metrics.count(PAGE_VIEWS, { device });
        else metrics.observe(VITALS[event.metric], event.value / VITALS[event.metric].perUnit);
      }
    }
    return reply.code(202).send();
  });
}
