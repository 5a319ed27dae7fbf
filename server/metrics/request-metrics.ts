import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RequestMetrics } from '#server/http/access-log.ts';
import { DURATION_BUCKETS, OTHER } from './series.ts';

/** Node's parser knows some thirty more, of no use here. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'site_http_requests_total',
    help: 'Answered requests. page and asset: files of the build. A route that ends in * is no address of the site.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'site_http_request_duration_seconds',
    help: 'Time until the answer was ready, without sending it.',
    labelNames: ['route'],
    buckets: [...DURATION_BUCKETS],
    registers,
  });
  const inFlight = new Gauge({
    name: 'site_http_requests_in_flight',
    help: 'Requests being worked on, this one included.',
    registers,
  });
  return {
    began: () => inFlight.inc(),
    answered: (route, method, status, seconds) => {
      inFlight.dec();
      const known = METHODS.includes(method) ? method : OTHER;
      requests.inc({ route, method: known, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ route }, seconds);
    },
  };
}
