import { SITE_PAGES } from '#content/pages.ts';
import { PAGES } from '#contract/paths.ts';
import { readDocuments, readPosts } from '../../generate/markdown/read-markdown.ts';
import { median } from '../support/figures.ts';
import {
  CATEGORIES,
  type Category,
  type Lighthouse,
  type Report,
  startLighthouse,
} from '../support/lighthouse.ts';
import { startLocalSite } from '../support/local-site.ts';
import type { Measurement } from './measurement.ts';

/** A page that is slow once is looked at again, as the machine may have been busy: the middle of three counts. */
const LOOKS = 3;

type Route = { readonly path: string; readonly without?: readonly string[]; readonly isError?: boolean };

/** Search engines are told to stay away, and Lighthouse counts that as a fault. */
const NOT_FOUND_BY_SEARCH = ['is-crawlable'];
const ROUTES: readonly Route[] = [
  ...[...SITE_PAGES, ...readPosts(), ...readDocuments()].map(({ path }) => ({ path })),
  { path: PAGES.auth },
  ...[
    PAGES.authVerify,
    PAGES.authReset,
    PAGES.authCallback,
    // Somebody who is not signed in is led to the sign-in.
    PAGES.profile,
    PAGES.contactThanks,
    PAGES.feedbackThanks,
  ].map((path) => ({ path, without: NOT_FOUND_BY_SEARCH })),
  // A page that is not there says so by its status, which Lighthouse counts, and the browser writes it into its console.
  {
    path: PAGES.notFound,
    without: [...NOT_FOUND_BY_SEARCH, 'http-status-code', 'errors-in-console'],
    isError: true,
  },
];

/** Every page as a stranger's phone loads it first, by all of Lighthouse's categories. */
export const measure: Measurement = async () => {
  const site = await startLocalSite();
  const lighthouse = await startLighthouse();
  const scores: { readonly path: string; readonly of: ReadonlyMap<Category, number> }[] = [];
  try {
    for (const route of ROUTES)
      scores.push({ path: route.path, of: await scoresOf(lighthouse, site.url, route) });
  } finally {
    await lighthouse.close();
    await site.close();
  }
  return CATEGORIES.map((category) => {
    const all = scores.map(({ path, of }) => ({ path, score: of.get(category) ?? Number.NaN }));
    const lowest = all.reduce((low, one) => (one.score >= low.score ? low : one));
    return {
      target: 'All routes',
      what: `${category}, lowest of ${all.length} (${lowest.path})`,
      ours: lowest.score,
      unit: '',
      limits: [{ of: 'ours', kind: 'at least', value: 100 }],
      rounds: { ours: all.map(({ score }) => score) },
    };
  });
};

/** Says what is below 100, and why. */
async function scoresOf(
  lighthouse: Lighthouse,
  origin: string,
  { path, without = [], isError = false }: Route,
): Promise<ReadonlyMap<Category, number>> {
  const judge = (categories: readonly Category[]) =>
    lighthouse.judge(origin + path, { categories, without, isError });
  const report = await judge(CATEGORIES);
  const speeds = [speedOf(report)];
  while (median(speeds) < 100 && speeds.length < LOOKS) speeds.push(speedOf(await judge(['performance'])));
  const scores = new Map(report.scores).set('performance', median(speeds));
  for (const [category, score] of scores) {
    if (score === 100) continue;
    const looks = category === 'performance' ? ` (${speeds.join(', ')})` : '';
    process.stdout.write(`  ${path}: ${category} ${score}${looks}: ${report.costs(category).join('; ')}\n`);
  }
  return scores;
}

function speedOf({ scores }: Report): number {
  return scores.get('performance') ?? Number.NaN;
}
