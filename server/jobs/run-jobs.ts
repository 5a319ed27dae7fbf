import { setTimeout as sleep } from 'node:timers/promises';
import { logNewLines } from '#server/audit/lines.ts';
import { fillSearch } from '#server/database/search.ts';
import type { createFileRewriter } from '#server/database/sqlite-file.ts';
import type { AppDeps, Job } from '#server/feature.ts';
import { writeRequestedMails } from '#server/mail/requested-mails.ts';
import { HOUR_MS, type SetTimer, setUnrefTimer } from '#server/time.ts';
import { runRetention } from './run-retention.ts';

/** Milliseconds between two runs while there is more to do: others get their turn. */
const BREATHE_MS = 50;
/** A job that fails does not fill the log. */
const AFTER_TROUBLE_MS = 10_000;
/** Milliseconds for the last run of a job, when the process stops. */
const LAST_RUN_WITHIN_MS = 3_000;

type RunningJobs = {
  /** Tells the jobs to end soon. Returns at once. */
  readonly abort: () => void;
  /** Waits for the runs under way, then runs once more what runs at the stop, in the order of the list. Never rejects. */
  readonly end: () => Promise<void>;
};

/** Starts all jobs. None waits for another, and none that fails keeps another from running. */
export function startJobs(
  jobs: readonly Job[],
  deps: AppDeps,
  setTimer: SetTimer = setUnrefTimer,
): RunningJobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = jobs.map((job) => startJob(job, deps, signal, setTimer));
  return {
    abort: () => stopping.abort(),
    end: async () => {
      stopping.abort();
      await Promise.all(running.map(({ ended }) => ended()));
      for (const { job, run } of running)
        if (job.runsAtStop) await Promise.race([run(), sleep(LAST_RUN_WITHIN_MS, undefined, { ref: false })]);
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
      return result === 'more' ? BREATHE_MS : job.every;
    } catch (err) {
      deps.log.error({ err }, `${job.name}: this failed, and is tried again soon`);
      return Math.max(job.every, AFTER_TROUBLE_MS);
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

/** What the core repeats, after the jobs of the features. */
export function createCoreJobs(
  rewrite: Pick<ReturnType<typeof createFileRewriter>, 'daily'>,
): readonly Job[] {
  return [
    // At a fixed pace, never at a request: the time of a mail would tell which address has an account.
    { name: 'requested mails', every: 500, run: writeRequestedMails },
    {
      // An announcement that another process was told of, or that begins or ends.
      name: 'changes of pages',
      every: 10_000,
      run: ({ live }) => live.refresh(),
    },
    {
      name: 'what has outlived its purpose',
      every: HOUR_MS,
      run: async (deps, { signal }) => {
        await runRetention(deps, undefined, () => signal.aborted);
        await rewrite.daily();
      },
    },
    // Rows that another transaction had locked are filled an hour later.
    { name: 'making old rows searchable', every: HOUR_MS, run: ({ db }) => fillSearch(db) },
    // Last: whatever ends before may still write lines.
    { name: 'writing audit lines to the log', every: 1_000, runsAtStop: true, run: logNewLines },
  ];
}
