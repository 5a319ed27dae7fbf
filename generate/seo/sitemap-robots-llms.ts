import { PAGES } from '#content/page-paths.ts';
import { LLMS_WORDS } from '#content/seo.ts';
import { ORIGIN_PLACEHOLDER } from '#contract/origin-placeholder.ts';
import { DISCOVERY } from '#contract/paths.ts';
import type { ListedPage } from './listed-pages.ts';

/** Pages that crawlers should skip: about one person, opened from a mail, or made for programs. */
const NOT_CRAWLED = [
  PAGES.profile,
  PAGES.authVerify,
  PAGES.authReset,
  PAGES.authNotMe,
  PAGES.authAddress,
  PAGES.authCallback,
  '/api/',
] as const;

/** Leaves out the sign-in page, because it has no text to read. */
const toRead = (pages: readonly ListedPage[]) => pages.filter(({ path }) => path !== PAGES.auth);

/** The sitemap (sitemaps.org). Posts have their date; for other pages the date of the last change is not known. */
export function sitemap(pages: readonly ListedPage[]): string {
  const urls = toRead(pages).map(
    ({ path, date }) =>
      `<url><loc>${ORIGIN_PLACEHOLDER}${path}</loc>${date === undefined ? '' : `<lastmod>${date}</lastmod>`}</url>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** The rules for crawlers (RFC 9309). Disallowed pages also have `noindex`, or are shown only to their owner. */
export function robots(): string {
  return `User-agent: *
Allow: /
${NOT_CRAWLED.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${ORIGIN_PLACEHOLDER}${DISCOVERY.sitemap}
`;
}

/** The list of pages for language models, in Markdown (llmstxt.org). */
export function llms(pages: readonly ListedPage[]): string {
  const of = (kind: ListedPage['kind']) =>
    toRead(pages)
      .filter((page) => page.kind === kind)
      .map(({ path, title, description }) => `- [${title}](${ORIGIN_PLACEHOLDER}${path}): ${description}`);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
  const feed = `- [${LLMS_WORDS.feed}](${ORIGIN_PLACEHOLDER}${PAGES.blogFeed}): ${LLMS_WORDS.feedText}`;
  return `${[
    `# ${LLMS_WORDS.title}`,
    '',
    `> ${LLMS_WORDS.summary}`,
    ...section(LLMS_WORDS.pages, of('page')),
    ...section(LLMS_WORDS.posts, of('post')),
    ...section(LLMS_WORDS.optional, [...of('document'), feed]),
  ].join('\n')}\n`;
}
