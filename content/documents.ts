import { BRAND } from './brand.ts';

export const DOCUMENT_WORDS = { updated: 'Last Updated:', contents: 'On this page' } as const;

/** The date and the hash of the licence's text. A fork that changes `documents/license.md` must change both. */
export const LICENSE_WORDING = {
  updated: BRAND.policyDate,
  sha256: '4b3c19b65508ba83915ddf9832b7edcd10217dacc67078ae565475a9ac233195',
} as const;
