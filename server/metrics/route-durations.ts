import type { Metric, Registry } from 'prom-client';

type Description = { readonly name: string; readonly help: string; readonly buckets: readonly number[] };

/** Takes a duration in seconds. */
export type Observe = (seconds: number) => void;

/**
 * A histogram of one label, `route`. Whoever reads the registry finds in it what prom-client's own would say;
 * `route-durations.test.ts` compares them. That one makes texts of the labels and of the bound for each observation, which
 * takes as long as everything else that is ours in an answer with a page.
 *
 * @param description `buckets`: upper bounds in seconds, in rising order
 */
export function openRouteDurations(registry: Registry, description: Description): (route: string) => Observe {
  const { name, help, buckets } = description;
  const series = new Map<string, { readonly counts: number[]; sum: number; readonly observe: Observe }>();
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...series].flatMap(([route, { counts, sum }]) => {
      let total = 0;
      const bucketValues = [...buckets, '+Inf'].map((le, at) => {
        total += counts[at] ?? 0;
        return { labels: { le, route }, value: total, metricName: `${name}_bucket` };
      });
      return [
        ...bucketValues,
        { labels: { route }, value: sum, metricName: `${name}_sum` },
        { labels: { route }, value: total, metricName: `${name}_count` },
      ];
    }),
  });
  // Of a metric the registry uses the name and this. Its type names the library's own classes alone.
  registry.registerMetric({ name, get } as unknown as Metric);

  return (route) => {
    const known = series.get(route);
    if (known !== undefined) return known.observe;
    const one = {
      counts: Array.from({ length: buckets.length + 1 }, () => 0),
      sum: 0,
      observe: (seconds: number) => {
        let at = 0;
        while (at < buckets.length && seconds > (buckets[at] ?? 0)) at += 1;
        one.counts[at] = (one.counts[at] ?? 0) + 1;
        one.sum += seconds;
      },
    };
    series.set(route, one);
    return one.observe;
  };
}
