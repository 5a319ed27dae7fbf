import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ACCOUNT_API, OPERATIONS, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { EVENTS } from '#features/analytics/contract.ts';
import { FORM_DEFINITIONS } from '#features/forms/server/form-definitions.ts';
import { SOCIAL_API } from '#features/social-sign-in/contract.ts';
import { createApp, createDeps } from '#server/app.ts';
import { FEATURES } from '#server/features.ts';
import { readRelease } from '#server/release.ts';
import { newMessage, SAMPLE_FORMS } from '#server/testing/form-site.ts';
import { newAddress, PASSWORD, recordOf } from '#server/testing/people.ts';
import { openSocialSite, socialSignIn } from '#server/testing/social-site.ts';
import { storeMailRow } from '#server/testing/stored-rows.ts';
import { changesSince, openTestApp, readMetrics, settingsOf } from '#server/testing/test-app.ts';
import { inject } from '#server/testing/test-client.ts';
import { UA } from '#server/testing/visited-site.ts';
import { createMetrics } from './metrics.ts';
import { counter } from './series.ts';

const app = await openTestApp({}, { forms: [...FORM_DEFINITIONS, SAMPLE_FORMS.closed] });

async function movedBy(journey: () => Promise<unknown>, { prefix = 'site_', site = app } = {}) {
  const before = await readMetrics(site);
  await journey();
  const moved = changesSince(before, await readMetrics(site), prefix);
  const isCounted = (series: string) =>
    prefix !== 'site_' || !/^site_(http|database|outbox|audit|data)_/.test(series);
  return Object.fromEntries(Object.entries(moved).filter(([series]) => isCounted(series)));
}

test('the metrics count each step of an account from sign-up to deletion', async () => {
  const email = newAddress();
  const browser = app.browser();
  const signIn = (password: string) => browser.post(ACCOUNT_API.signIn, { email, password });
  const verify = async () => browser.post(ACCOUNT_API.verify, { token: await app.tokenMailedTo(email) });
  const deleteAccount = async () => {
    const { name, id } = await recordOf(browser);
    await browser.post(ACCOUNT_API.deletionProof, { name, password: PASSWORD });
    await browser.delete(pathFor(PRODUCT_API.user, id));
  };
  const steps: readonly [string, () => Promise<unknown>][] = [
    ['site_sign_ups_total', () => browser.post(ACCOUNT_API.signUp, { email, password: PASSWORD })],
    ['site_sign_ins_total{way="password",outcome="unverified"}', () => signIn(PASSWORD)],
    ['site_verifications_total{outcome="confirmed"}', verify],
    ['site_verifications_total{outcome="link-not-valid"}', verify],
    ['site_sign_ins_total{way="password",outcome="refused"}', () => signIn('wrong password')],
    ['site_sign_ins_total{way="password",outcome="signed-in"}', () => signIn(PASSWORD)],
    ['site_account_deletions_total', deleteAccount],
  ];
  for (const [series, step] of steps) expect(await movedBy(step)).toEqual({ [series]: 1 });
});

test('the metrics count a sign-in through a provider such as Google once, when it ends', async () => {
  const site = await openSocialSite();
  const browser = site.browser();
  const moved = await movedBy(() => socialSignIn(browser, 'google', { email: newAddress() }), { site });
  expect(moved).toEqual({ 'site_sign_ins_total{way="google",outcome="signed-in"}': 1 });
  const callback = pathFor(SOCIAL_API.callback, 'github');
  expect(await movedBy(() => browser.get(`${callback}?state=made-up&code=x`), { site })).toEqual({
    'site_sign_ins_total{way="github",outcome="refused"}': 1,
  });
});

test('the metrics count the messages of each form by outcome', async () => {
  const letter = newMessage();
  const trapped = { ...newMessage(), _gotcha: 'x' };
  const messages: readonly [string, Record<string, string>, string, Record<string, number>?][] = [
    ['contact', letter, 'form="contact",outcome="received"'],
    ['contact', letter, 'form="contact",outcome="duplicate"'],
    ['contact', trapped, 'form="contact",outcome="quarantined"', { site_quarantined_submissions: 1 }],
    ['feedback', { email: 'not an address' }, 'form="feedback",outcome="refused"'],
    // The first form exists only in this test, and the second form does not exist.
    [SAMPLE_FORMS.closed.name, letter, 'form="other",outcome="refused"'],
    ['nowhere', letter, 'form="other",outcome="refused"'],
  ];
  for (const [form, fields, labels, others = {}] of messages) {
    const send = () => app.browser().post(`/f/${form}`, fields, { accept: 'application/json' });
    expect(await movedBy(send)).toEqual({ [`site_form_submissions_total{${labels}}`]: 1, ...others });
  }
});

test('the metrics count the stored mails by state', async () => {
  const site = await openTestApp();
  for (const id of ['first', 'second']) await storeMailRow(site.db, id);
  await storeMailRow(site.db, 'dead', { state: 'dead' });
  const samples = await readMetrics(site);
  expect(samples.get('site_outbox_waiting_mails')).toBe(2);
  expect(samples.get('site_outbox_dead_mails')).toBe(1);
});

test.each([
  { mail: 'a mail that is sent at once', attempts: 0, due: 0, waiting: 90 },
  { mail: 'a mail whose first attempt failed', attempts: 1, due: 60, waiting: 90 },
  { mail: 'a mail planned for a minute later', attempts: 0, due: 60, waiting: 30 },
  { mail: 'a mail planned for half an hour later', attempts: 0, due: 1_800, waiting: 0 },
])(
  'after 90 seconds, if the oldest mail is $mail, the metrics say that it has waited for $waiting seconds',
  async (row) => {
    const site = await openTestApp();
    const at = (seconds: number) => new Date(site.deps.clock().getTime() + seconds * 1_000).toISOString();
    const { attempts, due, waiting } = row;
    await storeMailRow(site.db, 'one', { created_at: at(0), attempts, next_attempt_at: at(due) });
    await storeMailRow(site.db, 'later', { created_at: at(70), attempts: 0, next_attempt_at: at(1_900) });
    site.advance(90_000);
    expect((await readMetrics(site)).get('site_outbox_oldest_waiting_seconds')).toBe(waiting);
  },
);

test('the metrics count page views and web vitals, but not for robots or visitors with Global Privacy Control', async () => {
  const vital = (metric: string, value: number) => ({ kind: 'vital', path: '/', metric, value });
  const events = [{ kind: 'view', path: '/' }, vital('LCP', 2_500), vital('LCP', 2_501), vital('CLS', 0.05)];
  const send = (headers: Record<string, string>) =>
    movedBy(() => app.browser().post(EVENTS, { events }, { 'user-agent': UA.phone, ...headers }));
  const moved = await send({});
  expect(moved).toMatchObject({
    'site_page_views_total{device="phone"}': 1,
    // The limit of a “good” LCP, 2.5 s, is the bound of a bucket, so the share of good visits is exact.
    'site_vital_lcp_seconds_bucket{le="2.5"}': 1,
    'site_vital_lcp_seconds_bucket{le="3.25"}': 2,
    site_vital_lcp_seconds_count: 2,
    site_vital_cls_ratio_count: 1,
  });
  expect(moved).not.toHaveProperty('site_vital_inp_seconds_count');
  expect(moved).not.toHaveProperty(['site_vital_lcp_seconds_bucket{le="1.875"}']);
  expect(await send({ 'sec-gpc': '1' })).toEqual({});
  expect(await send({ 'user-agent': 'Googlebot/2.1' })).toEqual({});
});

test('[P-071] the metrics count requests by route pattern, method and status class, and measure their durations', async () => {
  const browser = app.browser();
  const visit = async () => {
    for (const path of ['/', '/nowhere']) await browser.get(path);
    await browser.send('/', { method: 'HEAD' });
    for (const id of ['some-id', 'another-id']) await browser.get(pathFor(PRODUCT_API.user, id));
  };
  const series = (route: string, method: string, status: string) =>
    `site_http_requests_total{route="${route}",method="${method}",status="${status}"}`;
  expect(await movedBy(visit, { prefix: 'site_http_requests_total' })).toEqual({
    [series('page', 'GET', '2xx')]: 1,
    [series('page', 'HEAD', '2xx')]: 1,
    [series('/*', 'GET', '4xx')]: 1,
    [series(PRODUCT_API.user, 'GET', '4xx')]: 2,
    // A request is counted only after its answer, so this count is of an earlier request to /metrics.
    [series('/metrics', 'GET', '2xx')]: 1,
  });
  const samples = await readMetrics(app);
  const measured = `site_http_request_duration_seconds_count{route="${PRODUCT_API.user}"}`;
  expect(samples.get(measured)).toBeGreaterThan(1);
  expect(samples.get('site_http_requests_in_flight')).toBe(1);
});

const LETTERS = counter('site_letters_total', 'Letters.', { kind: ['letter'] });

test('counting a metric of a removed feature has no effect', async () => {
  const metrics = createMetrics({ features: [], release: { version: 'test', commit: 'test' } });
  metrics.count(LETTERS, { kind: 'letter' });
  expect(await metrics.counted(LETTERS)).toEqual([]);
});

const TOKEN = 'a-token-for-Prometheus';
const TRUSTED = '10.1.1.1';

const guarded = await openTestApp({
  SITE_ORIGIN: 'http://localhost:3000',
  METRICS_TOKEN: TOKEN,
  TRUSTED_PROXIES: `${TRUSTED},127.0.0.1`,
});
const siteWith = (env: Readonly<Record<string, string>>) =>
  createApp(createDeps({ ...guarded.deps, settings: settingsOf(env) }));
const withoutToken = await siteWith({ SITE_ORIGIN: guarded.deps.origin });
const shop = await siteWith({ SITE_ORIGIN: 'http://shop.example', SMTP_URL: 'smtp://127.0.0.1:1' });

const USUAL = {
  from: '203.0.113.5',
  host: 'site.localhost:3000',
  headers: {} as Record<string, string>,
  method: 'GET',
  path: OPERATIONS.metrics as string,
  app: guarded.server,
};
type Request = Partial<typeof USUAL>;

async function ask(request: Request) {
  const { from, host, headers, method, path, app } = { ...USUAL, ...request };
  const answer = await inject(app, `http://${host}${path}`, { method, headers }, from);
  answer.headers.delete('x-request-id');
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: answer.text };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const HERE = { from: '127.0.0.1', host: 'localhost:3000' };

test.each<[string, Request]>([
  ['the token, from any address', bearer(TOKEN)],
  ['a request from this machine', HERE],
  ['a request from this machine if no token is configured', { ...HERE, app: withoutToken }],
  ['a HEAD request from this machine', { ...HERE, method: 'HEAD' }],
])('the metrics can be read with %s', async (_, request) => {
  const { status, headers, text } = await ask(request);
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(headers['cache-control']).toBe('no-store');
  if (request.method !== 'HEAD') expect(text).toContain('# TYPE site_http_requests_total counter');
});

test.each<[string, Request]>([
  ['a caller from another machine', {}],
  ['a wrong token', bearer(`${TOKEN}x`)],
  ['“undefined” when no token is configured', { ...bearer('undefined'), app: withoutToken }],
  ['the token in the query', { path: `${OPERATIONS.metrics}?token=${TOKEN}` }],
  [
    'a caller behind a proxy who claims to be this machine',
    { from: TRUSTED, headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  // A proxy may have sent these requests, because SITE_ORIGIN is not a loopback address.
  ['this machine, at a public site', { ...HERE, app: shop }],
  ['this machine, at a public site by its name', { ...HERE, host: 'shop.example', app: shop }],
])(
  '[V13.4.5] callers who may not read the metrics get the same 404 as for an unknown path: %s',
  async (_, request) => {
    const unknown = (request.path ?? OPERATIONS.metrics).replace('metrics', 'metricz');
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await ask({ ...request, method });
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask({ ...request, path: unknown, method }));
    }
  },
);

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

const metrics = createMetrics({ features: FEATURES, release: readRelease(), ofProcess: true });
const watched = await createApp(createDeps({ ...app.deps, metrics }));
await inject(watched, 'http://localhost:3000/');
const told = seriesIn((await inject(watched, `http://localhost:3000${OPERATIONS.metrics}`)).text);

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
