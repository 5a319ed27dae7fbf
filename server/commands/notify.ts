import { readFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { email as emailSchema } from '#contract/identity.ts';
import { maskedAddress } from '#server/mail/masked-address.ts';
import { everyAddress, notToldYet, type OperatorNotice, storeNotices } from '#server/mail/operator-notice.ts';
import { plural } from '#server/plural.ts';
import { printable } from '#server/printable-text.ts';
import { auditDeps } from './audit-deps.ts';
import { confirm } from './confirm.ts';
import { parseSubject, readText } from './mail-text.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { yesOption } from './options.ts';
import { indented } from './table.ts';

/** Addresses that a dry run shows. */
const SHOWN = 20;

/** Tells people something that cannot wait, such as a breach of their data (docs/decisions/0072-notices-and-age.md). */
export function addNotifyCommand(program: Command, start: Start): void {
  program
    .command('notify')
    .description('mail a notice to everybody whose address the site has, or to those in a file')
    .requiredOption(
      '--to <all|file>',
      'all: accounts, the launch list and who sent a message; else a file, an address a line',
    )
    .requiredOption('--subject <text>', 'of the mail, and its heading', parseSubject)
    .requiredOption('--text <file>', 'plain text, empty lines between paragraphs')
    .option('--dry-run', 'only say to how many, to whom, and what')
    .addOption(yesOption())
    .addHelpText(
      'after',
      '\nStopped half-way, call it again with the same subject and text: nobody gets the same notice twice within 30 days.',
    )
    .action(({ to, subject, text, dryRun = false, yes = false }) =>
      notify(start(), to, { subject, text: readText(text) }, dryRun ? 'dry-run' : yes ? 'yes' : 'ask'),
    );
}

async function notify(
  deps: OperatorDeps,
  to: string,
  notice: OperatorNotice,
  mode: 'dry-run' | 'yes' | 'ask',
): Promise<void> {
  const fromFile = to === 'all' ? undefined : readAddresses(to);
  const db = await deps.openDb();
  const addresses = fromFile ?? (await everyAddress(db));
  const untold = await notToldYet(db, notice, addresses);
  const before =
    untold.length === addresses.length ? '' : ` ${addresses.length - untold.length} have it already.`;
  if (mode === 'dry-run') {
    deps.print(
      `“${printable(notice.subject)}” would go to ${plural(untold.length, 'address', 'es')}.${before}`,
    );
    if (untold.length > 0) deps.print(`\n${indented(untold.slice(0, SHOWN).map(maskedAddress).join('\n'))}`);
    if (untold.length > SHOWN) deps.print(`  and ${untold.length - SHOWN} more`);
    deps.print(`\n${indented(notice.text)}\n\nNothing was stored.`);
    return;
  }
  if (untold.length === 0) return deps.print(`There is nobody to tell.${before}`);
  await confirm(
    deps,
    `Send “${notice.subject}” to ${plural(untold.length, 'address', 'es')}?${before}`,
    mode === 'yes',
  );
  const { origin } = deps.settings;
  const stored = await storeNotices({ ...auditDeps(deps), db, origin, mails: deps.mails() }, notice, untold);
  deps.print(`${plural(stored, 'mail')} stored, which the site sends.${before}`);
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
