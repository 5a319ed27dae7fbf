import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseWatch } from '#server/database/database.ts';
import type { Feature } from '#server/feature.ts';
import type { RequestMetrics } from '#server/http/create-server.ts';
import type { Release } from '#server/release.ts';
import {
  CONNECTIONS_REFUSED,
  type CounterSeries,
  DURATION_BUCKETS,
  GAUGES,
  type GaugeName,
  type HistogramSeries,
  type Labels,
  type LabelsOf,
  LIMIT_REFUSALS,
  MAILS_TRIED,
  OTHER,
  QUERY_BUCKETS,
  QUERY_ERRORS,
} from './series.ts';

/** The metrics of the site (docs/decisions/0029). No function throws or blocks. */
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Makes the metrics of one app. Two apps in one process do not share a registry.
 * @param ofProcess adds metrics of the process; set it at most once in a process, because the listeners are never removed
 */
export function createMetrics({
  release,
  features,
  ofProcess = false,
}: {
  readonly release: Release;
  readonly features: readonly Pick<Feature, 'limits' | 'metrics'>[];
  readonly ofProcess?: boolean;
}) {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'site_build_info',
    help: 'Always 1; the labels are the version that runs and its commit.',
    labelNames: ['version', 'commit'],
    registers,
  }).set(release, 1);

  const limit = features.flatMap(({ limits = {} }) => Object.keys(limits));
  const ofFeatures = features.flatMap(({ metrics = [] }) => metrics);
  const counters = createCounters(registry, [
    ...ofFeatures.filter((series) => series.kind === 'counter'),
    MAILS_TRIED,
    { ...LIMIT_REFUSALS, labels: { limit } },
    CONNECTIONS_REFUSED,
    QUERY_ERRORS,
  ]);
  const histograms = new Map(
    ofFeatures
      .filter((series) => series.kind === 'histogram')
      .map(({ name, help, buckets }) => [
        name,
        new Histogram({ name, help, buckets: [...buckets], registers }),
      ]),
  );
  const gauges = new Map(
    Object.entries(GAUGES).map(([name, help]) => {
      const gauge = new Gauge({ name, help, registers });
      gauge.remove();
      return [name, gauge];
    }),
  );
  const queries = new Histogram({
    name: 'site_database_query_duration_seconds',
    help: 'Time of one query, with the wait for its answer.',
    buckets: QUERY_BUCKETS,
    registers,
  });
  let connections: Parameters<DatabaseWatch['onPool']>[0] | undefined;

  const database: DatabaseWatch = {
    onQuery: (seconds) => queries.observe(seconds),
    onQueryError: (kind) => counters.count(QUERY_ERRORS, { kind }),
    onPool: (counts) => {
      connections = counts;
    },
  };

  return {
    ...counters,
    observe: ({ name }: HistogramSeries, value: number) => histograms.get(name)?.observe(value),
    requests: createRequestMetrics(registry),
    database,
    /** `undefined` removes the gauge's series until the value is known again. */
    gauge: (name: GaugeName, value: number | undefined) => {
      const gauge = gauges.get(name);
      if (value === undefined) gauge?.remove();
      else gauge?.set(value);
    },
    /** The counts of database connections; undefined when there is no connection pool. */
    connections: () => connections?.(),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Series of the same name share one counter, which has the label values of all of them. */
function createCounters(registry: Registry, all: readonly CounterSeries[]) {
  const counters = new Map<string, Counter>();
  const listed = new Set<string>();
  const isListed = (...of: readonly [name: string, label: string, value: string]) => listed.has(of.join(' '));
  for (const { name, help, labels } of all) {
    const labelNames = Object.keys(labels);
    const counter = counters.getOrInsertComputed(
      name,
      () => new Counter({ name, help, labelNames, registers: [registry] }),
    );
    for (const [label, values] of Object.entries(labels))
      for (const value of values) listed.add([name, label, value].join(' '));
    for (const combination of combinationsOf(labels)) counter.inc(combination, 0);
  }
  return {
    count: <L extends Labels>({ name }: CounterSeries<L>, labels: LabelsOf<L>, times = 1) => {
      const known = Object.entries<string>(labels).map(([label, value]) => [
        label,
        isListed(name, label, value) || !isListed(name, label, OTHER) ? value : OTHER,
      ]);
      counters.get(name)?.inc(Object.fromEntries(known), times);
    },
    counted: async ({ name }: CounterSeries) => (await counters.get(name)?.get())?.values ?? [],
  };
}

function combinationsOf(labels: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (combinations, [label, values]) =>
      combinations.flatMap((combination) => values.map((value) => ({ ...combination, [label]: value }))),
    [{}],
  );
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'site_http_requests_total',
    help: 'Answered requests. page and asset: files of the build. A route that ends in * is not a path of the site.',
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
    help: 'Requests in progress, this one included.',
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
