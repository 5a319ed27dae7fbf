import { setTimeout as sleep } from 'node:timers/promises';
import { logNewLines } from '#server/audit/lines.ts';
import { fillSearch } from '#server/database/search.ts';
import type { createFileRewriter } from '#server/database/sqlite-file.ts';
import type { AppDeps, Job } from '#server/feature.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { HOUR_MS, type SetTimer, setUnrefTimer } from '#server/time.ts';
import { runRetention } from './run-retention.ts';

/** The pause between two runs of a job with more to do. Requests are served in between. */
const PAUSE_MS = 50;
/** The shortest wait after a failure. Keeps a failing job from filling the log. */
const RETRY_MS = 10_000;
const LAST_RUN_TIMEOUT_MS = 3_000;

/** A slow or failing job does not delay the others. */
export function startJobs(jobs: readonly Job[], deps: AppDeps, setTimer: SetTimer = setUnrefTimer) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = jobs.map((job) => startJob(job, deps, signal, setTimer));
  return {
    abort: () => stopping.abort(),
    /** Waits for running jobs, then runs those with `runsAtStop` once more, in order. Never rejects. */
    end: async () => {
      stopping.abort();
      await Promise.all(running.map(({ ended }) => ended()));
      for (const { job, run } of running)
        if (job.runsAtStop)
          await Promise.race([run(), sleep(LAST_RUN_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function startJob(job: Job, deps: AppDeps, signal: AbortSignal, setTimer: SetTimer) {
  let isFirst = true;
  let cancel = () => {};
  const run = async (): Promise<number> => {
    try {
      const result = await job.run(deps, { isFirst, signal });
      isFirst = false;
      return result === 'more' ? PAUSE_MS : job.every;
    } catch (err) {
      deps.log.error({ err }, `the job “${job.name}” failed and will be tried again`);
      return Math.max(job.every, RETRY_MS);
    }
  };
  const runAndPlan = async () => {
    const wait = await run();
    if (signal.aborted) return;
    cancel = setTimer(wait, () => {
      current = runAndPlan();
    });
  };
  let current = runAndPlan();
  return {
    job,
    run,
    ended: () => {
      cancel();
      return current;
    },
  };
}

export function createCoreJobs(
  rewrite: Pick<ReturnType<typeof createFileRewriter>, 'daily'>,
): readonly Job[] {
  return [
    // This job runs at a fixed interval, and is not started by a request for a mail. Otherwise the time of a mail would show
    // which addresses have an account.
    {
      name: 'requested mails',
      every: 500,
      run: async (deps) => {
        if (await writeRequestedMails(deps)) deps.wakeMail();
      },
    },
    {
      // Each process looks for changes all the time: announcements begin and end at set times, and another process may have stored
      // a new one.
      name: 'changes of pages',
      every: 10_000,
      run: ({ live }) => live.refresh(),
    },
    {
      name: 'retention',
      // The interval is far below a day, because a pause of more than a day counts as a jump of the clock.
      every: HOUR_MS,
      run: async (deps, { signal }) => {
        await runRetention(deps, undefined, () => signal.aborted);
        await rewrite.daily();
      },
    },
    // Rows that another transaction has locked wait for the next run.
    { name: 'search index of old rows', every: HOUR_MS, run: ({ db }) => fillSearch(db) },
    // This job is the last, because other jobs may write audit lines until they end.
    { name: 'audit lines to the log', every: 1_000, runsAtStop: true, run: logNewLines },
  ];
}
