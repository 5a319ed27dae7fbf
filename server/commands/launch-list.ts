import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { z } from 'zod';
import { countEntries, csvOfConfirmed, listConfirmed } from '#server/launch-list/entries.ts';
import {
  findTests,
  type LaunchMail,
  storeLaunchMails,
  storeTestMail,
} from '#server/launch-list/launch-mail.ts';
import { plural } from '#server/plural.ts';
import { printableJson } from '#server/printable-text.ts';
import { writePrivateFile } from '#server/private-file.ts';
import { auditDeps, openAudited } from './audit-deps.ts';
import { confirm } from './confirm.ts';
import { parseSubject, readText } from './mail-text.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { yesOption } from './options.ts';

/** Who wants to be told at launch, and the mail that tells them (docs/decisions/0064-the-launch-list.md). */
export function addLaunchListCommand(program: Command, start: Start): void {
  const list = program.command('launch-list').description('who wants to be told at launch, and telling them');
  list
    .command('count')
    .description('how many addresses are confirmed, and how many wait')
    .action(() => count(start()));
  list
    .command('export')
    .description('write all confirmed addresses')
    .option('--csv', 'for spreadsheets, as without an option')
    .addOption(new Option('--json', 'the exact texts').conflicts('csv'))
    .option('--out <file>', 'into a file, instead of standard output')
    .action(({ json = false, out }) => exportList(start(), json, out));
  list
    .command('send')
    .description('send the launch mail to every confirmed address, to each once')
    .requiredOption('--subject <text>', 'of the mail, and its heading', parseSubject)
    .requiredOption('--text <file>', 'plain text, empty lines between paragraphs')
    .option('--test <address>', 'only to this address, which need not be on the list', parseAddress)
    .addOption(yesOption())
    .addHelpText(
      'after',
      '\nA mail goes to the list once a test of the same subject and text was sent. Stopped half-way, call it again: an address\nis written to once, whatever the mail. Whoever confirms later gets it when it is called again.',
    )
    .action(({ subject, text, test, yes = false }) => {
      const mail = { subject, text: readText(text) };
      return test === undefined ? sendToAll(start(), mail, yes) : sendTest(start(), mail, test);
    });
}

async function count({ openDb, print }: OperatorDeps): Promise<void> {
  const { waiting, untold, told } = await countEntries(await openDb());
  print(`${untold + told} confirmed, ${told} of them told; ${waiting} not confirmed yet.`);
}

async function exportList(deps: OperatorDeps, json: boolean, out: string | undefined): Promise<void> {
  const db = await openAudited(deps, { action: 'launch-list-exported', detail: json ? 'json' : 'csv' });
  const rows = await listConfirmed(db);
  const text = json ? `${printableJson(rows)}\n` : csvOfConfirmed(rows);
  if (out === undefined) return void (await deps.write(text));
  await writePrivateFile(out, (file) => file.writeFile(text));
  deps.print(`${plural(rows.length, 'row')} in ${out}.`);
}

async function sendTest(deps: OperatorDeps, mail: LaunchMail, to: string): Promise<void> {
  await storeTestMail(await mailDeps(deps), mail, to);
  deps.print(
    `The site sends it to ${to} within half a minute. Look at it; then call the same without --test.`,
  );
}

async function sendToAll(deps: OperatorDeps, mail: LaunchMail, yes: boolean): Promise<void> {
  const mailer = await mailDeps(deps);
  const tests = await findTests(mailer.db, mail, { hasMailServer: deps.settings.smtpUrl !== undefined });
  if (tests !== 'sent') {
    throw new Error(
      tests === 'none'
        ? 'Send yourself a test of this subject and text first: add --test and your address.'
        : 'The test of this mail was not sent yet: see npm run operator -- mails list.',
    );
  }
  const { untold } = await countEntries(mailer.db);
  await confirm(deps, `Send “${mail.subject}” to ${untold} of the launch list?`, yes);
  const stored = await storeLaunchMails({ ...mailer, ...auditDeps(deps) }, mail, {
    actor: 'operator',
  });
  deps.print(
    `${plural(stored, 'mail')} stored, which the site sends. Whoever had the launch mail already was left out.`,
  );
}

async function mailDeps({ openDb, clock, newId, newToken, settings: { origin }, mails }: OperatorDeps) {
  return { db: await openDb(), clock, newId, newToken, origin, mails: mails() };
}

function parseAddress(text: string): string {
  if (!z.email().safeParse(text).success) throw new InvalidArgumentError('It must be an email address.');
  return text;
}
