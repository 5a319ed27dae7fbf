import { parseArgs } from 'node:util';
import type { Expression, Selectable, SqlBool } from 'kysely';
import { ACTION_NAMES } from '#server/audit/actions.ts';
import { hashedId } from '#server/audit/chain.ts';
import type { Db } from '#server/database/database.ts';
import type { AuditTable, IsoTime } from '#server/database/schema.ts';
import { EXIT_CODES, type ExitCode, type OperatorDeps } from '../command.ts';
import { oneOf, parseLimit, parseSpan } from '../flags.ts';
import { harmlessJson } from '../harmless-text.ts';
import { table } from '../table.ts';
import { understand } from '../usage-error.ts';

const LIMIT = { usual: 20, most: 1_000 };
const FORMATS = ['table', 'json'] as const;
/** Enough to see that two lines are of the same account; JSON has all of it. */
const SHORT = 8;

/** `audit list`: the newest lines that match. */
export async function listAudit(deps: OperatorDeps, args: readonly string[]): Promise<ExitCode> {
  const { db, print, columns } = deps;
  const { values } = understand(() =>
    parseArgs({
      args: [...args],
      options: {
        action: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        account: { type: 'string' },
        limit: { type: 'string' },
        format: { type: 'string' },
      },
    }),
  );
  const format = oneOf('--format', FORMATS, values.format) ?? 'table';
  const lines = await newestLines(db, {
    ...parseSpan(values),
    action: oneOf('--action', ACTION_NAMES, values.action),
    hashes: values.account === undefined ? undefined : await hashesOf(deps, values.account),
    limit: parseLimit(values.limit, LIMIT),
  });
  if (format === 'json') {
    print(harmlessJson(lines));
    return EXIT_CODES.done;
  }
  if (lines.length === 0) {
    print('No line is like that.');
    return EXIT_CODES.done;
  }
  print(
    table(
      [
        { title: 'PLACE', most: 10, text: ({ seq }) => (seq === null ? '–' : String(seq)) },
        { title: 'WHEN (UTC)', most: 19, text: ({ at }) => at.slice(0, 19).replace('T', ' ') },
        { title: 'BY', most: SHORT, text: ({ actor }) => actor.slice(0, SHORT) },
        { title: 'ABOUT', most: SHORT, text: ({ subject }) => subject.slice(0, SHORT) },
        { title: 'SESSION', most: SHORT, text: ({ session }) => session.slice(0, SHORT) },
        { title: 'ACTION', most: columns, text: ({ action, detail }) => `${action} ${detail}` },
      ],
      lines,
      columns,
    ),
  );
  return EXIT_CODES.done;
}

type Wanted = {
  readonly action: string | undefined;
  readonly from: IsoTime | undefined;
  readonly before: IsoTime | undefined;
  /** What the account is called in a line. */
  readonly hashes: readonly string[] | undefined;
  readonly limit: number;
};

function newestLines(db: Db, wanted: Wanted): Promise<Selectable<AuditTable>[]> {
  const { action, from, before, hashes, limit } = wanted;
  return db
    .selectFrom('audit')
    .selectAll()
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = [];
      if (action !== undefined) conditions.push(eb('action', '=', action));
      if (from !== undefined) conditions.push(eb('at', '>=', from));
      if (before !== undefined) conditions.push(eb('at', '<', before));
      if (hashes !== undefined) {
        conditions.push(eb.or([eb('subject', 'in', hashes), eb('actor', 'in', hashes)]));
      }
      return eb.and(conditions);
    })
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** What stands for an account in lines made with any of the secrets that we have. */
async function hashesOf(deps: OperatorDeps, account: string): Promise<string[]> {
  const user = await deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.trim().toLowerCase())
    .executeTakeFirst();
  const id = user?.id ?? account;
  return deps.keyring().map((secret) => hashedId(secret, 'subject', id));
}
