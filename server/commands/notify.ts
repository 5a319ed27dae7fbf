import { readFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { email as emailSchema } from '#contract/fields.ts';
import { maskedAddress } from '#server/mail/addresses.ts';
import { everyAddress, notToldYet, type OperatorNotice, storeNotices } from '#server/mail/operator-notice.ts';
import { printable } from '#server/printable-text.ts';
import { plural } from '#server/time.ts';
import { confirm, openSite, type Start, subject, yesOption } from './operator-deps.ts';

/** Addresses that a dry run shows. */
const SHOWN = 20;

/** Tells people something that cannot wait, such as a breach of their data (docs/decisions/0072-notices-and-age.md). */
export function addNotifyCommand(program: Command, start: Start): void {
  program
    .command('notify')
    .description('mail a notice to everybody, or to those in a file')
    .requiredOption(
      '--to <all|file>',
      'all: accounts, the launch list and who sent a message; else a file, an address a line',
    )
    .requiredOption('--subject <text>', 'of the mail, and its heading', subject)
    .requiredOption('--text <file>', 'plain text, empty lines between paragraphs')
    .option('--dry-run', 'only say to how many, to whom, and what')
    .addOption(yesOption())
    .addHelpText(
      'after',
      '\nStopped half-way, call it again with the same subject and text: nobody gets the same notice twice within 30 days.',
    )
    .action(async ({ to, subject, text: textFile, dryRun = false, yes = false }) => {
      const deps = start();
      const notice = { subject, text: readText(textFile) };
      const named = to === 'all' ? undefined : readAddresses(to);
      const site = await openSite(deps);
      const addresses = named ?? (await everyAddress(site));
      const untold = await notToldYet(site.db, notice, addresses);
      const told = addresses.length - untold.length;
      const before = told === 0 ? '' : ` ${told} have it already.`;
      const count = plural(untold.length, 'address', 'es');
      if (dryRun) {
        deps.print(`“${printable(subject)}” would go to ${count}.${before}\n${preview(notice, untold)}`);
        return;
      }
      if (untold.length === 0) return deps.print(`There is nobody to tell.${before}`);
      await confirm(deps, `Send “${subject}” to ${count}?${before}`, yes);
      const stored = await storeNotices({ ...site, mails: deps.mails() }, notice, untold);
      deps.print(`${plural(stored, 'mail')} stored, which the site sends.${before}`);
    });
}

function preview({ text }: OperatorNotice, untold: readonly string[]): string {
  const more = untold.length > SHOWN ? [`and ${untold.length - SHOWN} more`] : [];
  const people = [...untold.slice(0, SHOWN).map(maskedAddress), ...more];
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
    if (data === undefined) throw new Error(`${file}, line ${at + 1}: that is no email address.`);
    found.add(data);
  }
  if (found.size === 0) throw new Error(`${file} has no address.`);
  return [...found].sort();
}
