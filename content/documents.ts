import { BRAND } from './brand.ts';

/** The date and the hash of the licence's text. A fork that changes `documents/license.md` must change both. */
export const LICENSE_WORDING = {
  updated: BRAND.policyDate,
  sha256: '121e73f631de2fd0b31638a1bcf140594dc79f241936737ce07e3877d4dc6a23',
} as const;
