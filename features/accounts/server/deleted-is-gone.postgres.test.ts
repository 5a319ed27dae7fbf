import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_DELETED_MAIL } from '#content/features/accounts.ts';
import { ACCOUNT_API, FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { LAUNCH_LIST } from '#features/launch-list/contract.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { PASSWORD } from '#server/testing/people.ts';
import type { ThrowAwayPlace } from '#server/testing/process-database.ts';
import {
  API_HEADERS,
  createRestartingSite,
  type RestartingSite,
  until,
} from '#server/testing/restarting-site.ts';
import { linesOfBackup } from '#server/testing/stored-rows.ts';
import { makeTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { startOperator } from '#server/testing/test-operator.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

/** All data contain one word, so that a search finds anything left after the deletion. */
type DrillPerson = { readonly word: string; readonly email: string; cookie: string; id: string };

type Drill = { readonly place: ThrowAwayPlace; readonly smtp: FakeSmtp };

test('[P-088] no data of a deleted person are left anywhere, and restoring an older backup does not bring them back', async () => {
  const place = await openTestPlace();
  const backups = makeTemporaryFolder();
  const smtp = await startFakeSmtp();
  onTestFinished(smtp.close);
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
    const statusOf = async ({ email }: DrillPerson) =>
      (await site.post(ACCOUNT_API.signIn, { email, password: PASSWORD }, API_HEADERS))?.status;
    expect([await statusOf(stays), await statusOf(leaves)]).toEqual([200, 401]);
  });
}, 240_000);

function newPerson(): DrillPerson {
  const word = `w${randomBytes(10).toString('hex')}`;
  return { word, email: `${word}@example.com`, cookie: '', id: '' };
}

async function live(site: RestartingSite, smtp: FakeSmtp, person: DrillPerson): Promise<void> {
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
  person.id = JSON.parse(signedIn.text).data.id;
  await ask(site, person, PRODUCT_API.saveUser, { name: `Name ${word}`, about: `About ${word} `.repeat(60) });
  const contact = pathFor(FORMS_API.submit, 'contact');
  const letter = (times: number) => ({ name: word, email, message: `Letter ${word} `.repeat(times) });
  for (const times of [1, 100]) await ask(site, person, contact, letter(times));
  await ask(site, { ...person, cookie: '' }, contact, letter(50));
  await ask(site, { ...person, cookie: '' }, ACCOUNT_API.requestReset, { email });
  await ask(site, { ...person, cookie: '' }, LAUNCH_LIST, { email });
}

async function leave(site: RestartingSite, person: DrillPerson): Promise<void> {
  const proof = { name: `Name ${person.word}`, password: PASSWORD };
  await ask(site, person, ACCOUNT_API.deletionProof, proof);
  const init = { method: 'DELETE', headers: headersOf(person) };
  expect((await site.fetch(pathFor(PRODUCT_API.user, person.id), init)).status).toBe(200);
}

const headersOf = ({ word, cookie }: DrillPerson) => ({
  ...API_HEADERS,
  cookie,
  'user-agent': `Browser ${word}`,
});

async function ask(site: RestartingSite, person: DrillPerson, path: string, body: unknown) {
  const answer = await site.post(path, body, headersOf(person));
  if (answer?.status !== 200) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
  return answer;
}

async function withSite(
  { place, smtp }: Drill,
  work: (site: RestartingSite) => Promise<void>,
): Promise<string> {
  const env = { ...place.env, SMTP_URL: smtp.url, LOG_LEVEL: 'info' };
  const site = await createRestartingSite(env, startTestServer);
  await work(site);
  expect((await site.stop()).code, site.output()).toBe(0);
  return site.output();
}

async function everythingLeft({ place }: Drill, backups: string, log: string) {
  const remains = new Map<string, Buffer>([['the log', Buffer.from(log)]]);
  for (const name of readdirSync(place.env.DATA_DIR)) {
    remains.set(name, readFileSync(join(place.env.DATA_DIR, name)));
  }
  if (place.env.DATABASE_URL !== undefined) {
    const dump = join(backups, 'after.backup');
    await operator(place, 'backup', '--to', dump);
    remains.set('a dump', Buffer.from([...(await linesOfBackup(dump, 'postgres'))].join('\n')));
    // The newest backup is deleted, because a restored machine would not have it.
    for (const name of [dump, `${dump}.json`]) rmSync(name);
  }
  return remains;
}

async function operator({ env }: ThrowAwayPlace, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await startOperator(env, args).end;
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
  return out;
}
