import { join } from 'node:path';
import { METRICS } from '#contract/analytics.ts';
import { readSummary, type Summary, type Vitals } from '#server/analytics/summary.ts';
import { EXIT_CODES, type ExitCode, type OperatorCommand, type OperatorDeps } from './command.ts';
import { embeddedFonts } from './report/fonts.ts';
import { ratingOf, readablePeriod } from './report/judge.ts';
import { parseReport, type ReportWish, USUAL_DAYS } from './report/period.ts';
import { reportPage } from './report/report-page.ts';
import { reportText } from './report/report-text.ts';
import { beginExportFile } from './submissions/export-file.ts';
import { explained, UsageError } from './usage-error.ts';

const BUILT_ASSETS = join(import.meta.dirname, '..', '..', 'build', 'site', 'client', 'assets');

const USAGE = `report: who came, and how fast the pages were for them
  report [--from DAY] [--to DAY] [--json | --html FILE [--force]]
  report --days N [--to DAY] [--json | --html FILE [--force]]
      The last ${USUAL_DAYS} days unless told, as text; as JSON; or as one HTML file with charts, to open or to send.
A DAY is like 2026-11-21, in UTC. Exit codes: 0 done, 1 not done, 2 not understood.`;

/** Page views, visitors and web vitals of a time (decisions §7): to read on a terminal, as JSON, or as a page. */
export const reportCommand: OperatorCommand = {
  usage: USAGE,
  run: async (deps, args) => {
    if (args.includes('--help') || args[0] === 'help') {
      deps.print(USAGE);
      return EXIT_CODES.done;
    }
    try {
      const wish = parseReport(args, deps.clock());
      return await tell(deps, wish, await readSummary(deps.db, wish.period));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      deps.complain(explained(error, 'report'));
      return EXIT_CODES.usage;
    }
  },
};

async function tell(deps: OperatorDeps, wish: ReportWish, summary: Summary): Promise<ExitCode> {
  if (wish.html !== undefined) return writePage(deps, wish.html, wish.replace, summary);
  deps.print(wish.json ? JSON.stringify(withRatings(summary), undefined, 2) : reportText(summary));
  return EXIT_CODES.done;
}

async function writePage(
  { print, complain, clock }: OperatorDeps,
  name: string,
  replace: boolean,
  summary: Summary,
): Promise<ExitCode> {
  const file = await beginExportFile(name, { replace });
  if (file !== undefined) {
    try {
      await file.write(reportPage(summary, { made: clock(), fonts: embeddedFonts(BUILT_ASSETS) }));
      if (await file.keep()) {
        print(`${readablePeriod(summary.period)}: ${name}`);
        return EXIT_CODES.done;
      }
    } finally {
      await file.discard();
    }
  }
  complain(`${name} is there already. Choose another name, or add --force to replace it.`);
  return EXIT_CODES.failed;
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
