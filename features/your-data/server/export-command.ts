import type { Command } from '@commander-js/extra-typings';
import { findPerson } from '#features/forms/server/find-person.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { BY, openSite, type Start } from '#server/commands/operator-deps.ts';
import { address } from '#server/commands/options.ts';
import { writePrivateFile } from '#server/private-file.ts';
import { DATA_EXPORTED } from './audit-actions.ts';
import { exportPerson } from './export-person.ts';

/** `person export`, beside what accounts do for one person. */
export function addExportCommand(program: Command, start: Start): void {
  const person = program.commands.find((command) => command.name() === 'person');
  person
    ?.command('export')
    .argument('<address>', 'of the account', address)
    .description('save everything kept about the person as a zip, as the page “Your data” gives it')
    .requiredOption('--to <file>', 'a new file, readable by you only')
    .action(async (email, { to }) => {
      const deps = start();
      const site = await openSite(deps);
      const found = await findPerson(site, { email });
      if (found === undefined) throw new Error(`There is no account of ${email}.`);
      await recordAlone(site, { ...BY, action: DATA_EXPORTED, subject: found.id });
      await writePrivateFile(to, (file) => file.writeFile(exportPerson(site, found)));
      deps.print(`Everything kept about ${email} is in ${to}. Delete it once it is handed over.`);
    });
}
