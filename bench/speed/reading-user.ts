import { join } from 'node:path';
import { FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { FORMS } from '#features/forms/contract.ts';
import { addConfirmedAccounts, benchAddress, signInBenchAccount } from '../support/confirmed-accounts.ts';
import { startSite } from '../support/site.ts';
import { runWrk } from '../support/wrk.ts';
import { startBareReader } from './floors/bare-reader.ts';
import { LETTER } from './letter.ts';
import { alternate, type Measurement } from './measurement.ts';

const ROUNDS = 5;
const SECONDS = 3;
const MESSAGES = 3;

/**
 * Measures `GET /api/user/{id}` on SQLite, for a signed-in person who has sent three messages. The floor, a bare
 * server, runs the two SQL statements of the route on the same file and sends the same bytes to any caller.
 */
export const measure: Measurement = async () => {
  await using site = await startSite();
  await addConfirmedAccounts(site.place, 1);
  const { id, headers, client } = await signInBenchAccount(site.url, 0);
  for (let sent = 0; sent < MESSAGES; sent++) {
    const letter = { name: 'A reader', email: benchAddress(0), message: `Letter ${sent}. ${LETTER}` };
    await client.post(pathFor(FORMS_API.submit, FORMS.contact), letter, headers.cookie);
  }
  const path = pathFor(PRODUCT_API.user, id);
  await using bare = await startBareReader(join(site.place.env.DATA_DIR, 'site.sqlite'));
  const answers = await Promise.all([site, bare].map(({ url }) => fetch(url + path, { headers })));
  const [ours, floor] = await Promise.all(answers.map((answer) => answer.text()));
  if (ours !== floor || !ours?.includes(`Letter ${MESSAGES - 1}`))
    throw new Error(`two answers that differ, or lack a letter:\n${ours}\n${floor}`);
  const load = (url: string, seconds = SECONDS) => runWrk(url + path, { seconds, headers });
  // Warm-up until Node has compiled the code. The site has more code than the bare reader, so its warm-up is longer.
  await load(site.url, 5);
  await load(bare.url, 1);
  const { perSecond } = await alternate(
    ROUNDS,
    () => load(site.url),
    () => load(bare.url),
  );
  return [
    {
      target: 'Reading a user',
      what: 'requests a second',
      unit: '/s',
      ...perSecond,
      beside: 'node:http, same SELECTs',
      limits: ['≥ 0.3 ×'],
    },
  ];
};
