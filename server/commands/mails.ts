import { type Command, Option } from '@commander-js/extra-typings';
import {
  findMail,
  listMails,
  MAIL_STATES,
  retryMail,
  type StoredMail,
  whyWithoutText,
} from '#server/mail/stored-mails.ts';
import { toSecond } from '#server/time-text.ts';
import { auditDeps, openAudited } from './audit-deps.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { limitOption } from './options.ts';
import { factLines, indented, table } from './table.ts';

/** Why a mail was not sent (decisions §6). */
export function addMailsCommand(program: Command, start: Start): void {
  const mails = program.command('mails').description('what the site sends, and why a mail was not sent');
  mails
    .command('list')
    .description('show the newest, with the last answer of the mail server')
    .addOption(new Option('--state <state>', 'of one state').choices(MAIL_STATES))
    .option('--to <address>', 'to one address')
    .addOption(limitOption())
    .action(({ state, to, limit }) => listStoredMails(start(), { state, to, limit }));
  mails
    .command('show')
    .argument('<id>')
    .description(
      'show headers and text of one; a text may hold links that work, and is removed when the mail is sent',
    )
    .action((id) => showMail(start(), id));
  mails
    .command('retry')
    .argument('<id...>')
    .description('try mails again that were given up (dead)')
    .action((ids) => retryMails(start(), ids));
}

async function listStoredMails(deps: OperatorDeps, options: Parameters<typeof listMails>[1]): Promise<void> {
  const mails = await listMails(await openAudited(deps, { action: 'mails-listed' }), options);
  if (mails.length === 0) return deps.print('No mail matches.');
  const rows = mails.map(({ id, state, attempts, kind }) => [id, state, String(attempts), kind]);
  const answers = mails.map(
    ({ recipient, created_at, last_error, state }) =>
      `${recipient} ${toSecond(created_at)}: ${last_error ?? (state === 'sent' ? 'sent' : 'not tried yet')}`,
  );
  deps.print(table(['ID', 'STATE', 'TRIES', 'KIND'], rows, deps.columns, answers));
}

async function showMail(deps: OperatorDeps, id: string): Promise<void> {
  const mail = await findMail(await openAudited(deps, { action: 'mail-shown', subject: id }), id);
  if (mail === undefined) throw new Error(`There is no mail ${id}.`);
  deps.print(
    [...factLines(factsOf(mail)), '', indented(mail.text || WITHOUT_TEXT[whyWithoutText(mail)])].join('\n'),
  );
}

const WITHOUT_TEXT = {
  'not-written': 'The text is not written yet.',
  gone: 'The text is gone.',
  'of-message': 'The text is made from the message: see npm run operator -- submissions list.',
} as const satisfies Record<ReturnType<typeof whyWithoutText>, string>;

async function retryMails(deps: OperatorDeps, ids: readonly string[]): Promise<void> {
  const db = await deps.openDb();
  const problems: string[] = [];
  for (const id of ids) {
    if (await retryMail({ ...auditDeps(deps), db }, id, { actor: 'operator' }))
      deps.print(`${id} is tried again within half a minute.`);
    else problems.push(`There is no dead mail ${id}.`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function factsOf(mail: StoredMail): [label: string, value: string][] {
  const facts: [label: string, value: string][] = [
    ['Mail', mail.id],
    ['Kind', mail.kind],
    ['State', mail.state],
    ['Created', `${toSecond(mail.created_at)} UTC`],
    ['Tries', String(mail.attempts)],
  ];
  if (mail.state === 'waiting') facts.push(['Next try', `${toSecond(mail.next_attempt_at)} UTC`]);
  if (mail.sent_at !== null) facts.push(['Sent', `${toSecond(mail.sent_at)} UTC`]);
  facts.push(['Last answer', mail.last_error ?? 'none'], ['To', mail.recipient]);
  if (mail.reply_to !== null) facts.push(['Reply-To', mail.reply_to]);
  facts.push(['Subject', mail.subject]);
  return facts;
}
