import { judgeLoad } from '../support/lighthouse.ts';
import { startSite } from '../support/site.ts';
import { startStillPage } from './floors/still-page.ts';
import { alternate, type Measurement, type Row } from './measurement.ts';

const ROUNDS = 3;
const SLOW = 10;

/** The first visit to the home screen by a phone, beside the same words and pictures without a script. */
export const measure: Measurement = async () => {
  // Browsers trust `localhost` as they trust the public site: pages may do all that they may there.
  await using site = await startSite((port) => ({
    SITE_ORIGIN: `http://localhost:${port}`,
    LOG_LEVEL: 'info',
  }));
  await using floor = await startStillPage();
  const url = `http://localhost:${site.port}/`;
  const { paint, blocking, shift, slowScore } = await alternate(
    ROUNDS,
    async () => ({
      ...(await firstLoad(url)),
      slowScore: (await judgeLoad(url, { slowdown: SLOW })).score('performance'),
    }),
    // How it fares on a slower processor is asked of ours alone.
    async () => ({ ...(await firstLoad(floor.url)), slowScore: Number.NaN }),
  );
  const rows: Omit<Row, 'target'>[] = [
    {
      what: 'largest contentful paint',
      unit: 'ms',
      ...paint,
      beside: 'no scripts',
      limits: ['≤ 1.15 ×'],
    },
    { what: 'total blocking time', unit: 'ms', ours: blocking.ours, limits: ['≤ 30'] },
    { what: 'cumulative layout shift', unit: '', ours: shift.ours, limits: ['≤ 0'] },
    {
      what: `performance score, processor slowed ${SLOW} ×`,
      unit: '',
      ours: slowScore.ours,
      limits: ['≥ 95'],
    },
  ];
  return rows.map((row) => ({ target: 'First load of `/`, phone', ...row }));
};

async function firstLoad(url: string) {
  const { figure } = await judgeLoad(url);
  return {
    paint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  };
}
