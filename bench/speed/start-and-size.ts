import { setTimeout as pause } from 'node:timers/promises';
import { PAGES } from '#content/page-paths.ts';
import { PRODUCT_API, pathFor } from '#contract/paths.ts';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import { addConfirmedAccounts, signInBenchAccount } from '../support/confirmed-accounts.ts';
import { median } from '../support/figures.ts';
import { residentOf } from '../support/process-cost.ts';
import { startSiteOn } from '../support/site.ts';
import { formLoad, runWrk, signInLoad } from '../support/wrk.ts';
import type { Measurement, Row } from './measurement.ts';

const STARTS = 5;
/** The wait until memory is measured: V8 frees what the start left behind about half a minute after the last work. */
const IDLE_MS = 45_000;
const SECONDS = 4;
const AT_ONCE = 200;
const ACCOUNTS = 1_500;

/**
 * Measures the built site on an existing SQLite file: the time from starting the process to the first page, polled every ten
 * milliseconds; the memory when idle; and the peak memory under the loads of this table, one after the other.
 */
export const measure: Measurement = async () => {
  const place = await makeThrowAwayPlace('');
  const timedStart = async () => {
    const from = performance.now();
    const site = await startSiteOn(place);
    await (await fetch(site.url + PAGES.home)).arrayBuffer();
    return { ...site, milliseconds: performance.now() - from };
  };
  try {
    const starts: number[] = [];
    for (let start = 0; start <= STARTS; start++) {
      await using server = await timedStart();
      // The first start creates the database file and is not measured.
      if (start > 0) starts.push(server.milliseconds);
      else await addConfirmedAccounts(place, 1 + ACCOUNTS);
    }
    await using server = await timedStart();
    await pause(IDLE_MS);
    const idle = residentOf(server.pid);
    await loadAll(server.url);
    const most = residentOf(server.pid, 'VmHWM');
    const rows: Omit<Row, 'target'>[] = [
      { what: 'from the process to the first page', unit: 'ms', ours: median(starts), limits: ['≤ 500'] },
      { what: 'resident, idle', unit: 'MB', ours: idle, limits: ['≤ 130'] },
      { what: 'resident under load, the most', unit: 'MB', ours: most, limits: ['≤ 220'] },
    ];
    return rows.map((row) => ({ target: 'Start and size', ...row }));
  } finally {
    await place.remove();
  }
};

async function loadAll(url: string): Promise<void> {
  const { id, headers } = await signInBenchAccount(url, 0);
  await runWrk(url + PAGES.home, { seconds: SECONDS, headers: { 'Accept-Encoding': 'gzip' } });
  await runWrk(url + pathFor(PRODUCT_API.user, id), { seconds: SECONDS, headers });
  await formLoad(url, SECONDS);
  await signInLoad(url, { seconds: SECONDS, atOnce: AT_ONCE, from: 1 });
}
