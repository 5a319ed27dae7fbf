import { BRAND } from '#content/brand.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { SHARE_PICTURE, sharePicturePath } from '#contract/share-picture.ts';
import type { StructuredData } from '#web/shell/page-meta.ts';
import { siteAddress } from '#web/shell/site-address.ts';

type Post = {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The date, such as `2025-01-14`. */
  readonly published: string;
  readonly by: { readonly kind: 'Person' | 'Organization'; readonly name: string; readonly path?: string };
};

export function blogPosting({ path, title, description, published, by }: Post): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: published,
    dateModified: published,
    inLanguage: SITE_LANGUAGE,
    url: siteAddress(path),
    mainEntityOfPage: siteAddress(path),
    image: {
      '@type': 'ImageObject',
      url: siteAddress(sharePicturePath(path)),
      width: SHARE_PICTURE.width,
      height: SHARE_PICTURE.height,
    },
    author: {
      '@type': by.kind,
      name: by.name,
      ...(by.path && { url: siteAddress(by.path) }),
    },
    publisher: { '@type': 'Organization', '@id': siteAddress('/#organization'), name: BRAND.company },
  };
}

export function breadcrumbs(
  trail: readonly { readonly name: string; readonly path: string }[],
): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteAddress(path),
    })),
  };
}
