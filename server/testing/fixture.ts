import type { Db } from '#server/database/database.ts';

type Headers = Readonly<Record<string, string>>;
/** The running site of an example database. Each function sends a request and throws if the site refuses the request. */
export type FixtureSite = {
  readonly get: (path: string, headers: Headers) => Promise<void>;
  readonly post: (path: string, body: unknown, headers?: Headers) => Promise<void>;
};

/** Data of a feature in the example database of a version, which `npm run fixture` makes. */
export type Fixture = {
  /** Sends requests of a visitor to the running site. `signedIn` has the headers of a signed-in person. */
  readonly visit?: (site: FixtureSite, signedIn: Headers) => Promise<void>;
  readonly isStored?: (db: Db) => Promise<boolean>;
  readonly complete?: (db: Db, of: FixtureRows) => Promise<void>;
};

export type FixtureRows = Readonly<Record<'userId' | 'sessionId' | 'submissionId' | 'now', string>>;
