import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SitePage } from '#content/pages.ts';
import type { Plan } from '#content/pricing.ts';
import { sentencesFor } from './words.ts';

const text = z.string().trim().min(1, 'must not be empty');
const DESCRIPTION_LENGTH = 'must have 50 to 160 characters';

const PAGE = z.object({
  path: z
    .string()
    .regex(/^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, 'must look like /about: a slash, then a–z, 0–9 and hyphens'),
  title: text,
  description: z.string().min(50, DESCRIPTION_LENGTH).max(160, DESCRIPTION_LENGTH),
});

/** Mistakes in the list of pages. The page components are searched below `root`. */
export function mistakesInPages(pages: readonly SitePage[], root: string): readonly string[] {
  return pages.flatMap((page) => {
    const where = `content/pages.ts, page “${page.path}”`;
    const found = PAGE.safeParse(page);
    if (!found.success) return sentencesFor(where, found.error, page);
    const name = page.path === '/' ? '/home' : page.path;
    const screen = `pages${name}${name}.tsx`;
    return existsSync(join(root, screen)) ? [] : [`${where}: has no screen, please write ${screen}.`];
  });
}

/** Mistakes in the values of the plans. The compiler has already checked their types. */
export function mistakesInPlans(plans: readonly Plan[]): readonly string[] {
  if (plans.length === 0)
    return ['content/pricing.ts: please keep at least one plan; /pricing tells the range of prices.'];
  const ids = plans.map(({ id }) => id);
  const schema = z
    .object({
      id: z.string().regex(/^[a-z0-9-]+$/, 'must be a–z, 0–9 and hyphens'),
      price: z.string().regex(/^\d+$/, 'must be whole rupees'),
      features: z.array(text).min(1, 'must name at least one feature'),
      includes: z.enum(ids, 'must be the id of a plan').optional(),
      highlightFeature: text,
      buttonText: text,
    })
    .refine(({ features, highlightFeature }) => features.includes(highlightFeature), {
      path: ['highlightFeature'],
      message: 'must be one of its features',
    });
  return plans.flatMap((plan) => {
    const found = schema.safeParse(plan);
    return found.success ? [] : sentencesFor(`content/pricing.ts, plan “${plan.id}”`, found.error, plan);
  });
}

type Words = { readonly short: string; readonly version: string };

/** Mistakes in the versions of notices. A version proves what a person was told, so changed words need a new version. */
export function mistakesInNotices(
  notices: Readonly<Record<string, Words>>,
  items: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(notices).flatMap(([name, { short, version }]) => {
    const words = createHash('sha256').update(JSON.stringify([short, items[name]]));
    const expected = words.digest('hex').slice(0, 8);
    return version === expected
      ? []
      : [`content/notices.ts, “${name}”: “version” must be “${expected}” for these words, is “${version}”.`];
  });
}
