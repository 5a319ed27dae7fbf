import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { Db } from './database/database.ts';
import { makeThrowAwayPlace } from './testing/process-database.ts';
import { createRandom, testSeed } from './testing/random.ts';
import { type Answer, createRestartingSite, until } from './testing/restarting-site.ts';

const SIGN_UPS = 1_000;
const CLIENTS = 8;
const KILLS = 10;
/** A kill falls anywhere within the time that a few requests take. */
const KILL_SPREAD_MS = 80;

const KEY = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };

/** What a client was promised: `about` only once the save was answered with success. */
type Acknowledged = { about?: string };

/**
 * SIGKILL takes the process away between any two instructions; the machine and its disks live on. What a power cut
 * leaves is up to `synchronous=FULL` and PostgreSQL's own log, and not shown here.
 */
test('kill -9 at random moments during 1,000 sign-ups and profile saves loses nothing acknowledged', async () => {
  const seed = testSeed();
  const random = createRandom(seed);
  const place = await makeThrowAwayPlace();
  onTestFinished(place.remove);
  const site = await createRestartingSite(place.env);
  const acknowledged = new Map<string, Acknowledged>();
  const problems: string[] = [];

  let tries = 0;
  const client = async () => {
    while (acknowledged.size < SIGN_UPS && problems.length === 0) {
      const number = ++tries;
      const email = `kill-${number}@example.com`;
      const signedUp = await site.post(ACCOUNT_API.signUp, { email, password: 'correct horse' }, KEY);
      // Nobody knows whether it was stored. The next try is another address, so that each promise can be checked.
      if (signedUp === undefined) continue;
      if (signedUp.status !== 200) problems.push(`sign-up answered ${signedUp.status}`);
      const promise: Acknowledged = {};
      acknowledged.set(email, promise);
      const about = `written by ${number}`;
      // The same text until it is acknowledged: the cookie of the sign-up outlives the process that made it.
      for (let saved: Answer | undefined; saved === undefined; ) {
        saved = await site.post(
          PRODUCT_API.saveUser,
          { name: `Person ${number}`, about },
          { ...KEY, cookie: signedUp.cookie },
        );
        if (saved !== undefined && saved.status !== 200) problems.push(`saving answered ${saved.status}`);
      }
      promise.about = about;
    }
  };
  const killer = async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const at = ((kill - 1 + random()) / KILLS) * SIGN_UPS;
      await until(() => acknowledged.size >= Math.min(at, SIGN_UPS - CLIENTS) || problems.length > 0);
      await new Promise((resolve) => setTimeout(resolve, random() * KILL_SPREAD_MS));
      await site.killAndRestart();
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
  expect(problems, `seed ${seed}`).toEqual([]);

  expect(site.cut(), `seed ${seed}: no kill met a request`).toBeGreaterThan(0);

  await site.killAndRestart();
  expect(await site.stop()).toEqual({ code: 0, signal: null });
  const db = place.open();
  onTestFinished(() => db.destroy());
  expect(await whatIsWrong(db, acknowledged, tries), `seed ${seed}`).toEqual([]);
  expect(site.output(), 'warnings and errors in the logs').not.toContain('"level":');
}, 600_000);

/** Compares what is stored with what was promised, and every sign-up with what belongs to it. */
async function whatIsWrong(
  db: Db,
  acknowledged: ReadonlyMap<string, Acknowledged>,
  tries: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const signUps = await db.selectFrom('sign_ups').selectAll().execute();
  const mails = await db
    .selectFrom('outbox')
    .select(['user_id', 'recipient', 'kind', 'state', 'text_body'])
    .execute();
  const mailsOf = Map.groupBy(mails, (mail) => mail.user_id);
  const signUpOf = new Map(signUps.map((signUp) => [signUp.email, signUp]));

  for (const [email, { about }] of acknowledged) {
    const signUp = signUpOf.get(email);
    if (signUp === undefined) wrong.push(`${email} was acknowledged and is gone`);
    else if (signUp.about !== about)
      wrong.push(`${email} was told that ${about} is saved; there is: ${signUp.about}`);
  }
  for (const { id, email, link_hash } of signUps) {
    const [mail, ...moreMails] = mailsOf.get(id) ?? [];
    const isPromised = mail?.kind === 'verify-email' && mail.recipient === email && moreMails.length === 0;
    if (!isPromised) wrong.push(`${email} does not have exactly one mail`);
    const isWritten = mail?.state === 'waiting' && mail.text_body.includes('token=');
    if (isWritten !== (link_hash !== null))
      wrong.push(`${email} has a mail without its link, or a link alone`);
  }
  const ids = new Set<string | null>(signUps.map(({ id }) => id));
  for (const { user_id } of mails)
    if (!ids.has(user_id)) wrong.push(`a mail belongs to ${user_id}, which is no sign-up`);
  if (signUpOf.size !== signUps.length || signUps.length > tries)
    wrong.push('there are more sign-ups than were asked for');
  return wrong;
}
