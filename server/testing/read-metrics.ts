import { OPERATIONS } from '#contract/paths.ts';
import type { TestApp } from './test-app.ts';

/** The value of each metric. The keys are series with their labels, as Prometheus writes them. */
type Samples = ReadonlyMap<string, number>;

export async function readMetrics(app: Pick<TestApp, 'browser' | 'deps'>): Promise<Samples> {
  const authorization = `Bearer ${app.deps.settings.metricsToken}`;
  const answer = await app.browser().get(OPERATIONS.metrics, { authorization });
  if (answer.status !== 200) throw new Error(`the metrics were not to be had: ${answer.status}`);
  return parseMetrics(answer.text);
}

export function parseMetrics(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice(0, cut), Number(line.slice(cut + 1))];
    }),
  );
}

/** The change of each series whose name begins with this prefix. Leaves out unchanged series. */
export function changesSince(before: Samples, after: Samples, prefix: string): Record<string, number> {
  return Object.fromEntries(
    [...after].flatMap(([series, value]) => {
      const change = value - (before.get(series) ?? 0);
      return series.startsWith(prefix) && change !== 0 ? [[series, change]] : [];
    }),
  );
}
