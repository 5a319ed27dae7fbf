import type { Command } from '@commander-js/extra-typings';
import { CLOSED_REASONS } from '#contract/errors.ts';
import { REASONS } from '#contract/operators.ts';
import {
  address,
  BY,
  confirm,
  openSite,
  reasonOption,
  type Start,
  yesOption,
} from '#server/commands/operator-deps.ts';
import { findRow } from '#server/database/rows.ts';
import { closeAccount, reopenAccount } from './closed-accounts.ts';
import { deleteAccount } from './delete-account.ts';

/** Commands with which an operator manages a person's account, even when the console cannot be reached. */
export function addPersonCommand(program: Command, start: Start): void {
  const person = program
    .command('person')
    .description('close, reopen or delete one person’s account, or export its data');

  person
    .command('close')
    .argument('<address>', 'of the account', address)
    .description('end all sessions and refuse sign-ins; the data is kept, and the person is told why')
    .addOption(reasonOption(CLOSED_REASONS, 'what the person is told'))
    .action(async (email, { reason }) => {
      const deps = start();
      if (!(await closeAccount(await openSite(deps), email, reason, BY)))
        throw new Error(`There is no open account with the address ${email}.`);
      deps.print(`Closed. When signing in, ${email} is told that ${CLOSED_REASONS[reason]}.`);
    });

  person
    .command('reopen')
    .argument('<address>', 'of the account', address)
    .description('let the person sign in again; contested changes are kept')
    .action(async (email) => {
      const deps = start();
      if (!(await reopenAccount(await openSite(deps), email, BY)))
        throw new Error(`There is no closed or frozen account with the address ${email}.`);
      deps.print(`${email} can sign in again.`);
    });

  person
    .command('delete')
    .argument('<address>', 'of the account', address)
    .description('delete the account and all data of the person for good, and email the person')
    .addOption(reasonOption(REASONS, 'why'))
    .addOption(yesOption())
    .action(async (email, { reason, yes = false }) => {
      const deps = start();
      const site = await openSite(deps);
      const found = await findRow(site.db, 'users', ['id'], { email });
      if (found === undefined) throw new Error(`There is no account with the address ${email}.`);
      await confirm(deps, `Delete the account of ${email}, with all messages? This cannot be undone.`, yes);
      // The mail worker need not be woken, because the running site finds new mails by itself.
      const deletion = { ...site, mails: deps.mails(), wakeMail: () => {} };
      if (!(await deleteAccount(deletion, found.id, { reason, by: BY })))
        throw new Error('The account was deleted in the meantime.');
      deps.print(`Deleted. The site will email ${email} about it.`);
    });
}
