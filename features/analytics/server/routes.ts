import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { RATE_LIMITED } from '#contract/errors.ts';
import { BODY_LIMITS } from '#contract/limits.ts';
import { DEVICES, EVENTS, type Metric, OTHER_PATH } from '#features/analytics/contract.ts';
import type { AppDeps } from '#server/feature.ts';
import { browserKind } from '#server/http/browser-kind.ts';
import { networkOf } from '#server/http/client-address.ts';
import { declareRoutes } from '#server/http/declared-routes.ts';
import { rateLimits } from '#server/http/rate-limits.ts';
import { counter, type HistogramSeries } from '#server/metrics/series.ts';
import {
  campaignName,
  countryOf,
  createKnownPages,
  deviceOf,
  eventBatch,
  isCounted,
  missingPath,
  referrerHost,
} from './events.ts';
import { visitCounterOf } from './visit-counter.ts';

export const ANALYTICS_LIMITS = rateLimits({
  eventsPerIp: { points: 60, seconds: 60 },
  /** This limit counts page views, not requests, because one batch may have 50. */
  pageViewsPerIp: { points: 120, seconds: 60 },
});

/**
 * `POST /api/events` (docs/product.md, "Analytics"): answers 202, or refuses the whole batch. Visitors who must not be counted
 * get the same answer. Nothing of them is stored, not even in the rate limit's counter.
 */
export function analyticsRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { settings, site, takeFromLimit, metrics } = deps;
  const route = declareRoutes(app, deps);
  const visits = visitCounterOf(deps);
  const knownPage = createKnownPages(site);
  const countedEvent = (event: z.infer<typeof eventBatch>['events'][number], country: string | undefined) => {
    const path = knownPage(event.path);
    if (event.kind === 'vital') return { ...event, path };
    const referrer = referrerHost(event.referrer, settings.authorizedDomains);
    const campaign = campaignName(event.campaign);
    return {
      kind: event.kind,
      path,
      ...(referrer === undefined ? {} : { referrer }),
      ...(campaign === undefined ? {} : { campaign }),
      ...(country === undefined ? {} : { country }),
      ...(path === OTHER_PATH ? { missing: missingPath(event.path) } : {}),
    };
  };
  const ofEvents = {
    does: 'Receives page views and web vitals.',
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
      const country = countryOf(headers);
      await visits.count({
        // For IPv6, only the network block is used, because the rest of a visitor's address changes within a day.
        address: network.block,
        browser: browserKind(headers['user-agent']),
        device,
        events: events.map((event) => countedEvent(event, country)),
      });
      for (const event of events) {
        if (event.kind === 'view') metrics.count(PAGE_VIEWS, { device });
        else metrics.observe(VITALS[event.metric], event.value / VITALS[event.metric].perUnit);
      }
    }
    return reply.code(202).send();
  });
}

export const PAGE_VIEWS = counter(
  'site_page_views_total',
  'Page views that count for the report: no robots, nobody who asks not to be tracked.',
  { device: DEVICES },
);

/**
 * A p75 is good up to `good` and poor above `poor` (https://web.dev/articles/vitals). The values are in milliseconds, except
 * those of CLS.
 */
export const THRESHOLDS: Readonly<Record<Metric, { readonly good: number; readonly poor: number }>> = {
  LCP: { good: 2_500, poor: 4_000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  FCP: { good: 1_800, poor: 3_000 },
  TTFB: { good: 800, poor: 1_800 },
};

/** `perUnit` divides the browser's value, to turn milliseconds into seconds. */
type VitalSeries = HistogramSeries & { readonly perUnit: number };

export const VITALS: Readonly<Record<Metric, VitalSeries>> = {
  LCP: vital('site_vital_lcp_seconds', 'Largest part painted.', 'LCP', 1_000),
  INP: vital('site_vital_inp_seconds', 'Answer to a press.', 'INP', 1_000),
  CLS: vital('site_vital_cls_ratio', 'Layout that moves, as a share of the screen.', 'CLS', 1),
  FCP: vital('site_vital_fcp_seconds', 'First thing painted.', 'FCP', 1_000),
  TTFB: vital('site_vital_ttfb_seconds', 'First byte.', 'TTFB', 1_000),
};

/**
 * The bounds of the buckets include the thresholds, so the share of good visits is exact. The other bounds are close enough to
 * estimate a p75.
 */
function vital(name: string, help: string, metric: Metric, perUnit: number): VitalSeries {
  const { good, poor } = THRESHOLDS[metric];
  const bounds = [good / 4, good / 2, (good * 3) / 4, good, (good + poor) / 2, poor, poor * 1.5, poor * 3];
  const buckets = bounds.map((bound) => Number((bound / perUnit).toPrecision(6)));
  return { kind: 'histogram', name, help, buckets, perUnit };
}
