import type { FakeSmtp } from '#server/testing/fake-smtp.ts';
import type { OwnRedis } from '#server/testing/own-redis.ts';
import type { SmallDisk } from '#server/testing/small-disk.ts';
import type { OwnPostgres } from '../support/own-postgres.ts';
import { waitFor } from '../support/wait.ts';
import type { SiteProcesses } from './site-processes.ts';

type Parts = {
  readonly site: SiteProcesses;
  readonly mail: FakeSmtp;
  readonly redis: OwnRedis;
  readonly postgres: OwnPostgres;
  readonly disk: SmallDisk;
};

export type Scenario = {
  readonly name: string;
  /** `PostgreSQL`: two processes on PostgreSQL and Redis. `SQLite`: one process on a small disk. */
  readonly database: 'PostgreSQL' | 'SQLite';
  /**
   * True if visitors must not notice the fault: no request may fail and no mail may come twice. In other scenarios a mail may
   * come twice, if its record could not be written after it was handed over (at-least-once delivery).
   */
  readonly unnoticed: boolean;
  /** Breaks a service and repairs it. */
  readonly run: (parts: Parts, brokenFor: () => Promise<void>) => Promise<void>;
};

/** Faults that the site survives. Faults that only end a process are in `bench/durability.ts`. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'kill -9 one of two processes',
    database: 'PostgreSQL',
    unnoticed: false,
    run: async ({ site }, brokenFor) => {
      await site.kill(0);
      await brokenFor();
      await site.start(0);
    },
  },
  {
    name: 'rolling restart',
    database: 'PostgreSQL',
    unnoticed: true,
    run: async ({ site }) => {
      await site.restart(0);
      // An operator also waits until the proxy uses the new process before restarting the next one.
      await waitFor('the proxy has both', 60_000, () => site.readyCount() === 2);
      await site.restart(1);
    },
  },
  {
    name: 'Redis stopped',
    database: 'PostgreSQL',
    unnoticed: true,
    run: async ({ redis }, brokenFor) => {
      await redis.kill();
      await brokenFor();
      await redis.start();
    },
  },
  {
    name: 'Redis silent',
    database: 'PostgreSQL',
    unnoticed: true,
    run: async ({ redis }, brokenFor) => {
      redis.fallSilent();
      await brokenFor();
      redis.speak();
    },
  },
  ...(['fast', 'immediate'] as const).map(
    (how): Scenario => ({
      name: how === 'fast' ? 'PostgreSQL restarted (fast)' : 'PostgreSQL crashed (immediate)',
      database: 'PostgreSQL',
      unnoticed: false,
      run: async ({ postgres }, brokenFor) => {
        await postgres.stop(how);
        await brokenFor();
        await postgres.start();
      },
    }),
  ),
  {
    name: 'mail refused',
    database: 'PostgreSQL',
    unnoticed: true,
    run: async ({ mail: { answers } }, brokenFor) => {
      // The mail server refuses new connections, and also mails on the connections that are open.
      Object.assign(answers, { greeting: '421 4.3.2 Not now', mailFrom: '451 4.3.0 Not now' });
      await brokenFor();
      delete answers.greeting;
      delete answers.mailFrom;
    },
  },
  {
    name: 'disk full',
    database: 'SQLite',
    unnoticed: false,
    run: async ({ disk }, brokenFor) => {
      disk.fill();
      await brokenFor();
      disk.makeRoom();
    },
  },
];
