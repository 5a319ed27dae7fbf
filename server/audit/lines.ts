import { promisify } from 'node:util';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Logger } from 'pino';
import { addressKey } from '#contract/address.ts';
import { REASONS } from '#contract/operators.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db } from '#server/database/database.ts';
import { findRow } from '#server/database/rows.ts';
import type { IsoTime } from '#server/database/schema.ts';
import { type Cursor, NEWEST, pageFromCursor } from '#server/database/search.ts';
import type { Feature, SiteDeps } from '#server/feature.ts';
import type { AuditAction } from './action.ts';
import * as coreActions from './core-actions.ts';
import { type AuditLine, hashedId, isHashOfId } from './record-action.ts';

const OTHERS: Readonly<Record<string, string>> = {
  operator: 'By command on the server',
  system: 'The site',
  visitor: 'A visitor',
};
/** This many characters of an account’s hash are enough to recognise lines about the same account. */
const SHORT = 8;

type WantedLines = {
  readonly action?: string | undefined;
  readonly without?: readonly string[] | undefined;
  readonly from?: IsoTime | undefined;
  readonly before?: IsoTime | undefined;
  readonly hashes?: readonly string[] | undefined;
  readonly limit: number;
  readonly cursor?: Cursor;
};

/** The condition of the small index `audit_action`, which has no sign-ins. Queries that repeat this condition use the index. */
const isNoSignIn = sql<SqlBool>`action <> 'signed-in'`;

/** An account’s hashes in audit lines, one per secret of the site. For a deleted account, pass its id. */
export async function hashesOfAccount({ db, keyring }: SiteDeps, addressOrId: string): Promise<string[]> {
  const id = await accountOf({ db }, addressOrId);
  return keyring.map((secret) => hashedId(secret, 'subject', id));
}

/** The id of the account with this address. A text that is no account’s address is returned unchanged, because it may be an id. */
export async function accountOf({ db }: { readonly db: Db }, addressOrId: string): Promise<string> {
  const address = addressKey(addressOrId);
  const user = address === undefined ? undefined : await findRow(db, 'users', ['id'], { email: address });
  return user?.id ?? addressOrId.trim();
}

export function listLines(
  db: Db,
  { action, without = [], from, before, hashes, limit, cursor = NEWEST }: WantedLines,
): Promise<AuditLine[]> {
  const found = db
    .selectFrom('audit')
    .selectAll()
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [];
      if (action !== undefined) conditions.push(eb('action', '=', action));
      if (action !== undefined && action !== 'signed-in') conditions.push(isNoSignIn);
      if (without.length > 0) conditions.push(eb('action', 'not in', without));
      if (from !== undefined) conditions.push(eb('at', '>=', from));
      if (before !== undefined) conditions.push(eb('at', '<', before));
      if (hashes !== undefined) conditions.push(isOf(hashes));
      return eb.and(conditions);
    });
  // For one account, sorts by an expression: with the plain column, the planner would scan the whole index of times for a few
  // lines.
  const time = hashes === undefined ? sql`at` : sql`at || ''`;
  return pageFromCursor(found, time, cursor).limit(limit).execute();
}

/**
 * This is a union, so that each query uses its own index. The second query repeats the condition of the index `audit_actor`.
 */
const isOf = (hashes: readonly string[]) => sql<SqlBool>`id in (
  select id from audit where subject in (${sql.join(hashes)})
  union all select id from audit where actor in (${sql.join(hashes)}) and actor <> subject)`;

type Audited = Pick<Feature, 'auditActions' | 'auditDetails'>;

export function actionsOf(features: readonly Audited[]): readonly AuditAction[] {
  return [...Object.values(coreActions), ...features.flatMap(({ auditActions = [] }) => auditActions)];
}

/** Describes audit lines. Actions of removed features appear by name, and unknown details by code. */
export function createLineInWords(features: readonly Audited[]) {
  const actions = new Map(actionsOf(features).map((action) => [action.name, action]));
  const ofAll = Object.fromEntries(features.flatMap(({ auditDetails = {} }) => Object.entries(auditDetails)));
  return ({ action, detail }: Pick<AuditLine, 'action' | 'detail'>) => {
    const { words = action, details } = actions.get(action) ?? {};
    const codes: Readonly<Record<string, string>> = { ...ofAll, ...REASONS, ...details };
    const { codes: ours, words: said } = partsOfDetail(detail);
    const why = isHashOfId(detail) || ours === '' ? [] : ours.split(', ').map((code) => codes[code] ?? code);
    return { what: words, why: [...why, ...(said === '' ? [] : [`“${said}”`])].join('; ') };
  };
}

/** A detail consists of codes, which contain no colon. An operator's words may follow after a colon. @public */
export function partsOfDetail(detail: string): { readonly codes: string; readonly words: string } {
  const [codes = '', words = ''] = detail.split(/: (.*)/s);
  return { codes, words };
}

/** Describes audit lines in words, with names of operators. `subjects`: the hashes of the person whose lines are described. */
export async function linesInWords(
  deps: SiteDeps,
  lines: readonly AuditLine[],
  subjects: readonly string[] = [],
) {
  const names = new Map<string, string>();
  for (const { actorNames } of deps.features)
    for (const [hash, name] of (await actorNames?.(deps)) ?? []) names.set(hash, name);
  const inWords = createLineInWords(deps.features);
  const whoOf = (actor: string) =>
    names.get(actor) ??
    OTHERS[actor] ??
    (subjects.includes(actor) ? 'The person' : `Account ${actor.slice(0, SHORT)}`);
  return lines.map((line) => ({
    ...{ at: line.at, actor: line.actor, subject: line.subject, who: whoOf(line.actor) },
    isOperator: names.has(line.actor),
    ...inWords(line),
  }));
}

/** @public */
export type LineInWords = Awaited<ReturnType<typeof linesInWords>>[number];

const LINES_AT_ONCE = 50;

type LogDeps = { readonly db: Db; readonly log: Pick<Logger, 'info' | 'error' | 'flush'> };

/**
 * Logs new audit lines, oldest first, then marks them. After a crash, the log may have some lines twice, but no line is
 * missing.
 */
export async function logNewLines({ db, log }: LogDeps): Promise<'more' | 'done'> {
  const lines = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'detail', 'actor', 'subject', 'session'])
    .where('seq', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(LINES_AT_ONCE)
    .execute();
  if (lines.length === 0) return 'done';
  for (const audit of lines) {
    // The log line of a deletion has the key `deletedIds`, by which `operator restore --deleted-from` finds the hash of the deleted
    // id.
    const deletedIds = isHashOfId(audit.detail) ? [audit.detail] : undefined;
    log.info({ audit, deletedIds }, 'audit');
  }
  // The log is written outside the transaction, because on SQLite a slow log would delay all other writers.
  await promisify(log.flush).call(log);
  await db.transaction().execute(async (tx) => {
    await advisoryLock(tx, 'audit marks');
    const { lowest } = await tx
      .selectFrom('audit')
      .select((eb) => eb.fn.min('seq').as('lowest'))
      .executeTakeFirstOrThrow();
    // A logged line gets a negative number in `seq`. Versions before 2.0, which may still run, number lines upwards from 1.
    let seq = Math.min(lowest ?? 0, 0);
    for (const { id } of lines) {
      seq--;
      const mark = tx.updateTable('audit').set({ seq }).where('id', '=', id).where('seq', 'is', null);
      await mark.execute();
    }
  });
  return lines.length === LINES_AT_ONCE ? 'more' : 'done';
}
