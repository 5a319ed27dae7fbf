import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Columns } from '#content/data-facts.ts';
import type { Mail } from '#content/mails.ts';
import type { AuditAction, AuditDetails } from './audit/action.ts';
import type { AuditDeps } from './audit/record-action.ts';
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

/** Each feature has a scope of its own, so that hooks and parsers apply to no other feature. */
type AddRoutes = (app: FastifyInstance, deps: AppDeps) => void | Promise<void>;

/** What a feature in `features.ts` adds to the server. Core features (accounts, forms) add fields here by declaration merging. */
export interface Feature {
  readonly name: string;
  /** Other features may import a core feature, and `npm run remove` refuses to remove it. */
  readonly isCore?: true;
  readonly needsOneOf?: readonly string[];
  /** What the site loses without the feature, as a sentence that `npm run remove` and `npm run setup` show. */
  readonly lostWithout?: string;
  readonly packages?: readonly string[];
  /** Columns that this feature adds to core tables, by table. `where` selects the rows that these columns link to a person. */
  readonly columns?: Readonly<Record<string, Columns & Pick<TableRules, 'where'>>>;
  /** SQL conditions for rows of core tables that are useless without this feature, by table. */
  readonly rowsElsewhere?: Readonly<Record<string, string>>;
  readonly mailsPath?: string;
  readonly settings?: SettingsPart<Partial<Settings>>;
  /** Endpoints for our own pages. Responses are not cached, and requests from other origins are refused. */
  readonly apiRoutes?: AddRoutes;
  readonly routes?: AddRoutes;
  readonly tables?: Readonly<Record<string, TableRules>>;
  /** Functions that remove old rows, by retention rule. The days of a rule are in `content/features/<name>-data.ts`. */
  readonly retention?: Readonly<Record<string, RemoveSome>>;
  readonly mailsAbout?: (person: Person) => RawBuilder<unknown>;
  /** Returns the email addresses to which a notice to everybody is sent, as their owners typed them. Duplicates are allowed. */
  readonly addressesToTell?: (db: Db) => Promise<readonly { readonly email: string }[]>;
  /** After a restore, repeats the deletions since the backup. Returns the deleted rows by kind. */
  readonly deleteAgain?: (
    deps: WithFeatures,
    tx: Tx,
    isDeleted: (id: string) => boolean,
  ) => Promise<Readonly<Record<string, number>>>;
  /**
   * After a restore, cancels actions that were planned at the time of the backup, because people may have cancelled them since.
   */
  readonly afterRestore?: (audit: AuditDeps, tx: Tx) => Promise<void>;
  readonly limits?: Readonly<Record<string, RateLimit>>;
  readonly auditActions?: readonly AuditAction[];
  readonly auditDetails?: AuditDetails;
  readonly metrics?: readonly (CounterSeries | HistogramSeries)[];
  readonly jobs?: readonly Job[];
  readonly beforeStart?: (deps: Pick<Deps, 'db' | 'keyring'>) => Promise<unknown>;
  /** Mails that are written some time after the request. The response time then does not reveal whether an account exists. */
  readonly requestedMails?: (deps: WithFeatures) => readonly RequestedMail[];
  readonly mailBodies?: (deps: AppDeps) => MakeBodies;
  /** What the feature adds to each page, and the hosts and browser permissions that its pages need. */
  readonly pages?: (settings: Settings) => FeaturePages;
  /** Changes the served pages while the site runs, for example to show an announcement. */
  readonly changePages?: ChangePages;
  /** Whether visitors get a static export of the pages, which must be exported again after each change of a page. */
  readonly copiesPages?: (settings: Settings) => boolean;
  /** Path prefixes that the browser opens as a page on the way to another site and back, for example to sign in there. */
  readonly navigated?: readonly string[];
  /** Paths, or prefixes that end in `/`, that a proxy with a static export must still forward to the server. */
  readonly proxyPaths?: readonly string[];
  readonly readiness?: (deps: AppDeps) => Readonly<Record<string, string>>;
  /**
   * Actions that the site wants from visitors, such as a sign-up. The visits report counts the rows that these actions create.
   */
  readonly goals?: readonly Goal[];
  readonly console?: readonly ConsoleView[];
  readonly personActions?: readonly PersonAction[];
  readonly actorNames?: (deps: SiteDeps) => Promise<ReadonlyMap<string, string>>;
  readonly startLines?: (settings: Settings) => Readonly<Record<string, string>>;
  readonly launchChecks?: readonly LaunchCheck[];
  readonly launchProblems?: (
    deps: Pick<AppDeps, 'db' | 'clock' | 'settings' | 'keyring'>,
  ) => Promise<readonly LaunchProblem[]>;
  /** Shrinks or deletes old data every hour, except after a jump of the clock. */
  readonly tidy?: (deps: Pick<Deps, 'db'>, now: Date) => Promise<void>;
}

type Goal = { readonly label: string; readonly table: string; readonly column: string };

export interface Deps extends MailableDeps {
  readonly features: readonly Feature[];
  readonly db: Db;
  readonly clock: () => Date;
  readonly newId: () => string;
  /** A token has 256 random bits, in base64url. */
  readonly newToken: () => string;
  readonly keyring: Keyring;
  readonly origin: string;
  readonly mails: MailTemplates;
  /** Wakes the mail worker. Call it after the transaction that stores a mail has committed. */
  readonly wakeMail: () => void;
  readonly log: Logger;
}

/** The dependencies of code that operator commands run as well. Commands have no log and no mail worker. */
export type SiteDeps = Pick<Deps, 'features' | 'db' | 'clock' | 'newId' | 'newToken' | 'keyring' | 'origin'>;

export type WithFeatures = Pick<Deps, 'features'>;

/** What routes and jobs depend on. Features add fields by declaration merging: `declare module '#server/feature.ts'`. */
export interface AppDeps extends Deps {
  readonly settings: Settings;
  /** The settings as the operator wrote them, not parsed. */
  readonly given: GivenSettings;
  /** The site as built, without later changes of pages. */
  readonly site: Site;
  /** The site as served now, with changes such as announcements. */
  readonly live: LiveSite;
  readonly cookies: CookieNames;
  readonly takeFromLimit: TakeFromLimit;
  readonly isAllowedOrigin: (origin: string) => boolean;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly metrics: Metrics;
  /** If undefined, refused callers are not recorded. */
  readonly noteRefused?: NoteRefused | undefined;
  /** If undefined, each process counts rate limits alone. */
  readonly redis?: SharedRedis | undefined;
  readonly isStopping: () => boolean;
}

export type RequestedMail = {
  readonly mail: Mail;
  /** Writes the mails that were requested for an address and are due. Drops or postpones the other requests for this address. */
  readonly write: (deps: Deps, tx: Tx, email: string, now: Date) => Promise<void>;
};

/** A job is repeated at an interval. Each process of the site runs it, so it must be safe to run concurrently. */
export type Job = {
  readonly name: string;
  /** Milliseconds between the end of one run and the start of the next. The first run is at the start of the process. */
  readonly every: number;
  readonly runsAtStop?: true;
  /** Returns `more` to run again soon. A failure is logged, and the job runs again later. */
  readonly run: (deps: AppDeps, round: Round) => Promise<unknown>;
};

type Round = {
  readonly isFirst: boolean;
  /** The signal is aborted when the process stops. The job must then end soon. */
  readonly signal: AbortSignal;
};

/**
 * Returns the current change of the pages, if any. The site applies a change again only if its `key` differs from that of the
 * last change.
 */
export type ChangePages = (
  deps: Pick<Deps, 'db' | 'clock'>,
) => Promise<{ readonly key: string; readonly change: (site: Site) => Site } | undefined>;

export type LiveSite = {
  /** The served site. While no page is changed, this is the same object as the built site. */
  readonly current: () => Site;
  /** Reads the changes of pages from the database. Keeps the current pages while the database is unreachable. */
  readonly refresh: () => Promise<void>;
};

/** Removes up to `limit` rows that are older than a time. Returns their number. Safe to run in several processes at once. */
export type RemoveSome = (deps: Pick<Deps, 'db'>, before: Date, limit: number) => Promise<number>;
