import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_DELETED_MAIL } from '#content/features/accounts.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { RIGHTS_API, RIGHTS_PAGES } from '#features/your-data/rights-contract.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace } from '#server/testing/process-database.ts';
import { API_HEADERS, until } from '#server/testing/restarting-site.ts';
import { PROCESS_ORIGIN, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { linesOfBackup } from '#server/testing/stored-rows.ts';
import { startOperator } from '#server/testing/test-operator.ts';
import { CHEAP_HASHES } from '#server/testing/test-process.ts';

test('[P-088] of deleted people no word is left anywhere, and a restore, here or elsewhere, brings none of them back', async () => {
  const { TEST_DATABASE_URL: postgresUrl, TEST_REDIS_URL: redisUrl } = process.env;
  expect(await drillDeletion(8, { postgresUrl, redisUrl })).toEqual({
    deleted: 4,
    kept: 4,
    found: [],
    keptWordsFound: 4,
    back: { here: [], elsewhere: [] },
    lost: [],
  });
}, 240_000);

type DrillResult = {
  readonly deleted: number;
  readonly kept: number;
  /** Places where words of deleted people were found. */
  readonly found: readonly string[];
  /** Words of the people who stayed that were found: shows that the search finds what is there. */
  readonly keptWordsFound: number;
  /** Deleted people who can sign in after a restore of a backup from before: here, and on an empty machine with the log. */
  readonly back: { readonly here: readonly string[]; readonly elsewhere: readonly string[] };
  /** People who stayed and cannot sign in after a restore. */
  readonly lost: readonly string[];
};

/** People of whom everything has the same word in it. */
type DrillPerson = { readonly word: string; readonly email: string; cookie: string; id: string };

const AT_ONCE = 8;
const WITH_ID = z.object({ data: z.object({ id: z.string() }) });

/**
 * Fills a site with people who sign up, sign in, write and get mails; deletes half of them while it runs; stops it and
 * looks for their words in every byte that is left; and restores a backup from before, twice. SQLite, or PostgreSQL
 * given its URL.
 */
async function drillDeletion(
  people: number,
  {
    postgresUrl,
    redisUrl,
  }: { readonly postgresUrl?: string | undefined; readonly redisUrl?: string | undefined },
): Promise<DrillResult> {
  const place = await makeThrowAwayPlace(postgresUrl ?? '');
  const backups = mkdtempSync(join(tmpdir(), 'backups-'));
  const smtp = await startFakeSmtp();
  const drill: Drill = { place, backups, smtp, redisUrl, isPostgres: place.env.DATABASE_URL !== undefined };
  try {
    return await runDrill(drill, people);
  } finally {
    await smtp.close();
    await place.remove();
    rmSync(backups, { recursive: true });
  }
}

type Drill = {
  readonly place: ThrowAwayPlace;
  readonly backups: string;
  readonly smtp: FakeSmtp;
  readonly redisUrl: string | undefined;
  readonly isPostgres: boolean;
};

async function runDrill(drill: Drill, count: number): Promise<DrillResult> {
  const { place, backups } = drill;
  const people = Array.from({ length: count }, () => newPerson());
  const [kept, deleted] = [people.slice(0, count / 2), people.slice(count / 2)];
  const before = join(backups, 'before.backup');
  // Has no account.
  const visitor = newPerson();

  const log = await withSite(drill, async (site) => {
    await each(people, (person) => live(site, drill.smtp, person));
    await write(site, visitor);
    await operator(place, 'backup', '--to', before);
    await eraseByMailbox(site, drill.smtp, visitor);
    await each(deleted, (person) => leave(site, person));
    const isFarewell = (to: string) => (mail: FakeSmtp['received'][number]) =>
      mail.to === to && mail.mail.subject === ACCOUNT_DELETED_MAIL.wording.subject;
    await until(() => deleted.every(({ email }) => drill.smtp.received.some(isFarewell(email))));
  });

  const remains = await everythingLeft(drill, log);
  const found = [...remains].flatMap(([where, bytes]) =>
    [...deleted, visitor].filter(({ word }) => bytes.includes(word)).map(({ word }) => `${word} in ${where}`),
  );
  const all = Buffer.concat([...remains.values()]);
  const keptWordsFound = kept.filter(({ word }) => all.includes(word)).length;

  const restored = await operator(place, 'restore', '--from', before, '--replace', '--yes');
  const [, aside = ''] = /old database is kept as (\S+)/.exec(restored) ?? [];
  const here = await canSignIn(drill, people);

  const file = join(backups, 'site.log');
  writeFileSync(file, log);
  await empty(drill, aside);
  await operator(place, 'restore', '--from', before, '--yes', '--deleted-from', file);
  const elsewhere = await canSignIn(drill, people);

  const addressesOf = (some: readonly DrillPerson[]) => some.map(({ email }) => email);
  const among = (who: readonly string[], some: readonly DrillPerson[]) =>
    addressesOf(some).filter((email) => who.includes(email));
  return {
    deleted: deleted.length,
    kept: kept.length,
    found,
    keptWordsFound,
    back: { here: among(here, deleted), elsewhere: among(elsewhere, deleted) },
    lost: addressesOf(kept).filter((email) => !here.includes(email) || !elsewhere.includes(email)),
  };
}

function newPerson(): DrillPerson {
  const word = `w${randomBytes(10).toString('hex')}`;
  return { word, email: `${word}@example.com`, cookie: '', id: '' };
}

/** Signs up, is confirmed, signs in, fills in the profile, writes signed in and signed out, asks for a reset and to be told at launch. */
async function live(site: ServerProcess, smtp: FakeSmtp, person: DrillPerson): Promise<void> {
  const { word, email } = person;
  const typed = { email, password: PASSWORD };
  const signedUp = await ask(site, person, ACCOUNT_API.signUp, typed);
  let token: string | undefined;
  await until(() => {
    const mail = smtp.received.find(({ to }) => to === email);
    token = /token=([\w-]+)/.exec(mail?.mail.text ?? '')?.[1];
    return token !== undefined;
  });
  await ask(site, { ...person, cookie: signedUp.cookie }, ACCOUNT_API.verify, { token });
  const signedIn = await ask(site, person, ACCOUNT_API.signIn, typed);
  person.cookie = signedIn.cookie;
  person.id = WITH_ID.parse(signedIn.json).data.id;
  await ask(site, person, PRODUCT_API.saveUser, { name: `Name ${word}`, about: `About ${word} `.repeat(60) });
  const contact = pathFor(FORMS_API.submit, 'contact');
  const letter = (times: number) => ({ name: word, email, message: `Letter ${word} `.repeat(times) });
  for (const times of [1, 100]) await ask(site, person, contact, letter(times));
  await ask(site, { ...person, cookie: '' }, contact, letter(50));
  await ask(site, { ...person, cookie: '' }, ACCOUNT_API.requestReset, { email });
  await ask(site, { ...person, cookie: '' }, LAUNCH_LIST, { email });
}

/** Writes and asks to be told at launch, without an account. */
async function write(site: ServerProcess, person: DrillPerson): Promise<void> {
  const { word, email } = person;
  const message = `Letter ${word} `.repeat(50);
  await ask(site, person, pathFor(FORMS_API.submit, 'contact'), { name: word, email, message });
  await ask(site, person, LAUNCH_LIST, { email });
}

/** Erases what is kept under the address by the link that is mailed to it. */
async function eraseByMailbox(site: ServerProcess, smtp: FakeSmtp, person: DrillPerson): Promise<void> {
  const { email } = person;
  await ask(site, person, RIGHTS_API.ask, { email });
  let token: string | undefined;
  await until(() => {
    const texts = smtp.received.filter(({ to }) => to === email).map(({ mail }) => mail.text);
    token = texts.map((text = '') => text.match(`${RIGHTS_PAGES.link}\\?token=([\\w-]+)`)?.[1]).find(Boolean);
    return token !== undefined;
  });
  const { status } = await request(site, person, `${RIGHTS_API.erase}?token=${token}`, {}, 'POST');
  if (status !== 200) throw new Error(`The erasure was answered ${status}.`);
}

async function leave(site: ServerProcess, person: DrillPerson): Promise<void> {
  const proof = { name: `Name ${person.word}`, password: PASSWORD };
  await ask(site, person, ACCOUNT_API.deletionProof, proof);
  await ask(site, person, pathFor(PRODUCT_API.user, person.id), undefined, 'DELETE');
}

/** Throws unless the answer is a success. */
async function ask(site: ServerProcess, person: DrillPerson, path: string, body: unknown, method = 'POST') {
  const answer = await request(site, person, path, body, method);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { cookie, json: await answer.json() };
}

function request(
  site: ServerProcess,
  { word, cookie }: DrillPerson,
  path: string,
  body: unknown,
  method: string,
) {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return fetch(`${site.url}${path}`, {
    method,
    headers: { ...API_HEADERS, ...type, cookie, origin: PROCESS_ORIGIN, 'user-agent': `Browser ${word}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Runs the site for as long as the work takes, and answers all that it wrote. */
async function withSite(
  { place, smtp, redisUrl }: Drill,
  work: (site: ServerProcess) => Promise<void>,
): Promise<string> {
  const site = await startServerProcess({
    ...place.env,
    ...CHEAP_HASHES,
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: '1000000',
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  });
  try {
    await work(site);
    site.terminate();
    const { code } = await site.exit;
    if (code !== 0) throw new Error(`The site ended with ${code}:\n${site.output()}`);
  } finally {
    await site.kill9();
  }
  return site.output();
}

async function canSignIn(drill: Drill, people: readonly DrillPerson[]): Promise<readonly string[]> {
  const can: string[] = [];
  await withSite(drill, (site) =>
    each(people, async (person) => {
      const typed = { email: person.email, password: PASSWORD };
      const { status } = await request(site, { ...person, cookie: '' }, ACCOUNT_API.signIn, typed, 'POST');
      if (status === 200) can.push(person.email);
    }),
  );
  return can;
}

/** Every place that the site writes to, with what is in it. */
async function everythingLeft({ place, backups, redisUrl, isPostgres }: Drill, log: string) {
  const remains = new Map<string, Buffer>([['the log', Buffer.from(log)]]);
  for (const name of readdirSync(place.env.DATA_DIR)) {
    remains.set(name, readFileSync(join(place.env.DATA_DIR, name)));
  }
  if (isPostgres) {
    const dump = join(backups, 'after.backup');
    await operator(place, 'backup', '--to', dump);
    remains.set('a dump', Buffer.from([...(await linesOfBackup(dump, 'postgres'))].join('\n')));
    // On the machine that is restored there is no newer backup.
    for (const name of [dump, `${dump}.json`]) rmSync(name);
  }
  if (redisUrl !== undefined) remains.set('Redis', Buffer.from(await allOfRedis(redisUrl)));
  return remains;
}

async function allOfRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    const values = await Promise.all(keys.map((key) => redis.get(key).catch(() => '')));
    return [...keys, ...values].join('\n');
  } finally {
    redis.disconnect();
  }
}

/** Leaves of the machine what a new one has. */
async function empty({ place, isPostgres }: Drill, aside: string): Promise<void> {
  for (const name of readdirSync(place.env.DATA_DIR)) rmSync(join(place.env.DATA_DIR, name));
  if (!isPostgres) return;
  const db = place.open();
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  await sql`drop schema ${sql.id(aside)} cascade`.execute(db);
  await sql`drop schema ${sql.id(rows[0]?.name ?? '')} cascade`.execute(db);
  await sql`create schema ${sql.id(rows[0]?.name ?? '')}`.execute(db);
  await db.destroy();
}

async function operator({ env }: ThrowAwayPlace, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await startOperator(env, args).end;
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
  return out;
}

/** So many at once, in turn. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
