import { OWN_MARKUP } from '#contract/markup-policies.ts';
import { markupPolicy } from './trusted-types.ts';

/**
 * Lets a text of ours be set as markup: for what the site's build made of our own Markdown, and for nothing else. Keep
 * what it answers: to React, each is another text.
 */
export const ownMarkup = markupPolicy(OWN_MARKUP, (html) => html);
