import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { inject as provided } from 'vitest';
import { writeRequestedMails } from '#server/accounts/requested-mails.ts';
import { startVisitCounter, type VisitCounter } from '#server/analytics/visit-counter.ts';
import { type AppDeps, createApp } from '#server/app.ts';
import type { Db } from '#server/database/database.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { readSettings } from '#server/settings/settings.ts';
import type { Site, SiteFile } from '#server/site/site.ts';
import { createTestClient, inject, type TestAnswer, type TestClient } from './test-client.ts';
import { openTestDatabase } from './test-database.ts';

export const TEST_ORIGIN = 'http://site.localhost:3000';
/** Where the clock of a test starts; it only moves when a test moves it. */
export const TEST_START = new Date('2026-11-21T10:00:00.000Z');

export type TestApp = {
  readonly server: FastifyInstance;
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
  readonly mailbox: (url: string) => Promise<TestAnswer>;
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
  const deps: AppDeps = {
    settings: read.settings,
    db,
    clock,
    newId: () => randomUUID(),
    newToken,
    keyring: ['a secret for tests, long enough to pass'],
    origin: read.settings.origin,
    mails: provided('mails'),
    wakeMail: () => {},
    visits,
    log,
    site: EMPTY_SITE,
    isStopping: () => false,
    metrics: createMetrics({ version: 'test' }),
    ...others,
  };
  const app = await createApp(deps);
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
    server: app,
    db,
    anotherDb: database.anotherDb,
    deps,
    visits,
    browser: (origin = read.settings.origin) =>
      createTestClient(app, origin, `198.51.100.${(ip++ % 250) + 1}`),
    mailbox: (url) => inject(app, url),
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
    close: database.close,
  };
}

const page: SiteFile = {
  isPage: true,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  plain: Buffer.from('<!doctype html><title>test</title>'),
  encoded: async () => ({ encoding: undefined, etag: '"test"', body: page.plain }),
};
const EMPTY_SITE: Site = { files: new Map([['/', page]]), notFound: page };
