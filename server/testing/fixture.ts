import type { Db } from '#server/database/database.ts';

type Headers = Readonly<Record<string, string>>;
/** The running site; each fails where the answer is a refusal. */
export type FixtureSite = {
  readonly get: (path: string, headers: Headers) => Promise<void>;
  readonly post: (path: string, body: unknown, headers?: Headers) => Promise<void>;
};

/**
 * What a feature adds to the data that `npm run fixture` keeps of a version: `features/<name>/server/testing/fixture.ts` exports it as
 * `FIXTURE`.
 */
export type Fixture = {
  /** What a visitor does on the running site. `signedIn` is the header of somebody with an account. */
  readonly visit?: (site: FixtureSite, signedIn: Headers) => Promise<void>;
  /** Whether what the visitor did is stored by now. */
  readonly isStored?: (db: Db) => Promise<boolean>;
  /** Adds rows that take more than a visitor. */
  readonly complete?: (db: Db, of: FixtureRows) => Promise<void>;
};

export type FixtureRows = {
  readonly userId: string;
  readonly sessionId: string;
  readonly submissionId: string;
  readonly now: string;
};
