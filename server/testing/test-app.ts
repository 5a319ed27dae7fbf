import { randomBytes, randomUUID } from 'node:crypto';
import { OPERATIONS } from '#contract/paths.ts';
import { createApp, createDeps } from '#server/app.ts';
import type { OutboxTable } from '#server/database/schema.ts';
import type { AppDeps } from '#server/feature.ts';
import { FEATURES } from '#server/features.ts';
import type { DeclaredRoute } from '#server/http/declared-routes.ts';
import { createLog } from '#server/http/log.ts';
import { makeBodiesOf } from '#server/mail/mail-queue.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { loadMailTemplates } from '#server/mail/templates.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';
import { type Site, siteFile } from '#server/site/site.ts';
import { createTestClient } from './test-client.ts';
import { openTestDatabase, type TestDatabaseOptions } from './test-database.ts';

export const TEST_ORIGIN = 'http://site.localhost:3000';
/** The test clock starts at this time. Only the test moves it. */
export const TEST_START = new Date('2026-11-21T10:00:00.000Z');

/** The mail templates that `scripts/bootstrap/prepare.mjs` made. Server processes of tests read the same file. */
const MAILS = loadMailTemplates('build/mails/mails.json');

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/**
 * Opens a site for tests, as an app without a port (docs/decisions/0001). It lasts for one test or, if opened at the top of a file,
 * for all its tests. By default, rate limits are higher than any test needs.
 */
export async function openTestApp(
  env: Readonly<Record<string, string>> = {},
  others: Pick<AppDeps, 'forms' | 'noteRefused' | 'takesAddress'> & TestDatabaseOptions = {},
) {
  const database = await openTestDatabase(others);
  const { db } = database;
  const { settings, given } = readValid({
    SITE_ORIGIN: TEST_ORIGIN,
    RATE_LIMIT_SCALE: '100000',
    METRICS_TOKEN: 'a-token-for-tests-only',
    ...env,
  });
  let now = TEST_START.getTime();
  let ip = 0;
  const lines: string[] = [];
  const deps = createDeps({
    features: FEATURES,
    settings,
    given,
    db,
    clock: () => new Date(now),
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    keyring: ['a secret for tests, long enough to pass'],
    origin: settings.origin,
    mails: MAILS,
    wakeMail: () => {},
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    site: EMPTY_SITE,
    isStopping: () => false,
    metrics: createMetrics({ features: FEATURES, release: { version: 'test', commit: 'abc1234' } }),
    ...others,
  });
  const app = await createApp(deps);
  const makeBodies = makeBodiesOf(deps);
  const withBodies = async <M extends Pick<OutboxTable, 'id' | 'text_body' | 'html_body'>>(row: M) => {
    const bodies = row.text_body === '' ? await makeBodies(row.id) : undefined;
    return bodies === undefined ? row : { ...row, text_body: bodies.text, html_body: bodies.html };
  };
  const mailsTo = async (email: string) => {
    await writeRequestedMails(deps);
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'kind', 'subject', 'text_body', 'html_body', 'created_at'])
      .where('recipient', '=', email)
      .where('state', '!=', 'requested')
      .orderBy('created_at', 'desc')
      .execute();
    const mails = await Promise.all(rows.map(withBodies));
    return mails.map(({ kind, subject, text_body: text, created_at: at }) => ({ kind, subject, text, at }));
  };
  const linksTo = async (email: string) =>
    // Tests look for the links that they requested, so mails about account changes are skipped.
    (await mailsTo(email)).flatMap(({ kind, text, at }) => {
      if (kind === 'account-changed') return [];
      const token = /token=([\w-]+)/.exec(text)?.[1];
      return token === undefined ? [] : [{ token, at }];
    });
  return {
    server: app,
    db,
    anotherDb: database.anotherDb,
    deps,
    browser: (origin = settings.origin) => createTestClient(app, origin, `198.51.100.${(ip++ % 250) + 1}`),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    makeBodies,
    withBodies,
    /** Writes the requested mails that are due, and returns the mails to an address, newest first. */
    mailsTo,
    /** The tokens in all mails to an address. Mails of the same moment may be in any order. */
    tokensMailedTo: async (email: string) => (await linksTo(email)).map(({ token }) => token),
    tokenMailedTo: async (email: string) => {
      const [newest, before] = await linksTo(email);
      if (newest === undefined) throw new Error(`no link was mailed to ${email}`);
      // Mails of the same moment have no fixed order, so the newest cannot be found.
      if (before?.at === newest.at)
        throw new Error(`two links were mailed to ${email} at once: advance between`);
      return newest.token;
    },
    logLines: (): readonly string[] => lines,
    /** Closes the database, so that the app cannot reach it. At the end of the tests, this happens automatically. */
    close: database.close,
  };
}

const page = siteFile({
  isPage: true,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  plain: Buffer.from('<!doctype html><title>test</title>'),
});
const EMPTY_SITE: Site = { files: new Map([['/', page]]), notFound: page };

type FoundRoute = {
  readonly method: string;
  readonly path: string;
  readonly declared: DeclaredRoute | undefined;
};

/** Each method and path of the app. Leaves out HEAD routes, which Fastify adds, and routes that answer 405. */
export async function routesOf(deps: AppDeps): Promise<readonly FoundRoute[]> {
  const routes: FoundRoute[] = [];
  const app = await createApp(deps, {
    onRoute: ({ method, url, config }) => {
      if (config?.refusesMethods === true) return;
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.push({ method: one, path: url, declared: config?.declared });
    },
  });
  await app.close();
  return routes;
}

/** What a site would read from these variables. Throws if a setting is invalid. */
export function readValid(env: Readonly<Record<string, string>>) {
  const read = readSettings(env, FEATURES);
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  return read;
}

export const settingsOf = (env: Readonly<Record<string, string>>): Settings => readValid(env).settings;

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
