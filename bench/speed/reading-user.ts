import { join } from 'node:path';
import { FORMS } from '#contract/forms.ts';
import { FORMS_API, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { DEFAULT_PUBLIC_SETTINGS } from '#contract/public-settings.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { signInSomebody } from '../support/signed-in.ts';
import { createTimedClient } from '../support/timed-client.ts';
import { runWrk } from '../support/wrk.ts';
import { alternate, beside } from './alternate.ts';
import { startBareReader } from './floors/bare-reader.ts';
import type { Measurement } from './measurement.ts';

const ROUNDS = 5;
const SECONDS = 3;
const MESSAGES = 3;

/**
 * `GET /api/user/{id}` of somebody who is signed in and has sent three messages, on SQLite. The floor reads the same
 * file with the same two statements and sends the same bytes, for whoever asks.
 */
export const measure: Measurement = async () => {
  const place = await makeThrowAwayPlace('');
  const site = await startServerProcess({ ...place.env, ...MEASURED_SETTINGS });
  try {
    const { id, cookie } = await signInSomebody(site.url, place, 'reader@example.com');
    const client = createTimedClient(site.url);
    for (let sent = 0; sent < MESSAGES; sent++) {
      const letter = { name: 'A reader', email: 'reader@example.com', message: `Letter ${sent}. ${LETTER}` };
      await client.post(pathFor(FORMS_API.submit, FORMS.contact), letter, cookie);
    }
    client.close();
    const path = pathFor(PRODUCT_API.user, id);
    const headers = { cookie, 'x-api-key': DEFAULT_PUBLIC_SETTINGS.apiKey };
    const bare = await startBareReader(join(place.env.DATA_DIR, 'site.sqlite'));
    try {
      const answers = await Promise.all([site, bare].map(({ url }) => fetch(url + path, { headers })));
      const [ours, floor] = await Promise.all(answers.map((answer) => answer.text()));
      if (ours !== floor || !ours?.includes(`Letter ${MESSAGES - 1}`))
        throw new Error(`two answers that differ, or lack a letter:\n${ours}\n${floor}`);
      const load = (url: string) => () => runWrk(url + path, { seconds: SECONDS, headers });
      // Node compiles what is asked often, and the site has more of it.
      await runWrk(site.url + path, { seconds: 5, headers });
      await runWrk(bare.url + path, { seconds: 1, headers });
      const figures = await alternate(ROUNDS, { ours: load(site.url), floor: load(bare.url) });
      return [
        {
          target: 'Reading a user',
          what: 'requests a second',
          ...beside('perSecond', figures.ours, 'node:http, same SELECTs', figures.floor),
          unit: '/s',
          limits: [{ of: 'ratio', kind: 'at least', value: 0.4 }],
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

const LETTER =
  'This is as long as what people write to us when they have read a page and want to know more of it.';
