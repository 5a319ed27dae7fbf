import { OWN_MARKUP } from '#contract/markup-policies.ts';
import { markupPolicy } from './trusted-types.ts';

/**
 * The Trusted Types policy for HTML that the build made from our own Markdown, and for the mark of `content/brand.ts`; for nothing else. Memoize its result:
 * React sets the markup again for each new object.
 */
export const ownMarkup = markupPolicy(OWN_MARKUP, (html) => html);
