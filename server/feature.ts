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

/** Adds routes to a scope of its own: its hooks and parsers reach no other feature. */
export type AddRoutes = (app: FastifyInstance, deps: AppDeps) => void | Promise<void>;

/**
 * What a feature adds to the server. All but the name is optional. `features.ts` is the list; the core walks it and knows no
 * feature by name. The core features (accounts, forms) add what they ask of others by declaration merging.
 */
export interface Feature {
  /** That of its folder. */
  readonly name: string;
  /** Always there: other features may import it, and `npm run remove` refuses to take it out. */
  readonly isCore?: true;
  /** Features of which it needs one, whichever. */
  readonly needsOneOf?: readonly string[];
  /** Told to whoever takes it out: what the site lacks from then on, in a sentence. */
  readonly lostWithout?: string;
  /** npm packages that only its server side uses. */
  readonly packages?: readonly string[];
  /** Columns of its own in tables of the core features, by table, and which rows it makes a person's. */
  readonly columns?: Readonly<Record<string, Columns & Pick<TableRules, 'where'>>>;
  /** Rows in tables of the core that nothing would finish without it, by table: which ones, as SQL. */
  readonly rowsElsewhere?: Readonly<Record<string, string>>;
  /** The page that shows the mails on this machine that no mail server takes. */
  readonly mailsPath?: string;
  /** What can be set from outside; it adds their type to `Settings`. */
  readonly settings?: SettingsPart<Partial<Settings>>;
  /** Endpoints of our pages: never cached, and refused to pages of other origins. */
  readonly apiRoutes?: AddRoutes;
  /** All others. */
  readonly routes?: AddRoutes;
  readonly tables?: Readonly<Record<string, TableRules>>;
  /** By the name in its facts (`content/features/<name>-data.ts`), which say after how many days. */
  readonly retention?: Readonly<Record<string, RemoveSome>>;
  /** A select of the ids of mails about what is a person’s. */
  readonly mailsAbout?: (person: Person) => RawBuilder<unknown>;
  /** Whom a notice to everybody reaches: addresses as they were typed, in any number. */
  readonly addressesToTell?: (db: Db) => Promise<readonly { readonly email: string }[]>;
  /**
   * Deletes from restored data what was deleted since the backup was made. Answers how many of what.
   *
   * @param isDeleted says of an id whether it was deleted
   */
  readonly deleteAgain?: (
    deps: WithFeatures,
    tx: Tx,
    isDeleted: (id: string) => boolean,
  ) => Promise<Readonly<Record<string, number>>>;
  readonly limits?: Readonly<Record<string, RateLimit>>;
  readonly auditActions?: readonly AuditAction[];
  /** What codes beside any action say, such as how somebody showed who they are. */
  readonly auditDetails?: AuditDetails;
  /** What it counts and measures for whoever watches the site. */
  readonly metrics?: readonly (CounterSeries | HistogramSeries)[];
  readonly jobs?: readonly Job[];
  /** Done once, after the migrations and before the first request. */
  readonly beforeStart?: (deps: Pick<Deps, 'db' | 'keyring'>) => Promise<unknown>;
  /** Mails whose text is written some time after they are requested, so that the answer to the request cannot depend on it. */
  readonly requestedMails?: (deps: WithFeatures) => readonly RequestedMail[];
  /** Writes what mails say that are stored without a text. */
  readonly mailBodies?: (deps: AppDeps) => MakeBodies;
  /** What it writes into each page under these settings, and lets it do. */
  readonly pages?: (settings: Settings) => FeaturePages;
  /** Changes pages while the site runs, as an announcement does. */
  readonly changePages?: ChangePages;
  /** Whether visitors see copies of the pages, which somebody has to make anew after a change of pages. */
  readonly copiesPages?: (settings: Settings) => boolean;
  /** Beginnings of paths that a window of ours comes by on its way to another site and back. */
  readonly navigated?: readonly string[];
  /** What a proxy hands to the process although it serves an export: paths, or beginnings of them that end in `/`. */
  readonly proxyPaths?: readonly string[];
  /** What `/readyz` and the console tell of it, each time. */
  readonly readiness?: (deps: AppDeps) => Readonly<Record<string, string>>;
  /** Its views in the operators’ console. */
  readonly console?: readonly ConsoleView[];
  readonly personActions?: readonly PersonAction[];
  /** The names of those who act for the site, by the hashes that stand for them in audit lines. */
  readonly actorNames?: (deps: Pick<Deps, 'db' | 'keyring'>) => Promise<ReadonlyMap<string, string>>;
  /** What whoever starts the site is told, by its label. */
  readonly startLines?: (settings: Settings) => Readonly<Record<string, string>>;
  /** What its settings tell of what stands before a public launch. */
  readonly launchChecks?: readonly LaunchCheck[];
  /** What only its rows tell of what stands before a public launch. */
  readonly launchProblems?: (
    deps: Pick<AppDeps, 'db' | 'clock' | 'settings'>,
  ) => Promise<readonly LaunchProblem[]>;
  /** Makes small what is old, hourly; not while the clock is not trusted. */
  readonly tidy?: (deps: Pick<Deps, 'db'>, now: Date) => Promise<void>;
}

/** What rules work with, beside their arguments. Nothing here is read from the environment. */
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
  /** Tells the mail worker that a mail was stored; called after the commit. */
  readonly wakeMail: () => void;
  readonly log: Logger;
}

export type WithFeatures = Pick<Deps, 'features'>;

/** What routes and jobs work with. A feature adds its own by declaration merging: `declare module '#server/feature.ts'`. */
export interface AppDeps extends Deps {
  readonly settings: Settings;
  /** The settings as they were written, for the page that shows them. */
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
  /** Keeps the addresses of refused callers for a day; without it, nobody does. */
  readonly noteRefused?: NoteRefused | undefined;
  /** Where the processes of the site share what they count; without it, this process counts alone. */
  readonly redis?: SharedRedis | undefined;
  readonly isStopping: () => boolean;
}

export type RequestedMail = {
  readonly mail: Mail;
  /** Writes what may be written to one address now, and drops or postpones its other requests. */
  readonly write: (deps: Deps, tx: Tx, email: string, now: Date) => Promise<void>;
};

/** Work that a running site repeats, in each of its processes: it is safe in several at once. */
export type Job = {
  /** As it stands in the log: “the mail about quarantined messages”. */
  readonly name: string;
  /** Milliseconds from the end of a run to the next one. The first run is at the start of the process. */
  readonly every: number;
  /** Runs once more when the process stops, after the last request. */
  readonly runsAtStop?: true;
  /** Returns `more` when there is more to do at once. A failure is logged, and the job is tried again at its next time. */
  readonly run: (deps: AppDeps, round: Round) => Promise<unknown>;
};

type Round = {
  /** The first run of this process. */
  readonly isFirst: boolean;
  /** Aborted when the process stops: end soon. */
  readonly signal: AbortSignal;
};

/**
 * Looks whether a feature changes pages now; undefined when it does not. The pages are made anew only when the `key` is
 * another one than before.
 */
export type ChangePages = (
  deps: Pick<Deps, 'db' | 'clock'>,
) => Promise<{ readonly key: string; readonly change: (site: Site) => Site } | undefined>;

export type LiveSite = {
  /** The site as it is served now. Without changes it is the very same object as the built one. */
  readonly current: () => Site;
  /** Looks now for changes of pages. Keeps what is shown while the database is away. */
  readonly refresh: () => Promise<void>;
};

/** Removes up to `limit` rows from before a moment and returns their number. Safe in several processes at once. */
export type RemoveSome = (deps: Pick<Deps, 'db'>, before: Date, limit: number) => Promise<number>;
