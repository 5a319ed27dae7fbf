import { FORMS } from '#contract/forms.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { median } from '../support/figures.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { createTimedClient } from '../support/timed-client.ts';
import { alternate, beside } from './alternate.ts';
import { startBareWriter } from './floors/bare-writer.ts';
import type { Measurement } from './measurement.ts';

const WARM_UP = 500;
const ROUNDS = 5;
const CALLS = 300;

/**
 * The contact form, sent as JSON by one visitor, each message another one; every answer is given after its transaction is
 * on the disk. The floor is that transaction alone, in a loop, without a server: the same two rows into the same tables,
 * on the same disk, with the same settings.
 */
export const measure: Measurement = async () => {
  const place = await makeThrowAwayPlace('');
  const site = await startServerProcess({ ...place.env, ...MEASURED_SETTINGS });
  const client = createTimedClient(site.url);
  try {
    const path = pathFor(FORMS_API.submit, FORMS.contact);
    let sent = 0;
    const send = async () => {
      sent += 1;
      const letter = {
        name: 'Asha Rao',
        email: `asha-${sent}@example.com`,
        message: `Letter ${sent}. ${LETTER}`,
      };
      const { status, text, milliseconds } = await client.post(path, letter);
      if (status !== 200) throw new Error(`a message was answered ${status}: ${text}`);
      return milliseconds;
    };
    for (let count = 0; count < WARM_UP; count++) await send();
    const stored = await sampleOf(place);
    const bare = await startBareWriter(stored);
    try {
      await bare.run(1);
      const { ours, floor } = await alternate(ROUNDS, {
        ours: async () => {
          const taken: number[] = [];
          for (let count = 0; count < CALLS; count++) taken.push(await send());
          return { milliseconds: median(taken) };
        },
        floor: async () => ({ milliseconds: 1_000 / (await bare.run(1)) }),
      });
      return [
        {
          target: 'Sending a form',
          what: 'one visitor, median',
          ...beside('milliseconds', ours, 'a bare durable insert', floor),
          unit: 'ms',
          limits: [{ of: 'ratio', kind: 'at most', value: 3 }],
        },
      ];
    } finally {
      await bare.close();
    }
  } finally {
    client.close();
    await site.kill9();
    await place.remove();
  }
};

const LETTER =
  'This is as long as what people write to us when they have read a page and want to know more of it.';

/** One message as the site has stored it, with its mail. */
async function sampleOf(place: Awaited<ReturnType<typeof makeThrowAwayPlace>>) {
  const db = place.open();
  try {
    const submission = await db.selectFrom('submissions').selectAll().limit(1).executeTakeFirstOrThrow();
    const mail = await db.selectFrom('outbox').selectAll().limit(1).executeTakeFirstOrThrow();
    return { submission, mail };
  } finally {
    await db.destroy();
  }
}
