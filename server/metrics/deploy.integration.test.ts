import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { OPERATIONS } from '#contract/paths.ts';
import { createApp, createDeps } from '#server/app.ts';
import { FEATURES } from '#server/features.ts';
import { readRelease } from '#server/release.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { inject } from '#server/testing/test-client.ts';
import { createMetrics } from './metrics.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

const target = z.object({ expr: z.string() });
const dashboard = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(target).default([]) })) })
  .parse(JSON.parse(read('grafana-dashboard.json')));
const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), action: z.string() }),
});
const alerts = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) })
  .parse(parse(read('alerts.yaml')));

const EXPRESSIONS = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr }))),
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ title: alert, expr }))),
];

const site = await openTestApp();
const metrics = createMetrics({ features: FEATURES, release: readRelease(), ofProcess: true });
const app = await createApp(createDeps({ ...site.deps, metrics }));
await inject(app, 'http://localhost:3000/');
const told = seriesIn((await inject(app, `http://localhost:3000${OPERATIONS.metrics}`)).text);

const OF_PROMETHEUS = ['up', 'job', 'instance', 'le'];

test.each(EXPRESSIONS)(
  'the alert or dashboard panel “$title” queries only metrics and labels that the site exports',
  ({ expr }) => {
    const asked = [...expr.matchAll(/\b((?:site|nodejs|process)_\w+|up)(?:\{([^}]*)\})?/g)];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, name = '', matchers = ''] of asked) {
      const labels = told.get(name) ?? (name === 'up' ? new Set() : undefined);
      expect(labels, name).toBeDefined();
      const wanted = [...matchers.matchAll(/(\w+)(?==|!=|=~|!~)/g)].map(([label]) => label);
      expect(wanted.filter((label) => !OF_PROMETHEUS.includes(label) && !labels?.has(label))).toEqual([]);
      // Each query must name the label `job`. Otherwise it would include the series of other sites on the same Prometheus.
      expect(wanted).toContain('job');
    }
  },
);

function seriesIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const series = new Map<string, Set<string>>();
  const labelsOf = (name: string) => series.getOrInsertComputed(name, () => new Set());
  // A series that does not apply here (Redis, PostgreSQL) has a TYPE line but no value.
  for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const part of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      labelsOf(`${name}${part}`);
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) labelsOf(name).add(label);
  return series;
}
