import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../../scripts/bootstrap/browser.mjs';

const VERSION = '13.5.0';
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking';
/** Chromium at times loses the beginning of its trace, which says nothing about the page: it is loaded once more. */
const TRIES = 3;
const MOST_OUTPUT = 64 * 1_024 * 1_024;

/** The parts of Lighthouse's result that are read here. */
type Result = {
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<
    Record<string, { readonly numericValue?: number; readonly score: number | null; readonly title: string }>
  >;
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
};

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export type PageLoad = {
  /** 0 to 100; NaN when there is none. */
  readonly score: (category: Category) => number;
  /** The titles of what counts in a category and is not right. */
  readonly faults: (category: Category) => readonly string[];
  /** What an audit measured; NaN when it measured nothing. */
  readonly figure: (audit: string) => number;
};

/**
 * One load with an empty cache, by the mobile preset. npm brings Lighthouse the first time. Throws when the page could
 * not be judged.
 *
 * @param slowdown how many times slower than this machine's the processor is; of the mobile preset: 4
 */
export async function judgeLoad(
  url: string,
  {
    slowdown = 4,
    categories = ['performance'],
  }: { readonly slowdown?: number; readonly categories?: readonly Category[] } = {},
): Promise<PageLoad> {
  const chromium = findChromium();
  const env = { ...process.env, ...(chromium === undefined ? {} : { CHROME_PATH: chromium }) };
  const args = [
    ...['--yes', '--ignore-scripts', `lighthouse@${VERSION}`, url, '--output=json', '--quiet'],
    ...[
      `--only-categories=${categories.join()}`,
      '--disable-full-page-screenshot',
      `--chrome-flags=${FLAGS}`,
    ],
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
  ];
  for (let tried = 1; ; tried++) {
    try {
      const { stdout } = await promisify(execFile)('npx', args, { env, maxBuffer: MOST_OUTPUT });
      const { runtimeError, audits, categories: judged }: Result = JSON.parse(stdout);
      if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
      return {
        score: (category) => (judged[category]?.score ?? Number.NaN) * 100,
        faults: (category) =>
          (judged[category]?.auditRefs ?? [])
            .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
            .map(({ id }) => audits[id]?.title ?? id),
        figure: (audit) => audits[audit]?.numericValue ?? Number.NaN,
      };
    } catch (error) {
      if (tried === TRIES) throw error;
    }
  }
}
