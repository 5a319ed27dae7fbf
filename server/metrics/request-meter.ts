import { Counter, Gauge, type Registry } from 'prom-client';
import { type Observe, openRouteDurations } from './route-durations.ts';
import { DURATION_BUCKETS, OTHER } from './series.ts';

/** Three of the four golden signals, of what the site is asked: traffic, errors, latency. */
export type RequestMeter = {
  /** A request came; `answered` must follow. */
  readonly began: () => void;
  /**
   * Counts one answered request.
   *
   * @param route a pattern out of the app's own list, never a path that was sent
   * @param seconds from the first look at it until its answer was ready
   */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void;
};

type Series = { readonly labels: Record<string, string>; requests: number; readonly observe: Observe };

/** Node's parser knows some thirty more, of no use here. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function createRequestMeter(registry: Registry): RequestMeter {
  const registers = [registry];
  new Counter<'route' | 'method' | 'status'>({
    name: 'site_http_requests_total',
    help: 'Answered requests. page and asset: files of the build. A route that ends in * is no address of the site.',
    labelNames: ['route', 'method', 'status'],
    registers,
    // Handed over when somebody looks: to find a series by its labels takes longer than to count.
    collect() {
      for (const one of counted.values()) {
        this.inc(one.labels, one.requests);
        one.requests = 0;
      }
    },
  });
  const observeAt = openRouteDurations(registry, {
    name: 'site_http_request_duration_seconds',
    help: 'Time until the answer was ready, without sending it.',
    buckets: DURATION_BUCKETS,
  });
  let inFlight = 0;
  new Gauge({
    name: 'site_http_requests_in_flight',
    help: 'Requests being worked on, this one included.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const counted = new Map<string, Series>();
  /** By route: most have one kind of answer, and no key has to be made. */
  const lasts = new Map<
    string,
    { readonly method: string; readonly status: number; readonly series: Series }
  >();
  const seriesOf = (route: string, method: string, status: number) => {
    // Not a key for each method that somebody thinks of.
    const known = METHODS.includes(method) ? method : OTHER;
    const key = `${route} ${known} ${status}`;
    let series = counted.get(key);
    if (series === undefined) {
      const labels = { route, method: known, status: `${Math.floor(status / 100)}xx` };
      series = { labels, requests: 0, observe: observeAt(route) };
      counted.set(key, series);
    }
    return series;
  };

  return {
    began: () => {
      inFlight += 1;
    },
    answered: (route, method, status, seconds) => {
      inFlight -= 1;
      let last = lasts.get(route);
      if (last?.method !== method || last.status !== status) {
        last = { method, status, series: seriesOf(route, method, status) };
        lasts.set(route, last);
      }
      last.series.requests += 1;
      last.series.observe(seconds);
    },
  };
}
