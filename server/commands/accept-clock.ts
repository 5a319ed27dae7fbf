import type { Command } from '@commander-js/extra-typings';
import { CLOCK_ACCEPTED } from '#server/audit/core-actions.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { acceptClock, clockJumpedFrom } from '#server/jobs/run-retention.ts';
import { BY, confirm, openSite, type Start, yesOption } from './operator-deps.ts';

/** After a jump of the clock nothing is removed by its age until somebody says that the clock is right. */
export function addAcceptClockCommand(program: Command, start: Start): void {
  program
    .command('accept-clock')
    .description('after a jump of more than a day: the clock is right')
    .addOption(yesOption())
    .action(async ({ yes = false }) => {
      const deps = start();
      const site = await openSite(deps);
      const now = deps.clock();
      const before = await clockJumpedFrom(site.db, now);
      if (before === undefined) return deps.print('The clock is trusted already.');
      deps.print(`The clock says ${now.toISOString()}; the last removal was at ${before}.`);
      await confirm(deps, 'Is the clock right? What is too old by it will be removed.', yes);
      await acceptClock(site.db, now);
      await recordAlone(site, { ...BY, action: CLOCK_ACCEPTED });
      deps.print('The site goes on removing within an hour.');
    });
}
