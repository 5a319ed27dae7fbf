import { BRAND } from './brand.ts';

/** The date and the hash of the licence's text. A fork that changes `documents/license.md` must change both. */
export const LICENSE_WORDING = {
  updated: BRAND.policyDate,
  sha256: '5444d5ed24ed8a221b4c26af23bec4f8a77c3f12955984caad8b52eb63920dc9',
} as const;
