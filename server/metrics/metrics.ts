import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type Metric } from '#features/analytics/contract.ts';
import type { DatabaseWatch } from '#server/database/watch-queries.ts';
import type { Feature } from '#server/feature.ts';
import type { RequestMetrics } from '#server/http/access-log.ts';
import type { Release } from '#server/release.ts';
import {
  COUNTERS,
  type CounterName,
  DURATION_BUCKETS,
  GAUGES,
  type GaugeName,
  type LabelsOf,
  OTHER,
  QUERY_BUCKETS,
  VITALS,
  vitalBuckets,
} from './series.ts';

/** What the site tells about itself in numbers (docs/decisions/0029). Nothing here throws or waits. */
export type Metrics = {
  /** Counts something that happened; requests themselves are counted by `requests`. */
  readonly count: <N extends CounterName>(name: N, labels: LabelsOf<N>, times?: number) => void;
  /** @param value as the browser sends it: milliseconds, or CLS as it is */
  readonly vital: (metric: Metric, value: number) => void;
  /** What was counted since the start, by label. */
  readonly counted: (name: CounterName) => Promise<readonly Counted[]>;
  readonly requests: RequestMetrics;
  readonly database: DatabaseWatch;
  /** Sets what was looked up; `undefined` takes the series away until it is known again. */
  readonly gauge: (name: GaugeName, value: number | undefined) => void;
  /** Connections as they are now; undefined where there is no pool. */
  readonly connections: () => ConnectionCounts | undefined;
  readonly contentType: string;
  /** All series in the text format of Prometheus. */
  readonly text: () => Promise<string>;
};

type Counted = {
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly value: number;
};

type ConnectionCounts = { readonly total: number; readonly idle: number; readonly waiting: number };

/**
 * A registry of its own, so that two apps in one process do not mix.
 *
 * @param ofProcess adds what Node says about the process: once for each process, since it listens to Node until the end
 */
export function createMetrics({
  release,
  features,
  ofProcess = false,
}: {
  readonly release: Release;
  readonly features: readonly Pick<Feature, 'limits'>[];
  readonly ofProcess?: boolean;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'site_build_info',
    help: 'Always 1; the labels tell which version runs, built from which commit.',
    labelNames: ['version', 'commit'],
    registers,
  }).set(release, 1);

  const counters = new Map(
    Object.entries(COUNTERS).map(([name, { help, labels }]) => {
      const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers });
      for (const combination of combinationsOf(labels)) counter.inc(combination, 0);
      return [name, counter];
    }),
  );
  for (const { limits = {} } of features)
    for (const limit of Object.keys(limits)) counters.get('site_limit_refusals_total')?.inc({ limit }, 0);
  const gauges = new Map(
    Object.entries(GAUGES).map(([name, help]) => {
      const gauge = new Gauge({ name, help, registers });
      gauge.remove();
      return [name, gauge];
    }),
  );
  const vitals = new Map(
    METRICS.map((metric) => {
      const { name, help } = VITALS[metric];
      return [metric, new Histogram({ name, help, buckets: vitalBuckets(metric), registers })];
    }),
  );
  const queries = new Histogram({
    name: 'site_database_query_duration_seconds',
    help: 'Time of one query, with the wait for its answer.',
    buckets: QUERY_BUCKETS,
    registers,
  });
  let connections: () => ConnectionCounts | undefined = () => undefined;

  const count: Metrics['count'] = (name, labels, times = 1) =>
    counters.get(name)?.inc(Object.fromEntries(Object.entries<string>(labels)), times);
  return {
    count,
    vital: (metric, value) => vitals.get(metric)?.observe(value / VITALS[metric].perUnit),
    counted: async (name) => (await counters.get(name)?.get())?.values ?? [],
    requests: createRequestMetrics(registry),
    database: {
      onQuery: (seconds) => queries.observe(seconds),
      onQueryError: (kind) => count('site_database_query_errors_total', { kind }),
      onPool: (counts) => {
        connections = counts;
      },
    },
    gauge: (name, value) => {
      const gauge = gauges.get(name);
      if (value === undefined) gauge?.remove();
      else gauge?.set(value);
    },
    connections: () => connections(),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** The value where the list has it, else `other`: for what comes from a table, or from somebody else's address. */
export function listed<const T extends string>(
  values: readonly T[],
  value: string | undefined,
): T | typeof OTHER {
  return values.find((known) => known === value) ?? OTHER;
}

function combinationsOf(labels: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (combinations, [label, values]) =>
      combinations.flatMap((combination) => values.map((value) => ({ ...combination, [label]: value }))),
    [{}],
  );
}

/** Node's parser knows some thirty more, of no use here. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function createRequestMetrics(registry: Registry): RequestMetrics {
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
