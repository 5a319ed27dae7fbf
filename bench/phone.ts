import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { PAGES } from '#content/page-paths.ts';
import { firstScriptSize, openBrowser, type Work, workOf } from './phone/load.ts';
import { slowestPress } from './phone/presses.ts';
import { load } from './speed/first-load.ts';
import { startStillPage } from './speed/floors/still-page.ts';
import { isMet, type Row, tableOf } from './speed/measurement.ts';
import { median } from './support/figures.ts';
import { startSite } from './support/site.ts';

/**
 * Measures how fast the site is on a slow phone, compared with the same pages without scripts and with an older build.
 *
 *   npm run bench -- phone                                      all measurements
 *   npm run bench -- phone --before ../old                      also compares a built checkout of an older version
 *   npm run bench -- phone --only work --slower 1 --pages /     one measurement of one page, for a busy machine
 */
const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    only: { type: 'string', default: 'work,presses,lighthouse' },
    pages: { type: 'string', default: [PAGES.home, PAGES.pricing, PAGES.blog, PAGES.auth].join(',') },
    rounds: { type: 'string', default: '5' },
    slower: { type: 'string', default: '6' },
  },
});
const rounds = Number(options.rounds);
const slower = Number(options.slower);
const VERY_SLOW = 10;

const settings = (port: number) => ({
  // Browsers trust `localhost` like the public https site.
  SITE_ORIGIN: `http://localhost:${port}`,
  LOG_LEVEL: 'warn',
  RATE_LIMIT_SCALE: '1000000',
});

/** Measures the variants in turn and in both orders, so that noise affects all alike. Returns the median of each figure. */
async function inTurn<Name extends string, Figure extends string>(
  sides: Readonly<Record<Name, () => Promise<Readonly<Record<Figure, number>>>>>,
): Promise<Record<Name, Record<Figure, number>>> {
  const taken = Object.entries(sides).map(([name, measure]) => ({
    name,
    measure: measure as () => Promise<Record<Figure, number>>,
    all: [] as Record<Figure, number>[],
  }));
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? taken : taken.toReversed()) side.all.push(await side.measure());
  const medians = ({ all }: (typeof taken)[number]) =>
    Object.fromEntries(
      Object.keys(all[0] ?? {}).map((key) => [key, median(all.map((one) => one[key as Figure]))]),
    );
  return Object.fromEntries(taken.map((side) => [side.name, medians(side)])) as never;
}

async function startOld(folder: string): Promise<Awaited<ReturnType<typeof startSite>>> {
  const { href } = pathToFileURL(resolve(folder, 'bench/support/site.ts'));
  return (await import(href)).startSite(settings);
}

await using site = await startSite(settings);
await using old = options.before === undefined ? undefined : await startOld(options.before);
await using still = await startStillPage(site.url);
await using browser = await openBrowser();

type Sides = Record<'ours' | 'floor', Work> & Partial<Record<'before' | 'floorBefore', Work>>;
type PageRow = Omit<Row, 'target'>;

const row = (
  what: string,
  unit: string,
  limit: Row['limits'][number],
  ours: number,
  beside: Pick<Row, 'floor' | 'beside'> = {},
): PageRow => ({ what, unit, ours, limits: [limit], ...beside });
const noScripts = (floor: number) => ({ floor, beside: 'no scripts' });
const older = (floor: number) => ({ floor, beside: 'before' });

const paint = (work: Work) => work.layout + work.style;

async function workRows(path: string): Promise<PageRow[]> {
  const visit = (port: number, scripts: boolean) => () =>
    workOf({ browser, url: `http://localhost:${port}${path}`, scripts, slower });
  const sides = { ours: visit(site.port, true), floor: visit(site.port, false) };
  const before = old && { before: visit(old.port, true), floorBefore: visit(old.port, false) };
  const taken: Sides = await inTurn({ ...sides, ...before } as typeof sides);
  const { ours, floor } = taken;
  const isHome = path === PAGES.home;
  const main = row('main thread', 'ms', '≤ 1.4 ×', ours.main, noScripts(floor.main));
  const inAll = ['scripts in all', 'kB', isHome ? '≤ 128' : '≤ 0.92 ×', ours.scriptSize] as const;
  if (!old || !taken.before || !taken.floorBefore) return [main, row(...inAll)];
  const first = await firstScriptSize(site.url + path);
  const firstBefore = older(await firstScriptSize(old.url + path));
  const was = taken.before;
  return [
    main,
    row('main thread', 'ms', '≤ 0.55 ×', ours.main, older(was.main)),
    row('layout and style', 'ms', '≤ 0.45 ×', paint(ours), older(paint(was))),
    row('main thread, no scripts', 'ms', '≤ 0.7 ×', floor.main, older(taken.floorBefore.main)),
    row('scripts before idle', 'kB', isHome ? '≤ 110' : '≤ 0.92 ×', first, firstBefore),
    row('requests', '', isHome ? '≤ 18' : '≤ 1 ×', ours.requests, older(was.requests)),
    row(...inAll, older(was.scriptSize)),
  ];
}

async function pressRows(path: string): Promise<PageRow[]> {
  const visit = { browser, url: `http://localhost:${site.port}${path}`, scripts: true, slower };
  const { ours } = await inTurn({ ours: async () => ({ slowest: await slowestPress(visit) }) });
  return [row('the slowest of 20 presses', 'ms', '≤ 100', ours.slowest)];
}

async function lighthouseRows(path: string): Promise<PageRow[]> {
  const url = `http://localhost:${site.port}${path}`;
  const { ours, floor, slow } = await inTurn({
    ours: () => load(url, slower),
    floor: () => load(still.url.replace(/\/$/, path), slower),
    slow: () => load(url, VERY_SLOW),
  });
  return [
    row('blocking time', 'ms', '≤ 1.3 ×', ours.blocking, noScripts(floor.blocking)),
    row('largest contentful paint', 'ms', '≤ 1.05 ×', ours.paint, noScripts(floor.paint)),
    row(`score, slowed ${VERY_SLOW} ×`, '', '≥ 95', slow.score),
  ];
}

const PARTS: Readonly<Record<string, (path: string) => Promise<PageRow[]>>> = {
  work: workRows,
  presses: pressRows,
  lighthouse: lighthouseRows,
};
const rows: Row[] = [];
for (const path of options.pages.split(','))
  for (const part of options.only.split(',')) {
    process.stderr.write(`${part} of ${path} …\n`);
    rows.push(...((await PARTS[part]?.(path)) ?? []).map((row) => ({ target: `\`${path}\``, ...row })));
  }
const missed = rows.filter((row) => !isMet(row));
process.stdout.write(`${tableOf(rows)}\n\n${rows.length - missed.length} of ${rows.length} met.\n`);
process.exitCode = missed.length === 0 ? 0 : 1;
