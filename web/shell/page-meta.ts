import type { LinksFunction, MetaDescriptor } from 'react-router';
import { BRAND } from '#content/brand.ts';
import { SITE_PAGES } from '#content/pages.ts';
import { SEO_WORDS } from '#content/seo.ts';
import { SHARE_PICTURE, sharePicturePath } from '#contract/share-picture.ts';
import { siteAddress } from './page-address.ts';

type PageMeta = {
  readonly title: string;
  /** At most 160 characters, because search engines cut longer descriptions off. */
  readonly description: string;
  /** The canonical path. An indexed page with a path also has a share image (`generate/seo/listed-pages.ts`). */
  readonly canonical?: string;
  /** True for the pages of mailed links: they are not indexed and send no referrer. */
  readonly secret?: boolean;
  readonly noindex?: boolean;
  /** The day of publication, such as `2025-01-14`. It makes the page an article. */
  readonly published?: string;
  readonly data?: readonly StructuredData[];
};

export function fontPreloads(files: readonly string[]): ReturnType<LinksFunction> {
  return files.map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
    // Over HTTP/1.1 a font could take the connection of the stylesheet, without which nothing is painted. So fonts come later.
    fetchPriority: 'low',
    href,
  }));
}

/** The meta tags of a page of `content/pages.ts`. Throws for an unknown path. */
export function metaOf(path: string, more: Pick<PageMeta, 'data'> = {}): MetaDescriptor[] {
  const page = SITE_PAGES.find((entry) => entry.path === path);
  if (page === undefined) throw new Error(`content/pages.ts has no page ${path}`);
  return pageMeta({ title: page.title, description: page.description, canonical: path, ...more });
}

/** The meta tags of a page that is not in `content/pages.ts`. */
export function metaIn(
  words: { readonly pageTitle: string; readonly pageDescription: string },
  more: Omit<PageMeta, 'title' | 'description'>,
): MetaDescriptor[] {
  return pageMeta({ title: words.pageTitle, description: words.pageDescription, ...more });
}

export function fullTitle(title: string): string {
  return title === BRAND.product ? `${BRAND.product} — ${BRAND.tagline}` : `${title} — ${BRAND.product}`;
}

export function pageMeta({
  title,
  description,
  canonical,
  secret = false,
  noindex = secret,
  published,
  data = [],
}: PageMeta): MetaDescriptor[] {
  return [
    { title: fullTitle(title) },
    { name: 'description', content: description },
    ...(canonical ? [{ tagName: 'link' as const, rel: 'canonical', href: siteAddress(canonical) }] : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(secret ? [{ name: 'referrer', content: 'no-referrer' }] : []),
    ...(canonical && !noindex ? sharedAs({ title, description, canonical, published }) : []),
    ...data.map((block) => ({ 'script:ld+json': block })),
  ];
}

type Shared = Pick<PageMeta, 'title' | 'description'> & {
  readonly canonical: string;
  readonly published: string | undefined;
};

function sharedAs({ title, description, canonical, published }: Shared): MetaDescriptor[] {
  const picture = siteAddress(sharePicturePath(canonical));
  return [
    { property: 'og:site_name', content: BRAND.product },
    { property: 'og:type', content: published ? 'article' : 'website' },
    { property: 'og:title', content: published ? title : fullTitle(title) },
    { property: 'og:description', content: description },
    { property: 'og:url', content: siteAddress(canonical) },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: SHARE_PICTURE.type },
    { property: 'og:image:width', content: `${SHARE_PICTURE.width}` },
    { property: 'og:image:height', content: `${SHARE_PICTURE.height}` },
    {
      property: 'og:image:alt',
      content: SEO_WORDS.pictureAlt(title === BRAND.product ? BRAND.tagline : title),
    },
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** A JSON-LD object of schema.org. React Router escapes it. It is no script, so it needs no hash in the CSP. */
export type StructuredData = { readonly '@context': 'https://schema.org'; readonly '@type': string } & {
  readonly [property: string]: DataValue;
};
type DataValue = string | number | { readonly [property: string]: DataValue } | readonly DataValue[];
