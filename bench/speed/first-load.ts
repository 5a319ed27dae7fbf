import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../../scripts/find-chromium.ts';
import { startSite } from '../support/site.ts';
import { startStillPage } from './floors/still-page.ts';
import { alternate, type Measurement, type Row } from './measurement.ts';

const ROUNDS = 3;
/** CPU slowdown factors; 4 is Lighthouse's own for a phone. */
const [PHONE, SLOW] = [4, 10];
const LIGHTHOUSE = ['--yes', '--ignore-scripts', 'lighthouse@13.5.0'];
const FLAGS = '--chrome-flags=--headless --no-sandbox --disable-gpu';

/** The first visit to the home page on a phone, compared with the same words and pictures without a script. */
export const measure: Measurement = async () => {
  // Browsers trust `localhost` like an https site, so pages may use all browser features there.
  await using site = await startSite((port) => ({
    SITE_ORIGIN: `http://localhost:${port}`,
    LOG_LEVEL: 'info',
  }));
  await using floor = await startStillPage(site.url);
  const url = `http://localhost:${site.port}/`;
  const { paint, blocking, shift, slowScore } = await alternate(
    ROUNDS,
    async () => ({ ...(await load(url)), slowScore: (await load(url, SLOW)).score }),
    // The score on the slower processor is measured for our site only, not for the page without scripts.
    async () => ({ ...(await load(floor.url)), slowScore: Number.NaN }),
  );
  const rows: Omit<Row, 'target'>[] = [
    { what: 'largest contentful paint', unit: 'ms', ...paint, beside: 'no scripts', limits: ['≤ 1.15 ×'] },
    { what: 'total blocking time', unit: 'ms', ours: blocking.ours, limits: ['≤ 30'] },
    { what: 'cumulative layout shift', unit: '', ours: shift.ours, limits: ['≤ 0'] },
    { what: `score, processor slowed ${SLOW} ×`, unit: '', ours: slowScore.ours, limits: ['≥ 95'] },
  ];
  return rows.map((row) => ({ target: 'First load of `/`, phone', ...row }));
};

/** One page load with an empty cache, by Lighthouse's mobile preset. npm downloads Lighthouse the first time. */
export async function load(url: string, slowdown = PHONE) {
  const args = [...LIGHTHOUSE, url, '--output=json', '--quiet', '--only-categories=performance', FLAGS];
  const { stdout } = await promisify(execFile)(
    'npx',
    [...args, `--throttling.cpuSlowdownMultiplier=${slowdown}`],
    { env: { ...process.env, CHROME_PATH: findChromium() ?? '' }, maxBuffer: 64 * 1_024 * 1_024 },
  );
  const { audits, categories } = JSON.parse(stdout);
  return {
    paint: Number(audits['largest-contentful-paint'].numericValue),
    blocking: Number(audits['total-blocking-time'].numericValue),
    shift: Number(audits['cumulative-layout-shift'].numericValue),
    score: Number(categories.performance.score) * 100,
  };
}
