import { ACCOUNT_API, PRODUCT_API } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import type { Db } from '#server/database/database.ts';
import { type ThrowAwayPlace, withDatabase } from './process-database.ts';
import { createRandom } from './random.ts';
import { type Answer, createRestartingSite, type StartServer, until } from './restarting-site.ts';

type DurabilityOptions = {
  readonly signUps: number;
  readonly saves?: number;
  readonly kills: number;
  readonly seed: number;
  readonly startServer: StartServer;
  /** Runs after each kill, before the next start of the server. */
  readonly whileDown?: () => Promise<void>;
};

const CLIENTS = 8;
/** The longest random delay of a kill, in milliseconds: about as long as a few requests take. */
const KILL_SPREAD = 80;
const KEY = { 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };

/** The data of an acknowledged sign-up. `about` is the last text that was saved with success. */
type Acknowledged = { about?: string };

export type DurabilityResult = Awaited<ReturnType<typeof drillDurability>>;

/** Kills the server at random moments of sign-ups and profile saves, then checks that all acknowledged data is stored. */
export async function drillDurability(
  place: Pick<ThrowAwayPlace, 'env' | 'open'>,
  { signUps, saves = 2, kills, seed, startServer, whileDown = async () => {} }: DurabilityOptions,
) {
  const random = createRandom(seed);
  const site = await createRestartingSite(place.env, startServer);
  const acknowledged = new Map<string, Acknowledged>();
  const wrong: string[] = [];

  let tries = 0;
  const client = async () => {
    while (acknowledged.size < signUps && wrong.length === 0) {
      const number = ++tries;
      const email = `kill-${number}@example.com`;
      const signedUp = await site.post(ACCOUNT_API.signUp, { email, password: 'correct horse' }, KEY);
      // An interrupted sign-up may or may not be stored. The next one uses another address, so that each result can be
      // checked.
      if (signedUp === undefined) continue;
      if (signedUp.status !== 200) wrong.push(`sign-up answered ${signedUp.status}`);
      const promise: Acknowledged = {};
      acknowledged.set(email, promise);
      const headers = { ...KEY, cookie: signedUp.cookie };
      for (let save = 1; save <= saves; save++) {
        const about = `written by ${number}, ${save}`;
        // Sends the same text until it is acknowledged. The cookie of the sign-up stays valid after a restart of the
        // server.
        for (let saved: Answer | undefined; saved === undefined; ) {
          saved = await site.post(PRODUCT_API.saveUser, { name: `Person ${number}`, about }, headers);
          if (saved !== undefined && saved.status !== 200) wrong.push(`saving answered ${saved.status}`);
        }
        promise.about = about;
      }
    }
  };
  const killer = async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const at = ((kill - 1 + random()) / kills) * signUps;
      await until(() => acknowledged.size >= Math.min(at, signUps - CLIENTS) || wrong.length > 0);
      await new Promise((resolve) => setTimeout(resolve, random() * KILL_SPREAD));
      await site.restartAfter(whileDown);
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
  await site.restartAfter(whileDown);
  const end = await site.stop();
  if (end.code !== 0) wrong.push(`the last process ended with ${end.code ?? end.signal}`);
  wrong.push(...(await withDatabase(place, (db) => compare(db, acknowledged, tries))));
  return {
    acknowledged: acknowledged.size,
    cut: site.cut(),
    /** Descriptions of what was answered wrongly, lost, stored twice, or restored in an older form. */
    wrong,
    output: site.output(),
  };
}

/** Compares the stored rows with the acknowledged data, and checks that every sign-up has its mail. */
async function compare(
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
