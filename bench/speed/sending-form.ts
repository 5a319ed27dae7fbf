import { FORMS } from '#contract/forms.ts';
import { FORMS_API, pathFor } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { PROCESS_ORIGIN, startServerProcess } from '#server/testing/server-process.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { runWrk } from '../support/wrk.ts';
import { alternate, beside } from './alternate.ts';
import { startBareWriter } from './floors/bare-writer.ts';
import type { Measurement } from './measurement.ts';

const ROUNDS = 5;
const SECONDS = 3;

/**
 * The contact form, sent as JSON by fifty visitors at once, each message another one; every answer is given after its
 * transaction is on the disk. The floor is that transaction alone, in a loop, without a server: the same two rows into
 * the same tables, on the same disk, with the same settings.
 */
export const measure: Measurement = async () => {
  const place = await makeThrowAwayPlace('');
  const site = await startServerProcess({ ...place.env, ...MEASURED_SETTINGS });
  try {
    const path = pathFor(FORMS_API.submit, FORMS.contact);
    const headers = {
      origin: PROCESS_ORIGIN,
      'content-type': 'application/json',
      accept: 'application/json',
    };
    let load = 0;
    const send = (seconds: number) => {
      load += 1;
      return runWrk(site.url + path, { seconds, headers, script: differentMessages(load) });
    };
    await send(5);
    const stored = await sampleOf(place);
    const bare = await startBareWriter(stored);
    try {
      await bare.run(1);
      const { ours, floor } = await alternate(ROUNDS, {
        ours: () => send(SECONDS),
        floor: async () => ({ perSecond: await bare.run(SECONDS), p99: Number.NaN }),
      });
      return [
        {
          target: 'Sending a form',
          what: 'stored durably a second',
          ...beside('perSecond', ours, 'the transaction in a loop', floor),
          unit: '/s',
          limits: [{ of: 'ratio', kind: 'at least', value: 0.5 }],
        },
      ];
    } finally {
      await bare.close();
    }
  } finally {
    await site.kill9();
    await place.remove();
  }
};

/** The same words twice within ten minutes would be one message. */
function differentMessages(load: number): string {
  return `local count = 0
request = function()
  count = count + 1
  return wrk.format("POST", nil, nil, string.format(
    '{"name":"Asha Rao","email":"asha-${load}-%d@example.com","message":"Letter ${load}-%d. ${LETTER}"}', count, count))
end`;
}

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
