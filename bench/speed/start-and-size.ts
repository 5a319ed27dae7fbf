import { FORMS } from '#contract/forms.ts';
import { FORMS_API, PAGES, PRODUCT_API, pathFor } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { addConfirmedAccounts, signInBenchAccount } from '../support/confirmed-accounts.ts';
import { median } from '../support/figures.ts';
import { formLoad } from '../support/form-load.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { residentOf } from '../support/process-cost.ts';
import { signInLoad } from '../support/sign-in-load.ts';
import { pause } from '../support/wait.ts';
import { runWrk } from '../support/wrk.ts';
import type { Measurement, Row } from './measurement.ts';

const STARTS = 5;
const IDLE_MS = 5_000;
const SECONDS = 4;
const AT_ONCE = 200;
const ACCOUNTS = 1_500;

/**
 * The built site on a SQLite file that is there already: from the process to the first page, found by looking every ten
 * milliseconds; memory once nothing happens, and the most there was under the loads of this table, one after the other.
 */
export const measure: Measurement = async () => {
  const place = await makeThrowAwayPlace('');
  try {
    const starts: number[] = [];
    for (let start = 0; start <= STARTS; start++) {
      const { milliseconds, server } = await timedStart(place.env);
      // The first one makes the file.
      if (start > 0) starts.push(milliseconds);
      else await addAccounts(place);
      server.terminate();
      await server.exit;
    }
    const { server } = await timedStart(place.env);
    try {
      await pause(IDLE_MS);
      const idle = residentOf(server.pid);
      await loadAll(server.url);
      const most = residentOf(server.pid, 'VmHWM');
      return [
        row('from the process to the first page', median(starts), 'ms', 500, starts),
        row('resident, idle', idle, 'MB', 130),
        row('resident under load, the most', most, 'MB', 220),
      ];
    } finally {
      server.terminate();
      await server.exit;
    }
  } finally {
    await place.remove();
  }
};

type Place = Awaited<ReturnType<typeof makeThrowAwayPlace>>;

async function timedStart(env: Place['env']): Promise<{ milliseconds: number; server: ServerProcess }> {
  const from = performance.now();
  const server = await startServerProcess({ ...env, ...MEASURED_SETTINGS });
  const page = await fetch(server.url + PAGES.home);
  const milliseconds = performance.now() - from;
  if (page.status !== 200) throw new Error(`the first page was answered ${page.status}`);
  await page.arrayBuffer();
  return { milliseconds, server };
}

async function addAccounts(place: Place): Promise<void> {
  const db = place.open();
  await addConfirmedAccounts(db, 1 + ACCOUNTS);
  await db.destroy();
}

async function loadAll(url: string): Promise<void> {
  const { id, headers } = await signInBenchAccount(url, 0);
  await runWrk(url + PAGES.home, { seconds: SECONDS, headers: { 'Accept-Encoding': 'gzip' } });
  await runWrk(url + pathFor(PRODUCT_API.user, id), { seconds: SECONDS, headers });
  await formLoad(url, pathFor(FORMS_API.submit, FORMS.contact), SECONDS);
  await signInLoad(url, { seconds: SECONDS, atOnce: AT_ONCE, from: 1 });
}

function row(what: string, ours: number, unit: string, limit: number, all: readonly number[] = [ours]): Row {
  return {
    target: 'Start and size',
    what,
    ours,
    unit,
    limits: [{ of: 'ours', kind: 'at most', value: limit }],
    rounds: { ours: all },
  };
}
