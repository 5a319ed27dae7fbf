import { listLines, type WantedLines } from '#server/audit/list-lines.ts';
import { hashedId } from '#server/audit/record-action.ts';
import type { Db } from '#server/database/database.ts';
import { printableJson } from '#server/printable-text.ts';
import { toSecond } from '#server/time-text.ts';
import type { OperatorDeps } from '../operator-deps.ts';
import { table } from '../table.ts';

/** Enough to see that two lines are of the same account; JSON has all of it. */
const SHORT = 8;

/** `audit list`: the newest lines that match. */
export async function listAudit(
  deps: OperatorDeps,
  { account, ...wanted }: Omit<WantedLines, 'hashes'> & { readonly account: string | undefined },
  format: string,
): Promise<void> {
  const { print, columns } = deps;
  const db = await deps.openDb();
  const hashes = account === undefined ? undefined : await hashesOf(deps, db, account);
  const lines = await listLines(db, { ...wanted, hashes });
  if (format === 'json') return print(printableJson(lines));
  if (lines.length === 0) return print('No line matches.');
  const rows = lines.map(({ at, actor, subject, session, action, detail }) => [
    toSecond(at),
    actor.slice(0, SHORT),
    subject.slice(0, SHORT),
    session.slice(0, SHORT),
    `${action} ${detail}`,
  ]);
  print(table(['WHEN (UTC)', 'BY', 'ABOUT', 'SESSION', 'ACTION'], rows, columns));
}

/** What stands for an account in lines made with any of the secrets that we have. */
async function hashesOf(deps: OperatorDeps, db: Db, account: string): Promise<string[]> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.trim().toLowerCase())
    .executeTakeFirst();
  const id = user?.id ?? account;
  return deps.keyring().map((secret) => hashedId(secret, 'subject', id));
}
