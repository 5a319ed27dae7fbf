import type { Logger } from 'kysely';

/** `constraint`: a row that is there already; `conflict`: two transactions in each other's way. Both belong to races. */
export type QueryErrorKind = 'constraint' | 'conflict' | 'failed';

/** Who wants to know how the database does. Called for each query: must be quick and must not throw. */
export type DatabaseWatch = {
  readonly onQuery: (seconds: number) => void;
  /** Also when no connection was to be had. */
  readonly onQueryError: (kind: QueryErrorKind) => void;
  /** Hands over, once, where PostgreSQL's connections can be counted at any time. */
  readonly onPool: (counts: () => { total: number; idle: number; waiting: number }) => void;
};

/** As Kysely calls it; undefined leaves its logging off, which is free. */
export function queryLogger(watch: DatabaseWatch | undefined): Logger | undefined {
  if (watch === undefined) return undefined;
  return (event) => {
    if (event.level === 'query') watch.onQuery(event.queryDurationMillis / 1_000);
    else watch.onQueryError(kindOfError(event.error));
  };
}

const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT = 19;

/** By PostgreSQL's SQLSTATE or SQLite's result code; anything else has simply failed. */
export function kindOfError(error: unknown): QueryErrorKind {
  if (!(error instanceof Error)) return 'failed';
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The lower byte; the rest says more about the same.
    const code = error.errcode & 0xff;
    if (code === SQLITE_CONSTRAINT) return 'constraint';
    return code === SQLITE_BUSY ? 'conflict' : 'failed';
  }
  const state = 'code' in error ? String(error.code) : '';
  if (/^23\w{3}$/.test(state)) return 'constraint';
  return /^40\w{3}$/.test(state) ? 'conflict' : 'failed';
}
