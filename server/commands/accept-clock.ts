import type { Command } from '@commander-js/extra-typings';
import { CLOCK_ACCEPTED } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { acceptClock, clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { BY, confirm, openSite, type Start, yesOption } from './operator-deps.ts';

/** Adds the command that confirms the clock. After a jump of the clock, no old data are removed until an operator confirms it. */
export function addAcceptClockCommand(program: Command, start: Start): void {
  program
    .command('accept-clock')
    .description('confirm the clock after a jump of more than a day')
    .addOption(yesOption())
    .action(async ({ yes = false }) => {
      const deps = start();
      const site = await openSite(deps);
      const now = deps.clock();
      const before = await clockJumpedFrom(site.db, now);
      if (before === undefined) return deps.print('The clock has not jumped.');
      deps.print(`The clock shows ${now.toISOString()}; old data was last removed at ${before}.`);
      await confirm(deps, 'Is the clock right? Data that is too old by this clock will be removed.', yes);
      await acceptClock(site.db, now);
      await recordAlone(site, { ...BY, action: CLOCK_ACCEPTED });
      deps.print('The site will remove old data again within an hour.');
    });
}
