import { type Command, Option } from '@commander-js/extra-typings';
import { ROLE_NAMES } from '#contract/operators.ts';
import { CONSOLE, INVITATION_HOURS } from '#features/console/contract.ts';
import { address, BY, openSite, type Start } from '#server/commands/operator-deps.ts';
import { changeRole, inviteStaff, listInvitations, listStaff, withdrawInvitation } from './staff.ts';

/** The first owner is invited with these commands. Owners invite all other operators in the console. */
export function addStaffCommand(program: Command, start: Start): void {
  const staff = program.command('staff').description('who may use the console in the browser');

  staff
    .command('list')
    .description('show all operators and their roles')
    .action(async () => {
      const { openDb, print, clock } = start();
      const db = await openDb();
      const lines = [
        ...(await listStaff(db)).map(({ email, role }) => `${email}  ${role}`),
        ...(await listInvitations({ db, clock })).map(
          ({ email, role, expires_at }) => `${email}  ${role}, invited until ${expires_at}`,
        ),
      ];
      print(lines.length === 0 ? 'Nobody yet.' : lines.join('\n'));
    });

  staff
    .command('add')
    .argument('<address>', 'of their account', address)
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLE_NAMES).makeOptionMandatory())
    .description('print a link that makes the account of that address an operator, once')
    .action(async (email, { role }) => {
      const deps = start();
      const token = await inviteStaff(await openSite(deps), { email, role }, BY);
      deps.print(`${deps.settings.origin}${CONSOLE.join}?token=${token}

It makes the account of ${email} an operator (${role}). It works once, for ${INVITATION_HOURS} hours.`);
    });

  staff
    .command('remove')
    .argument('<address>', 'of their account', address)
    .description('remove the role, or withdraw an invitation; the console closes for them at once')
    .action(async (email) => {
      const deps = start();
      const site = await openSite(deps);
      const found = (await listStaff(site.db)).find((member) => member.email === email);
      if (found === undefined) {
        if (!(await withdrawInvitation(site, email, BY)))
          throw new Error(`${email} is not an operator, and has no invitation.`);
        return deps.print(`The invitation for ${email} is withdrawn.`);
      }
      const mailing = { ...site, mails: deps.mails(), wakeMail: () => {} };
      if ((await changeRole(mailing, found.id, undefined, BY)) === 'last-owner')
        throw new Error(`${email} is the only owner. Make someone else an owner first.`);
      deps.print(`${email} is no longer an operator.`);
    });
}
