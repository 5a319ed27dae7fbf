import { expect, test } from 'vitest';
import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { Db } from '#server/database/database.ts';
import { createRandom, testSeed } from '#server/testing/clock-and-random.ts';
import { withDatabase } from '#server/testing/process-database.ts';
import { type Answer, createRestartingSite, troubleIn, until } from '#server/testing/server-process.ts';
import { openTestPlace, startTestServer } from '#server/testing/test-process.ts';

/** A sign-up is slow, because it hashes a password. So most of the tested writes save a profile. */
const [SIGN_UPS, SAVES, KILLS] = [24, 4, 3];
const CLIENTS = 8;
/** The longest random delay of a kill, in milliseconds: about as long as a few requests take. */
const KILL_SPREAD = 80;
const KEY = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };

/** A person whose sign-up was acknowledged. `about` is the last text that was saved with success. */
type Acknowledged = { about?: string };

/** SIGKILL ends only the process. The system still writes its cache to disk. */
test(`[P-168] kill -9 at random moments during ${SIGN_UPS * (1 + SAVES)} sign-ups and profile saves loses no write that the server has confirmed`, async () => {
  const place = await openTestPlace();
  const random = createRandom(testSeed());
  const site = await createRestartingSite(place.env, startTestServer);
  const acknowledged = new Map<string, Acknowledged>();
  const wrong: string[] = [];

  let tries = 0;
  const client = async () => {
    while (acknowledged.size < SIGN_UPS && wrong.length === 0) {
      const number = ++tries;
      const email = `kill-${number}@example.com`;
      const signedUp = await site.post(ACCOUNT_API.signUp, { email, password: 'correct horse' }, KEY);
      // An interrupted sign-up may or may not be stored, so the next one uses another address.
      if (signedUp === undefined) continue;
      if (signedUp.status !== 200) wrong.push(`sign-up answered ${signedUp.status}`);
      const promise: Acknowledged = {};
      acknowledged.set(email, promise);
      const headers = { ...KEY, cookie: signedUp.cookie };
      for (let save = 1; save <= SAVES; save++) {
        const about = `written by ${number}, ${save}`;
        // Uses the cookie of the sign-up, which stays valid after a restart of the server.
        for (let saved: Answer | undefined; saved === undefined; ) {
          saved = await site.post(PRODUCT_API.saveUser, { name: `Person ${number}`, about }, headers);
          if (saved !== undefined && saved.status !== 200) wrong.push(`saving answered ${saved.status}`);
        }
        promise.about = about;
      }
    }
  };
  const killer = async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const at = ((kill - 1 + random()) / KILLS) * SIGN_UPS;
      await until(() => acknowledged.size >= Math.min(at, SIGN_UPS - CLIENTS) || wrong.length > 0);
      await new Promise((resolve) => setTimeout(resolve, random() * KILL_SPREAD));
      await site.killAndRestart();
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
  await site.killAndRestart();
  expect(await site.stop()).toEqual({ code: 0, signal: null });
  expect(wrong).toEqual([]);
  expect(await withDatabase(place, (db) => differences(db, acknowledged, tries))).toEqual([]);
  expect(site.cut(), 'no kill met a request').toBeGreaterThan(0);
  expect(troubleIn(site.output()), 'warnings and errors in the logs').toEqual([]);
}, 600_000);

/** Compares the stored rows with the acknowledged data. Every sign-up must have its mail. */
async function differences(
  db: Db,
  acknowledged: ReadonlyMap<string, Acknowledged>,
  tries: number,
): Promise<string[]> {
  const signUps = await db.selectFrom('sign_ups').selectAll().execute();
  const mails = await db.selectFrom('outbox').selectAll().execute();
  const mailsOf = Map.groupBy(mails, (mail) => mail.user_id);
  const signUpOf = new Map(signUps.map((signUp) => [signUp.email, signUp]));

  const lost = [...acknowledged].flatMap(([email, { about }]) => {
    const signUp = signUpOf.get(email);
    if (signUp === undefined) return `${email} was acknowledged and is gone`;
    return signUp.about === about ? [] : `${email} was told that ${about} is saved, not ${signUp.about}`;
  });
  const wrong = signUps.flatMap(({ id, email, link_hash }) => {
    const [mail, ...moreMails] = mailsOf.get(id) ?? [];
    const isPromised = mail?.kind === 'verify-email' && mail.recipient === email && moreMails.length === 0;
    if (!isPromised) return `${email} does not have exactly one mail`;
    const isWritten = mail.state === 'waiting' && mail.text_body.includes('token=');
    return isWritten === (link_hash !== null) ? [] : `${email} has a mail without its link, or a link alone`;
  });
  const more = [
    ...(mailsOf.size > signUps.length ? ['a mail belongs to no sign-up'] : []),
    ...(signUpOf.size !== signUps.length || signUps.length > tries ? ['there are too many sign-ups'] : []),
  ];
  return [...lost, ...wrong, ...more];
}
