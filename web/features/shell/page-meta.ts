import type { MetaDescriptor } from 'react-router';
import { BRAND } from '#content/brand.ts';
import { SITE_PAGES } from '#content/pages.ts';

type PageMeta = {
  readonly title: string;
  readonly description: string;
  /** The one address under which search engines should know the page; none for a page without one. */
  readonly canonical?: string;
  /** For pages that live from a mailed link: kept out of search engines, and their address out of referrers. */
  readonly secret?: boolean;
  readonly noindex?: boolean;
};

let prefix: string | undefined;

/**
 * The origin that the server put in front of this document's canonical link, so that React finds the link it
 * rendered before instead of adding a second one. Empty while prerendering.
 */
function canonicalOrigin(): string {
  if (typeof document === 'undefined') return '';
  if (prefix === undefined) {
    const href = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '';
    prefix = /^https?:\/\/[^/]+/.exec(href)?.[0] ?? '';
  }
  return prefix;
}

/** What search engines and shared links show of a page of `content/pages.ts`. Throws for a path that is not there. */
export function metaOf(path: string): MetaDescriptor[] {
  const page = SITE_PAGES.find((entry) => entry.path === path);
  if (page === undefined) throw new Error(`content/pages.ts has no page ${path}`);
  return pageMeta({ title: page.title, description: page.description, canonical: path });
}

/** Title, description, canonical address and share texts of a page. */
export function pageMeta({
  title,
  description,
  canonical,
  secret = false,
  noindex = secret,
}: PageMeta): MetaDescriptor[] {
  const fullTitle =
    title === BRAND.product ? `${BRAND.product} — ${BRAND.tagline}` : `${title} — ${BRAND.product}`;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:site_name', content: BRAND.product },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    ...(canonical
      ? [{ tagName: 'link' as const, rel: 'canonical', href: canonicalOrigin() + canonical }]
      : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(secret ? [{ name: 'referrer', content: 'no-referrer' }] : []),
  ];
}
