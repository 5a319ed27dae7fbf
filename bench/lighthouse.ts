import { parseArgs } from 'node:util';
import { PAGES } from '#content/page-paths.ts';
import { listedPages } from '../generate/seo/listed-pages.ts';
import { table } from './support/figures.ts';
import { CATEGORIES, judgeLoad } from './support/lighthouse.ts';
import { startSite } from './support/site.ts';

/**
 * What Lighthouse says of every page that can be opened without an account: a first visit by a phone, 100 of 100 in all
 * four categories.
 *
 *   npm run bench -- lighthouse [--only /pricing,/blog]
 */
const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
/** What a busy machine spoils is looked at again: no page is faster than it is. */
const TRIES = 3;

/** Behind mailed links and forms: whoever opens one without them is told so, and no search engine lists them. */
const UNLISTED: readonly string[] = [
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.authNotMe,
  PAGES.authAddress,
  PAGES.authCallback,
  PAGES.feedbackThanks,
  PAGES.contactThanks,
  PAGES.launchList,
  PAGES.launchListConfirm,
  PAGES.launchListLeave,
];
const LISTED = listedPages().map(({ path }) => path);
const paths = options.only?.split(',') ?? [...LISTED, ...UNLISTED];

// Browsers trust `localhost` as they trust the public site: pages may do all that they may there.
await using site = await startSite((port) => ({ SITE_ORIGIN: `http://localhost:${port}` }));
const rows: Record<string, string>[] = [];
for (const path of paths) {
  // A page that no search engine is to list has no mark for how well it is found.
  const categories = CATEGORIES.filter((category) => category !== 'seo' || LISTED.includes(path));
  const best = await judge(path, categories);
  rows.push({
    page: path,
    ...Object.fromEntries(best.map(({ category, score }) => [category, shown(score)])),
  });
  for (const { category, score, faults } of best)
    if (score < 100) {
      process.stdout.write(`${path}: ${category} ${shown(score)}: ${faults.join('; ')}\n`);
      process.exitCode = 1;
    }
}
process.stdout.write(`${table(rows)}\n`);

/** The best of each category in a few tries, which end when nothing is left to be found. */
async function judge(path: string, categories: readonly (typeof CATEGORIES)[number][]) {
  const best = categories.map((category) => ({ category, score: -1, faults: [] as readonly string[] }));
  for (let tried = 1; tried <= TRIES && best.some(({ score }) => score < 100); tried++) {
    const { score, faults } = await judgeLoad(`http://localhost:${site.port}${path}`, { categories });
    for (const mark of best)
      if (score(mark.category) > mark.score)
        Object.assign(mark, { score: score(mark.category), faults: faults(mark.category) });
  }
  return best;
}

function shown(score: number | undefined): string {
  return String(Math.round(score ?? Number.NaN));
}
