import type { Command } from '@commander-js/extra-typings';
import { recordAlone } from '#server/audit/record-action.ts';
import { acceptClock, clockJumpedFrom } from '#server/retention/clock-check.ts';
import { auditDeps } from './audit-deps.ts';
import { confirm } from './confirm.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { yesOption } from './options.ts';

/** The removal of what has outlived its purpose. */
export function addRetentionCommand(program: Command, start: Start): void {
  const retention = program
    .command('retention')
    .description('the hourly removal of what has outlived its purpose');
  retention
    .command('accept-clock')
    .description('say that the clock is right, after a jump, or a stop of the site, of more than a day')
    .addOption(yesOption())
    .action(({ yes = false }) => acceptClockNow(start(), yes));
}

async function acceptClockNow(deps: OperatorDeps, yes: boolean): Promise<void> {
  const db = await deps.openDb();
  const now = deps.clock();
  const before = await clockJumpedFrom(db, now);
  if (before === undefined) return deps.print('The clock is trusted already.');
  deps.print(`The clock says ${now.toISOString()}; the last removal was at ${before}.`);
  await confirm(deps, 'Is the clock right? What is too old by it will be removed.', yes);
  await acceptClock(db, now);
  await recordAlone({ ...auditDeps(deps), db }, { action: 'clock-accepted', actor: 'operator' });
  deps.print('The site goes on removing within an hour.');
}
