import { BRAND, SOCIAL_LINKS } from '#content/brand.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { SHARE_PICTURE, sharePicturePath } from '#contract/share-picture.ts';
import { siteAddress } from './site-address.ts';

/** A JSON-LD object of schema.org. React Router escapes it; a data block needs no hash in the page's policy. */
export type StructuredData = { readonly '@context': 'https://schema.org'; readonly '@type': string } & {
  readonly [property: string]: DataValue;
};
type DataValue = string | number | { readonly [property: string]: DataValue } | readonly DataValue[];

const SCHEMA = { '@context': 'https://schema.org' } as const;

/** The organisation's `@id`, for references from other blocks. */
const organizationId = () => siteAddress('/#organization');

/** The organisation, for the home page. */
export function organization(): StructuredData {
  return {
    ...SCHEMA,
    '@type': 'Organization',
    '@id': organizationId(),
    name: BRAND.company,
    url: siteAddress('/'),
    logo: siteAddress('/icons/icon-512.png'),
    description: BRAND.description,
    email: BRAND.contactEmail,
    foundingDate: `${BRAND.foundedYear}`,
    address: {
      '@type': 'PostalAddress',
      addressLocality: BRAND.address.locality,
      addressRegion: BRAND.address.region,
      addressCountry: BRAND.address.country,
    },
    sameAs: SOCIAL_LINKS.map(({ href }) => href),
  };
}

/** The site, for the home page. */
export function webSite(): StructuredData {
  return {
    ...SCHEMA,
    '@type': 'WebSite',
    '@id': siteAddress('/#website'),
    name: BRAND.product,
    url: siteAddress('/'),
    description: BRAND.description,
    inLanguage: SITE_LANGUAGE,
    publisher: { '@id': organizationId() },
  };
}

type Post = {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** As `2025-01-14`. */
  readonly published: string;
  readonly by: { readonly kind: 'Person' | 'Organization'; readonly name: string; readonly path?: string };
};

/** An article of the blog. */
export function blogPosting({ path, title, description, published, by }: Post): StructuredData {
  return {
    ...SCHEMA,
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
    publisher: { '@type': 'Organization', '@id': organizationId(), name: BRAND.company },
  };
}

/** The path to a page, without the home page. */
export function breadcrumbs(
  trail: readonly { readonly name: string; readonly path: string }[],
): StructuredData {
  return {
    ...SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteAddress(path),
    })),
  };
}

/** Search engines require that the page shows the same questions and answers. */
export function faqPage(
  pairs: readonly { readonly question: string; readonly answer: string }[],
): StructuredData {
  return {
    ...SCHEMA,
    '@type': 'FAQPage',
    mainEntity: pairs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
