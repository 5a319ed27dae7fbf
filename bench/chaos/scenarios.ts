import type { MailServer } from '../support/mail-server.ts';
import type { OwnPostgres } from '../support/own-postgres.ts';
import type { OwnRedis } from '../support/own-redis.ts';
import type { SiteProcesses } from '../support/site-processes.ts';
import { waitFor } from '../support/wait.ts';
import type { SmallDisk } from './small-disk.ts';

type Parts = { readonly site: SiteProcesses; readonly mail: MailServer };
/** Two processes on PostgreSQL and Redis. */
export type SeveralParts = Parts & { readonly redis: OwnRedis; readonly postgres: OwnPostgres };
/** One process on SQLite, on a small disk. */
export type OneParts = Parts & { readonly disk: SmallDisk };

/** Breaks something and mends it. */
type Run<P> = (parts: P, brokenFor: () => Promise<void>) => Promise<void>;

export type Scenario = {
  readonly name: string;
  /** Visitors must not notice at all: not one request may fail. */
  readonly unnoticed: boolean;
  /** A mail that was handed over while its record could not be written is sent again (at least once). */
  readonly mayDoubleMails: boolean;
} & (
  | { readonly setting: 'several'; readonly run: Run<SeveralParts> }
  | { readonly setting: 'one'; readonly run: Run<OneParts> }
);

/** Each fault that decisions §2 and §10 say the site lives through. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'kill -9 one process',
    setting: 'several',
    run: async ({ site }, brokenFor) => {
      await site.kill(0);
      await brokenFor();
      await site.start(0);
    },
    unnoticed: false,
    mayDoubleMails: true,
  },
  {
    name: 'rolling restart',
    setting: 'several',
    run: async ({ site }) => {
      await site.restart(0);
      // As an operator waits until the proxy has the new one.
      await waitFor('the proxy has both', 60_000, () => site.proxy.readyCount() === 2);
      await site.restart(1);
    },
    unnoticed: true,
    mayDoubleMails: false,
  },
  {
    name: 'Redis stopped',
    setting: 'several',
    run: async ({ redis }, brokenFor) => {
      await redis.stop();
      await brokenFor();
      await redis.start();
    },
    unnoticed: true,
    mayDoubleMails: false,
  },
  {
    name: 'Redis silent',
    setting: 'several',
    run: async ({ redis }, brokenFor) => {
      redis.fallSilent();
      await brokenFor();
      redis.speak();
    },
    unnoticed: true,
    mayDoubleMails: false,
  },
  {
    name: 'PostgreSQL restarted (fast)',
    setting: 'several',
    run: async ({ postgres }, brokenFor) => {
      await postgres.stop('fast');
      await brokenFor();
      await postgres.start();
    },
    unnoticed: false,
    mayDoubleMails: true,
  },
  {
    name: 'PostgreSQL crashed (immediate)',
    setting: 'several',
    run: async ({ postgres }, brokenFor) => {
      await postgres.stop('immediate');
      await brokenFor();
      await postgres.start();
    },
    unnoticed: false,
    mayDoubleMails: true,
  },
  {
    name: 'mail refused',
    setting: 'several',
    run: async ({ mail }, brokenFor) => {
      mail.refuse();
      await brokenFor();
      mail.takeAgain();
    },
    unnoticed: true,
    mayDoubleMails: false,
  },
  {
    name: 'disk full (SQLite)',
    setting: 'one',
    run: async ({ disk }, brokenFor) => {
      disk.fill();
      await brokenFor();
      disk.makeRoom();
    },
    unnoticed: false,
    mayDoubleMails: true,
  },
  {
    name: 'kill -9 the only process (SQLite)',
    setting: 'one',
    run: async ({ site }) => {
      await site.kill(0);
      await site.start(0);
    },
    unnoticed: false,
    mayDoubleMails: true,
  },
];
