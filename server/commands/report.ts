import { join } from 'node:path';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { METRICS } from '#contract/analytics.ts';
import { type Day, parseDay } from '#server/analytics/day.ts';
import { choosePeriod, MOST_DAYS } from '#server/analytics/report/period.ts';
import { ratingOf, readablePeriod } from '#server/analytics/report/ratings.ts';
import { reportPage } from '#server/analytics/report/report-page.ts';
import { readSummary, type Summary, type Vitals } from '#server/analytics/summary.ts';
import { writePrivateFile } from '#server/private-file.ts';
import type { OperatorDeps, Start } from './operator-deps.ts';
import { wholeNumber } from './options.ts';
import { embeddedFonts } from './report/fonts.ts';
import { reportText } from './report/report-text.ts';

const BUILT_ASSETS = join(import.meta.dirname, '..', '..', 'build', 'site', 'client', 'assets');

/** Page views, visitors and web vitals of a time (decisions §7): to read on a terminal, as JSON, or as a page. */
export function addReportCommand(program: Command, start: Start): void {
  program
    .command('report')
    .description('who came, and how fast the pages were for them')
    .option('--from <day>', 'a day like 2026-11-21, in UTC', dayOption)
    .option('--to <day>', 'today unless told', dayOption)
    .option('--days <number>', 'so many days, instead of --from', wholeNumber(MOST_DAYS))
    .option('--json', 'as JSON')
    .option('--html <file>', 'as one HTML file with charts, to open or to send')
    .option('--force', 'replace that file')
    .action(async ({ from, to, days, json = false, html, force = false }, command) => {
      if (from !== undefined && days !== undefined) command.error('Choose --from or --days, not both.');
      if (json && html !== undefined) command.error('Choose --json or --html, not both.');
      const deps = start();
      const period = choosePeriod({ from, to, days }, deps.clock());
      if (typeof period === 'string') return command.error(period);
      const summary = await readSummary(await deps.openDb(), period);
      if (html !== undefined) await writePage(deps, summary, html, force);
      else deps.print(json ? JSON.stringify(withRatings(summary), undefined, 2) : reportText(summary));
    });
}

function dayOption(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a day like 2026-11-21.');
  return day;
}

async function writePage(
  { print, clock }: OperatorDeps,
  summary: Summary,
  name: string,
  replace: boolean,
): Promise<void> {
  const page = reportPage(summary, { made: clock(), fonts: embeddedFonts(BUILT_ASSETS) });
  await writePrivateFile(name, (file) => file.writeFile(page), { replace });
  print(`${readablePeriod(summary.period)}: ${name}`);
}

/** The same sums; each vital says how it is rated. */
function withRatings(summary: Summary): object {
  const rated = (vitals: Vitals) =>
    Object.fromEntries(
      METRICS.flatMap((metric) => {
        const measured = vitals[metric];
        return measured === undefined
          ? []
          : [[metric, { ...measured, rating: ratingOf(metric, measured.p75) }]];
      }),
    );
  return {
    ...summary,
    vitals: rated(summary.vitals),
    pages: summary.pages.map((page) => ({ ...page, vitals: rated(page.vitals) })),
    devices: summary.devices.map((device) => ({ ...device, vitals: rated(device.vitals) })),
  };
}
