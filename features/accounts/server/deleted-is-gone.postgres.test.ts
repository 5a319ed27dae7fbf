import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_DELETED_MAIL } from '#content/features/accounts.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { makeThrowAwayPlace, type ThrowAwayPlace } from '#server/testing/process-database.ts';
import { API_HEADERS, until } from '#server/testing/restarting-site.ts';
import { PROCESS_ORIGIN, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { linesOfBackup } from '#server/testing/stored-rows.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { startOperator } from '#server/testing/test-operator.ts';
import { CHEAP_HASHES } from '#server/testing/test-process.ts';

/** A person all of whose data contain one word, so that a search for the word finds what the deletion left behind. */
type DrillPerson = { readonly word: string; readonly email: string; cookie: string; id: string };

const { TEST_REDIS_URL: redisUrl } = process.env;
const WITH_ID = z.object({ data: z.object({ id: z.string() }) });

type Drill = { readonly place: ThrowAwayPlace; readonly smtp: FakeSmtp };

test('[P-088] no data of a deleted person are left anywhere, and restoring an older backup does not bring them back', async () => {
  const place = await makeThrowAwayPlace(process.env.TEST_DATABASE_URL ?? '');
  const backups = makeTemporaryFolder();
  const smtp = await startFakeSmtp();
  onTestFinished(async () => {
    await smtp.close();
    await place.remove();
  });
  const drill = { place, smtp };
  const [stays, leaves] = [newPerson(), newPerson()];
  const before = join(backups, 'before.backup');

  const log = await withSite(drill, async (site) => {
    for (const person of [stays, leaves]) await live(site, smtp, person);
    await operator(place, 'backup', '--to', before);
    await leave(site, leaves);
    await until(() =>
      smtp.received.some(
        ({ to, mail }) => to === leaves.email && mail.subject === ACCOUNT_DELETED_MAIL.wording.subject,
      ),
    );
  });

  const remains = await everythingLeft(drill, backups, log);
  const holding = ({ word }: DrillPerson) =>
    [...remains].flatMap(([where, bytes]) => (bytes.includes(word) ? [where] : []));
  expect(holding(leaves)).toEqual([]);
  expect(holding(stays), 'the search finds what is there').not.toEqual([]);

  await operator(place, 'restore', '--from', before, '--replace', '--yes');
  await withSite(drill, async (site) => {
    const statusOf = async (person: DrillPerson) => {
      const typed = { email: person.email, password: PASSWORD };
      const answer = await request(site, { ...person, cookie: '' }, ACCOUNT_API.signIn, typed, 'POST');
      return answer.status;
    };
    expect([await statusOf(stays), await statusOf(leaves)]).toEqual([200, 401]);
  });
}, 240_000);

function newPerson(): DrillPerson {
  const word = `w${randomBytes(10).toString('hex')}`;
  return { word, email: `${word}@example.com`, cookie: '', id: '' };
}

/** Signs a person up and in, fills the profile, sends messages (signed in and out), requests a reset, joins the launch list. */
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

async function leave(site: ServerProcess, person: DrillPerson): Promise<void> {
  const proof = { name: `Name ${person.word}`, password: PASSWORD };
  await ask(site, person, ACCOUNT_API.deletionProof, proof);
  await ask(site, person, pathFor(PRODUCT_API.user, person.id), undefined, 'DELETE');
}

/** Sends a request and throws unless the answer has status 200. */
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

/** Runs the site until the work is done, and returns all output of the site. */
async function withSite(
  { place, smtp }: Drill,
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

/** The contents of every place that the site writes to. */
async function everythingLeft({ place }: Drill, backups: string, log: string) {
  const remains = new Map<string, Buffer>([['the log', Buffer.from(log)]]);
  for (const name of readdirSync(place.env.DATA_DIR)) {
    remains.set(name, readFileSync(join(place.env.DATA_DIR, name)));
  }
  if (place.env.DATABASE_URL !== undefined) {
    const dump = join(backups, 'after.backup');
    await operator(place, 'backup', '--to', dump);
    remains.set('a dump', Buffer.from([...(await linesOfBackup(dump, 'postgres'))].join('\n')));
    // Deletes the new backup: a machine on which an older backup is restored would not have it.
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

async function operator({ env }: ThrowAwayPlace, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await startOperator(env, args).end;
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
  return out;
}
