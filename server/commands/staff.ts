import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { CONSOLE, INVITATION_HOURS, ROLE_NAMES, type Role } from '#contract/console.ts';
import { email as emailSchema } from '#contract/identity.ts';
import { changeRole, inviteStaff, listStaff, withdrawInvitation } from '#server/console/staff.ts';
import { auditDeps } from './audit-deps.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { factLines } from './table.ts';

const BY = { actor: 'operator' } as const;

/** Who may use the console in the browser. The first owner is made here; the others invite each other there. */
export function addStaffCommand(program: Command, start: Start): void {
  const staff = program.command('staff').description('who may use the console in the browser');
  staff
    .command('list')
    .description('show all operators and their roles')
    .action(() => list(start()));
  staff
    .command('add')
    .argument('<address>', 'of their account', parseAddress)
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLE_NAMES).makeOptionMandatory())
    .description('print a link that makes the account of that address an operator, once')
    .action((address, { role }) => add(start(), address, role));
  staff
    .command('remove')
    .argument('<address>', 'of their account', parseAddress)
    .description('take the role back, or an invitation; the console closes for them at once')
    .action((address) => remove(start(), address));
}

async function list({ openDb, print }: OperatorDeps): Promise<void> {
  const all = await listStaff(await openDb());
  print(all.length === 0 ? 'Nobody yet.' : factLines(all.map(({ email, role }) => [email, role])).join('\n'));
}

async function add(deps: OperatorDeps, email: string, role: Role): Promise<void> {
  const { newToken, settings } = deps;
  const token = await inviteStaff(
    { ...auditDeps(deps), db: await deps.openDb(), newToken },
    { email, role },
    BY,
  );
  deps.print(
    `${settings.origin}${CONSOLE.join}?token=${token}\n\nIt makes the account of ${email} an operator (${role}). It works once, for ${INVITATION_HOURS} hours.`,
  );
}

async function remove(deps: OperatorDeps, address: string): Promise<void> {
  const db = await deps.openDb();
  const found = (await listStaff(db)).find(({ email }) => email === address);
  if (found === undefined) {
    if (!(await withdrawInvitation({ ...auditDeps(deps), db }, address, BY)))
      throw new Error(`${address} is no operator, and not invited.`);
    return deps.print(`The invitation of ${address} is taken back.`);
  }
  const { newToken } = deps;
  const result = await changeRole({ ...auditDeps(deps), db, newToken }, found.id, undefined, BY);
  if (result === 'last-owner')
    throw new Error(`${address} is the only owner. Make somebody else an owner first.`);
  deps.print(`${address} is no operator any more.`);
}

function parseAddress(text: string): string {
  const { data } = emailSchema.safeParse(text);
  if (data === undefined) throw new InvalidArgumentError('It must be an email address.');
  return data;
}
