import { type Command, Option } from '@commander-js/extra-typings';
import { CLOSED_REASONS, type ClosedReason } from '#contract/errors.ts';
import { email as emailSchema } from '#contract/identity.ts';
import { closeAccount, reopenAccount } from '#server/accounts/closed-accounts.ts';
import { deleteAccount } from '#server/accounts/delete-account.ts';
import { describePerson } from '#server/accounts/describe-person.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { writePrivateFile } from '#server/private-file.ts';
import { toMinute } from '#server/time-text.ts';
import { exportPerson } from '#server/your-data/export-person.ts';
import { findPerson } from '#server/your-data/own-tables.ts';
import { auditDeps } from './audit-deps.ts';
import { confirm } from './confirm.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { yesOption } from './options.ts';
import { factLines } from './table.ts';

const REASONS = Object.keys(CLOSED_REASONS) as ClosedReason[];
const BY = { actor: 'operator' } as const;

/** One person's account, by its address. */
export function addPersonCommand(program: Command, start: Start): void {
  const person = program.command('person').description('one person’s account, found by its address');
  person
    .command('show')
    .argument('<address>')
    .description('show the account, how its owner signs in, and since when')
    .action((address) => showPerson(start(), addressIn(address)));
  person
    .command('close')
    .argument('<address>')
    .description('end all sessions and let nobody sign in; everything is kept, and the person is told why')
    .addOption(reasonOption('what the person is told'))
    .action((address, { reason }) => close(start(), addressIn(address), reason));
  person
    .command('reopen')
    .argument('<address>')
    .description('let the person sign in again; what they contested stays changed')
    .action((address) => reopen(start(), addressIn(address)));
  person
    .command('export')
    .argument('<address>')
    .description('save everything kept about the person as a zip, as the page “Your data” gives it')
    .requiredOption('--to <file>', 'a new file, readable by you only')
    .action((address, { to }) => exportTo(start(), addressIn(address), to));
  person
    .command('delete')
    .argument('<address>')
    .description('delete the account and everything of the person for good, with a mail that says so')
    .addOption(reasonOption('why, for the audit log'))
    .addOption(yesOption())
    .action((address, { reason, yes = false }) => remove(start(), addressIn(address), reason, yes));
}

const reasonOption = (help: string) =>
  new Option('--reason <reason>', help).choices(REASONS).makeOptionMandatory();

async function showPerson(deps: OperatorDeps, address: string): Promise<void> {
  const db = await deps.openDb();
  const person = await describePerson(db, { email: address }, deps.clock());
  if (person === undefined) throw new Error(`There is no account of ${address}.`);
  const line = { ...BY, action: 'person-shown', subject: person.id } as const;
  await recordAlone({ ...auditDeps(deps), db }, line);
  const day = (iso: string | null) => (iso === null ? 'never' : `${toMinute(iso)} UTC`);
  deps.print(
    factLines([
      ['Account', person.id],
      ['Name', person.name],
      ['Address', person.email],
      ['Since', day(person.created_at)],
      ['Last sign-in', day(person.last_login)],
      ['Signs in with', person.methods.join(', ')],
      ['Sessions', String(person.sessions)],
      ['Messages', String(person.messages)],
      [
        'State',
        person.closed_reason === null ? 'open' : `closed ${day(person.closed_at)}: ${person.closed_reason}`,
      ],
      ['Frozen', person.frozen_at === null ? 'no' : `${day(person.frozen_at)}, when a change was contested`],
    ]).join('\n'),
  );
}

async function close(deps: OperatorDeps, address: string, reason: ClosedReason): Promise<void> {
  const db = await deps.openDb();
  if (!(await closeAccount({ ...auditDeps(deps), db }, address, reason, BY)))
    throw new Error(`There is no open account of ${address}.`);
  deps.print(`Closed. Whoever signs in as ${address} is told that ${CLOSED_REASONS[reason]}.`);
}

async function reopen(deps: OperatorDeps, address: string): Promise<void> {
  const db = await deps.openDb();
  if (!(await reopenAccount({ ...auditDeps(deps), db }, address, BY)))
    throw new Error(`There is no closed or frozen account of ${address}.`);
  deps.print(`${address} can sign in again.`);
}

async function exportTo(deps: OperatorDeps, address: string, file: string): Promise<void> {
  const [db, audit] = [await deps.openDb(), auditDeps(deps)];
  const person = await findPerson({ ...audit, db }, { email: address });
  if (person === undefined) throw new Error(`There is no account of ${address}.`);
  await recordAlone({ ...audit, db }, { action: 'data-exported', actor: 'operator', subject: person.id });
  await writePrivateFile(file, (handle) => handle.writeFile(exportPerson({ ...deps, db }, person)));
  deps.print(`Everything kept about ${address} is in ${file}. Delete it once it is handed over.`);
}

async function remove(
  deps: OperatorDeps,
  address: string,
  reason: ClosedReason,
  yes: boolean,
): Promise<void> {
  const [db, audit] = [await deps.openDb(), auditDeps(deps)];
  const person = await findPerson({ ...audit, db }, { email: address });
  if (person === undefined) throw new Error(`There is no account of ${address}.`);
  await confirm(deps, `Delete the account of ${address}, with all messages? This cannot be undone.`, yes);
  // The site looks for mails that wait by itself.
  const { origin } = deps.settings;
  const deletion = { ...audit, db, origin, mails: deps.mails(), wakeMail: () => {} };
  if (!(await deleteAccount(deletion, person.id, { reason, by: BY })))
    throw new Error('It was deleted meanwhile.');
  deps.print(`Deleted. The site mails ${address} that it is done.`);
}

function addressIn(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success) throw new Error(`${text} is no address.`);
  return parsed.data;
}
