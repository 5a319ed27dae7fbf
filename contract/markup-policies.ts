/** The browser's Trusted Types policies that a page may make, see `web/ui/own-markup.ts` and `web/ui/inert-markup.ts`. */
export const OWN_MARKUP = 'own-markup';
/** The browser asks the policy of this name about text that went through none. */
export const INERT_MARKUP = 'default';

export const MARKUP_POLICIES = [OWN_MARKUP, INERT_MARKUP] as const;
