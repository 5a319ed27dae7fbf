import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Lighthouse, startLighthouse } from '../support/lighthouse.ts';
import { startLocalSite } from '../support/local-site.ts';
import { startNginx } from '../support/nginx.ts';
import { alternate, beside } from './alternate.ts';
import type { Measurement, Row } from './measurement.ts';

const ROUNDS = 3;
const TARGET = 'First load of `/`, phone';
const SLOW = 10;
const BUILT = ['../../build/site/client/', '../../build/seo/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The first visit to the home screen, beside the same words and pictures without a script, from nginx. */
export const measure: Measurement = async () => {
  const site = await startLocalSite();
  const floor = await startNginx(stillPage());
  const lighthouse = await startLighthouse();
  try {
    const { ours, floor: still } = await alternate(ROUNDS, {
      ours: async () => ({
        ...(await firstLoad(lighthouse, site.url)),
        slowScore: await slowScore(lighthouse, site.url),
      }),
      // How it fares on a slower processor is asked of ours alone.
      floor: async () => ({ ...(await firstLoad(lighthouse, localhost(floor.url))), slowScore: Number.NaN }),
    });
    const row = (what: string, figure: keyof Figures, unit: string, limit: number): Row => ({
      target: TARGET,
      what,
      ours: ours.of(figure),
      unit,
      limits: [{ of: 'ours', kind: 'at most', value: limit }],
      rounds: { ours: ours.all(figure) },
    });
    return [
      {
        ...row('largest contentful paint', 'paint', 'ms', 0),
        ...beside('paint', ours, 'no scripts, nginx', still),
        limits: [{ of: 'ratio', kind: 'at most', value: 1.25 }],
      },
      row('total blocking time', 'blocking', 'ms', 30),
      row('cumulative layout shift', 'shift', '', 0),
      {
        ...row(`performance score, processor slowed ${SLOW} ×`, 'slowScore', '', 0),
        limits: [{ of: 'ours', kind: 'at least', value: 95 }],
      },
    ];
  } finally {
    await lighthouse.close();
    await floor.close();
    await site.close();
  }
};

type Figures = Record<'paint' | 'blocking' | 'shift' | 'slowScore', number>;

async function firstLoad(lighthouse: Lighthouse, url: string): Promise<Omit<Figures, 'slowScore'>> {
  const { figure } = await lighthouse.judge(url, { categories: ['performance'] });
  return {
    paint: figure('largest-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  };
}

async function slowScore(lighthouse: Lighthouse, url: string): Promise<number> {
  const { scores } = await lighthouse.judge(url, { categories: ['performance'], slowdown: SLOW });
  return scores.get('performance') ?? Number.NaN;
}

/** The built home screen without its scripts and with its style inside; pictures and fonts stay files. */
function stillPage(): Record<string, string | Buffer> {
  const files = Object.fromEntries(
    BUILT.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:css|woff2|svg|png|webp|avif|ico|webmanifest)$/.test(name))
        .map((name) => [name, readFileSync(join(folder, name))]),
    ),
  );
  const html = readFileSync(join(BUILT[0] ?? '', 'index.html'), 'utf8')
    .replaceAll(/<script[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link rel="stylesheet" href="\/([^"]+)"[^>]*>/g, (_, path: string) => {
      const style = files[path];
      if (style === undefined) throw new Error(`The built home screen names ${path}, which is not there.`);
      return `<style>${style}</style>`;
    });
  return { ...files, 'index.html': html };
}

/** By this name, as ours is: browsers trust both names of this machine, but not alike everywhere. */
function localhost(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}
