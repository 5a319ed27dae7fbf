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

const isHome = (path: string) => path === PAGES.home;
const paint = (work: Work) => work.layout + work.style;

async function workRows(path: string): Promise<Omit<Row, 'target'>[]> {
  const visit = (port: number, scripts: boolean) => () =>
    workOf({ browser, url: `http://localhost:${port}${path}`, scripts, slower });
  const sides = { ours: visit(site.port, true), floor: visit(site.port, false) };
  const older = old && { before: visit(old.port, true), floorBefore: visit(old.port, false) };
  const taken: Sides = await inTurn({ ...sides, ...older } as typeof sides);
  const { ours, floor, before, floorBefore } = taken;
  const first = await firstScriptSize(site.url + path);
  const firstBefore = old && (await firstScriptSize(old.url + path));
  const asBefore = { beside: 'before' };
  return [
    {
      what: 'main thread',
      unit: 'ms',
      ours: ours.main,
      floor: floor.main,
      beside: 'no scripts',
      limits: ['≤ 1.4 ×'],
    },
    ...(before && floorBefore && firstBefore
      ? ([
          {
            what: 'main thread',
            unit: 'ms',
            ours: ours.main,
            floor: before.main,
            ...asBefore,
            limits: ['≤ 0.55 ×'],
          },
          {
            what: 'layout and style',
            unit: 'ms',
            ours: paint(ours),
            floor: paint(before),
            ...asBefore,
            limits: ['≤ 0.45 ×'],
          },
          {
            what: 'main thread, no scripts',
            unit: 'ms',
            ours: floor.main,
            floor: floorBefore.main,
            ...asBefore,
            limits: ['≤ 0.7 ×'],
          },
          {
            what: 'scripts before idle',
            unit: 'kB',
            ours: first,
            floor: firstBefore,
            ...asBefore,
            limits: [isHome(path) ? '≤ 110' : '≤ 0.92 ×'],
          },
          {
            what: 'requests',
            unit: '',
            ours: ours.requests,
            floor: before.requests,
            ...asBefore,
            limits: [isHome(path) ? '≤ 18' : '≤ 1 ×'],
          },
        ] as const)
      : []),
    {
      what: 'scripts in all',
      unit: 'kB',
      ours: ours.scriptSize,
      ...(before && { floor: before.scriptSize, ...asBefore }),
      limits: [isHome(path) ? '≤ 128' : '≤ 0.92 ×'],
    },
  ];
}

async function pressRows(path: string): Promise<Omit<Row, 'target'>[]> {
  const visit = { browser, url: `http://localhost:${site.port}${path}`, scripts: true, slower };
  const { ours } = await inTurn({ ours: async () => ({ slowest: await slowestPress(visit) }) });
  return [{ what: 'the slowest of 20 presses', unit: 'ms', ours: ours.slowest, limits: ['≤ 100'] }];
}

async function lighthouseRows(path: string): Promise<Omit<Row, 'target'>[]> {
  const url = `http://localhost:${site.port}${path}`;
  const { ours, floor, slow } = await inTurn({
    ours: () => load(url, slower),
    floor: () => load(still.url.replace(/\/$/, path), slower),
    slow: () => load(url, VERY_SLOW),
  });
  const beside = 'no scripts';
  return [
    {
      what: 'blocking time',
      unit: 'ms',
      ours: ours.blocking,
      floor: floor.blocking,
      beside,
      limits: ['≤ 1.3 ×'],
    },
    {
      what: 'largest contentful paint',
      unit: 'ms',
      ours: ours.paint,
      floor: floor.paint,
      beside,
      limits: ['≤ 1.05 ×'],
    },
    { what: `score, slowed ${VERY_SLOW} ×`, unit: '', ours: slow.score, limits: ['≥ 95'] },
  ];
}

const PARTS: Readonly<Record<string, (path: string) => Promise<Omit<Row, 'target'>[]>>> = {
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
