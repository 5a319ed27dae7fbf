import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { makeThrowAwayPlace } from '#server/testing/process-database.ts';
import type { ServerSettings } from '#server/testing/server-process.ts';
import { openLedger } from './chaos/ledger.ts';
import { startLoad } from './chaos/load.ts';
import { table } from './support/figures.ts';
import { type Growth, growthOf } from './support/growth.ts';
import { startMailServer } from './support/mail-server.ts';
import { startOwnPostgres } from './support/own-postgres.ts';
import { startOwnRedis } from './support/own-redis.ts';
import {
  type ProcessSample,
  WATCHABLE,
  type WatchedProcess,
  watchProcess,
} from './support/process-figures.ts';
import { startSiteProcesses } from './support/site-processes.ts';
import { pause, waitFor } from './support/wait.ts';

/**
 * A steady load for a long time: does memory grow, are descriptors left open? First on one process with SQLite, then on
 * two with PostgreSQL and Redis, all of its own.
 *
 *   npm run bench -- soak [--seconds 600] [--rate 5] [--residents 10] [--only one|two]
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '5' },
    residents: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
});
const SECONDS = Number(options.seconds);
/** Two minutes of ten: until then caches fill and code is compiled. */
const WARM_UP_SECONDS = SECONDS / 5;
const SAMPLE_EACH_MS = 5_000;
const LOAD = { journeysPerSecond: Number(options.rate), residents: Number(options.residents) };

type Figures = {
  readonly setting: string;
  readonly seconds: number;
  readonly journeys: number;
  readonly requests: number;
  readonly processes: readonly {
    readonly growth: readonly Growth[];
    readonly samples: readonly ProcessSample[];
  }[];
  readonly broken: readonly string[];
};

const results: Figures[] = [];
if (options.only !== 'two') {
  const place = await makeThrowAwayPlace('');
  try {
    results.push(await soak('one process, SQLite', 1, place.env));
  } finally {
    await place.remove();
  }
}
if (options.only !== 'one') {
  const [postgres, redis] = [await startOwnPostgres(), await startOwnRedis()];
  try {
    const env = {
      DATA_DIR: tmpdir(),
      DATABASE_URL: await postgres.addDatabase(),
      REDIS_URL: redis.url,
      AUTH_SECRET: 'only for this run, and long enough for it',
    };
    results.push(await soak('two processes, PostgreSQL and Redis', 2, env));
  } finally {
    await redis.stop();
    postgres.remove();
  }
}
process.stdout.write(`${printed(results)}\n\n${JSON.stringify(results)}\n`);
const problems = results.flatMap(({ setting, broken }) => broken.map((line) => `${setting}: ${line}`));
process.stdout.write(problems.length === 0 ? 'Steady.\n' : `NOT STEADY.\n${problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function soak(setting: string, count: number, env: ServerSettings): Promise<Figures> {
  process.stderr.write(`${setting}, ${SECONDS} s …\n`);
  const mail = await startMailServer();
  const site = await startSiteProcesses(count, {
    ...env,
    ...WATCHABLE,
    SMTP_URL: mail.url,
    FORM_NOTIFY_TO: 'desk@example.com',
  });
  const ledger = openLedger();
  let watched: WatchedProcess[] = [];
  try {
    watched = await Promise.all(site.running().map(({ output }) => watchProcess(output)));
    await waitFor('the proxy finds the site', 10_000, async () => (await fetch(site.url)).ok);
    const load = await startLoad({ url: site.url, mail, ledger }, LOAD);
    const samples = watched.map((): ProcessSample[] => []);
    const end = performance.now() + SECONDS * 1_000;
    while (performance.now() < end) {
      await pause(SAMPLE_EACH_MS);
      for (const [place, { sample }] of watched.entries()) samples[place]?.push(await sample());
    }
    await load.stop();
    // A process that is looked at waits with its end.
    for (const { close } of watched.splice(0)) close();
    await site.close();
    const processes = samples.map((all) => {
      const warm = all.filter(({ second }) => second >= WARM_UP_SECONDS);
      return { growth: growthOf(warm), samples: all };
    });
    const broken = [
      ...processes.flatMap(({ growth }, place) => tooMuch(growth, place)),
      ...ledger.wrong,
      ...ledger.lostSessions,
      ...site.badEnds(),
      ...(ledger.failed > 0 ? [`${ledger.failed} requests failed`] : []),
      ...(/warning:|"level":"error"/i.test(site.output()) ? [`the log complains:\n${site.output()}`] : []),
    ];
    const { journeys, requests } = ledger;
    return { setting, seconds: SECONDS, journeys: journeys.length, requests, processes, broken };
  } finally {
    for (const { close } of watched) close();
    await Promise.all(site.running().map((server) => server.kill9()));
    await mail.close();
  }
}

function tooMuch(growth: readonly Growth[], place: number): string[] {
  return growth
    .filter(({ isTooMuch }) => isTooMuch)
    .map(({ measure, early, late }) => `process ${place + 1}: ${measure} grew from ${early} to ${late}`);
}

function printed(figures: readonly Figures[]): string {
  const mebibytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`;
  const rows = figures.flatMap(({ setting, journeys, requests, processes }) =>
    processes.flatMap(({ growth }, place) =>
      growth.map(({ measure, early, late, isTooMuch }) => [
        `${setting}: process ${place + 1}, ${measure}`,
        ...[early, late].map((value) => (measure === 'descriptors' ? String(value) : mebibytes(value))),
        `${(((late - early) / early) * 100).toFixed(1)} %`,
        isTooMuch ? 'TOO MUCH' : 'ok',
        ...[journeys, requests].map(String),
      ]),
    ),
  );
  return table([['Measure', 'after warm-up', 'at the end', 'growth', '', 'journeys', 'requests'], ...rows]);
}
