import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../../scripts/find-chromium.ts';
import { undoneAtExit } from './leave-nothing.ts';
import { needTool } from './tool-on-demand.ts';

const TOOL = { name: 'lighthouse', version: '13.5.0' } as const;

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export type Report = {
  /** 0 to 100, of the categories asked for. */
  readonly scores: ReadonlyMap<Category, number>;
  /** What an audit measured, as milliseconds or a share; NaN when it measured nothing. */
  readonly figure: (audit: string) => number;
  /** The audits that cost a category points, with what they say. */
  readonly costs: (category: Category) => readonly string[];
};

export type Asked = {
  readonly categories: readonly Category[];
  /** How many times slower than this machine's the processor is; of the mobile preset: 4. */
  readonly slowdown?: number;
  readonly without?: readonly string[];
  /** The page answers with an error on purpose. */
  readonly isError?: boolean;
};

export type Lighthouse = {
  /** One load with an empty cache, by the mobile preset. Throws when the page could not be judged. */
  readonly judge: (url: string, asked: Asked) => Promise<Report>;
  readonly close: () => Promise<void>;
};

/** Flags of a browser that does nothing of its own accord. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/**
 * Seconds of each run for audits that have no part in a score: the picture of the whole page, the rules of style that
 * are not used, the way back.
 */
const OF_NO_WEIGHT = ['unused-css-rules', 'bf-cache', 'final-screenshot', 'screenshot-thumbnails'];

/** Chromium at times loses the beginning of its trace, which says nothing about the page: it is loaded once more. */
const LOST_TRACE = 'NO_NAVSTART';
const RETRIES = 3;

/** The parts of Lighthouse's result that are read here. */
type Result = {
  readonly runtimeError?: { readonly code: string; readonly message: string };
  readonly audits: Readonly<Record<string, AuditResult>>;
  readonly categories: Readonly<Partial<Record<Category, CategoryResult>>>;
};
type AuditResult = {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly displayValue?: string;
};
type CategoryResult = {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
};
type Run = (url: string, flags: object, config?: object) => Promise<{ lhr: Result } | undefined>;
type Launch = (
  options: object,
) => Promise<{ readonly port: number; readonly process: ChildProcess; readonly kill: () => void }>;

/** Lighthouse with a Chromium of its own. Installs the tool into `build/` the first time. */
export async function startLighthouse(): Promise<Lighthouse> {
  const folder = needTool(TOOL, 'lighthouse');
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href);
  const { default: run }: { default: Run } = await load('core/index.js');
  const { launch }: { launch: Launch } = await load('../chrome-launcher/dist/index.js');
  const chrome = await launch({
    chromePath: findChromium(process.env),
    chromeFlags: FLAGS,
    logLevel: 'error',
  });
  const done = undoneAtExit(() => void chrome.kill());
  const ended = once(chrome.process, 'close');
  return {
    judge: async (url, { categories, slowdown, without = [], isError = false }) => {
      const settings = {
        onlyCategories: categories,
        skipAudits: [...OF_NO_WEIGHT, ...without],
        ignoreStatusCode: isError,
        disableFullPageScreenshot: true,
      };
      const config = {
        extends: 'lighthouse:default',
        settings: slowdown === undefined ? settings : { ...settings, throttling: slowedBy(slowdown) },
      };
      for (let retries = RETRIES; ; retries--) {
        const answer = await run(url, { port: chrome.port, logLevel: 'error' }, config);
        if (answer === undefined) throw new Error(`Lighthouse says nothing about ${url}.`);
        const { runtimeError } = answer.lhr;
        if (runtimeError === undefined) return reportOf(answer.lhr, categories);
        if (runtimeError.code !== LOST_TRACE || retries === 0)
          throw new Error(`${url}: ${runtimeError.message}`);
      }
    },
    close: async () => {
      chrome.kill();
      await ended;
      done();
    },
  };
}

/** The network of the mobile preset (slow 4G), which has to be repeated to change the processor alone. */
function slowedBy(slowdown: number): object {
  return {
    rttMs: 150,
    throughputKbps: 1638.4,
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1474.56,
    uploadThroughputKbps: 675,
    cpuSlowdownMultiplier: slowdown,
  };
}

function reportOf({ audits, categories: results }: Result, categories: readonly Category[]): Report {
  return {
    scores: new Map(categories.map((name) => [name, Math.round((results[name]?.score ?? Number.NaN) * 100)])),
    figure: (audit) => audits[audit]?.numericValue ?? Number.NaN,
    costs: (name) =>
      (results[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const { score = null, displayValue = '' } = audits[id] ?? {};
        return weight > 0 && score !== null && score < 1 ? [`${id} ${displayValue}`.trim()] : [];
      }),
  };
}
