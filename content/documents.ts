import { BRAND } from './brand.ts';

export const DOCUMENT_WORDS = { updated: 'Last Updated:', contents: 'On this page' } as const;

/** The date and the hash of the licence's text. A fork that changes `documents/license.md` must change both. */
export const LICENSE_WORDING = {
  updated: BRAND.policyDate,
  sha256: 'fed45887bae5b2625226a986053060de6cb7792026d16ea0d637c575e6b5ef8c',
} as const;
