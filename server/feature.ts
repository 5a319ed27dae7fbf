import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Columns } from '#content/data-facts.ts';
import type { Mail } from '#content/mails.ts';
import type { AuditAction, AuditDetails } from './audit/action.ts';
import type { ConsoleView, PersonAction } from './console-view.ts';
import type { Db, Tx } from './database/database.ts';
import type { Person, TableRules } from './database/tables.ts';
import type { CookieNames } from './http/cookies.ts';
import type { RateLimit, TakeFromLimit } from './http/rate-limits.ts';
import type { SharedRedis } from './http/redis.ts';
import type { NoteRefused } from './http/refused-callers.ts';
import type { MailableDeps } from './mail/addresses.ts';
import type { MakeBodies } from './mail/mail-queue.ts';
import type { MailTemplates } from './mail/templates.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { CounterSeries, HistogramSeries } from './metrics/series.ts';
import type { Keyring } from './settings/keyring.ts';
import type { LaunchCheck, LaunchProblem } from './settings/launch-checks.ts';
import type { FeaturePages } from './settings/page-rules.ts';
import type { Settings } from './settings/settings.ts';
import type { GivenSettings, SettingsPart } from './settings/settings-part.ts';
import type { Site } from './site/site.ts';

/** Adds routes in a scope of its own, so that hooks and parsers apply to no other feature. */
export type AddRoutes = (app: FastifyInstance, deps: AppDeps) => void | Promise<void>;

/**
 * What a feature adds to the server. All but the name is optional. `features.ts` lists the features; the core knows none by
 * name. The core features (accounts, forms) add further fields by declaration merging.
 */
export interface Feature {
  /** The name of its folder. */
  readonly name: string;
  /** Other features may import it, and `npm run remove` refuses to take it out. */
  readonly isCore?: true;
  /** It needs at least one of these features. */
  readonly needsOneOf?: readonly string[];
  /** What the site lacks without it: a sentence that `npm run remove` prints. */
  readonly lostWithout?: string;
  /** npm packages that only its server side uses. */
  readonly packages?: readonly string[];
  /** Its columns in tables of the core features, by table, and a condition for further rows of a person. */
  readonly columns?: Readonly<Record<string, Columns & Pick<TableRules, 'where'>>>;
  /** SQL conditions for rows in tables of the core that are useless without it, by table. */
  readonly rowsElsewhere?: Readonly<Record<string, string>>;
  /** The path of the page that shows mails when there is no mail server. */
  readonly mailsPath?: string;
  readonly settings?: SettingsPart<Partial<Settings>>;
  /** Endpoints for our pages: not cached, and refused to other origins. */
  readonly apiRoutes?: AddRoutes;
  /** Other routes. */
  readonly routes?: AddRoutes;
  readonly tables?: Readonly<Record<string, TableRules>>;
  /** By the name of the rule in `content/features/<name>-data.ts`, which has the number of days. */
  readonly retention?: Readonly<Record<string, RemoveSome>>;
  /** A query for the ids of mails about rows of a person. */
  readonly mailsAbout?: (person: Person) => RawBuilder<unknown>;
  /** Addresses that get a notice to everybody, as they were typed; duplicates are allowed. */
  readonly addressesToTell?: (db: Db) => Promise<readonly { readonly email: string }[]>;
  /**
   * Repeats the deletions since the backup in restored data. Returns the number of deleted rows by kind.
   */
  readonly deleteAgain?: (
    deps: WithFeatures,
    tx: Tx,
    isDeleted: (id: string) => boolean,
  ) => Promise<Readonly<Record<string, number>>>;
  readonly limits?: Readonly<Record<string, RateLimit>>;
  readonly auditActions?: readonly AuditAction[];
  /** Texts of detail codes for all actions, such as the way of a proof. */
  readonly auditDetails?: AuditDetails;
  readonly metrics?: readonly (CounterSeries | HistogramSeries)[];
  readonly jobs?: readonly Job[];
  /** Runs once, after the migrations and before the first request. */
  readonly beforeStart?: (deps: Pick<Deps, 'db' | 'keyring'>) => Promise<unknown>;
  /** Mails whose text is written some time after they are requested, so that the answer to the request cannot depend on it. */
  readonly requestedMails?: (deps: WithFeatures) => readonly RequestedMail[];
  /** Renders mails that are stored without bodies. */
  readonly mailBodies?: (deps: AppDeps) => MakeBodies;
  /** What it writes into each page, and what pages may do. */
  readonly pages?: (settings: Settings) => FeaturePages;
  /** Changes pages while the site runs, such as an announcement. */
  readonly changePages?: ChangePages;
  /** Whether visitors see an export of the pages, which must be made again after a change. */
  readonly copiesPages?: (settings: Settings) => boolean;
  /** Path prefixes that a window visits on its way to another site and back. */
  readonly navigated?: readonly string[];
  /** Paths, or prefixes that end in `/`, that a proxy forwards although it serves an export. */
  readonly proxyPaths?: readonly string[];
  /** Details for `/readyz` and the console. */
  readonly readiness?: (deps: AppDeps) => Readonly<Record<string, string>>;
  /** What it is hoped that visitors do, by the rows that this leaves. */
  readonly goals?: readonly Goal[];
  /** Its views in the operators’ console. */
  readonly console?: readonly ConsoleView[];
  readonly personActions?: readonly PersonAction[];
  /** The names of operators by their hashes in audit lines. */
  readonly actorNames?: (deps: Pick<Deps, 'db' | 'keyring'>) => Promise<ReadonlyMap<string, string>>;
  /** Lines by label that are printed at the start. */
  readonly startLines?: (settings: Settings) => Readonly<Record<string, string>>;
  /** Checks of settings before a public launch. */
  readonly launchChecks?: readonly LaunchCheck[];
  /** Checks of the database before a public launch. */
  readonly launchProblems?: (
    deps: Pick<AppDeps, 'db' | 'clock' | 'settings'>,
  ) => Promise<readonly LaunchProblem[]>;
  /** Shortens old data, hourly; not after a jump of the clock. */
  readonly tidy?: (deps: Pick<Deps, 'db'>, now: Date) => Promise<void>;
}

/** A goal of the visits report: its label, and the table and column of times whose rows are counted. */
type Goal = { readonly label: string; readonly table: string; readonly column: string };

/** The dependencies of rules. */
export interface Deps extends MailableDeps {
  readonly features: readonly Feature[];
  readonly db: Db;
  readonly clock: () => Date;
  /** Unguessable and unique. */
  readonly newId: () => string;
  /** 256 bits of randomness, base64url. */
  readonly newToken: () => string;
  readonly keyring: Keyring;
  readonly origin: string;
  readonly mails: MailTemplates;
  /** Wakes the mail worker. Call it after the commit that stores a mail. */
  readonly wakeMail: () => void;
  readonly log: Logger;
}

export type WithFeatures = Pick<Deps, 'features'>;

/** The dependencies of routes and jobs. Features add theirs by declaration merging: `declare module '#server/feature.ts'`. */
export interface AppDeps extends Deps {
  readonly settings: Settings;
  /** The settings as they were written. */
  readonly given: GivenSettings;
  /** The site as it was built. */
  readonly site: Site;
  /** The site as it is served now. */
  readonly live: LiveSite;
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly metrics: Metrics;
  /** Records refused callers; without it, nothing is recorded. */
  readonly noteRefused?: NoteRefused | undefined;
  /** Shares counts between processes; without it, each process counts alone. */
  readonly redis?: SharedRedis | undefined;
  readonly isStopping: () => boolean;
}

export type RequestedMail = {
  readonly mail: Mail;
  /** Writes the mails for one address that may be written now, and drops or postpones its other requests. */
  readonly write: (deps: Deps, tx: Tx, email: string, now: Date) => Promise<void>;
};

/** Repeated work. It runs in each process of the site, so it must be safe in several at once. */
export type Job = {
  /** For the log. */
  readonly name: string;
  /** Milliseconds between the end of a run and the next run. The first run is at the start of the process. */
  readonly every: number;
  /** Runs once more when the process stops, after the last request. */
  readonly runsAtStop?: true;
  /** Returns `more` to run again soon. A failure is logged and the job tried again later. */
  readonly run: (deps: AppDeps, round: Round) => Promise<unknown>;
};

type Round = {
  /** The first run of this process. */
  readonly isFirst: boolean;
  /** Aborted when the process stops. The run must then end soon. */
  readonly signal: AbortSignal;
};

/**
 * Returns the present change of pages, or undefined. The pages are changed again only when the `key` differs from the last
 * one.
 */
export type ChangePages = (
  deps: Pick<Deps, 'db' | 'clock'>,
) => Promise<{ readonly key: string; readonly change: (site: Site) => Site } | undefined>;

export type LiveSite = {
  /** The site as it is served now. Without changes it is the same object as the built site. */
  readonly current: () => Site;
  /** Reads the changes of pages. Keeps the present pages while the database is away. */
  readonly refresh: () => Promise<void>;
};

/** Removes up to `limit` rows from before a time and returns their number. Safe in several processes at once. */
export type RemoveSome = (deps: Pick<Deps, 'db'>, before: Date, limit: number) => Promise<number>;
