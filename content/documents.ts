import { BRAND } from './brand.ts';

/** The words around the documents; the documents themselves are `content/documents/*.md`. */
export const DOCUMENT_WORDS = { updated: 'Last Updated:', contents: 'On this page' } as const;

/** The licence says that its date belongs to its wording: who changes `documents/license.md` sets both anew. */
export const LICENSE_WORDING = {
  updated: BRAND.policyDate,
  sha256: '4b3c19b65508ba83915ddf9832b7edcd10217dacc67078ae565475a9ac233195',
} as const;
