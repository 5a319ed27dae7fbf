import { FORMS_API, pathFor } from '#contract/paths.ts';
import { FORMS } from '#features/forms/contract.ts';
import { withDatabase } from '#server/testing/process-database.ts';
import { createClient } from '../support/client.ts';
import { median } from '../support/figures.ts';
import { startSite } from '../support/site.ts';
import { startBareWriter } from './floors/bare-writer.ts';
import { LETTER } from './letter.ts';
import { alternate, type Measurement } from './measurement.ts';

const WARM_UP = 500;
const ROUNDS = 5;
const CALLS = 300;

/**
 * Sends the contact form as JSON from one visitor, each time with another message; every answer comes after its transaction
 * is on the disk. The floor is that transaction alone, in a loop without a server: the same rows (message, notification,
 * receipt) in the same tables, on the same disk, with the same settings.
 */
export const measure: Measurement = async () => {
  await using site = await startSite();
  const client = createClient(site.url);
  const path = pathFor(FORMS_API.submit, FORMS.contact);
  let sent = 0;
  const send = async () => {
    const email = `asha-${++sent}@example.com`;
    const letter = { name: 'Asha Rao', email, message: `Letter ${sent}. ${LETTER}` };
    const { status, text, milliseconds } = await client.post(path, letter);
    if (status !== 200) throw new Error(`a message was answered ${status}: ${text}`);
    return milliseconds;
  };
  for (let count = 0; count < WARM_UP; count++) await send();
  const stored = await withDatabase(site.place, async (db) => ({
    submission: await db.selectFrom('submissions').selectAll().limit(1).executeTakeFirstOrThrow(),
    mails: await db.selectFrom('outbox').selectAll().orderBy('created_at').limit(2).execute(),
  }));
  await using bare = await startBareWriter(stored);
  await bare.run(1);
  const { milliseconds } = await alternate(
    ROUNDS,
    async () => {
      const taken: number[] = [];
      for (let count = 0; count < CALLS; count++) taken.push(await send());
      return { milliseconds: median(taken) };
    },
    async () => ({ milliseconds: 1_000 / (await bare.run(1)) }),
  );
  return [
    {
      target: 'Sending a form',
      what: 'one visitor, median',
      unit: 'ms',
      ...milliseconds,
      beside: 'a bare durable insert',
      limits: ['≤ 3 ×'],
    },
  ];
};
