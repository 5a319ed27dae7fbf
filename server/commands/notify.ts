import { readFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { email as emailSchema } from '#contract/fields.ts';
import { maskedAddress } from '#server/mail/addresses.ts';
import {
  allAddresses,
  type OperatorNotice,
  storeNotices,
  withoutNotice,
} from '#server/mail/operator-notice.ts';
import { printable } from '#server/printable-text.ts';
import { plural } from '#server/time.ts';
import { confirm, openSite, type Start, subject, yesOption } from './operator-deps.ts';

/** The most addresses that a dry run prints. */
const MAX_PRINTED = 20;

/** Adds the command that mails an urgent notice, such as a breach of data (docs/decisions/0072-privacy-notices-and-minimum-age.md). */
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
      const remaining = await withoutNotice(site.db, notice, addresses);
      const notified = addresses.length - remaining.length;
      const before = notified === 0 ? '' : ` ${notified} already have it.`;
      const count = plural(remaining.length, 'address', 'es');
      if (dryRun) {
        deps.print(
          `“${printable(subject)}” would be sent to ${count}.${before}\n${preview(notice, remaining)}`,
        );
        return;
      }
      if (remaining.length === 0) return deps.print(`There is nobody left to notify.${before}`);
      await confirm(deps, `Send “${subject}” to ${count}?${before}`, yes);
      const stored = await storeNotices({ ...site, mails: deps.mails() }, notice, remaining);
      deps.print(`${plural(stored, 'email')} stored; the running site sends them.${before}`);
    });
}

function preview({ text }: OperatorNotice, remaining: readonly string[]): string {
  const more = remaining.length > MAX_PRINTED ? [`and ${remaining.length - MAX_PRINTED} more`] : [];
  const people = [...remaining.slice(0, MAX_PRINTED).map(maskedAddress), ...more];
  const lines = [...people, '', ...printable(text).split('\n')];
  return `${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\nNothing was stored.`;
}

function readText(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (text === '') throw new Error(`${file} is empty.`);
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
