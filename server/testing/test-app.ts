import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createApp, createDeps } from '#server/app.ts';
import type { Db } from '#server/database/database.ts';
import type { OutboxTable } from '#server/database/schema.ts';
import type { AppDeps } from '#server/feature.ts';
import { FEATURES } from '#server/features.ts';
import { createLog } from '#server/http/log.ts';
import { type MakeBodies, makeBodiesOf } from '#server/mail/mail-queue.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { loadMailTemplates } from '#server/mail/templates.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { readSettings } from '#server/settings/settings.ts';
import { type Site, siteFile } from '#server/site/site.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { openTestDatabase, type TestDatabaseOptions } from './test-database.ts';

export const TEST_ORIGIN = 'http://site.localhost:3000';
/** Where the clock of a test starts; it only moves when a test moves it. */
export const TEST_START = new Date('2026-11-21T10:00:00.000Z');

/** As they were built before the tests (`scripts/bootstrap/build-server-once.mjs`), and as processes of the tests read them. */
const MAILS = loadMailTemplates('build/mails/mails.json');

export type TestApp = {
  readonly server: FastifyInstance;
  readonly db: Db;
  /** Another way into the same data, as another process has. */
  readonly anotherDb: () => Db;
  /** What the app itself works with, for calling a rule directly. */
  readonly deps: AppDeps;
  /** A new person at a new browser: own cookies, own IP address. */
  readonly browser: (origin?: string) => TestClient;
  /** Moves the app's clock. */
  readonly advance: (milliseconds: number) => void;
  /** What mails say that are stored without a text. */
  readonly makeBodies: MakeBodies;
  /** A row of the outbox with what it says, also where that is not stored. */
  readonly withBodies: <M extends Pick<OutboxTable, 'id' | 'text_body' | 'html_body'>>(row: M) => Promise<M>;
  /** Writes what was requested and is due; answers the mails to an address, newest first. */
  readonly mailsTo: (email: string) => Promise<{ kind: string; subject: string; text: string; at: string }[]>;
  /** The token of the newest mailed link to an address. */
  readonly tokenMailedTo: (email: string) => Promise<string>;
  /** The tokens of all mailed links to an address; those of one moment in any order. */
  readonly tokensMailedTo: (email: string) => Promise<readonly string[]>;
  /** Everything the app logged, as JSON lines. */
  readonly logLines: () => readonly string[];
  /** As if the database went away. It is closed by itself when the tests are over. */
  readonly close: () => Promise<void>;
};

/**
 * The real app on an empty database, without a port (docs/decisions/0001), for one test or, at the top of a file, for all of them.
 * Limits are out of the way unless asked for.
 */
export async function openTestApp(
  env: Readonly<Record<string, string>> = {},
  others: Pick<AppDeps, 'forms' | 'noteRefused' | 'takesAddress'> & TestDatabaseOptions = {},
): Promise<TestApp> {
  const database = await openTestDatabase(others);
  const { db } = database;
  const read = readSettings(
    {
      SITE_ORIGIN: TEST_ORIGIN,
      RATE_LIMIT_SCALE: '100000',
      METRICS_TOKEN: 'a-token-for-tests-only',
      ...env,
    },
    FEATURES,
  );
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  let now = TEST_START.getTime();
  let ip = 0;
  const lines: string[] = [];
  const clock = () => new Date(now);
  const newToken = () => randomBytes(32).toString('base64url');
  const kept = { write: (line: string) => void lines.push(line) };
  const log = createLog('trace', kept);
  const deps = createDeps({
    features: FEATURES,
    settings: read.settings,
    given: read.given,
    db,
    clock,
    newId: () => randomUUID(),
    newToken,
    keyring: ['a secret for tests, long enough to pass'],
    origin: read.settings.origin,
    mails: MAILS,
    wakeMail: () => {},
    log,
    site: EMPTY_SITE,
    isStopping: () => false,
    metrics: createMetrics({ features: FEATURES, release: { version: 'test', commit: 'abc1234' } }),
    ...others,
  });
  const app = await createApp(deps);
  const makeBodies = makeBodiesOf(deps);
  const withBodies: TestApp['withBodies'] = async (row) => {
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
    // What was changed is told beside what a test asks for.
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
    browser: (origin = read.settings.origin) =>
      createTestClient(app, origin, `198.51.100.${(ip++ % 250) + 1}`),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    makeBodies,
    withBodies,
    mailsTo,
    tokensMailedTo: async (email) => (await linksTo(email)).map(({ token }) => token),
    tokenMailedTo: async (email) => {
      const [newest, before] = await linksTo(email);
      if (newest === undefined) throw new Error(`no link was mailed to ${email}`);
      // The order of mails of one moment is left to chance.
      if (before?.at === newest.at)
        throw new Error(`two links were mailed to ${email} at once: advance between`);
      return newest.token;
    },
    logLines: () => lines,
    close: database.close,
  };
}

const page = siteFile({
  isPage: true,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  plain: Buffer.from('<!doctype html><title>test</title>'),
});
const EMPTY_SITE: Site = { files: new Map([['/', page]]), notFound: page };
