import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { NOTICE_MAIL } from '#content/mails.ts';
import { addressKey } from '#contract/address.ts';
import { email as emailSchema } from '#contract/fields.ts';
import { NOTICE_PREVIEWED, NOTICE_STORED } from '#server/audit/core-actions.ts';
import { recordAction, recordAlone } from '#server/audit/record-action.ts';
import { advisoryLock } from '#server/database/advisory-lock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { retryTransaction } from '#server/database/errors.ts';
import { chunksOf, findRows } from '#server/database/rows.ts';
import type { OutboxState } from '#server/database/schema.ts';
import type { Deps, SiteDeps } from '#server/feature.ts';
import { maskedAddress } from '#server/mail/addresses.ts';
import { storeMail } from '#server/mail/outbox.ts';
import { printable } from '#server/printable-text.ts';
import { plural } from '#server/time.ts';
import { BY, confirm, openSite, type Start, subject, yesOption } from './operator-deps.ts';

const MAX_PRINTED = 20;

/** Mails an urgent notice, such as a breach of data (docs/decisions/0072-privacy-notices-and-minimum-age.md). */
export function addNotifyCommand(program: Command, start: Start): void {
  program
    .command('notify')
    .description('email a notice to everyone or to a list')
    .requiredOption(
      '--to <all|file>',
      'all: accounts, the launch list and senders of messages; otherwise a file with one address on each line',
    )
    .requiredOption('--subject <text>', 'subject and heading of the email', subject)
    .requiredOption('--text <file>', 'a file of plain text, with empty lines between paragraphs')
    .option('--dry-run', 'only print the notice, its recipients and their number')
    .addOption(yesOption())
    .addHelpText(
      'after',
      '\nIf the command is interrupted, run it again with the same subject and text: nobody gets the same notice twice within 30 days.',
    )
    .action(async ({ to, subject, text: textFile, dryRun = false, yes = false }) => {
      const deps = start();
      const notice = { subject, text: readText(textFile) };
      const named = to === 'all' ? undefined : readAddresses(to);
      const site = await openSite(deps);
      const addresses = named ?? (await allAddresses(site));
      const stored = await findNotices(site.db, notice, addresses);
      const remaining = addresses.filter((address) => !stored.has(address));
      const before = storedBefore([...stored.values()]);
      const people = plural(remaining.length, 'address', 'es');
      if (dryRun) {
        await recordAlone(site, { ...BY, action: NOTICE_PREVIEWED, detail: String(remaining.length) });
        deps.print(
          `“${printable(subject)}” would be sent to ${people}.${before}\n${preview(notice, remaining)}`,
        );
        return;
      }
      if (remaining.length === 0) return deps.print(`There is nobody left to notify.${before}`);
      await confirm(deps, `Send “${subject}” to ${people}?${before}`, yes);
      const count = await storeNotices({ ...site, mails: deps.mails() }, notice, remaining);
      deps.print(`${plural(count, 'email')} stored; the running site sends them.${before}`);
    });
}

function preview({ text }: OperatorNotice, remaining: readonly string[]): string {
  const more = remaining.length > MAX_PRINTED ? [`and ${remaining.length - MAX_PRINTED} more`] : [];
  const people = [...remaining.slice(0, MAX_PRINTED).map(maskedAddress), ...more];
  const lines = [...people, '', ...printable(text).split('\n')];
  return `${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\nNo email was stored.`;
}

function readText(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (text === '') throw new Error(`${file} is empty.`);
  if (text.includes('\0')) throw new Error(`${file} is not plain text: it contains the character NUL.`);
  return text;
}

function readAddresses(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const found = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const { data } = emailSchema.safeParse(line);
    if (data === undefined) throw new Error(`${file}, line ${at + 1}: this is not an email address.`);
    found.add(data);
  }
  if (found.size === 0) throw new Error(`${file} contains no address.`);
  return [...found].sort();
}

type OperatorNotice = { readonly subject: string; readonly text: string };

type NoticeDeps = SiteDeps & Pick<Deps, 'mails'>;

const AT_ONCE = 100;

/** Returns the normalised form of all email addresses that features know, without duplicates. */
async function allAddresses({ db, features }: SiteDeps): Promise<readonly string[]> {
  const rows = [];
  for (const { addressesToTell } of features) rows.push(...((await addressesToTell?.(db)) ?? []));
  // Skips empty and invalid addresses: a fork may have a form without an address field.
  const keys = rows.flatMap(({ email }) => addressKey(email) ?? []);
  return [...new Set(keys)].sort();
}

/** The state of the notice's mail by address. A mail that retention has removed counts as not stored. */
async function findNotices(
  db: Db | Tx,
  notice: OperatorNotice,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, OutboxState>> {
  const stored = new Map<string, OutboxState>();
  for (const some of chunksOf(addresses, AT_ONCE)) {
    const addressOf = new Map(some.map((address) => [mailId(notice, address), address]));
    const rows = await findRows(db, 'outbox', ['id', 'state'], { id: [...addressOf.keys()] });
    for (const { id, state } of rows) stored.set(addressOf.get(id) ?? '', state);
  }
  return stored;
}

const STATES = {
  sent: 'sent',
  waiting: 'waiting',
  dead: 'given up (“Mail” in the console can try it again)',
} as const;

/** What became of the mails of an earlier run. */
function storedBefore(states: readonly OutboxState[]): string {
  const counts = Object.entries(STATES).flatMap(([state, words]) => {
    const count = states.filter((one) => one === state).length;
    return count === 0 ? [] : `${count} ${words}`;
  });
  return counts.length === 0 ? '' : ` Stored before: ${counts.join(', ')}.`;
}

/** Stores a notice for each address that lacks it. Returns the number of new mails. Call it again after an interruption. */
export async function storeNotices(
  deps: NoticeDeps,
  notice: OperatorNotice,
  addresses: readonly string[],
): Promise<number> {
  let total = 0;
  for (const [number, some] of chunksOf(addresses, AT_ONCE).entries()) {
    const batch = { number, addresses: some };
    total += await retryTransaction(deps.db, (tx) => storeSome(deps, tx, notice, batch));
  }
  return total;
}

async function storeSome(
  deps: NoticeDeps,
  tx: Tx,
  notice: OperatorNotice,
  { number: batch, addresses }: { readonly number: number; readonly addresses: readonly string[] },
): Promise<number> {
  await advisoryLock(tx, 'operator notice');
  const stored = await findNotices(tx, notice, addresses);
  const remaining = addresses.filter((address) => !stored.has(address));
  const values = { ...notice, site: deps.origin };
  for (const to of remaining) {
    const id = mailId(notice, to);
    await storeMail(deps, tx, { id, mail: NOTICE_MAIL, to, userId: null, batch, values });
  }
  const detail = String(remaining.length);
  if (remaining.length > 0)
    await recordAction(deps, tx, { action: NOTICE_STORED, actor: 'operator', detail });
  return remaining.length;
}

/** Identifies the notice and the recipient even after the mail was sent and its text removed. */
function mailId({ subject, text }: OperatorNotice, address: string): string {
  return `notice-${hash('sha256', JSON.stringify([subject, text, address])).slice(0, 48)}`;
}
