import { BRAND, SOCIAL_LINKS } from '#content/brand.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import type { StructuredData } from '#web/shell/page-meta.ts';
import { siteAddress } from '#web/shell/site-address.ts';

export function organization(): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': siteAddress('/#organization'),
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

export function webSite(): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': siteAddress('/#website'),
    name: BRAND.product,
    url: siteAddress('/'),
    description: BRAND.description,
    inLanguage: SITE_LANGUAGE,
    publisher: { '@id': siteAddress('/#organization') },
  };
}
