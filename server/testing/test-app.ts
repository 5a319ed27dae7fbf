import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { writeRequestedMails } from '#server/accounts/requested-mails.ts';
import { startVisitCounter, type VisitCounter } from '#server/analytics/visit-counter.ts';
import { type AppDeps, createApp } from '#server/app.ts';
import type { Db } from '#server/database/database.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { createLog } from '#server/http/log.ts';
import { createRequestIds } from '#server/http/request-id.ts';
import { createRequestLog } from '#server/http/request-lines.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { readSettings } from '#server/settings/settings.ts';
import type { Site, SiteFile } from '#server/site/site.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { openTestDatabase } from './test-database.ts';
import { openTestSessionCache } from './test-session-cache.ts';

export const TEST_ORIGIN = 'http://site.localhost:3000';
/** Close to the true time: better-auth keeps its own clock for the sessions it writes. */
export const TEST_START = new Date();

export type TestApp = {
  readonly db: Db;
  /** Another way into the same data, as another process has. */
  readonly anotherDb: () => Db;
  /** What the app itself works with, for calling a rule directly. */
  readonly deps: AppDeps;
  /** Counts for the app; a test says when what was counted is stored. */
  readonly visits: VisitCounter;
  /** A new person at a new browser: own cookies, own IP address. */
  readonly browser: (origin?: string) => TestClient;
  /** Opens an address of the mailbox as somebody at this machine. */
  readonly mailbox: (url: string) => Promise<Response>;
  /** Moves the app's clock. */
  readonly advance: (milliseconds: number) => void;
  /** Writes what was requested and is due; answers the mails to an address, newest first. */
  readonly mailsTo: (email: string) => Promise<{ kind: string; subject: string; text: string }[]>;
  /** The token of the newest mailed link to an address. */
  readonly tokenMailedTo: (email: string) => Promise<string>;
  /** Everything the app logged, as JSON lines. */
  readonly logLines: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** The real app on an empty database, without a port (docs/decisions/0001). Limits are out of the way unless asked for. */
export async function openTestApp(
  env: Readonly<Record<string, string>> = {},
  others: Pick<AppDeps, 'forms'> = {},
): Promise<TestApp> {
  const database = await openTestDatabase();
  const { db } = database;
  const read = readSettings({
    SITE_ORIGIN: TEST_ORIGIN,
    RATE_LIMIT_SCALE: '100000',
    METRICS_TOKEN: 'a-token-for-tests-only',
    ...env,
  });
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  let now = TEST_START.getTime();
  let ip = 0;
  const lines: string[] = [];
  const clock = () => new Date(now);
  const newToken = () => randomBytes(32).toString('base64url');
  const kept = { write: (line: string) => void lines.push(line) };
  const log = createLog('trace', kept);
  const visits = startVisitCounter({ db, clock, newSalt: newToken, log, setTimer: () => () => {} });
  const secrets = { secret: 'a secret for tests, long enough to pass', acceptedSecrets: [] };
  const sessions = await openTestSessionCache({ ...secrets, clock, newToken }, read.settings.origin, log);
  const deps: AppDeps = {
    settings: read.settings,
    db,
    clock,
    newId: () => randomUUID(),
    newToken,
    ...secrets,
    sessionCache: sessions.cache,
    origin: read.settings.origin,
    mails: inject('mails'),
    wakeMail: () => {},
    visits,
    log,
    requestIdOf: createRequestIds(randomFillSync),
    requestLog: createRequestLog('trace', kept),
    site: EMPTY_SITE,
    isStopping: () => false,
    metrics: createMetrics({ version: 'test' }),
    ...others,
  };
  const app = createApp(deps);
  const mailsTo = async (email: string) => {
    await writeRequestedMails(deps);
    return db
      .selectFrom('outbox')
      .select(['kind', 'subject', 'text_body as text'])
      .where('recipient', '=', email)
      .where('state', '!=', 'requested')
      .orderBy('created_at', 'desc')
      .execute();
  };
  return {
    db,
    anotherDb: database.anotherDb,
    deps,
    visits,
    browser: (origin = read.settings.origin) =>
      createTestClient(app, origin, `198.51.100.${(ip++ % 250) + 1}`),
    mailbox: async (url) =>
      app.request(url, {}, {
        incoming: { socket: { remoteAddress: '127.0.0.1' } },
      } as unknown as AppEnv['Bindings']),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    mailsTo,
    tokenMailedTo: async (email) => {
      const links = (await mailsTo(email)).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
      const [token] = links;
      if (token === undefined) throw new Error(`no link was mailed to ${email}`);
      return token;
    },
    logLines: () => lines,
    close: async () => {
      await sessions.close();
      await database.close();
    },
  };
}

const page: SiteFile = {
  isPage: true,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  etag: '"test"',
  plain: Buffer.from('<!doctype html><title>test</title>'),
  brotli: undefined,
  gzip: undefined,
};
const EMPTY_SITE: Site = { files: new Map([['/', page]]), notFound: page };
