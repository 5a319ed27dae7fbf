import { pathFor } from '#contract/paths.ts';
import { ACCOUNT_DELETED } from '#features/accounts/server/audit-actions.ts';
import { CONSOLE, LIST_ROWS } from '#features/console/contract.ts';
import { referenceOf } from '#features/forms/server/stored-submissions.ts';
import { type LineInWords, linesInWords } from '#server/audit/lines.ts';
import { hashedId } from '#server/audit/record-action.ts';
import type { SiteDeps } from '#server/feature.ts';
import { clockTimeOf, type Html, html } from '#server/html/html.ts';
import { maskedAddress } from '#server/mail/addresses.ts';
import { plainLine } from '#server/printable-text.ts';

/** Finds the newest audit lines about one subject by the hashes of its id. */
export async function linesAbout(deps: SiteDeps, subjects: readonly string[]) {
  const lines = await deps.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('at', 'desc')
    .limit(LIST_ROWS)
    .execute();
  return linesInWords(deps, lines, subjects);
}

/**
 * The maximum number of messages, and of accounts, that are compared with audit lines. The newest are compared. Hashing so many ids
 * takes about 20 ms.
 */
const COMPARED = 5_000;

/**
 * The messages and accounts that audit lines may be about, by the hashes of their ids. Audit lines contain only these hashes.
 */
type Subjects = {
  readonly messages: ReadonlyMap<string, { readonly id: string }>;
  readonly accounts: ReadonlyMap<string, { readonly id: string; readonly email: string }>;
  readonly deletedAccounts: ReadonlySet<string>;
};

export async function subjectsOf(
  { db, keyring }: SiteDeps,
  lines: readonly LineInWords[],
): Promise<Subjects> {
  const until = lines[0]?.at ?? '';
  const messages = await db
    .selectFrom('submissions')
    .select('id')
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .limit(COMPARED)
    .execute();
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .limit(COMPARED)
    .execute();
  const deleted = await db
    .selectFrom('audit')
    .select('subject')
    .where(
      'subject',
      'in',
      lines.map(({ subject }) => subject),
    )
    .where('action', '=', ACCOUNT_DELETED.name)
    .execute();
  const byHash = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    new Map(
      rows.flatMap((row) => keyring.map((secret) => [hashedId(secret, 'subject', row.id), row] as const)),
    );
  return {
    messages: byHash(messages),
    accounts: byHash(accounts),
    deletedAccounts: new Set(deleted.map(({ subject }) => subject)),
  };
}

/**
 * Audit lines as a list, because a list fits a phone with large text better than a table. Lines about `subjects` link to them.
 */
export function linesList(lines: readonly LineInWords[], subjects?: Subjects): Html {
  const linkTo = (hash: string) => {
    const account = subjects?.accounts.get(hash);
    return (
      account &&
      html`<bdi><a href="${pathFor(CONSOLE.person, account.id)}">${maskedAddress(account.email)}</a></bdi>`
    );
  };
  const whoOf = ({ actor, isOperator, who }: LineInWords) =>
    (!isOperator && linkTo(actor)) || html`<bdi>${plainLine(who)}</bdi>`;
  const aboutOf = ({ actor, subject }: LineInWords) => {
    const message = subjects?.messages.get(subject);
    if (message !== undefined)
      return html` <a href="${pathFor(CONSOLE.message, message.id)}?state=all"><code>${referenceOf(message)}</code></a>`;
    if (subject === actor) return undefined;
    const about = linkTo(subject) ?? (subjects?.deletedAccounts.has(subject) && '(deleted account)');
    return about && html` ${about}`;
  };
  return html`<ul class="plain lines">${lines.map(
    (line) =>
      html`<li><span class="soft">${clockTimeOf(line.at)}</span> <span>${whoOf(line)}: ${line.what}${aboutOf(line)}${line.why !== '' && html` <span class="soft">(${line.why})</span>`}</span></li>`,
  )}</ul>`;
}
