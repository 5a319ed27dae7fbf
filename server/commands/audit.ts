import { type Command, Option } from '@commander-js/extra-typings';
import { actionsOf, hashesOfAccount, linesInWords, listLines } from '#server/audit/lines.ts';
import type { Feature } from '#server/feature.ts';
import { betweenDays } from '#server/http/form-fields.ts';
import { printableJson, printableLine } from '#server/printable-text.ts';
import { toSecond } from '#server/time.ts';
import { day, openSite, type Start, wholeNumber } from './operator-deps.ts';

/** Adds the commands that read the audit log (docs/decisions/0052-audit-lines-are-copied-to-the-log.md). */
export function addAuditCommand(program: Command, start: Start, features: readonly Feature[]): void {
  const names = actionsOf(features).map(({ name }) => name);
  const audit = program.command('audit').description('read what people and operators did');

  audit
    .command('list')
    .description('print the newest lines')
    .addOption(new Option('--action <action>', 'only this action').choices(names))
    .option('--from <day>', 'like 2026-11-21, in UTC', day)
    .option('--to <day>', 'the last day', day)
    .option('--account <address or id>', 'only lines by or about this account; give its id if it was deleted')
    .option('--limit <number>', 'how many', wholeNumber(1_000), 20)
    .option('--json', 'print the lines as they are stored')
    .action(async ({ action, from, to, account, limit, json = false }) => {
      const deps = start();
      const site = await openSite(deps);
      const hashes = account === undefined ? undefined : await hashesOfAccount(site, account);
      const lines = await listLines(site.db, { action, hashes, ...betweenDays({ from, to }), limit });
      if (json) return deps.print(printableJson(lines));
      for (const { at, who, what, why } of await linesInWords(site, lines, hashes))
        deps.print(printableLine(`${toSecond(at)} ${who}: ${what}${why === '' ? '' : ` (${why})`}`));
    });
}
