import { INERT_MARKUP } from '#contract/markup-policies.ts';
import { markupPolicy } from './trusted-types.ts';

/** So React makes the element of a data block; a script that comes into being like this never runs. */
const EMPTY_SCRIPT = '<script></script>';

/**
 * What may be set as markup by code that knows nothing of Trusted Types, React above all: an empty script and text
 * without any tag, such as the data block of a page that is opened within the site. Null for everything else.
 */
export function inertMarkup(text: string): string | null {
  return text === EMPTY_SCRIPT || !text.includes('<') ? text : null;
}

/** From now on the browser asks `inertMarkup`. Once for each document, before React starts. */
export function allowInertMarkup(): void {
  markupPolicy(INERT_MARKUP, inertMarkup);
}
